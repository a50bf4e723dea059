"""Tic-tac-toe: place a mark a turn on three by three cells; three in a row wins, a full board is a draw.

A set of cells is a bitboard of 9 bits, cell `row * 3 + column`:

      a b c
    1 0 1 2
    2 3 4 5
    3 6 7 8
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..rng import below
from ..rules.codes import TOO_LONG
from ..rules.game import OVER, Game, declare
from .board_key import scramble
from .notation import by_turns, last_to_win, player_of, read_boards, words_in, write_boards
from .turns import ALL, of_cells

SIZE, CELLS = 3, 9
BOARD = (1 << CELLS) - 1
BOARD_BITS = np.uint64(CELLS)
COLUMNS, MARKS = "abc", "xo"
LINES = (0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o124, 0o421)  # rows, columns, diagonals; an octal digit is a row

HAS_LINE = np.array([any(cells & line == line for line in LINES) for cells in range(BOARD + 1)])


def members_first(cells: int) -> list[int]:
    """All cells in ascending order, but those of a set before the others."""
    return sorted(range(CELLS), key=lambda cell: not cells >> cell & 1)


MEMBERS = np.array([members_first(cells) for cells in range(BOARD + 1)], dtype=np.int16)

STATE = np.dtype(
    [
        ("marks", np.int16, 2),  # one bitboard a player
        ("placed", np.int8),
        ("won", np.int8),  # 1 once the last mark made a line
    ]
)


def start(state: Any, rng: Any) -> None:
    state.marks[:] = 0
    state.placed = 0
    state.won = 0


def mover(state: Any) -> int:
    return OVER if state.won or state.placed == CELLS else state.placed & 1


def moves(state: Any, out: Any) -> int:
    taken = state.marks[0] | state.marks[1]
    n = 0
    for cell in range(CELLS):
        out[n] = cell  # overwritten by the next if it is taken: cheaper than a branch
        n += 1 - (taken >> cell & 1)
    return n


def play(state: Any, cell: int) -> None:
    player = state.placed & 1
    state.marks[player] |= 1 << cell
    state.placed += 1
    state.won = HAS_LINE[state.marks[player]]


def returns(state: Any, out: Any) -> None:
    out[0] = out[1] = 0.0
    if state.won:
        winner = (state.placed - 1) & 1
        out[winner] = 1.0
        out[1 - winner] = -1.0


def key(state: Any) -> Any:
    """A number for each position: both bitboards side by side."""
    return scramble(np.uint64(state.marks[0]) | np.uint64(state.marks[1]) << BOARD_BITS)


def planes(state: Any, observer: int, out: Any) -> None:
    """Own marks, the other's, and a plane of ones."""
    for cell in range(CELLS):
        row, column = cell // SIZE, cell % SIZE
        out[0, row, column] = state.marks[observer] >> cell & 1
        out[1, row, column] = state.marks[1 - observer] >> cell & 1
        out[2, row, column] = 1.0


def symmetries() -> Any:
    return of_cells(SIZE, SIZE, ALL)


def playout(state: Any, rng: Any, out: Any, limit: int, trace: Any) -> int:
    """Uniformly random moves like everywhere, but picked from a table instead of a list made anew for each."""
    empty = BOARD ^ (state.marks[0] | state.marks[1])
    n = 0
    while not state.won and state.placed < CELLS:
        if n == limit:
            return TOO_LONG
        cell = MEMBERS[empty, below(rng, CELLS - state.placed)]
        empty ^= 1 << cell
        if trace is not None:
            trace[n] = (state.placed & 1) * CELLS + cell
        play(state, cell)
        n += 1
    returns(state, out)
    return n


def move_name(state: Any, cell: int) -> str:
    return f"{COLUMNS[cell % SIZE]}{cell // SIZE + 1}"


def render(state: Any) -> str:
    def mark(cell: int) -> str:
        return "x" if state.marks[0] >> cell & 1 else "o" if state.marks[1] >> cell & 1 else "."

    rows = [f"{row + 1} " + " ".join(mark(row * SIZE + column) for column in range(SIZE)) for row in range(SIZE)]
    return "\n".join(["  " + " ".join(COLUMNS), *rows])


def cell_at(row: int, column: int) -> int:
    return row * SIZE + column


def notation(state: Any) -> str:
    return f"{write_boards(state.marks, MARKS, SIZE, SIZE, cell_at)} {MARKS[state.placed & 1]}"


def from_notation(state: Any, text: str) -> None:
    cells, turn = words_in(text, "cells turn")
    marks, player = read_boards(cells, MARKS, SIZE, SIZE, cell_at), player_of(turn, MARKS)
    state.placed = by_turns([side.bit_count() for side in marks], player, MARKS)
    state.marks[:] = marks
    state.won = last_to_win([HAS_LINE[side] for side in marks], player, MARKS)


def game() -> Game:
    return declare(
        globals(),
        name="tic_tac_toe",
        state=STATE,
        players=2,
        max_moves=CELLS,
        max_length=CELLS,
        actions=CELLS,
        plane_shape=(3, SIZE, SIZE),
        trusted=True,
    )
