"""The entries most like a position: by the signs of their components first, then by the cosine.

Comparing signs is counting bits: all entries are gone through in a few words each. How many there are at which distance
is counted on the way, and of the nearest so many the cosine is taken. `exact` takes it of all.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...bits import popcount


def nearest_by_signs(bits: Any, seats: Any, used: int, own: Any, seat: int, distances: Any, counts: Any) -> None:
    """The distance of every entry of that seat into `distances`, and how many there are at each into `counts`. Others
    are further away than any can be."""
    words, far = len(own), len(counts) - 1
    for distance in range(len(counts)):
        counts[distance] = 0
    for entry in range(1, used + 1):
        apart = np.int64(0)
        for word in range(words):
            apart += np.int64(popcount(bits[entry, word] ^ own[word]))
        distances[entry] = apart if seats[entry] == seat else far
        counts[distances[entry]] += 1


def furthest_to_look_at(counts: Any, look: int) -> int:
    """The least distance within which there are `look` entries, or all that can be compared. What `counts` has for it
    becomes the number of those at this very distance that are wanted."""
    found = 0
    for distance in range(len(counts) - 1):
        if found + counts[distance] >= look:
            counts[distance] = look - found
            return distance
        found += counts[distance]
    return len(counts) - 2


def cosine(vectors: Any, entry: Any, own: Any) -> float:
    """Of an entry's vector and `own`, both of length 1. Eight sums at once: a processor adds them side by side, which
    it may not do of itself, for that changes the rounding."""
    a = b = c = d = e = f = g = h = 0.0
    for k in range(0, len(own), 8):
        a += np.float64(vectors[entry, k]) * own[k]
        b += np.float64(vectors[entry, k + 1]) * own[k + 1]
        c += np.float64(vectors[entry, k + 2]) * own[k + 2]
        d += np.float64(vectors[entry, k + 3]) * own[k + 3]
        e += np.float64(vectors[entry, k + 4]) * own[k + 4]
        f += np.float64(vectors[entry, k + 5]) * own[k + 5]
        g += np.float64(vectors[entry, k + 6]) * own[k + 6]
        h += np.float64(vectors[entry, k + 7]) * own[k + 7]
    return ((a + b) + (c + d)) + ((e + f) + (g + h))


def keep_if_near(entry: Any, likeness: float, found: Any, likenesses: Any, n: int) -> int:
    """Put an entry among the `n` best so far, which are sorted, if it belongs there; how many there are then."""
    if n == len(found) and likeness <= likenesses[n - 1]:
        return n
    place = min(n, len(found) - 1)
    while place > 0 and likenesses[place - 1] < likeness:
        found[place], likenesses[place] = found[place - 1], likenesses[place - 1]
        place -= 1
    found[place], likenesses[place] = entry, likeness
    return min(n + 1, len(found))
