"""What is true of a position, as numbers: for playouts that learn what a position has to do with a move.

Where a game has no rule `predicates`, its state says it. A whole number of the state's record, wherever it stands in
the record, is true with the value that it has; one that is unsigned and has 16 bits or more, or that has 64, is taken
for a set (a bitboard), and each of its members is true. So "there is a white pawn on c4" is one number, whether a game
keeps its board by cells or by bits.

A Python object has no record. Its public attributes that are whole numbers, and the whole numbers in lists, tuples and
arrays among them, are true with the values that they have, each at its place. Nothing tells a set from a number there.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import Any
from zlib import crc32

import numpy as np

from ..errors import GameError

MOST_PREDICATES = 512
"""No more of a position are told. Where more are true of a state's record, the first."""

LARGEST_PREDICATE = 2**31 - 1
"""They are numbers from 0 to this."""

BYTE, LOWEST_BIT, VALUE = np.uint64(8), np.uint64(1), np.uint64(0xFFFF)
WORD = (1 << 64) - 1
VALUES = (1 << 8, 1 << 16)
"""How many different values are told apart of a number of one byte, and of a longer one (its lowest 16 bits)."""


def elements_of(state: np.dtype[Any]) -> Any:
    """The whole numbers of a record, int64 [elements, 4]: where it begins, its bytes, whether it is a set, and the
    predicate that its value 0 (or the set's first member) is."""
    found, first = [], 0
    for start, size, is_set in _numbers(state, 0):
        span = 8 * size if is_set else VALUES[size > 1]
        if first + span > LARGEST_PREDICATE:
            break
        found.append((start, size, int(is_set), first))
        first += span
    return np.array(found or [(0, 0, 0, 0)], np.int64)


def _numbers(kind: np.dtype[Any], start: int) -> Iterator[tuple[int, int, bool]]:
    """Where each begins, its size, and whether it is a set."""
    if kind.subdtype is not None:
        of, shape = kind.subdtype
        for i in range(prod(shape)):
            yield from _numbers(of, start + i * of.itemsize)
    elif kind.fields is not None:
        for name in kind.names or ():
            yield from _numbers(kind.fields[name][0], start + kind.fields[name][1])
    elif kind.kind in "iub":
        yield start, kind.itemsize, kind.itemsize == 8 or (kind.kind == "u" and kind.itemsize >= 2)


def read_predicates(memory: Any, elements: Any, out: Any) -> int:
    """What is true of the state whose bytes are `memory`, into `out`; how many."""
    n = 0
    for i in range(len(elements)):
        start, size, first = elements[i, 0], elements[i, 1], elements[i, 3]
        word = np.uint64(0)
        for k in range(size - 1, -1, -1):
            word = (word << BYTE) | np.uint64(memory[start + k])
        if elements[i, 2] == 0:
            if size > 0 and n < MOST_PREDICATES:
                out[n] = first + np.int64(word & VALUE)
                n += 1
        else:
            member = 0
            while word != 0 and n < MOST_PREDICATES:
                if word & LOWEST_BIT:
                    out[n] = first + member
                    n += 1
                word >>= LOWEST_BIT
                member += 1
    return n


def predicates_of(thing: Any) -> list[int]:
    """What is true of a Python object: of attribute, place and value one number, out of so many that two rarely share
    one; the same in all positions, threads and processes."""
    found: list[int] = []
    try:
        own = {*vars(thing)}
    except TypeError:  # it has slots alone
        own = set()
    for name in sorted({*own, *_slots(type(thing))}):
        if not name.startswith("_"):
            _tell(crc32(name.encode()), getattr(thing, name, None), found)
    return found[:MOST_PREDICATES]


def _tell(place: int, value: Any, found: list[int]) -> None:
    if isinstance(value, int):
        found.append(_mixed(place, value) >> 33)
    elif isinstance(value, np.ndarray | np.generic):
        _tell(place, value.tolist(), found)
    elif isinstance(value, list | tuple):
        for index, each in enumerate(value):
            _tell(_mixed(place, index), each, found)


def _mixed(place: int, value: int) -> int:
    """64 bits, by the finalizer of SplitMix64."""
    word = (place + (value + 1) * 0x9E3779B97F4A7C15) & WORD
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & WORD
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & WORD
    return word ^ (word >> 31)


def _slots(kind: type) -> tuple[str, ...]:
    """The attributes that a class keeps without a dictionary."""
    found: list[str] = []
    for each in kind.__mro__:
        own = each.__dict__.get("__slots__", ())
        found += [own] if isinstance(own, str) else own
    return tuple(found)


def checked_predicates(name: str, given: Any, n: int | None = None) -> list[int]:
    """As a game's rule gave them, the first `n`. Raises `GameError`."""
    count = len(given) if n is None else n
    found = [int(each) for each in given[:count]]
    if not 0 <= count <= MOST_PREDICATES or any(not 0 <= each <= LARGEST_PREDICATE for each in found):
        raise GameError(
            f"{name}: rule 'predicates' gave {count} numbers; expected at most {MOST_PREDICATES}, each from 0 to "
            f"{LARGEST_PREDICATE:,}"
        )
    return found
