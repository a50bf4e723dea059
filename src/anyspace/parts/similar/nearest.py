"""The entries most like a position: by the signs of their components first, then by the cosine.

Comparing signs is counting bits: all entries of a seat are gone through, a word of each and then the next, so that a
processor takes several at a time. How many there are at which distance is counted, and of the nearest so many the
cosine is taken. `exact` takes it of all.

Vectors are kept in 16 bits: whole numbers may be added in any order, so that a processor takes many at a time there
too.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...bits import popcount

STEPS = 2047
"""Of a component from 0 to 1: the products of 512 of them, and of more where vectors are of length 1, fit 32 bits."""

SIDE_BY_SIDE = 4
"""Counts that are kept beside each other: one that was just written to cannot be read at once."""


def shortened(vector: Any, out: Any) -> None:
    """A vector of length 1 in 16 bits."""
    for k in range(len(out)):
        out[k] = np.int16(np.floor(vector[k] * STEPS + 0.5))


def distances_by_signs(bits: Any, n: int, own: Any, distances: Any) -> None:
    """In how many signs each of `n` vectors, whose words lie in the columns of `bits`, differs from `own`."""
    for i in range(n):
        distances[i] = np.int32(popcount(bits[0, i] ^ own[0]))
    for word in range(1, len(own)):
        mine = own[word]
        for i in range(n):
            distances[i] += np.int32(popcount(bits[word, i] ^ mine))


def count_distances(distances: Any, n: int, counts: Any) -> None:
    """How many there are at each distance, into the first row of `counts`."""
    for row in range(counts.shape[0]):
        for distance in range(counts.shape[1]):
            counts[row, distance] = 0
    for i in range(0, n - n % SIDE_BY_SIDE, SIDE_BY_SIDE):
        for row in range(SIDE_BY_SIDE):
            counts[row, distances[i + row]] += 1
    for i in range(n - n % SIDE_BY_SIDE, n):
        counts[0, distances[i]] += 1
    for row in range(1, counts.shape[0]):
        for distance in range(counts.shape[1]):
            counts[0, distance] += counts[row, distance]


def furthest_to_look_at(counts: Any, look: int) -> int:
    """The least distance within which there are `look` entries, or all. What `counts` has for it becomes the number of
    those at this very distance that are wanted."""
    found = 0
    for distance in range(len(counts)):
        if found + counts[distance] >= look:
            counts[distance] = look - found
            return distance
        found += counts[distance]
    return len(counts) - 1


def cosine(vectors: Any, entry: Any, own: Any) -> float:
    """Of an entry's vector and `own`, both of length 1, in 16 bits."""
    total = np.int32(0)
    for k in range(len(own)):
        total = np.int32(total + np.int32(np.int32(vectors[entry, k]) * np.int32(own[k])))
    return np.float64(total) / (STEPS * STEPS)


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
