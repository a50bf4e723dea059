"""Breakthrough: two armies of pawns march at each other; the first pawn to reach the far row wins.

White (player 0, `w`) fills the lowest rows and begins, Black (player 1, `b`) fills the highest: two rows each, only
one if the board has fewer than six rows. A pawn steps one cell forward: straight ahead only if that cell is empty,
diagonally if it is empty or holds an enemy, who is captured. Captures are optional. A player wins by reaching the
far row or by capturing every enemy pawn; in the misère game that player loses. A player's foremost pawn always has a
move, so nobody passes and nobody draws.

The board is that of breakthrough_board.py. A move is `64 * direction + cell`: the cell the pawn leaves, and 0 toward
column a, 1 straight ahead, 2 toward h.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..bits import nth_bit, popcount
from ..rng import below
from ..rules.codes import TOO_LONG
from ..rules.game import Game, declare
from .breakthrough_board import CELLS, NAMES, ONE, STATE, STRIDE, ZERO, board_rules, lay_out
from .breakthrough_knowledge import insight, knowledge_rules
from .turns import MIRROR, SAME, turned

DIRECTIONS = 3
ACTIONS = DIRECTIONS * CELLS
SEVEN, EIGHT, NINE = (np.uint64(step) for step in (7, 8, 9))

USUAL = insight(
    worth=(1.2, 0.6, 0.4, 0.35, 0.35, 0.3, 0.3),
    tempo=0.1,
    look=((1.0, 1.0), (30.0, 2.5)),
    pace=(30.0, 12.0, 3.0, 1.0, 0.6, 0.5, 0.5),
    rescue=16.0,
)
MISERE = insight(  # steps in hand count: who runs out of them has to break through
    worth=(-0.4, 0.3, 0.7, 0.9, 0.9, 0.9, 0.9),
    tempo=0.0,
    look=((1.0, 1.0), (2.0, 1.0)),
    pace=(0.01, 0.1, 0.6, 1.0, 1.3, 1.3, 1.3),
    rescue=1.0,
)


def landing(pawn: Any, direction: Any, player: Any) -> Any:
    """Where a pawn's step ends; the last column and the first lie on opposite sides for the two players."""
    return pawn << np.uint64(7 + direction) if player == 0 else pawn >> np.uint64(9 - direction)


def move_name(state: Any, move: int) -> str:
    direction, cell = divmod(move, CELLS)
    y, x = divmod(cell, STRIDE)
    forward = 1 if state.turn == 0 else -1
    return f"{NAMES[x]}{y + 1}{NAMES[x + direction - 1]}{y + 1 + forward}"


def game(rows: int = 8, columns: int = 8, misere: bool = False) -> Game:
    """`rows` 4 to 8, `columns` 2 to 8; with `misere` whoever breaks through loses."""
    field = lay_out("breakthrough", rows, columns, misere, 4, 2)
    goals = field.goals[0] | field.goals[1]  # nobody steps back: a pawn landing on either is on the far one
    not_first, not_last = ~field.columns_from(0, 1), ~field.columns_from(columns - 1, columns)
    reward = -1.0 if misere else 1.0  # of breaking through

    def steppers(own: Any, other: Any, player: Any) -> Any:
        """The pawns that may step toward column a, straight ahead, and toward the last column."""
        if player == 0:
            left, ahead, right = own >> SEVEN, (own | other) >> EIGHT, own >> NINE
        else:
            left, ahead, right = own << NINE, (own | other) << EIGHT, own << SEVEN
        return own & not_first & ~left, own & ~ahead, own & not_last & ~right

    def attacked(pawns: Any, player: Any) -> Any:
        """All cells where one of the pawns could capture."""
        return landing(pawns & not_first, 0, player) | landing(pawns & not_last, 2, player)

    def playout(state: Any, rng: Any, out: Any, limit: int, trace: Any) -> int:
        """Uniformly random moves, picked from the three bitboards of steppers without listing them, and branchless:
        which of many moves comes up is what no processor can predict."""
        player = np.int64(state.turn)
        own, other = state.pieces[player], state.pieces[1 - player]
        for ply in range(1, limit + 1):
            left, ahead, right = steppers(own, other, player)
            first, second = popcount(left), popcount(left) + popcount(ahead)
            k = np.uint64(below(rng, second + popcount(right)))
            not_left, is_right = k >= first, k >= second
            pawns = right if is_right else ahead if not_left else left
            k -= second if is_right else first if not_left else ZERO
            pawn = nth_bit(pawns, k)
            direction = np.int64(not_left) + np.int64(is_right)
            target = landing(pawn, direction, player)
            if trace is not None:
                trace[ply - 1] = player * ACTIONS + direction * CELLS + np.int64(popcount(pawn - ONE))
            own ^= pawn | target
            other &= ~target
            if target & goals != ZERO or other == ZERO:
                out[player] = reward
                out[1 - player] = -reward
                return ply
            own, other, player = other, own, 1 - player
        state.pieces[player], state.pieces[1 - player] = own, other  # as it stands, for `returns` to score
        state.turn = player
        return TOO_LONG

    def planes(state: Any, observer: int, out: Any) -> None:
        """Own pawns, the other's; ones where the observer goes up; ones. The top row first."""
        for row in range(rows):
            for column in range(columns):
                cell = np.uint64(STRIDE * (rows - 1 - row) + column)
                out[0, row, column] = state.pieces[observer] >> cell & ONE
                out[1, row, column] = state.pieces[1 - observer] >> cell & ONE
                out[2, row, column] = 1 - observer
                out[3, row, column] = 1.0

    def symmetries() -> Any:
        def mirrored(move: int) -> int:
            direction, y, x = move // CELLS, move % CELLS // STRIDE, move % STRIDE
            return CELLS * (DIRECTIONS - 1 - direction) + STRIDE * y + (columns - 1 - x if x < columns else x)

        mirror = [mirrored(move) for move in range(ACTIONS)]
        return [(turned(rows, columns, SAME), [*range(ACTIONS)]), (turned(rows, columns, MIRROR), mirror)]

    return declare(
        globals(),
        board_rules(field, misere, steppers, landing),
        knowledge_rules(field, misere, landing, attacked, 1, MISERE if misere else USUAL),
        locals(),
        name="breakthrough",
        state=STATE,
        players=2,
        max_moves=DIRECTIONS * field.depth * columns,
        max_length=field.longest,
        actions=ACTIONS,
        plane_shape=(4, rows, columns),
        trusted=True,
    )
