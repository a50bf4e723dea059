"""What a move in Go looks like, for playouts whose odds are learnt: the 3x3 points around it, as one number.

Patterns that can be turned or mirrored into each other are the same one, and so are those that differ in nothing but
the colours of who moves and of the enemy.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .go_board import BLACK, EDGE, WHITE
from .go_patterns import AROUND, BITS, HELD, turned

PASS = 0
"""Is a kind of its own."""


def numbers() -> Any:
    """[colour of who moves - BLACK, code]: the number of the pattern; PASS where no board has such a circle."""
    codes = np.arange(1 << BITS * AROUND)
    circle = [codes >> BITS * k & HELD for k in range(AROUND)]
    swapped = [np.array([0, WHITE, BLACK, EDGE])[held] for held in circle]
    first = np.minimum.reduce([code_of(seen) for seen in turned(circle)])
    second = np.minimum.reduce([code_of(seen) for seen in turned(swapped)])
    known = np.unique(first[on_a_board(circle)])
    table = np.zeros((2, len(codes)), np.uint16)
    for player, pattern in enumerate((first, second)):
        found = np.searchsorted(known, pattern).clip(max=len(known) - 1)
        table[player] = np.where(known[found] == pattern, found + 1, PASS)
    return table


def code_of(circle: list[Any]) -> Any:
    """What eight points hold as a number."""
    code = circle[0] * 0
    for k in range(AROUND):
        code |= circle[k] << BITS * k
    return code


def on_a_board(circle: list[Any]) -> Any:
    """Whether there is such a circle: the edge is nowhere, along one side, or along two that meet."""
    edge = sum((held == EDGE) << k for k, held in enumerate(circle))
    sides = [sum(1 << (corner + k) % AROUND for k in range(3)) for corner in range(1, AROUND, 2)]
    corners = [side | following for side, following in zip(sides, sides[1:] + sides[:1], strict=True)]
    return np.isin(edge, [0, *sides, *corners])


LOOKS = numbers()
KINDS_OF_MOVES = int(LOOKS.max()) + 1


def look_of(cells: Any, point: int, me: int, steps: Any) -> Any:
    """The number of what is around an empty point, as `me` sees it; `steps` lead to the eight points."""
    code, middle = np.int64(0), np.uint64(point)
    for k in range(AROUND):
        code |= np.int64(cells[middle + steps[k]]) << BITS * k
    return LOOKS[me - BLACK, code]
