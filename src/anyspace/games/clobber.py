"""Clobber: move a stone onto a neighbouring enemy, who is gone; whoever cannot loses.

The board is full at the start, the two colours alternating like the cells of a checkerboard. White (player 0, `o`) has
the lowest cell of column a and begins; Black is player 1, `x`. A turn takes one own stone to an orthogonally
neighbouring cell that holds an enemy stone, which leaves the board. Two neighbours of different colours can capture
each other, so a position in which one player is stuck is one in which both are.

A set of cells is a bitboard, cell `row * columns + column` with the highest row first; with three rows of four:

    3  0  1  2  3
    2  4  5  6  7
    1  8  9 10 11
       a  b  c  d

A move is `4 * cell + direction`: the cell that the stone leaves, and 0 up, 1 right, 2 down, 3 left.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..bits import nth_bit, popcount
from ..errors import OptionError
from ..rng import below
from ..rules.codes import TOO_LONG
from ..rules.game import OVER, Game, declare
from .board_key import board_key
from .notation import player_of, read_boards, words_in, write_boards

SMALLEST, LARGEST, DIRECTIONS = 2, 8, 4
NAMES, MARKS = "abcdefgh", "ox"

# bitboards and all that meets them are uint64: mixed with a signed integer they would turn into floats
ZERO, ONE = np.uint64(0), np.uint64(1)

STATE = np.dtype(
    [
        ("stones", np.uint64, 2),  # one bitboard a player
        ("turn", np.int8),  # the player to act next, also once the game is over
    ]
)


def key(state: Any) -> Any:
    return board_key(state.stones[0], state.stones[1], state.turn)


def group(state: Any, move: int) -> int:
    """The stone that moves: first which, then where to."""
    return move // DIRECTIONS


def game(rows: int = 5, columns: int = 6) -> Game:
    """`rows` and `columns` 2 to 8."""
    for option, value in (("rows", rows), ("columns", columns)):
        if isinstance(value, bool) or not isinstance(value, int) or not SMALLEST <= value <= LARGEST:
            raise OptionError(f"clobber: {option} must be a whole number from {SMALLEST} to {LARGEST}, not {value!r}")

    cells = rows * columns
    actions = DIRECTIONS * cells
    by_row = np.uint64(columns)
    whites = [cell for cell in range(cells) if (rows - 1 - cell // columns + cell % columns) % 2 == 0]
    white_start = np.uint64(sum(1 << cell for cell in whites))
    black_start = np.uint64((1 << cells) - 1) ^ white_start
    not_first, not_last = (
        np.uint64(sum(1 << cell for cell in range(cells) if cell % columns != edge)) for edge in (0, columns - 1)
    )

    def start(state: Any, rng: Any) -> None:
        state.stones[0] = white_start
        state.stones[1] = black_start
        state.turn = 0

    def hitters(own: Any, enemy: Any) -> Any:
        """The stones with an enemy above, to the right, below, and to the left."""
        return (
            own & (enemy << by_row),
            own & (enemy >> ONE) & not_last,
            own & (enemy >> by_row),
            own & (enemy << ONE) & not_first,
        )

    def landing(stone: Any, direction: Any) -> Any:
        """The neighbour of a stone."""
        step = ONE if direction & 1 else by_row
        return stone >> step if direction == 0 or direction == 3 else stone << step

    def stuck(state: Any) -> Any:
        up, right, down, left = hitters(state.stones[0], state.stones[1])
        return up | right | down | left == ZERO

    def mover(state: Any) -> int:
        return OVER if stuck(state) else state.turn

    def moves(state: Any, out: Any) -> int:
        n = 0
        for direction, stones in enumerate(hitters(state.stones[state.turn], state.stones[1 - state.turn])):
            rest = stones
            while rest != ZERO:
                fewer = rest & (rest - ONE)
                out[n] = DIRECTIONS * np.int64(popcount((rest ^ fewer) - ONE)) + direction
                rest = fewer
                n += 1
        return n

    def play(state: Any, move: int) -> None:
        player = state.turn
        stone = ONE << np.uint64(move // DIRECTIONS)
        target = landing(stone, move % DIRECTIONS)
        state.stones[player] ^= stone | target
        state.stones[1 - player] ^= target
        state.turn = 1 - player

    def returns(state: Any, out: Any) -> None:
        out[0] = out[1] = 0.0
        if stuck(state):
            out[state.turn] = -1.0
            out[1 - state.turn] = 1.0

    def playout(state: Any, rng: Any, out: Any, limit: int, trace: Any) -> int:
        """Uniformly random moves, picked from the four bitboards of hitters without listing them, and branchless:
        which of many moves comes up is what no processor can predict."""
        player = np.int64(state.turn)
        own, enemy = state.stones[player], state.stones[1 - player]
        length = 0
        while True:
            up, right, down, left = hitters(own, enemy)
            first = popcount(up)
            second = first + popcount(right)
            third = second + popcount(down)
            n = third + popcount(left)
            if n == ZERO:
                out[player] = -1.0
                out[1 - player] = 1.0
                return length
            if length == limit:
                state.stones[player], state.stones[1 - player] = own, enemy
                state.turn = player
                return TOO_LONG
            k = np.uint64(below(rng, n))
            after_first, after_second, after_third = k >= first, k >= second, k >= third
            lower = right if after_first else up
            upper = left if after_third else down
            before = third if after_third else second if after_second else first if after_first else ZERO
            stone = nth_bit(upper if after_second else lower, k - before)
            direction = np.int64(after_first) + np.int64(after_second) + np.int64(after_third)
            if trace is not None:
                trace[length] = player * actions + DIRECTIONS * np.int64(popcount(stone - ONE)) + direction
            target = landing(stone, direction)
            own, enemy, player = enemy ^ target, own ^ (stone | target), 1 - player
            length += 1

    def move_name(state: Any, move: int) -> str:
        cell, direction = divmod(move, DIRECTIONS)
        target = cell + (-columns, 1, columns, -1)[direction]
        return "".join(f"{NAMES[at % columns]}{rows - at // columns}" for at in (cell, target))

    def render(state: Any) -> str:
        white, black = (int(stones) for stones in state.stones)

        def stone(cell: int) -> str:
            return "o" if white >> cell & 1 else "x" if black >> cell & 1 else "."

        lines = [f"{rows - y} " + " ".join(stone(y * columns + x) for x in range(columns)) for y in range(rows)]
        return "\n".join([*lines, "  " + " ".join(NAMES[:columns]), f"{'ox'[state.turn]} to move"])

    def cell_at(row: int, column: int) -> int:
        return row * columns + column

    def notation(state: Any) -> str:
        return f"{write_boards(state.stones, MARKS, rows, columns, cell_at)} {MARKS[state.turn]}"

    def from_notation(state: Any, text: str) -> None:
        found, turn = words_in(text, "cells turn")
        for player, stones in enumerate(read_boards(found, MARKS, rows, columns, cell_at)):
            state.stones[player] = stones
        state.turn = player_of(turn, MARKS)

    return declare(
        globals(),
        locals(),
        name="clobber",
        state=STATE,
        players=2,
        max_moves=rows * (columns - 1) + columns * (rows - 1),  # every pair of neighbours, as at the start
        max_length=cells - 1,
        actions=actions,
        trusted=True,
    )
