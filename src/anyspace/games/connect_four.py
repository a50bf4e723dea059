"""Connect Four: drop discs into seven columns of six; four in a row wins, a full board is a draw.

Bitboard of 49 bits, one spare bit on top of each column stops lines from wrapping:

     6 13 20 27 34 41 48     spare
     5 12 19 26 33 40 47
     4 11 18 25 32 39 46
     3 10 17 24 31 38 45
     2  9 16 23 30 37 44
     1  8 15 22 29 36 43
     0  7 14 21 28 35 42
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..rng import below
from ..rules.codes import TOO_LONG
from ..rules.game import OVER, Game, declare

WIDTH, HEIGHT, CELLS = 7, 6, 42
ONE, COLUMN = np.int64(1), np.int64(0b111111)
BOARD = sum(COLUMN << 7 * column for column in range(WIDTH))
TOP = np.int64(sum(1 << 7 * column + HEIGHT - 1 for column in range(WIDTH)))

# The open columns of a board without looking at one after the other: a product moves the top row's bits together.
GATHER = np.int64(sum(1 << 37 - 6 * column for column in range(WIDTH)))
OPEN = np.array([WIDTH - full.bit_count() for full in range(128)], np.int8)
CHOICES = np.zeros((128, WIDTH), np.int8)  # [full columns, k]: the first bit of the k-th open column
for _full in range(128):
    _open = [7 * column for column in range(WIDTH) if not _full >> column & 1]
    CHOICES[_full, : len(_open)] = _open
NAMES = "abcdefg"

STATE = np.dtype(
    [
        ("discs", np.int64, 2),  # one bitboard a player
        ("placed", np.int8),
        ("won", np.int8),  # 1 once the last disc made a line
    ]
)


def start(state: Any, rng: Any) -> None:
    state.discs[:] = 0
    state.placed = 0
    state.won = 0


def mover(state: Any) -> int:
    return OVER if state.won or state.placed == CELLS else state.placed & 1


def moves(state: Any, out: Any) -> int:
    occupied = state.discs[0] | state.discs[1]
    n = 0
    for column in range(WIDTH):
        if not (occupied >> (7 * column + HEIGHT - 1)) & 1:
            out[n] = column
            n += 1
    return n


def play(state: Any, column: int) -> None:
    player = state.placed & 1
    occupied = state.discs[0] | state.discs[1]
    landing = (occupied + (ONE << (7 * column))) & (COLUMN << (7 * column))
    state.discs[player] |= landing
    state.placed += 1
    state.won = has_line(state.discs[player])


def has_line(discs: Any) -> bool:
    """Four in a row: vertical, horizontal, both diagonals."""
    return (fours(discs, 1) | fours(discs, 7) | fours(discs, 6) | fours(discs, 8)) != 0


def fours(discs: Any, step: int) -> Any:
    """The first discs of all fours in one direction."""
    pairs = discs & (discs >> step)
    return pairs & (pairs >> (2 * step))


def returns(state: Any, out: Any) -> None:
    out[0] = out[1] = 0.0
    if state.won:
        winner = (state.placed - 1) & 1
        out[winner] = 1.0
        out[1 - winner] = -1.0


def playout(state: Any, rng: Any, out: Any, limit: int, trace: Any) -> int:
    """Uniformly random moves, with both bitboards in registers."""
    mover = state.placed & 1
    mine, theirs = state.discs[mover], state.discs[1 - mover]
    for length in range(1, limit + 1):
        occupied = mine | theirs
        full = ((occupied & TOP) * GATHER) >> 42 & 127  # one bit a column
        column = CHOICES[full, below(rng, OPEN[full])]
        mine |= (occupied + (ONE << column)) & (COLUMN << column)
        if trace is not None:
            number = np.int64(column) * 37 >> 8  # a seventh; a division would be felt
            trace[length - 1] = ((state.placed + length - 1) & 1) * WIDTH + number
        if has_line(mine):
            winner = (state.placed + length - 1) & 1
            out[winner] = 1.0
            out[1 - winner] = -1.0
            return length
        if (mine | theirs) == BOARD:
            out[0] = out[1] = 0.0
            return length
        mine, theirs = theirs, mine
    state.placed += limit
    mover = state.placed & 1
    state.discs[mover], state.discs[1 - mover] = mine, theirs
    return TOO_LONG


def move_name(state: Any, column: int) -> str:
    return NAMES[column]


def render(state: Any) -> str:
    def disc(row: int, column: int) -> str:
        bit = 7 * column + row
        return "x" if state.discs[0] >> bit & 1 else "o" if state.discs[1] >> bit & 1 else "."

    rows = [" ".join(disc(row, column) for column in range(WIDTH)) for row in reversed(range(HEIGHT))]
    return "\n".join([*rows, " ".join(NAMES)])


def game() -> Game:
    return declare(
        globals(),
        name="connect_four",
        state=STATE,
        players=2,
        max_moves=WIDTH,
        actions=WIDTH,
        max_length=CELLS,
        trusted=True,
    )
