"""What the smaller games on a Go board share besides the board (`go_board`): numbers, names, keys and a picture.

In `atarigo` and `nogo` nobody passes and no stone leaves the board before the end, so that the number of moves played,
`ply`, says whose turn it is; and whoever made the last move has won.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..errors import OptionError
from ..rules.game import OVER
from .go import COLUMNS, mover_colour
from .go_board import EMPTY, KEYS, LARGEST, clear, fields, point_of

SMALLEST = 2


def check_size(name: str, size: int) -> None:
    if isinstance(size, bool) or not isinstance(size, int) or not SMALLEST <= size <= LARGEST:
        raise OptionError(f"{name}: size must be a whole number from {SMALLEST} to {LARGEST}, not {size!r}")


def state_of(size: int) -> np.dtype[Any]:
    """The state of such a game."""
    return np.dtype(
        [
            *fields(size),
            ("ply", np.int16),  # moves played
            ("over", np.int8),  # 1 once the last move has won
        ]
    )


def start_of(size: int) -> Callable[[Any, Any], None]:
    """The rule `start`: an empty board."""

    def start(state: Any, rng: Any) -> None:
        clear(state, size)
        state.ply = 0
        state.over = 0

    return start


def moves_of(size: int, is_legal: Callable[[Any, int, int, int], Any]) -> Callable[[Any, Any], int]:
    """The rule `moves`: all empty points where `is_legal(state, point, me, width)`."""

    def moves(state: Any, out: Any) -> int:
        me = mover_colour(state)
        n = 0
        for move in range(size * size):
            point = point_of(move, size)
            if state.cells[point] == EMPTY and is_legal(state, point, me, size + 1):
                out[n] = move
                n += 1
        return n

    return moves


def mover(state: Any) -> int:
    return OVER if state.over else state.ply & 1


def returns(state: Any, out: Any) -> None:
    out[0] = out[1] = 0.0
    if state.over:
        winner = (state.ply - 1) & 1
        out[winner] = 1.0
        out[1 - winner] = -1.0


def move_of(point: int, size: int) -> int:
    """The move that names a cell of the board: the other way round than `point_of`."""
    return (point // (size + 1) - 1) * size + point % (size + 1) - 1


def key_of(state: Any, size: int) -> Any:
    """What is on each point; the order of the moves does not matter."""
    key = np.uint64(0)
    for move in range(size * size):
        point = point_of(move, size)
        key ^= KEYS[state.cells[point], point]
    return key


def name_of(move: int, size: int) -> str:
    return f"{COLUMNS[move % size]}{move // size + 1}"


def picture(state: Any, size: int, won: str) -> str:
    """The board, and whose turn it is; or by `won` how the game ended."""
    lines = []
    for row in reversed(range(size)):
        stones = [".XO"[state.cells[point_of(row * size + column, size)]] for column in range(size)]
        lines.append(f"{row + 1:2} {' '.join(stones)}")
    mark = " XO"[mover_colour(state)]
    last = " OX"[mover_colour(state)]
    status = f"{last} has won: {won}" if state.over else f"{mark} to move"
    return "\n".join([*lines, f"   {' '.join(COLUMNS[:size])}", f"{state.ply} moves played, {status}"])
