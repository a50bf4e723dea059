"""What Breakthrough and Knightthrough share: the board, the armies, how a game ends.

White (player 0, `w`) fills the lowest rows and begins, Black (player 1, `b`) fills the highest: two rows each, only
one if the board has fewer than six rows. Every move takes a piece forward. A player wins by reaching the far row or by
capturing every enemy piece; in the misère game that player loses.

Bitboards of 64 bits, eight to a row however many columns are in use; White moves up the page:

     8  56 57 58 59 60 61 62 63
     7  48 49 50 51 52 53 54 55
     6  40 41 42 43 44 45 46 47
     5  32 33 34 35 36 37 38 39
     4  24 25 26 27 28 29 30 31
     3  16 17 18 19 20 21 22 23
     2   8  9 10 11 12 13 14 15
     1   0  1  2  3  4  5  6  7
         a  b  c  d  e  f  g  h

A move is `64 * direction + cell`, the cell that the piece leaves.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..bits import EACH_BYTE, popcount
from ..errors import OptionError, PositionError
from ..rules.game import OVER
from .board_key import board_key
from .notation import player_of, read_boards, words_in, write_boards

STRIDE, CELLS = 8, 64
NAMES, MARKS = "abcdefgh", "wb"

# bitboards and all that meets them are uint64: mixed with a signed integer they would turn into floats
ZERO, ONE = np.uint64(0), np.uint64(1)

STATE = np.dtype(
    [
        ("pieces", np.uint64, 2),  # one bitboard a player
        ("turn", np.int8),  # the player to act next, also once the game is over
    ]
)


class Field(NamedTuple):
    """A board of some size, where the armies stand and where they go."""

    rows: int
    columns: int
    depth: int
    """Rows of pieces a side."""
    armies: tuple[Any, Any]
    goals: tuple[Any, Any]
    longest: int
    """Moves in the longest game."""

    def columns_from(self, first: int, end: int) -> Any:
        """The cells of columns `first` to `end - 1`."""
        return np.uint64(sum(int(EACH_BYTE) << x for x in range(first, end)))

    def rows_from(self, first: int, end: int) -> Any:
        """The cells of rows `first` to `end - 1`."""
        return np.uint64(sum((1 << self.columns) - 1 << STRIDE * y for y in range(first, end)))


def lay_out(name: str, rows: int, columns: int, misere: bool, least_rows: int, least_columns: int) -> Field:
    """The board for the options of the game `name`, which are checked."""
    for option, value, least in (("rows", rows, least_rows), ("columns", columns, least_columns)):
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= 8:
            raise OptionError(f"{name}: {option} must be a whole number from {least} to 8, not {value!r}")
    if not isinstance(misere, bool):
        raise OptionError(f"{name}: misere must be True or False, not {misere!r}")
    depth = 2 if rows >= 6 else 1
    row = np.uint64((1 << columns) - 1)
    army = row * np.uint64(sum(1 << STRIDE * y for y in range(depth)))
    armies = army, army << np.uint64(STRIDE * (rows - depth))
    goals = row << np.uint64(STRIDE * (rows - 1)), row
    # every move takes a piece a row further at least, and all but the last leave it short of the far row
    longest = 2 * columns * sum(rows - 2 - y for y in range(depth)) + 1
    return Field(rows, columns, depth, armies, goals, longest)


def board_rules(field: Field, misere: bool, steppers: Any, landing: Any) -> dict[str, Any]:
    """The rules that are the same for all pieces. What differs is `steppers(own, other, player)`, for each direction
    the pieces that may go there, and `landing(piece, direction, player)`, the cell where they end up."""
    rows, columns = field.rows, field.columns
    white_army, black_army = field.armies
    white_goal, black_goal = field.goals

    def start(state: Any, rng: Any) -> None:
        state.pieces[0] = white_army
        state.pieces[1] = black_army
        state.turn = 0

    def over(state: Any) -> Any:
        arrived = state.pieces[0] & white_goal | state.pieces[1] & black_goal
        return arrived != ZERO or state.pieces[state.turn] == ZERO

    def mover(state: Any) -> int:
        return OVER if over(state) else state.turn

    def moves(state: Any, out: Any) -> int:
        player = state.turn
        n = 0
        for direction, pieces in enumerate(steppers(state.pieces[player], state.pieces[1 - player], player)):
            rest = pieces
            while rest != ZERO:
                fewer = rest & (rest - ONE)
                out[n] = CELLS * direction + np.int64(popcount((rest ^ fewer) - ONE))
                rest = fewer
                n += 1
        return n

    def play(state: Any, move: int) -> None:
        player = state.turn
        piece = ONE << np.uint64(move % CELLS)
        target = landing(piece, move // CELLS, player)
        state.pieces[player] ^= piece | target
        state.pieces[1 - player] &= ~target
        state.turn = 1 - player

    def returns(state: Any, out: Any) -> None:
        out[0] = out[1] = 0.0
        if over(state):  # by the move of the player who is not to act next
            winner = state.turn if misere else 1 - state.turn
            out[winner] = 1.0
            out[1 - winner] = -1.0

    def key(state: Any) -> Any:
        return board_key(state.pieces[0], state.pieces[1], state.turn)

    def group(state: Any, move: int) -> int:
        """The piece that moves: first which, then where to."""
        return move % CELLS

    def render(state: Any) -> str:
        white, black = (int(pieces) for pieces in state.pieces)

        def piece(y: int, x: int) -> str:
            cell = STRIDE * y + x
            return "w" if white >> cell & 1 else "b" if black >> cell & 1 else "."

        lines = [f"{y + 1} " + " ".join(piece(y, x) for x in range(columns)) for y in reversed(range(rows))]
        return "\n".join([*lines, "  " + " ".join(NAMES[:columns])])

    def cell_at(row: int, column: int) -> int:
        return STRIDE * (rows - 1 - row) + column

    def notation(state: Any) -> str:
        return f"{write_boards(state.pieces, MARKS, rows, columns, cell_at)} {MARKS[state.turn]}"

    def from_notation(state: Any, text: str) -> None:
        cells, word = words_in(text, "cells turn")
        pieces, turn = read_boards(cells, MARKS, rows, columns, cell_at), player_of(word, MARKS)
        most = field.depth * columns
        for player, mark in enumerate(MARKS):
            if pieces[player].bit_count() > most:
                raise PositionError(f"{mark} has {pieces[player].bit_count()} pieces; nobody has more than {most}")
        if pieces[turn] & int(field.goals[turn]) or not pieces[1 - turn]:
            raise PositionError(f"{MARKS[turn]} cannot be to move: it has broken through already")
        for player in (0, 1):
            state.pieces[player] = pieces[player]
        state.turn = turn

    chosen = (start, mover, moves, play, returns, key, group, render, notation, from_notation)
    return {rule.__name__: rule for rule in chosen}
