"""The board of `lines_of_action`: which moves there are, and whether a side is joined. Cells as drawn there.

There are four axes and eight directions, two on each axis: direction `2 * axis` and `2 * axis + 1`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..bits import nth_bit, popcount
from ..rng import below

SIDE, CELLS, DIRECTIONS = 8, 64, 8
ACTIONS = CELLS * CELLS
NOWHERE = -1

# bitboards and all that meets them are uint64: mixed with a signed integer they would turn into floats
ZERO, ONE, EIGHT = np.uint64(0), np.uint64(1), np.uint64(8)
NOT_FIRST_COLUMN, NOT_LAST_COLUMN = np.uint64(0xFEFEFEFEFEFEFEFE), np.uint64(0x7F7F7F7F7F7F7F7F)

BLACK = np.uint64(0x7E0000000000007E)
WHITE = np.uint64(0x0081818181818100)

COMPASS = (
    (0, 1),
    (0, -1),
    (1, 0),
    (-1, 0),
    (1, 1),
    (-1, -1),
    (1, -1),
    (-1, 1),
)  # rows up and columns right, by direction
STEPS = np.array([SIDE * up + right for up, right in COMPASS], np.int64)


def ray(cell: int, direction: int) -> list[int]:
    """The cells beyond `cell` in one direction, to the edge."""
    up, right = COMPASS[direction]
    y, x = divmod(cell, SIDE)
    beyond = [(y + i * up, x + i * right) for i in range(1, SIDE)]
    return [SIDE * row + column for row, column in beyond if 0 <= row < SIDE and 0 <= column < SIDE]


ROOM = np.array([[len(ray(cell, direction)) for cell in range(CELLS)] for direction in range(DIRECTIONS)], np.int64)
RAYS = np.array(
    [[sum(1 << other for other in ray(cell, direction)) for cell in range(CELLS)] for direction in range(DIRECTIONS)],
    np.uint64,
)
LINES = np.array(
    [[int(RAYS[2 * axis, cell] | RAYS[2 * axis + 1, cell]) | 1 << cell for cell in range(CELLS)] for axis in range(4)],
    np.uint64,
)
"""[axis, cell]: the whole line through a cell, the cell included."""


def count(board: Any) -> Any:
    """How many cells a bitboard has, as a signed number."""
    return np.int64(popcount(board))


def cell_of(bit: Any) -> Any:
    """The number of a cell."""
    return count(bit - ONE)


def landing(own: Any, enemy: Any, cell: Any, direction: int) -> Any:
    """Where the piece of `own` on `cell` ends up in one direction; NOWHERE if it may not go there."""
    distance = count((own | enemy) & LINES[direction >> 1, cell])
    if distance > ROOM[direction, cell]:
        return NOWHERE
    end = cell + distance * STEPS[direction]
    target = ONE << np.uint64(end)
    up_to_target = RAYS[direction, cell] ^ RAYS[direction, end]
    if own & target | enemy & (up_to_target ^ target) != ZERO:
        return NOWHERE
    return end


def list_moves(own: Any, enemy: Any, out: Any) -> int:
    """All moves of `own`, into `out`; returns how many."""
    n = 0
    rest = own
    while rest != ZERO:
        fewer = rest & (rest - ONE)
        cell = cell_of(rest ^ fewer)
        rest = fewer
        for direction in range(DIRECTIONS):
            end = landing(own, enemy, cell, direction)
            if end != NOWHERE:
                out[n] = CELLS * cell + end
                n += 1
    return n


def can_move(own: Any, enemy: Any) -> bool:
    """Whether `own` has any move."""
    rest = own
    while rest != ZERO:
        fewer = rest & (rest - ONE)
        cell = cell_of(rest ^ fewer)
        rest = fewer
        for direction in range(DIRECTIONS):
            if landing(own, enemy, cell, direction) != NOWHERE:
                return True
    return False


TRIES = 40
"""About half of all pieces and directions make a move: who has one has found it long before."""


def random_move(own: Any, enemy: Any, rng: Any) -> Any:
    """A uniformly random move of `own`, NOWHERE if it has none. Any piece and any direction are tried until they make
    a move, so all moves are equally likely; where few or none exist, all are looked at."""
    choices = DIRECTIONS * count(own)
    for _ in range(TRIES):
        drawn = below(rng, choices)
        cell = cell_of(nth_bit(own, np.uint64(drawn >> 3)))
        end = landing(own, enemy, cell, drawn & 7)
        if end != NOWHERE:
            return CELLS * cell + end
    return any_move(own, enemy, rng)


def any_move(own: Any, enemy: Any, rng: Any) -> Any:
    """The same without luck: the n-th of the moves replaces the one chosen so far with probability 1 / n."""
    chosen, n = NOWHERE, 0
    rest = own
    while rest != ZERO:
        fewer = rest & (rest - ONE)
        cell = cell_of(rest ^ fewer)
        rest = fewer
        for direction in range(DIRECTIONS):
            end = landing(own, enemy, cell, direction)
            if end != NOWHERE:
                n += 1
                if below(rng, n) == 0:
                    chosen = CELLS * cell + end
    return chosen


def is_joined(pieces: Any) -> bool:
    """Whether all pieces are one group."""
    lowest = pieces ^ (pieces & (pieces - ONE))
    return group_of(lowest, pieces) == pieces


def group_of(seed: Any, pieces: Any) -> Any:
    """All of `pieces` that hang together with `seed`, which is some of them."""
    group = seed
    wider = surroundings(group) & pieces
    while wider != group:
        group = wider
        wider = surroundings(group) & pieces
    return group


def surroundings(cells: Any) -> Any:
    """These cells and all their neighbours."""
    wide = cells | (cells & NOT_LAST_COLUMN) << ONE | (cells & NOT_FIRST_COLUMN) >> ONE
    return wide | wide << EIGHT | wide >> EIGHT
