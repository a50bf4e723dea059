"""Knightthrough: Breakthrough with knights; the first knight to reach the far row wins.

White (player 0, `w`) fills the lowest rows and begins, Black (player 1, `b`) fills the highest: two rows each, only
one if the board has fewer than six rows. A knight jumps as in chess, but forward only: two rows ahead and one column
aside, or one row ahead and two columns aside, over whatever stands between. The cell it lands on is empty or holds an
enemy, who is captured. Captures are optional. A player wins by reaching the far row or by capturing every enemy
knight; in the misère game that player loses. A player's foremost knight always has a move, so nobody passes and
nobody draws.

The board is that of breakthrough_board.py. A move is `64 * direction + cell`: the cell the knight leaves, and

    0  two columns toward column a, one row ahead
    1  one column toward column a, two rows ahead
    2  one column toward the last, two rows ahead
    3  two columns toward the last, one row ahead
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

JUMPS = ((-2, 1), (-1, 2), (1, 2), (2, 1))  # columns, rows ahead; by direction
ACTIONS = len(JUMPS) * CELLS
SIX, TEN, FIFTEEN, SEVENTEEN = (np.uint64(step) for step in (6, 10, 15, 17))
UP = np.array([STRIDE * ahead + aside for aside, ahead in JUMPS], np.uint64)
DOWN = np.array([STRIDE * ahead - aside for aside, ahead in JUMPS], np.uint64)

USUAL = insight(
    worth=(1.1, 0.8, 0.4, 0.3, 0.2, 0.2, 0.2),
    tempo=0.3,
    look=((1.0, 0.9), (6.0, 2.0)),
    pace=(25.0, 20.0, 2.0, 1.0, 0.4, 0.3, 0.3),
    rescue=200.0,
)
MISERE = insight(  # moves in hand count: who runs out of them has to break through
    worth=(-0.4, 0.0, 0.4, 0.7, 0.9, 1.0, 1.0),
    tempo=0.0,
    look=((1.0, 1.0), (2.0, 1.0)),
    pace=(0.1, 0.1, 1.0, 1.0, 1.8, 1.8, 1.8),
    rescue=0.1,
)


def landing(knight: Any, direction: Any, player: Any) -> Any:
    """Where a knight's jump ends."""
    return knight << UP[direction] if player == 0 else knight >> DOWN[direction]


def move_name(state: Any, move: int) -> str:
    direction, cell = divmod(move, CELLS)
    y, x = divmod(cell, STRIDE)
    aside, ahead = JUMPS[direction]
    return f"{NAMES[x]}{y + 1}{NAMES[x + aside]}{y + 1 + (ahead if state.turn == 0 else -ahead)}"


def game(rows: int = 8, columns: int = 8, misere: bool = False) -> Game:
    """`rows` and `columns` 5 to 8; with `misere` whoever breaks through loses."""
    field = lay_out("knightthrough", rows, columns, misere, 5, 5)
    goals = field.goals[0] | field.goals[1]  # nobody jumps back: a knight landing on either is on the far one
    not_first, not_last = ~field.columns_from(0, 1), ~field.columns_from(columns - 1, columns)
    not_first_two, not_last_two = ~field.columns_from(0, 2), ~field.columns_from(columns - 2, columns)
    white_far, black_far = field.rows_from(0, rows - 2), field.rows_from(2, rows)  # with two rows to go at least
    reward = -1.0 if misere else 1.0  # of breaking through

    def steppers(own: Any, other: Any, player: Any) -> Any:
        """The knights that may jump in each of the four directions."""
        if player == 0:
            far = own & white_far
            flat_left, steep_left, steep_right, flat_right = own >> SIX, own >> FIFTEEN, own >> SEVENTEEN, own >> TEN
        else:
            far = own & black_far
            flat_left, steep_left, steep_right, flat_right = own << TEN, own << SEVENTEEN, own << FIFTEEN, own << SIX
        return (
            own & not_first_two & ~flat_left,
            far & not_first & ~steep_left,
            far & not_last & ~steep_right,
            own & not_last_two & ~flat_right,
        )

    def attacked(knights: Any, player: Any) -> Any:
        """All cells where one of the knights could capture; what lies beyond the board holds nobody."""
        flat = landing(knights & not_first_two, 0, player) | landing(knights & not_last_two, 3, player)
        return flat | landing(knights & not_first, 1, player) | landing(knights & not_last, 2, player)

    def playout(state: Any, rng: Any, out: Any, limit: int, trace: Any) -> int:
        """Uniformly random moves, picked from the four bitboards of steppers without listing them, and branchless:
        which of many moves comes up is what no processor can predict."""
        player = np.int64(state.turn)
        own, other = state.pieces[player], state.pieces[1 - player]
        for ply in range(1, limit + 1):
            flat_left, steep_left, steep_right, flat_right = steppers(own, other, player)
            first = popcount(flat_left)
            second = first + popcount(steep_left)
            third = second + popcount(steep_right)
            k = np.uint64(below(rng, third + popcount(flat_right)))
            after_first, after_second, after_third = k >= first, k >= second, k >= third
            lower = steep_left if after_first else flat_left
            upper = flat_right if after_third else steep_right
            before = third if after_third else second if after_second else first if after_first else ZERO
            knight = nth_bit(upper if after_second else lower, k - before)
            direction = np.int64(after_first) + np.int64(after_second) + np.int64(after_third)
            target = landing(knight, direction, player)
            if trace is not None:
                trace[ply - 1] = player * ACTIONS + direction * CELLS + np.int64(popcount(knight - ONE))
            own ^= knight | target
            other &= ~target
            if target & goals != ZERO or other == ZERO:
                out[player] = reward
                out[1 - player] = -reward
                return ply
            own, other, player = other, own, 1 - player
        state.pieces[player], state.pieces[1 - player] = own, other  # as it stands, for `returns` to score
        state.turn = player
        return TOO_LONG

    return declare(
        globals(),
        board_rules(field, misere, steppers, landing),
        knowledge_rules(field, misere, landing, attacked, 2, MISERE if misere else USUAL),
        locals(),
        name="knightthrough",
        state=STATE,
        players=2,
        max_moves=len(JUMPS) * field.depth * columns,
        max_length=field.longest,
        actions=ACTIONS,
        trusted=True,
    )
