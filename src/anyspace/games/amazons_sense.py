"""What a position of `amazons` looks worth, and its moves: who gets first, by moves of a queen, to how many cells.

Sets of cells are rows of bits here, like the rows of the board. After the territory of Lieberum, An evaluation
function for the game of Amazons (2005), in its simplest form. The numbers were fitted to games of a player who takes
the move that looks best by it: to who won them, and to the moves taken.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..bits import ONE
from .amazons_board import (
    AMAZONS,
    BLOCKED,
    COLUMN,
    NO_AXIS,
    NONE,
    axis_between,
    count,
    number_reached,
    reach,
    step_of,
)

TIE = 0.15
"""What a cell is worth to the player to move if both get there equally fast."""

DOUBT = 0.5
"""The lead in cells that is worth half a win, for each cell that both reach equally fast and one more."""

REACHED, NEXT = 1.9, 4.5
"""How much likelier a cell is chosen, for an arrow or to move there, that an enemy amazon could get to; the second
number if it is next to that amazon."""

MOBILITY = 0.2
"""The same for each more cell that an amazon gets to from there, as a logarithm."""


def along(row: Any, free: Any) -> Any:
    """The bits of `row`, and the free ones that follow them without a gap, both ways."""
    up = down = row
    up_free = down_free = free
    for step in (1, 2, 4, 8):
        up |= up << step & up_free
        down |= down >> step & down_free
        up_free &= up_free << step
        down_free &= down_free >> step
    return up | down


def widen(source: Any, target: Any, lines: Any, size: int) -> None:
    """Into `target`: the cells of `source`, and all that a queen on one of them can get to."""
    straight = left = right = np.int64(0)
    for y in range(size):
        free = BLOCKED ^ np.int64(lines[y])
        straight, left, right = straight & free, left >> 1 & free, right << 1 & free
        target[y] = along(source[y], free) | straight | left | right
        straight, left, right = straight | source[y], left | source[y], right | source[y]
    straight = left = right = np.int64(0)
    for y in range(size - 1, -1, -1):
        free = BLOCKED ^ np.int64(lines[y])
        straight, left, right = straight & free, left >> 1 & free, right << 1 & free
        target[y] |= straight | left | right
        straight, left, right = straight | source[y], left | source[y], right | source[y]


def territory(lines: Any, amazons: Any, size: int) -> tuple[int, int, int]:
    """How many cells player 0 reaches first, player 1, and both at once."""
    reached = np.zeros((4, size), np.int64)  # by both players until now, and with one more move
    for player in range(2):
        for i in range(AMAZONS):
            cell = np.int64(amazons[player, i])
            reached[player, cell // size] |= 1 << cell % size
    first = second = tied = 0
    grows = True
    while grows:
        widen(reached[0], reached[2], lines, size)
        widen(reached[1], reached[3], lines, size)
        grows = False
        for y in range(size):
            old, new = reached[0, y] | reached[1, y], reached[2, y] | reached[3, y]
            tied += count(reached[2, y] & reached[3, y] & ~old)
            first += count(reached[2, y] & ~reached[3, y] & ~old)
            second += count(reached[3, y] & ~reached[2, y] & ~old)
            grows |= new != old
            reached[0, y], reached[1, y] = reached[2, y], reached[3, y]
    return first, second, tied


def estimate(lines: Any, amazons: Any, player: Any, size: int) -> Any:
    """The payoff of `player`, who is to move, strictly between -1 and 1."""
    first, second, tied = territory(lines, amazons, size)
    lead = (first - second if player == 0 else second - first) + TIE * tied
    return lead / (abs(lead) + DOUBT * (1 + tied))


def heat(lines: Any, enemies: Any, size: int) -> Any:
    """A weight for each cell, greater where enemies could go."""
    weights = np.ones(size * size)
    for i in range(AMAZONS):
        cell = np.int64(enemies[i])
        x, y = cell % size, cell // size
        for axis in range(4):
            here = y if axis == COLUMN else x
            bits = np.uint64(reach(lines, axis, x, y, size, NO_AXIS, BLOCKED))
            while bits != NONE:
                fewer = bits & (bits - ONE)
                away = count((bits ^ fewer) - ONE) - here
                weights[cell + away * step_of(axis, size)] *= NEXT if abs(away) == 1 else REACHED
                bits = fewer
    return weights


def ease(lines: Any, origin: Any, end: Any, size: int) -> Any:
    """A weight for going from `origin` to `end`, by how many more cells the amazon gets to from there."""
    axis = axis_between(origin, end, size)
    kept = BLOCKED ^ 1 << (origin // size if axis == COLUMN else origin % size)
    gain = number_reached(lines, end, size, axis, kept) - number_reached(lines, origin, size)
    return math.exp(MOBILITY * gain)
