"""Random numbers for rules and kernels: SplitMix64 over one explicit word of state.

`rng` is a `uint64[1]` array. One add and two multiplications a draw, any seed is a good seed, and a stream can be
split without bookkeeping. The functions are plain Python: inside rules and kernels they are compiled, elsewhere
they run as they stand.

Steele, Lea and Flood, Fast splittable pseudorandom number generators (OOPSLA 2014).
"""

from __future__ import annotations

from typing import Any

import numpy as np

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
BITS_11, BITS_27, BITS_30, BITS_31, BITS_32 = (np.uint64(bits) for bits in (11, 27, 30, 31, 32))
ULP = 2.0**-53

Rng = Any  # a uint64[1] array; `Any` because rules are compiled from these very functions


def bits(rng: Rng) -> Any:
    """64 random bits."""
    rng[0] += GOLDEN
    z = rng[0]
    z = (z ^ (z >> BITS_30)) * MIX_1
    z = (z ^ (z >> BITS_27)) * MIX_2
    return z ^ (z >> BITS_31)


def below(rng: Rng, n: int) -> Any:
    """A uniform integer in `0 .. n-1`, for `1 <= n < 2**32` (Lemire's multiply-and-shift; bias below n / 2**32)."""
    return np.int64(((bits(rng) >> BITS_32) * np.uint64(n)) >> BITS_32)  # signed: unsigned mixes to floats


def uniform(rng: Rng) -> float:
    """A uniform float in `[0, 1)`."""
    return float(bits(rng) >> BITS_11) * ULP


def happens(rng: Rng, chance: float) -> bool:
    """True with that probability; what is sure or impossible takes no random number."""
    return chance >= 1.0 or (chance > 0.0 and uniform(rng) < chance)


def shuffle(rng: Rng, items: Any, n: int) -> None:
    """Put the first `n` of `items` in random order (Fisher-Yates)."""
    for i in range(n - 1, 0, -1):
        j = below(rng, i + 1)
        items[i], items[j] = items[j], items[i]


def new(seed: int) -> Any:
    """A generator's state from any integer seed."""
    return np.array([seed % 2**64], dtype=np.uint64)
