"""What sampling methods know of information sets: a hash table that grows, one row of numbers a set."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...rng import uniform

NO_PLACE = -1
SPREAD, FOLD, BY = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD6E8FEB86659FD93), np.uint64(32)


class Sets(NamedTuple):
    """A row for every information set; rows are found by player and key."""

    keys: Any
    """int64 [capacity], a power of two"""
    owners: Any
    """int8 [capacity]: the player, -1 where the row is free"""
    counts: Any
    """int32 [capacity]: moves"""
    moves: Any
    """int32 [capacity, most moves]"""
    regrets: Any
    """float64 [capacity, most moves]"""
    averages: Any
    """float64 [capacity, most moves]: what was played, weighted"""
    used: Any
    """int64 [1]"""


def new_sets(capacity: int, most: int) -> Sets:
    """Room for information sets, none of them known."""
    return Sets(
        keys=np.zeros(capacity, np.int64),
        owners=np.full(capacity, -1, np.int8),
        counts=np.zeros(capacity, np.int32),
        moves=np.zeros((capacity, most), np.int32),
        regrets=np.zeros((capacity, most)),
        averages=np.zeros((capacity, most)),
        used=np.zeros(1, np.int64),
    )


def place_of(sets: Sets, player: int, key: Any) -> int:
    """The row of an information set, or the free one where it would be; NO_PLACE if there is none left."""
    mask = len(sets.keys) - 1
    word = (np.uint64(key) + np.uint64(player + 1)) * SPREAD
    word = (word ^ (word >> BY)) * FOLD
    place: Any = np.int64(word >> BY) & mask
    for _ in range(len(sets.keys)):
        if sets.owners[place] == -1 or (sets.keys[place] == key and sets.owners[place] == player):
            return place
        place = (place + 1) & mask
    return NO_PLACE


def find(sets: Sets, player: int, key: Any, moves: Any, n: int) -> int:
    """The row of an information set, made if there is none; NO_PLACE where there is no room."""
    place = place_of(sets, player, key)
    if place != NO_PLACE and sets.owners[place] == -1:
        sets.owners[place] = player
        sets.keys[place] = key
        sets.counts[place] = n
        for i in range(n):
            sets.moves[place, i] = moves[i]
        sets.used[0] += 1
    return place


def grown(sets: Sets) -> Sets:
    """The same with twice the room."""
    larger = new_sets(2 * len(sets.keys), sets.moves.shape[1])
    with np.errstate(over="ignore"):
        for row in np.flatnonzero(sets.owners >= 0).tolist():
            place = place_of(larger, int(sets.owners[row]), sets.keys[row])
            for old, new in zip(sets[:-1], larger[:-1], strict=True):
                new[place] = old[row]
    larger.used[0] = sets.used[0]
    return larger


def matched(sets: Sets, place: int, n: int, out: Any) -> None:
    """What to play by the regrets of a row, into `out`."""
    total = 0.0
    for i in range(n):
        total += max(0.0, sets.regrets[place, i])
    for i in range(n):
        out[i] = max(0.0, sets.regrets[place, i]) / total if total > 0.0 else 1.0 / n


def drawn(rng: Any, odds: Any, n: int) -> int:
    """A place among the first `n`, by its probability."""
    left = uniform(rng)
    for i in range(n - 1):
        left -= odds[i]
        if left < 0.0:
            return i
    return n - 1
