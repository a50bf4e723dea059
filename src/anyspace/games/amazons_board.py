"""The board of `amazons`: which cells are taken, seen along every line, and how far a queen gets from a cell.

A board of `size` by `size` cells, numbered row by row from a1, has lines on four axes: rows, columns, rising and
falling diagonals. A line is ten bits; a bit is set where the line is blocked, by an amazon, by an arrow or because the
board ends before. A cell is bit `x`, its column, of its row and its diagonals, and bit `y`, its row, of its column.
So one look into a table tells where a queen gets along a line, whatever the board's size.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..bits import ONE, popcount

WIDEST = 10
BLOCKED = (1 << WIDEST) - 1
"""A line without a free cell."""

AMAZONS = 4
"""For each player."""

ROW, COLUMN, RISING, FALLING = range(4)
NO_AXIS = NOWHERE = -1
NONE = np.uint64(0)


def reach_along(place: int, line: int) -> int:
    """The free bits of `line` next to bit `place`, on both sides up to the first that is blocked."""
    reached = 0
    for step in (1, -1):
        bit = place + step
        while 0 <= bit < WIDEST and not line >> bit & 1:
            reached |= 1 << bit
            bit += step
    return reached


def bit_numbers() -> Any:
    """A table: [k, line] is the number of the k-th lowest bit set in a line."""
    table = np.zeros((WIDEST, BLOCKED + 1), np.uint8)
    for line in range(BLOCKED + 1):
        for k, bit in enumerate(bit for bit in range(WIDEST) if line >> bit & 1):
            table[k, line] = bit
    return table


REACH = np.array([[reach_along(place, line) for line in range(BLOCKED + 1)] for place in range(WIDEST)], np.uint16)
NTH_BIT = bit_numbers()


def number_of_lines(size: int) -> int:
    return 6 * size - 2


def line_of(axis: int, x: Any, y: Any, size: int) -> Any:
    """The number of a cell's line."""
    if axis == ROW:
        return y
    if axis == COLUMN:
        return size + x
    if axis == RISING:
        return 3 * size - 1 + x - y
    return 4 * size - 1 + x + y


def step_of(axis: int, size: int) -> int:
    """From a cell to the one at the next bit of its line."""
    if axis == ROW:
        return 1
    if axis == COLUMN:
        return size
    return size + 1 if axis == RISING else 1 - size


def axis_between(origin: Any, end: Any, size: int) -> int:
    """The axis of the line that two cells share."""
    across, up = end % size - origin % size, end // size - origin // size
    return ROW if up == 0 else COLUMN if across == 0 else RISING if across == up else FALLING


def flip(lines: Any, cell: Any, size: int) -> None:
    """Block a free cell, or free a blocked one."""
    x, y = cell % size, cell // size
    for axis in range(4):
        lines[line_of(axis, x, y, size)] ^= 1 << (y if axis == COLUMN else x)


def starting_cells(size: int) -> Any:
    """Where the amazons stand at first, a row a player, in ascending order."""
    off, last = size // 2 - 2, size - 1
    white = [(0, off), (0, last - off), (off, 0), (off, last)]
    black = [(last - y, x) for y, x in white]
    return np.array([sorted(size * y + x for y, x in cells) for cells in (white, black)], np.uint8)


def lines_around(cells: Any, size: int) -> Any:
    """The lines of a board where these cells are taken and no others."""
    lines = np.full(number_of_lines(size), BLOCKED, np.uint16)
    for cell in range(size * size):
        if cell not in cells:
            flip(lines, cell, size)
    return lines


# An amazon shoots from its new cell with the old one free again. That one lies on the line it moved along, so the
# functions below take the line's axis and the bits that stay as they are, all but one: `kept`.


def reach(lines: Any, axis: int, x: Any, y: Any, size: int, freed_axis: Any, kept: Any) -> Any:
    """The bits of a cell's line that a queen on the cell can get to."""
    line = lines[line_of(axis, x, y, size)] & (kept if axis == freed_axis else BLOCKED)
    return REACH[y if axis == COLUMN else x, line]


def count(bits: Any) -> Any:
    """How many bits are set."""
    return np.int64(popcount(np.uint64(bits)))


def number_reached(lines: Any, cell: Any, size: int, freed_axis: Any = NO_AXIS, kept: Any = BLOCKED) -> Any:
    """How many cells a queen on `cell` can get to."""
    x, y = cell % size, cell // size
    n = 0
    for axis in range(4):
        n += count(reach(lines, axis, x, y, size, freed_axis, kept))
    return n


def nth_reached(
    lines: Any, cell: Any, k: Any, size: int, freed_axis: Any = NO_AXIS, kept: Any = BLOCKED
) -> tuple[Any, Any, Any]:
    """The k-th of them, counting from 0; the axis on which it lies, and what is kept of that line if `cell` is left."""
    x, y = cell % size, cell // size
    for axis in range(4):
        bits = reach(lines, axis, x, y, size, freed_axis, kept)
        n = count(bits)
        if k < n:
            here = y if axis == COLUMN else x
            there = np.int64(NTH_BIT[k, bits])
            return cell + (there - here) * step_of(axis, size), axis, BLOCKED ^ 1 << here
        k -= n
    return cell, NO_AXIS, BLOCKED  # not so: k is less than their number


def list_reached(
    lines: Any, cell: Any, size: int, base: Any, out: Any, n: int, freed_axis: Any = NO_AXIS, kept: Any = BLOCKED
) -> int:
    """All of them, each added to `base`, into `out` from index `n` on; returns the index behind the last."""
    x, y = cell % size, cell // size
    for axis in range(4):
        bits = np.uint64(reach(lines, axis, x, y, size, freed_axis, kept))
        step = step_of(axis, size)
        first = base + cell - (y if axis == COLUMN else x) * step
        while bits != NONE:
            fewer = bits & (bits - ONE)
            out[n] = first + count((bits ^ fewer) - ONE) * step
            bits = fewer
            n += 1
    return n


def can_move(lines: Any, amazons: Any, size: int) -> bool:
    """Whether any of the amazons can."""
    n = 0
    for i in range(AMAZONS):
        n += number_reached(lines, np.int64(amazons[i]), size)
    return n > 0


def move_amazon(lines: Any, amazons: Any, origin: Any, end: Any, size: int) -> None:
    """Move one of the amazons. They stay in ascending order: equal positions have equal bytes."""
    flip(lines, origin, size)
    flip(lines, end, size)
    i = 0
    while amazons[i] != origin:
        i += 1
    while i + 1 < AMAZONS and amazons[i + 1] < end:
        amazons[i] = amazons[i + 1]
        i += 1
    while i > 0 and amazons[i - 1] > end:
        amazons[i] = amazons[i - 1]
        i -= 1
    amazons[i] = end
