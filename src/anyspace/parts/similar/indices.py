"""How entries like a position are found: all of them compared, the nearest by signs, or those in the same buckets.

Each is a maker of three functions for a loop: `find(tree, policy, scratch, seat)`, which leaves the nearest entries of
that seat, sorted, in the notes `found` and `likeness` and answers how many there are; `put(tree, scratch, entry)` for a
new entry whose seat is known and whose vector is in the note `own`; and `drop(tree, entry)` for one that makes room for
another.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...core.binding import Loop
from .entries import USED
from .nearest import (
    SIDE_BY_SIDE,
    cosine,
    count_distances,
    distances_by_signs,
    furthest_to_look_at,
    keep_if_near,
)
from .phi import sign_bits
from .simhash import bucket_numbers, gathered, planes_through_the_middle, put, taken_out

MOST_WORDS = 4
"""Of signs, 64 to a word: of longer vectors the first ones do."""


class Places(NamedTuple):
    """Where what an index needs is kept: tables of the tree, notes of a thread."""

    vectors: int
    seats: int
    facts: int
    own: int
    short: int
    """the same in 16 bits"""
    found: int
    likeness: int


class Index(NamedTuple):
    """Its functions."""

    find: Any
    put: Any
    drop: Any


def nothing_to_put(tree: Any, scratch: Any, entry: Any) -> None:
    """For `put`: the entry is in the tables, and that is all."""


def nothing_to_drop(tree: Any, entry: Any) -> None:
    """For `drop`: it will be overwritten."""


def all_compared(loop: Loop, at: Places) -> Index:
    """The cosine is taken of every entry."""
    vectors, seats, facts, _, short, found, likeness = at

    def find(tree: Any, policy: Any, scratch: Any, seat: Any) -> int:
        tables, notes, n = tree.tables, scratch.notes, 0
        for place in range(1, tables[facts][USED] + 1):
            entry = np.int64(place)
            if tables[seats][entry] == seat:
                alike = cosine(tables[vectors], entry, notes[short])
                n = keep_if_near(entry, alike, notes[found], notes[likeness], n)
        return n

    return Index(find, nothing_to_put, nothing_to_drop)


def by_signs(loop: Loop, at: Places, entries: int, size: int, look: int, kept: float) -> Index:
    """Of the `look` entries whose components have the most signs in common with the position's. The signs of a seat's
    entries lie together, in slots: one that goes leaves its slot to the last."""
    vectors, seats, _, own, short, found, likeness = at
    words, players = min((size + 63) // 64, MOST_WORDS), loop.setup.game.players
    bits = loop.table(np.uint64, (players, words, entries + 1), kept=kept)
    entry_in = loop.table(np.int32, (players, entries + 1), kept=kept)
    slot_of = loop.table(np.int32, (entries + 1,), kept=kept)
    filled = loop.table(np.int64, (players,), kept=kept)
    own_bits, most = loop.note(np.uint64, (words,)), loop.number(look)
    distances = loop.note(np.int32, (entries + 1,))
    counts = loop.note(np.int64, (SIDE_BY_SIDE, 64 * words + 1))

    def find(tree: Any, policy: Any, scratch: Any, seat: Any) -> int:
        tables, notes, n = tree.tables, scratch.notes, 0
        near_by, many = notes[distances], tables[filled][seat]
        sign_bits(notes[own], notes[own_bits])
        distances_by_signs(tables[bits][seat], many, notes[own_bits], near_by)
        count_distances(near_by, many, notes[counts])
        within = furthest_to_look_at(notes[counts][0], int(policy.numbers[most]))
        ties = notes[counts][0, within]
        for slot in range(many):
            if near_by[slot] > within:
                continue
            if near_by[slot] == within:
                ties -= 1
                if ties < 0:
                    continue
            entry = np.int64(tables[entry_in][seat, slot])
            alike = cosine(tables[vectors], entry, notes[short])
            n = keep_if_near(entry, alike, notes[found], notes[likeness], n)
        return n

    def put_signs(tree: Any, scratch: Any, entry: Any) -> None:
        tables, mine = tree.tables, scratch.notes[own_bits]
        seat = np.int64(tables[seats][entry])
        slot = tables[filled][seat]
        tables[filled][seat] += 1
        sign_bits(scratch.notes[own], mine)
        for word in range(len(mine)):
            tables[bits][seat, word, slot] = mine[word]
        tables[entry_in][seat, slot], tables[slot_of][entry] = entry, slot

    def drop(tree: Any, entry: Any) -> None:
        tables, seat = tree.tables, np.int64(tree.tables[seats][entry])
        slot, last = np.int64(tables[slot_of][entry]), tables[filled][seat] - 1
        mover = tables[entry_in][seat, last]
        for word in range(tables[bits].shape[1]):
            tables[bits][seat, word, slot] = tables[bits][seat, word, last]
        tables[entry_in][seat, slot], tables[slot_of][mover] = mover, slot
        tables[filled][seat] = last

    return Index(find, put_signs, drop)


def by_buckets(loop: Loop, at: Places, entries: int, size: int, tables: int, bits: int, kept: float) -> Index:
    """Of the entries in the position's buckets, or one bit away from them."""
    vectors, seats, _, own, short, found, likeness = at
    normals = loop.table(np.int8, (tables * bits, size), filled=planes_through_the_middle(tables, bits, size))
    first = loop.table(np.int32, (tables, 1 << bits), kept=kept)
    after = loop.table(np.int32, (tables, entries + 1), kept=kept)
    before = loop.table(np.int32, (tables, entries + 1), kept=kept)
    codes = loop.table(np.int32, (entries + 1, tables), kept=kept)
    seen, ticket = loop.note(np.int64, (entries + 1,)), loop.note(np.int64, (1,))
    own_codes, candidates = loop.note(np.int32, (tables,)), loop.note(np.int32, (entries + 1,))

    def find(tree: Any, policy: Any, scratch: Any, seat: Any) -> int:
        told, notes, n = tree.tables, scratch.notes, 0
        bucket_numbers(told[normals], notes[own], notes[own_codes])
        notes[ticket][0] += 1
        many = gathered(told[first], told[after], notes[own_codes], notes[seen], notes[ticket][0], notes[candidates])
        for i in range(many):
            entry = np.int64(notes[candidates][i])
            if told[seats][entry] == seat:
                alike = cosine(told[vectors], entry, notes[short])
                n = keep_if_near(entry, alike, notes[found], notes[likeness], n)
        return n

    def put_in_buckets(tree: Any, scratch: Any, entry: Any) -> None:
        told = tree.tables
        bucket_numbers(told[normals], scratch.notes[own], told[codes][entry])
        put(told[first], told[after], told[before], told[codes], entry)

    def drop(tree: Any, entry: Any) -> None:
        told = tree.tables
        taken_out(told[first], told[after], told[before], told[codes], entry)

    return Index(find, put_in_buckets, drop)
