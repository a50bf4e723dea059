"""Small games: three players who want three in a row, or the last stone; Connect Four of any size."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....rng import below
from ....rules.game import OVER, Game

NOBODY = -1

LINES = np.array([[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]])
THREE = np.dtype([("cells", np.int8, (9,)), ("ply", np.int8), ("won", np.int8)])


def three_in_a_row() -> Game:
    """Three players put stones on a board of 3x3 in turn; three in a row win 1, a full board pays a third each."""

    def start(state: Any, rng: Any) -> None:
        state.cells[:] = NOBODY
        state.ply = 0
        state.won = NOBODY

    def mover(state: Any) -> int:
        return OVER if state.won >= 0 or state.ply == 9 else state.ply % 3

    def moves(state: Any, out: Any) -> int:
        n = 0
        for cell in range(9):
            if state.cells[cell] == NOBODY:
                out[n] = cell
                n += 1
        return n

    def play(state: Any, move: int) -> None:
        player = state.ply % 3
        state.cells[move] = player
        state.ply += 1
        for i in range(len(LINES)):
            mine = 0
            for j in range(3):
                mine += state.cells[LINES[i, j]] == player
            if mine == 3:
                state.won = player

    def returns(state: Any, out: Any) -> None:
        for player in range(3):
            out[player] = 1.0 / 3.0 if state.won < 0 else 1.0 if player == state.won else 0.0

    return Game(
        name="three_in_a_row", state=THREE, players=3, max_moves=9, payoffs=(0.0, 1.0), max_length=9,
        start=start, mover=mover, moves=moves, play=play, returns=returns,
    )  # fmt: skip


STONES = np.dtype([("left", np.int8), ("turn", np.int8)])


def last_stone(most: int) -> Game:
    """Three players take one or two stones in turn; who takes the last one wins. How many there are is drawn."""

    def start(state: Any, rng: Any) -> None:
        state.left = 2 + below(rng, most - 1)
        state.turn = 0

    def mover(state: Any) -> int:
        return OVER if state.left == 0 else state.turn

    def moves(state: Any, out: Any) -> int:
        n = min(2, int(state.left))
        for i in range(n):
            out[i] = i + 1
        return n

    def play(state: Any, move: int) -> None:
        state.left -= move
        state.turn = (state.turn + 1) % 3

    def returns(state: Any, out: Any) -> None:
        for player in range(3):
            out[player] = 1.0 if player == (state.turn + 2) % 3 else 0.0

    return Game(
        name="last_stone", state=STONES, players=3, max_moves=2, payoffs=(0.0, 1.0), max_length=most,
        start=start, mover=mover, moves=moves, play=play, returns=returns,
    )  # fmt: skip


DROP = np.dtype([("boards", np.uint64, (2,)), ("ply", np.int8), ("won", np.int8)])
ONE, ZERO = np.uint64(1), np.uint64(0)


def drop_four(columns: int, rows: int) -> Game:
    """Connect Four on a small board; a full one is a draw."""
    height = rows + 1  # a bit above each column keeps lines apart
    directions = np.array([1, height, height - 1, height + 1], np.uint64)
    cells = columns * rows

    def start(state: Any, rng: Any) -> None:
        state.boards[0] = state.boards[1] = 0
        state.ply = 0
        state.won = NOBODY

    def mover(state: Any) -> int:
        return OVER if state.won >= 0 or state.ply == cells else state.ply & 1

    def moves(state: Any, out: Any) -> int:
        n, full = 0, state.boards[0] | state.boards[1]
        for column in range(columns):
            if (full >> np.uint64(column * height + rows - 1)) & ONE == ZERO:
                out[n] = column
                n += 1
        return n

    def play(state: Any, move: int) -> None:
        player = state.ply & 1
        place = np.uint64(move * height)
        full = state.boards[0] | state.boards[1]
        while (full >> place) & ONE != ZERO:
            place += ONE
        mine = state.boards[player] | (ONE << place)
        state.boards[player] = mine
        state.ply += 1
        for i in range(4):
            step = directions[i]
            pairs = mine & (mine >> step)
            if pairs & (pairs >> (step + step)) != ZERO:
                state.won = player

    def returns(state: Any, out: Any) -> None:
        out[0] = 0.0 if state.won < 0 else 1.0 if state.won == 0 else -1.0
        out[1] = -out[0]

    return Game(
        name="drop_four", state=DROP, players=2, max_moves=columns, max_length=cells,
        start=start, mover=mover, moves=moves, play=play, returns=returns,
    )  # fmt: skip
