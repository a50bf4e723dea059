"""What moves are worth after other moves: mean rewards of pairs and triples of moves.

Pairs have a row for each move that may come first. Triples have a bucket for what may come before their last move, in a
hashed table: few moves ever follow one context, so a bucket has room for a few, and a position looks at one bucket, not
at an entry for each of its moves. Where two contexts want the same row or bucket, the newer has it: what is often
played soon comes back, what is rare is no loss.

(Threads that share a tree may mix up each other's entries: one wrong estimate, now and then, of a playout's move.)
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...core.binding import Loop
from ...errors import OptionError
from ...rng import BITS_27, BITS_30, BITS_31, BITS_32, MIX_1, MIX_2
from .codes import codes_of

NOTHING = -2
"""In place of a move's code: there was none. (-1 is a move of chance.)"""

UNKNOWN = np.float32(0.0)
"""In place of 1 + a mean: too few samples."""

MOST_PAIRS = 1 << 20
"""In all rows: 12 MiB. A row for each move, or for some if these are too many."""

WAYS = 8
"""Moves in a bucket."""

LARGEST = 1 << 24
"""Entries of a hashed table."""


def check_entries(owner: object, entries: Any, least: int) -> None:
    """The size of a hashed table is a power of two."""
    if not isinstance(entries, int) or not least <= entries <= LARGEST or entries & (entries - 1):
        kind = type(owner).__name__
        raise OptionError(f"{kind}: entries must be a power of two from {least} to {LARGEST:,}, not {entries!r}")


def added(sums: Any, reward: float) -> float:
    """One more reward to a sum and a count; the mean."""
    sums[0] += np.float32(reward)
    sums[1] += np.float32(1.0)
    return np.float64(sums[0]) / np.float64(sums[1])


# ---- contexts ------------------------------------------------------------------------------------------------------


def context_of(last: Any, before: Any) -> Any:
    """64 bits that tell apart what was played last and before that: codes, -1 for chance, or NOTHING."""
    z = np.uint64(np.int64(last) + 2) + (np.uint64(np.int64(before) + 2) << BITS_32)
    z = (z ^ (z >> BITS_30)) * MIX_1
    z = (z ^ (z >> BITS_27)) * MIX_2
    return z ^ (z >> BITS_31)


def slot_of(context: Any, slots: int) -> Any:
    """Where a hashed table with so many slots, a power of two, has what belongs to a context."""
    return np.int64(context & np.uint64(slots - 1))


def tag_of(context: Any) -> Any:
    """What tells a context in its slot from others. 0 is no context's: the slot is empty."""
    return np.uint32((context >> BITS_32) | np.uint64(1))


# ---- pairs ---------------------------------------------------------------------------------------------------------


class Pairs(NamedTuple):
    """Places of the tables that pairs consist of."""

    owners: int
    """int64 [rows]: what a row's pairs begin with, and who goes on"""
    sums: int
    """float32 [rows, actions, 2]: rewards, and how often"""
    liked: int
    """float32 [rows, actions]: 1 + the mean, or UNKNOWN"""


def pair_tables(loop: Loop, kept: float) -> Pairs:
    """Pairs of the game that is played; `kept` is the share that stays after each move."""
    stays = 1.0 if kept else 0.0  # a mean does not fade, only how much it counts against what comes
    codes, actions = codes_of(loop), loop.setup.game.actions or 1
    rows = max(1, min(codes, MOST_PAIRS // actions))
    return Pairs(
        loop.table(np.int64, (rows,), kept=stays),
        loop.table(np.float32, (rows, actions, 2), kept=kept),
        loop.table(np.float32, (rows, actions), kept=stays),
    )


def row_of(rows: int, first: Any) -> Any:
    """The row of pairs that begin with the move of that code. (There may be chance before a move: that shares one.)"""
    return max(first, 0) if first < rows else first % np.int64(rows)


def owner_of(first: Any, player: Any) -> Any:
    """What tells such a row from others: the move, and who goes on."""
    return (np.int64(first) + 3) * 128 + player


def learn_pair(
    owners: Any, sums: Any, liked: Any, first: Any, action: Any, player: Any, reward: float, least: float
) -> None:
    """After the move of code `first`, `player` played `action` and got `reward`. The mean is known from `least` samples
    on."""
    row, owner = row_of(len(owners), first), owner_of(first, player)
    if owners[row] != owner:
        owners[row] = owner
        for i in range(liked.shape[1]):
            liked[row, i] = UNKNOWN
            sums[row, i, 0] = sums[row, i, 1] = 0.0
    mean = added(sums[row, action], reward)
    if sums[row, action, 1] >= least:
        liked[row, action] = 1.0 + mean


# ---- triples -------------------------------------------------------------------------------------------------------


class Triples(NamedTuple):
    """Places of the tables that triples consist of."""

    tags: int
    """uint32 [buckets]"""
    members: int
    """int32 [buckets, WAYS]: code + 1, or 0"""
    sums: int
    """float32 [buckets, WAYS, 2]: rewards, and how often"""
    liked: int
    """float32 [buckets, WAYS]: 1 + the mean, or UNKNOWN"""


def triple_tables(loop: Loop, entries: int, kept: float) -> Triples:
    """The same for triples, `entries` in all."""
    stays = 1.0 if kept else 0.0
    buckets = entries // WAYS
    return Triples(
        loop.table(np.uint32, (buckets,), kept=stays),
        loop.table(np.int32, (buckets, WAYS), kept=stays),
        loop.table(np.float32, (buckets, WAYS, 2), kept=kept),
        loop.table(np.float32, (buckets, WAYS), kept=stays),
    )


def learn_triple(
    tags: Any, members: Any, sums: Any, liked: Any, context: Any, code: Any, reward: float, least: float
) -> None:
    """The move of that code was played in a context, and its player got `reward`. In a full bucket it takes the place
    of the one seen least."""
    slot, tag = slot_of(context, len(tags)), tag_of(context)
    if tags[slot] != tag:
        tags[slot] = tag
        for way in range(WAYS):
            members[slot, way] = 0
            liked[slot, way] = UNKNOWN
            sums[slot, way, 0] = sums[slot, way, 1] = 0.0
    place = 0
    for way in range(WAYS):
        if members[slot, way] == code + 1:
            place = way
            break
        if sums[slot, way, 1] < sums[slot, place, 1]:
            place = way
    if members[slot, place] != code + 1:
        members[slot, place] = code + 1
        liked[slot, place] = UNKNOWN
        sums[slot, place, 0] = sums[slot, place, 1] = 0.0
    mean = added(sums[slot, place], reward)
    if sums[slot, place, 1] >= least:
        liked[slot, place] = 1.0 + mean


def spread_out(tags: Any, members: Any, liked: Any, context: Any, means: Any, codes: Any) -> int:
    """What is known in a context, into `means` by code, which has UNKNOWN elsewhere. Returns how many are known; which,
    is in `codes`."""
    slot, known = slot_of(context, len(tags)), 0
    if tags[slot] == tag_of(context):
        for way in range(WAYS):
            code, mean = np.int64(members[slot, way]) - 1, liked[slot, way]
            if mean != UNKNOWN and code >= 0:
                means[code] = mean
                codes[known] = code
                known += 1
    return known
