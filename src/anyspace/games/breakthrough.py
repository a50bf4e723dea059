"""Breakthrough: two armies of pawns march at each other; the first pawn to reach the far row wins.

White (player 0, `w`) fills the lowest rows and begins, Black (player 1, `b`) fills the highest: two rows each, only
one if the board has fewer than six rows. A pawn steps one cell forward: straight ahead only if that cell is empty,
diagonally if it is empty or holds an enemy, who is captured. Captures are optional. A player wins by reaching the
far row or by capturing every enemy pawn. A player's foremost pawn always has a move, so nobody passes and nobody
draws.

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

A move is `64 * direction + cell`: the cell the pawn leaves, and 0 toward column a, 1 straight ahead, 2 toward h.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..bits import EACH_BYTE, nth_bit, popcount
from ..errors import OptionError
from ..rng import below
from ..rules.codes import TOO_LONG
from ..rules.game import OVER, Game, declare

STRIDE, CELLS, DIRECTIONS = 8, 64, 3
NAMES = "abcdefgh"

# bitboards and all that meets them are uint64: mixed with a signed integer they would turn into floats
ZERO, ONE = np.uint64(0), np.uint64(1)
SEVEN, EIGHT, NINE = (np.uint64(step) for step in (7, 8, 9))
COLUMN_A = EACH_BYTE

STATE = np.dtype(
    [
        ("pawns", np.uint64, 2),  # one bitboard a player
        ("turn", np.int8),  # the player to act next, also once the game is over
    ]
)


def play(state: Any, move: int) -> None:
    player = state.turn
    pawn = ONE << np.uint64(move % CELLS)
    target = landing(pawn, move // CELLS, player)
    state.pawns[player] ^= pawn | target
    state.pawns[1 - player] &= ~target
    state.turn = 1 - player


def landing(pawn: Any, direction: Any, player: Any) -> Any:
    """Where a pawn's step ends; the last column and the first lie on opposite sides for the two players."""
    return pawn << np.uint64(7 + direction) if player == 0 else pawn >> np.uint64(9 - direction)


def game(rows: int = 8, columns: int = 8) -> Game:
    """`rows` 4 to 8, `columns` 2 to 8."""
    for option, value, least in (("rows", rows, 4), ("columns", columns, 2)):
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= 8:
            raise OptionError(f"breakthrough: {option} must be a whole number from {least} to 8, not {value!r}")

    depth = 2 if rows >= 6 else 1  # rows of pawns a side
    row = np.uint64((1 << columns) - 1)
    army = row * np.uint64(sum(1 << STRIDE * y for y in range(depth)))
    white_goal, black_goal = row << np.uint64(STRIDE * (rows - 1)), row
    white_army, black_army = army, army << np.uint64(STRIDE * (rows - depth))
    goals = white_goal | black_goal  # a pawn landing on either has won: nobody steps back to where they came from
    not_first, not_last = ~COLUMN_A, ~(COLUMN_A << np.uint64(columns - 1))

    def start(state: Any, rng: Any) -> None:
        state.pawns[0] = white_army
        state.pawns[1] = black_army
        state.turn = 0

    def over(state: Any) -> Any:
        arrived = state.pawns[0] & white_goal | state.pawns[1] & black_goal
        return arrived != ZERO or state.pawns[state.turn] == ZERO

    def mover(state: Any) -> int:
        return OVER if over(state) else state.turn

    def steppers(own: Any, other: Any, player: Any) -> Any:
        """The pawns that may step toward column a, straight ahead, and toward the last column."""
        if player == 0:
            left, ahead, right = own >> SEVEN, (own | other) >> EIGHT, own >> NINE
        else:
            left, ahead, right = own << NINE, (own | other) << EIGHT, own << SEVEN
        return own & not_first & ~left, own & ~ahead, own & not_last & ~right

    def moves(state: Any, out: Any) -> int:
        player = state.turn
        n = 0
        for direction, pawns in enumerate(steppers(state.pawns[player], state.pawns[1 - player], player)):
            rest = pawns
            while rest != ZERO:
                fewer = rest & (rest - ONE)
                out[n] = CELLS * direction + np.int64(popcount((rest ^ fewer) - ONE))
                rest = fewer
                n += 1
        return n

    def returns(state: Any, out: Any) -> None:
        out[0] = out[1] = 0.0
        if over(state):
            out[state.turn] = -1.0
            out[1 - state.turn] = 1.0

    def playout(state: Any, rng: Any, out: Any, limit: int) -> int:
        """Uniformly random moves, picked from the three bitboards of steppers without listing them, and branchless:
        which of many moves comes up is what no processor can predict."""
        player = np.int64(state.turn)
        own, other = state.pawns[player], state.pawns[1 - player]
        for ply in range(1, limit + 1):
            left, ahead, right = steppers(own, other, player)
            first, second = popcount(left), popcount(left) + popcount(ahead)
            k = np.uint64(below(rng, second + popcount(right)))
            not_left, is_right = k >= first, k >= second
            pawns = right if is_right else ahead if not_left else left
            k -= second if is_right else first if not_left else ZERO
            pawn = nth_bit(pawns, k)
            target = landing(pawn, np.int64(not_left) + np.int64(is_right), player)
            own ^= pawn | target
            other &= ~target
            if target & goals != ZERO or other == ZERO:
                out[player] = 1.0
                out[1 - player] = -1.0
                return ply
            own, other, player = other, own, 1 - player
        state.pawns[player], state.pawns[1 - player] = own, other  # as it stands, for `returns` to score
        state.turn = player
        return TOO_LONG

    def move_name(state: Any, move: int) -> str:
        direction, cell = divmod(move, CELLS)
        y, x = divmod(cell, STRIDE)
        forward = 1 if state.turn == 0 else -1
        return f"{NAMES[x]}{y + 1}{NAMES[x + direction - 1]}{y + 1 + forward}"

    def render(state: Any) -> str:
        white, black = (int(pawns) for pawns in state.pawns)

        def pawn(y: int, x: int) -> str:
            cell = STRIDE * y + x
            return "w" if white >> cell & 1 else "b" if black >> cell & 1 else "."

        lines = [f"{y + 1} " + " ".join(pawn(y, x) for x in range(columns)) for y in reversed(range(rows))]
        return "\n".join([*lines, "  " + " ".join(NAMES[:columns])])

    return declare(
        globals(),
        locals(),
        name="breakthrough",
        state=STATE,
        players=2,
        max_moves=DIRECTIONS * depth * columns,
        # every move takes a pawn a row further, and all but the last leave it short of the far row
        max_length=2 * columns * sum(rows - 2 - y for y in range(depth)) + 1,
        trusted=True,
    )
