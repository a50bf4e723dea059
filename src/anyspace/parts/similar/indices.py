"""How entries like a position are found: all of them compared, the nearest by signs, or those in the same buckets.

Each is a maker of three functions for a loop: `find(tree, policy, scratch, seat)`, which leaves the nearest entries of
that seat, sorted, in the notes `found` and `likeness` and answers how many there are; `put(tree, scratch, entry)` for a
new entry whose vector is in the note `own`; and `drop(tree, entry)` for one that makes room for another.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...core.binding import Loop
from .entries import USED
from .nearest import cosine, furthest_to_look_at, keep_if_near, nearest_by_signs
from .phi import sign_bits
from .simhash import bucket_numbers, gathered, planes_through_the_middle, put, taken_out


class Places(NamedTuple):
    """Where what an index needs is kept: tables of the tree, notes of a thread."""

    vectors: int
    seats: int
    facts: int
    own: int
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
    vectors, seats, facts, own, found, likeness = at

    def find(tree: Any, policy: Any, scratch: Any, seat: Any) -> int:
        tables, notes, n = tree.tables, scratch.notes, 0
        for place in range(1, tables[facts][USED] + 1):
            entry = np.int64(place)
            if tables[seats][entry] == seat:
                alike = cosine(tables[vectors], entry, notes[own])
                n = keep_if_near(entry, alike, notes[found], notes[likeness], n)
        return n

    return Index(find, nothing_to_put, nothing_to_drop)


def by_signs(loop: Loop, at: Places, entries: int, size: int, look: int, kept: float) -> Index:
    """Of the `look` entries whose components have the most signs in common with the position's."""
    vectors, seats, facts, own, found, likeness = at
    words = (size + 63) // 64
    bits = loop.table(np.uint64, (entries + 1, words), kept=kept)
    own_bits, most = loop.note(np.uint64, (words,)), loop.number(look)
    distances, counts = loop.note(np.int32, (entries + 1,)), loop.note(np.int64, (64 * words + 2,))

    def find(tree: Any, policy: Any, scratch: Any, seat: Any) -> int:
        tables, notes, n = tree.tables, scratch.notes, 0
        near_by, used = notes[distances], tables[facts][USED]
        sign_bits(notes[own], notes[own_bits])
        nearest_by_signs(tables[bits], tables[seats], used, notes[own_bits], seat, near_by, notes[counts])
        within = furthest_to_look_at(notes[counts], int(policy.numbers[most]))
        for place in range(1, used + 1):
            entry = np.int64(place)
            is_looked_at = near_by[entry] < within
            if near_by[entry] == within and notes[counts][within] > 0:
                notes[counts][within] -= 1
                is_looked_at = True
            if is_looked_at:
                alike = cosine(tables[vectors], entry, notes[own])
                n = keep_if_near(entry, alike, notes[found], notes[likeness], n)
        return n

    def put_signs(tree: Any, scratch: Any, entry: Any) -> None:
        sign_bits(scratch.notes[own], scratch.notes[own_bits])
        for word in range(len(scratch.notes[own_bits])):
            tree.tables[bits][entry, word] = scratch.notes[own_bits][word]

    return Index(find, put_signs, nothing_to_drop)


def by_buckets(loop: Loop, at: Places, entries: int, size: int, tables: int, bits: int, kept: float) -> Index:
    """Of the entries in the position's buckets, or one bit away from them."""
    vectors, seats, _, own, found, likeness = at
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
                alike = cosine(told[vectors], entry, notes[own])
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
