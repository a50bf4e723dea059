"""A policy: a weight for every code of a move that was ever rewarded or blamed, and its exponential.

A hash table with open addresses, all in arrays of a power of two: to begin a level with the policy of the one above is
to copy three arrays. A code that is not there has weight 0. Exponentials are taken when they are first asked for after
a weight has changed; -1 stands for one that has not been.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from ...rng import GOLDEN
from .desk import copy_first

NO_CODE = np.uint64(0)
ONE = np.uint64(1)

MOST_WEIGHT = 500.0
"""Weights stay within this, so that no sum of exponentials overflows."""


class Policies(NamedTuple):
    """One policy a row."""

    keys: Any
    """uint64 [rows, size]; 0 for none"""
    weights: Any
    """float64 [rows, size]"""
    odds: Any
    """float64 [rows, size]: the exponentials"""
    counts: Any
    """int64 [rows]: entries"""
    shift: Any
    """uint64 [1]: 64 less the logarithm of the size"""


def new_policies(rows: int, bits: int) -> Policies:
    """Empty ones, of 2**bits places each."""
    return Policies(
        keys=np.zeros((rows, 1 << bits), np.uint64),
        weights=np.zeros((rows, 1 << bits)),
        odds=np.ones((rows, 1 << bits)),
        counts=np.zeros(rows, np.int64),
        shift=np.array([64 - bits], np.uint64),
    )


def place_of(policies: Policies, row: int, code: Any) -> Any:
    """Where a code is, or would be."""
    keys = policies.keys[row]
    place = np.int64((code * GOLDEN) >> policies.shift[0])
    while keys[place] != NO_CODE and keys[place] != code:
        place = (place + 1) & (len(keys) - 1)
    return place


def odds_at(policies: Policies, row: int, place: int) -> float:
    """The exponential of the weight at a place."""
    odds = policies.odds[row, place]
    if odds < 0.0:
        odds = math.exp(policies.weights[row, place])
        policies.odds[row, place] = odds
    return odds


def take(policies: Policies, row: int, code: Any) -> int:
    """The place of a code, which is there from now on."""
    place = place_of(policies, row, code)
    if policies.keys[row, place] == NO_CODE:
        policies.keys[row, place] = code
        policies.weights[row, place] = 0.0
        policies.odds[row, place] = 1.0
        policies.counts[row] += 1
    return place


def add(policies: Policies, row: int, place: int, amount: float) -> None:
    """Add to the weight at a place."""
    policies.weights[row, place] = min(max(policies.weights[row, place] + amount, -MOST_WEIGHT), MOST_WEIGHT)
    policies.odds[row, place] = -1.0


def has_room(policies: Policies, row: int, more: int) -> bool:
    """Whether so many more codes leave half of the table empty."""
    return 2 * (policies.counts[row] + more) <= policies.keys.shape[1]


def copy_row(policies: Policies, target: int, source: int) -> None:
    """One policy becomes another."""
    size = policies.keys.shape[1]
    copy_first(policies.keys[target], policies.keys[source], size)
    copy_first(policies.weights[target], policies.weights[source], size)
    copy_first(policies.odds[target], policies.odds[source], size)
    policies.counts[target] = policies.counts[source]


def clear_row(policies: Policies, row: int) -> None:
    """All weights are 0."""
    for place in range(policies.keys.shape[1]):
        policies.keys[row, place] = NO_CODE
        policies.odds[row, place] = 1.0
    policies.counts[row] = 0


def moved_to(policies: Policies, larger: Policies) -> None:
    """Every entry into tables of another size, which are empty."""
    for row in range(len(policies.counts)):
        for place in range(policies.keys.shape[1]):
            code = policies.keys[row, place]
            if code != NO_CODE:
                there = take(larger, row, code)
                larger.weights[row, there] = policies.weights[row, place]
                larger.odds[row, there] = -1.0
