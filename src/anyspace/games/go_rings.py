"""The 24 points around a point of a Go board, in three rings of eight: what each ring holds, as one number.

The first ring are the eight next ones, whose numbers are those of `go_looks`; the second are a knight's jump away; the
third are the others within two steps along rows and columns, straight and diagonal. Rings that can be turned or
mirrored into each other have the same number, and so do those that differ in nothing but the colours of who moves and
of the enemy. Beyond the edge is all edge.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .go_board import BLACK, EDGE, NOWHERE, WHITE, point_of
from .go_looks import LOOKS, code_of
from .go_patterns import AROUND, BITS, HELD, turned

NEXT = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
"""Steps by column and row, from the north on clockwise, as `go_patterns` has them."""
JUMPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
STEPS = (*NEXT, *JUMPS, *((2 * x, 2 * y) for x, y in NEXT))


def rings_of(size: int) -> Any:
    """[cell, k]: the cell `STEPS[k]` away, or NOWHERE off the board."""
    cells = np.full(((size + 1) * (size + 2) + 1, len(STEPS)), NOWHERE, np.int16)
    for move in range(size * size):
        row, column = divmod(move, size)
        for k, (x, y) in enumerate(STEPS):
            if 0 <= row + y < size and 0 <= column + x < size:
                cells[point_of(move, size), k] = point_of((row + y) * size + column + x, size)
    return cells


def turned_jumps(circle: list[Any]) -> list[list[Any]]:
    """As `turned` for points of which none lies on the axis of the mirror."""
    half = AROUND // 2
    return turned(circle)[:half] + turned(circle[::-1])[:half]


def numbers(turns: Any) -> Any:
    """[colour of who moves - BLACK, code]: the number of what a ring holds, 0 where it is empty."""
    codes = np.arange(1 << BITS * AROUND)
    circle = [codes >> BITS * k & HELD for k in range(AROUND)]
    swapped = [np.array([0, WHITE, BLACK, EDGE])[held] for held in circle]
    first, second = (np.minimum.reduce([code_of(seen) for seen in turns(ring)]) for ring in (circle, swapped))
    known = np.unique(first)
    return np.array([np.searchsorted(known, pattern) for pattern in (first, second)], np.uint16)


FAR_LOOKS = np.stack([numbers(turned_jumps), numbers(turned)])
"""[ring after the first, colour of who moves - BLACK, code]"""
FAR_KINDS = int(FAR_LOOKS.max()) + 1


def code_around(cells: Any, near: Any, ring: int) -> Any:
    """What a ring holds; `near` are the cells around the point."""
    code = np.int64(0)
    for k in range(AROUND):
        code |= np.int64(cells[near[AROUND * ring + k]]) << BITS * k
    return code


def number_around(cells: Any, near: Any, ring: int, me: int) -> Any:
    """The number of what a ring holds, as `me` sees it."""
    code = code_around(cells, near, ring)
    return np.int64(LOOKS[me - BLACK, code] if ring == 0 else FAR_LOOKS[ring - 1, me - BLACK, code])
