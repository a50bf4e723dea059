"""Domineering: cover two cells a turn with a domino; whoever has no room left for one loses.

Player 0 lays dominoes upright and begins, player 1 lays them flat. A domino covers two neighbouring empty cells and
stays. Which dominoes cover the board does not matter for the rest of the game, only what they cover.

A set of cells is a bitboard, cell `row * columns + column`; with three rows of four:

      a  b  c  d
    1  0  1  2  3
    2  4  5  6  7
    3  8  9 10 11

A move is the upper or left one of its two cells.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..bits import nth_bit, popcount
from ..errors import OptionError
from ..rng import below
from ..rules.codes import TOO_LONG
from ..rules.game import OVER, Game, declare
from .board_key import board_key
from .notation import player_of, read_boards, words_in, write_boards

SMALLEST, LARGEST = 2, 8
NAMES = "abcdefgh"
ORIENTATIONS = ("upright", "flat")
COVERED, TURNS = "#", "uf"

# bitboards and all that meets them are uint64: mixed with a signed integer they would turn into floats
ZERO, ONE = np.uint64(0), np.uint64(1)

# fitted to games of a plain search against itself, 2,000 iterations a move: to who won, and to the moves it chose
FITTING, SAFE, TEMPO = 1.0, 0.6, 0.6  # what a domino that fits, one that is safe and the move add to the log odds
TAKES, SPOILS = 1.2, -0.6  # what places taken from the other, and from oneself, add to the log of a move's weight
ALMOST = 0.99  # estimates stay within this of 0: only a game that is over is certain

STATE = np.dtype(
    [
        ("empty", np.uint64),  # the cells that are not covered
        ("turn", np.int8),  # the player to act next, also once the game is over
    ]
)


def key(state: Any) -> Any:
    return board_key(state.empty, ZERO, state.turn)


def game(rows: int = 8, columns: int = 8) -> Game:
    """`rows` and `columns` 2 to 8."""
    for option, value in (("rows", rows), ("columns", columns)):
        if isinstance(value, bool) or not isinstance(value, int) or not SMALLEST <= value <= LARGEST:
            raise OptionError(
                f"domineering: {option} must be a whole number from {SMALLEST} to {LARGEST}, not {value!r}"
            )

    cells = rows * columns
    board = np.uint64((1 << cells) - 1)
    down = np.uint64(columns)  # from a cell to the one below
    first_row = np.uint64((1 << columns) - 1)
    first_column = np.uint64(sum(1 << cell for cell in range(0, cells, columns)))
    not_last = np.uint64(sum(1 << cell for cell in range(cells) if cell % columns < columns - 1))

    def start(state: Any, rng: Any) -> None:
        state.empty = board
        state.turn = 0

    def room(empty: Any, player: Any) -> Any:
        """The upper or left cells of all dominoes that a player could lay."""
        return empty & (empty >> down) if player == 0 else empty & (empty >> ONE) & not_last

    def domino(cell: Any, player: Any) -> Any:
        """The two cells of a domino, as bits, from the first of them; or all cells of several."""
        return cell | cell << (down if player == 0 else ONE)

    def mover(state: Any) -> int:
        return OVER if room(state.empty, state.turn) == ZERO else state.turn

    def moves(state: Any, out: Any) -> int:
        rest = room(state.empty, state.turn)
        n = 0
        while rest != ZERO:
            fewer = rest & (rest - ONE)
            out[n] = popcount((rest ^ fewer) - ONE)
            rest = fewer
            n += 1
        return n

    def play(state: Any, move: int) -> None:
        state.empty ^= domino(ONE << np.uint64(move), state.turn)
        state.turn = 1 - state.turn

    def returns(state: Any, out: Any) -> None:
        out[0] = out[1] = 0.0
        if room(state.empty, state.turn) == ZERO:
            out[state.turn] = -1.0
            out[1 - state.turn] = 1.0

    def playout(state: Any, rng: Any, out: Any, limit: int, trace: Any) -> int:
        """Uniformly random moves, picked from the bitboard of possible ones without listing them."""
        player, empty = np.int64(state.turn), state.empty
        free = room(empty, player)
        length = 0
        while free != ZERO:
            if length == limit:
                state.empty, state.turn = empty, player
                return TOO_LONG
            cell = nth_bit(free, np.uint64(below(rng, popcount(free))))
            if trace is not None:
                trace[length] = player * cells + np.int64(popcount(cell - ONE))
            empty ^= domino(cell, player)
            player = 1 - player
            free = room(empty, player)
            length += 1
        out[player] = -1.0
        out[1 - player] = 1.0
        return length

    def fitting(empty: Any, player: Any) -> Any:
        """How many dominoes a player could lay if the other laid no more: line by line as many as there is room for."""
        count = ZERO
        for i in range(rows - 1 if player == 0 else columns - 1):
            line = first_row << np.uint64(i * columns) if player == 0 else first_column << np.uint64(i)
            laid = room(empty, player) & line
            empty ^= domino(laid, player)
            count += popcount(laid)
        return np.int64(count)

    def safe(empty: Any, player: Any) -> Any:
        """The same on cells that the other can never cover: these dominoes nobody takes away."""
        reachable = domino(room(empty, 1 - player), 1 - player)
        return fitting(empty & ~reachable, player)

    def evaluate(state: Any, out: Any) -> None:
        """By the dominoes that still fit and those that are safe; who has enough of the latter has won."""
        player, other = np.int64(state.turn), 1 - np.int64(state.turn)
        most, others_most = fitting(state.empty, player), fitting(state.empty, other)
        least, others_least = safe(state.empty, player), safe(state.empty, other)
        if least > others_most:
            value = ALMOST
        elif others_least >= most:
            value = -ALMOST
        else:
            lead = FITTING * (most - others_most) + SAFE * (least - others_least) + TEMPO
            value = ALMOST * math.tanh(lead / 2.0)
        out[player] = value
        out[other] = -value

    def prior(state: Any, moves: Any, n: int, out: Any) -> None:
        """Take places from the other player rather than from oneself."""
        player, other = np.int64(state.turn), 1 - np.int64(state.turn)
        mine, theirs = room(state.empty, player), room(state.empty, other)
        for i in range(n):
            left = state.empty ^ domino(ONE << np.uint64(moves[i]), player)
            taken = popcount(theirs ^ room(left, other))  # places only vanish
            spoilt = popcount(mine ^ room(left, player))
            out[i] = math.exp(TAKES * float(taken) + SPOILS * float(spoilt))

    def move_name(state: Any, move: int) -> str:
        second = move + (columns if state.turn == 0 else 1)
        return "".join(f"{NAMES[cell % columns]}{cell // columns + 1}" for cell in (move, second))

    def render(state: Any) -> str:
        empty = int(state.empty)
        lines = [
            f"{y + 1} " + " ".join(".#"[not empty >> y * columns + x & 1] for x in range(columns)) for y in range(rows)
        ]
        return "\n".join(["  " + " ".join(NAMES[:columns]), *lines, f"{ORIENTATIONS[state.turn]} to move"])

    def cell_at(row: int, column: int) -> int:
        return row * columns + column

    def notation(state: Any) -> str:
        return f"{write_boards([~state.empty], COVERED, rows, columns, cell_at)} {TURNS[state.turn]}"

    def from_notation(state: Any, text: str) -> None:
        found, turn = words_in(text, "cells turn")
        (covered,) = read_boards(found, COVERED, rows, columns, cell_at)
        state.empty = np.uint64(int(board) & ~covered)
        state.turn = player_of(turn, TURNS)

    return declare(
        globals(),
        locals(),
        name="domineering",
        state=STATE,
        players=2,
        max_moves=max((rows - 1) * columns, rows * (columns - 1)),
        max_length=cells // 2,
        actions=cells,
        trusted=True,
    )
