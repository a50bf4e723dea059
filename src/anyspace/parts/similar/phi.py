"""What a position is compared by: a vector of fixed length, made from what is true of it.

A position is the set of its predicates (rules/predicates.py), a vector of zeros and ones with a place for every
predicate there could be. *Feature hashing* (Weinberger et al. 2009) makes it short: every predicate has a place among
D, and a sign, by a hash; those that share a place are added up. The inner product of two hashed vectors is that of the
long ones on average, for signs that meet by chance cancel out. The long vector is normalised before.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...rng import BITS_27, BITS_30, BITS_31, GOLDEN, MIX_1, MIX_2

TOP = np.uint64(63)
FIELD = np.uint64(32)
LOW = np.uint64(0xFFFFFFFF)


def stirred(number: Any) -> Any:
    """64 bits of which each depends on all of `number`."""
    word = (np.uint64(number) + np.uint64(1)) * GOLDEN
    word = (word ^ (word >> BITS_30)) * MIX_1
    word = (word ^ (word >> BITS_27)) * MIX_2
    return word ^ (word >> BITS_31)


def hashed(truths: Any, n: int, out: Any) -> Any:
    """The vector of a position of which the first `n` of `truths` are true, into `out`. Returns a number that two
    different positions hardly share, in whatever order their truths come."""
    size = np.uint64(len(out))
    for k in range(len(out)):
        out[k] = 0.0
    share = 1.0 / np.sqrt(np.float64(max(1, n)))
    fingerprint = np.uint64(0)
    for i in range(n):
        word = stirred(truths[i])
        fingerprint += word * (word | np.uint64(1))
        place = np.int64(((word & LOW) * size) >> FIELD)
        out[place] += share if word >> TOP != 0 else -share
    return fingerprint


def centred(vector: Any, middle: Any) -> None:
    """Less the mean, and of length 1, in place."""
    square = 0.0
    for k in range(len(vector)):
        vector[k] -= middle[k]
        square += vector[k] * vector[k]
    share = 1.0 / np.sqrt(square) if square > 0.0 else 0.0
    for k in range(len(vector)):
        vector[k] *= share


def sign_bits(vector: Any, out: Any) -> None:
    """Which components are positive, 64 to a word."""
    for word in range(len(out)):
        bits = np.uint64(0)
        for k in range(64):
            place = word * 64 + k
            if place < len(vector) and vector[place] > 0.0:
                bits |= np.uint64(1) << np.uint64(k)
        out[word] = bits


def counted_in(vector: Any, middle: Any, before: Any) -> None:
    """The mean of `before` vectors, with one more."""
    for k in range(len(vector)):
        middle[k] += (vector[k] - middle[k]) / (before + 1)
