"""What a board of `lines_of_action` looks worth, and its moves: pieces near their own centre of mass, in few
groups, away from the edge are good.

After the concentration of Winands, Informed search in complex games (2004), in its simplest form. The numbers were
fitted to games of a three-ply search with this evaluation: to who won them, and to the moves it chose.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .lines_of_action_board import CELLS, ONE, SIDE, ZERO, cell_of, count, group_of, surroundings

PER_GROUP, PER_RING = 0.2, 0.5
"""A group more, or all pieces a ring nearer to the edge, is as bad as all this much further from their own centre."""

HALF = 0.8
"""The lead that is worth half a win."""

NEARER, CAPTURE, JOIN = math.log(1.8), 1.6, 2.3
"""How much likelier a move is chosen than another: the logarithm for each step nearer to the centre, the factor for a
capture, and for a piece that comes to stand next to its own; one that leaves its own is as much less likely."""


def least_distances() -> Any:
    """A table: [n] is what the distances of n pieces from their centre add up to at the least, whether that centre is
    the middle of a cell, of a side between two cells, or a corner."""
    table = np.zeros(CELLS + 1)
    for n in range(1, CELLS + 1):
        sums = []
        for up, right in ((0.0, 0.0), (0.0, 0.5), (0.5, 0.5)):
            reach = range(-SIDE, SIDE + 1)
            away = sorted(max(abs(y - up), abs(x - right)) for y in reach for x in reach)
            sums.append(sum(away[:n]))
        table[n] = min(sums)
    return table


LEAST = least_distances()

# [bit]: the cells whose column, or row, has that bit set: six counts add up all coordinates
COLUMN_BITS = np.array([sum(1 << cell for cell in range(CELLS) if cell >> bit & 1) for bit in (0, 1, 2)], np.uint64)
ROW_BITS = np.array([sum(1 << cell for cell in range(CELLS) if cell >> bit & 1) for bit in (3, 4, 5)], np.uint64)

OUTER_RINGS = tuple(
    np.uint64(
        sum(1 << cell for cell in range(CELLS) if max(abs(2 * (cell // SIDE) - 7), abs(2 * (cell % SIDE) - 7)) > d)
    )
    for d in (1, 3, 5)
)
"""All but the four cells in the middle, all but the sixteen, the edge."""


def mass(pieces: Any) -> tuple[int, int, int]:
    """The sums of the columns and of the rows, and the number of pieces. Kept apart, so that no rounding favours one
    side of the board."""
    x = y = 0
    for bit in range(3):
        x += count(pieces & COLUMN_BITS[bit]) << bit
        y += count(pieces & ROW_BITS[bit]) << bit
    return x, y, count(pieces)


def remoteness(cell: Any, x: int, y: int, n: int) -> Any:
    """How many king's steps a cell is from the centre of mass, `n` times that."""
    return max(abs(n * (cell % SIDE) - x), abs(n * (cell // SIDE) - y))


def scatter(pieces: Any) -> Any:
    """How much further from their centre the pieces are, on average, than they could be."""
    x, y, n = mass(pieces)
    away = 0
    rest = pieces
    while rest != ZERO:
        fewer = rest & (rest - ONE)
        away += remoteness(cell_of(rest ^ fewer), x, y, n)
        rest = fewer
    return (away / n - LEAST[n]) / n


def groups(pieces: Any) -> int:
    """In how many groups they stand."""
    n = 0
    rest = pieces
    while rest != ZERO:
        rest ^= group_of(rest ^ (rest & (rest - ONE)), rest)
        n += 1
    return n


def ring(pieces: Any) -> Any:
    """How far out the pieces are, on average: 0 in the middle of the board, 3 at the edge."""
    inner, outer, edge = OUTER_RINGS
    return (count(pieces & inner) + count(pieces & outer) + count(pieces & edge)) / count(pieces)


def looseness(pieces: Any) -> Any:
    """All that is bad about where the pieces are, in steps from their centre."""
    return scatter(pieces) + PER_GROUP * groups(pieces) + PER_RING * ring(pieces)


def estimate(own: Any, enemy: Any) -> Any:
    """The payoff of `own`, strictly between -1 and 1: the looser side is the worse one."""
    lead = looseness(enemy) - looseness(own)
    return lead / (abs(lead) + HALF)


def weigh(own: Any, enemy: Any, moves: Any, n: int, out: Any) -> None:
    """A weight for each of the moves of `own`: how likely a good player is to choose it."""
    x, y, pieces = mass(own)
    for i in range(n):
        origin, end = np.int64(moves[i]) // CELLS, np.int64(moves[i]) % CELLS
        piece, target = ONE << np.uint64(origin), ONE << np.uint64(end)
        others = own ^ piece
        gain = (remoteness(origin, x, y, pieces) - remoteness(end, x, y, pieces)) / pieces
        weight = math.exp(NEARER * gain)
        if enemy & target != ZERO:
            weight *= CAPTURE
        if others & surroundings(target) != ZERO:
            weight *= JOIN
        if others & surroundings(piece) != ZERO:
            weight /= JOIN
        out[i] = weight
