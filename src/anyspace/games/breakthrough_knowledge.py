"""What positions and moves of Breakthrough and Knightthrough look like: their rules `evaluate` and `prior`.

The numbers behind both were fitted to games of a plain search against itself, 2,000 iterations a move (1,500 in the
misère games): the estimates to who won in the end (logistic regression), the weights of moves to the moves it chose
(multinomial), then rounded.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from ..bits import popcount
from .breakthrough_board import CELLS, ONE, STRIDE, ZERO, Field

ALMOST = 0.99
"""Estimates stay within this of 0: only a game that is over is certain."""

BREAKS_THROUGH = 1000.0
"""The weight of a move that wins at once, and in the misère game one by the weight of a move that loses at once."""


class Insight(NamedTuple):
    """What one game and its misère form differ in."""

    worth: Any
    """float64 [8]: what a piece adds to the estimate, by the rows that it has to go. In log odds."""
    tempo: float
    """What it adds to be the one to move."""
    look: Any
    """float64 [2, 2]: the weight of a move that captures or not, to a cell that the enemy attacks or not."""
    pace: Any
    """float64 [8]: a factor to that, by the rows that the piece has to go after the move."""
    rescue: float
    """Another one, for capturing a piece that could reach the far row next."""


def insight(worth: Any, tempo: float, look: Any, pace: Any, rescue: float) -> Insight:
    """The same from plain lists; `worth` and `pace` begin at one row to go, where a piece has arrived all is over."""
    return Insight(np.array([0.0, *worth]), tempo, np.array(look), np.array([0.0, *pace]), rescue)


def knowledge_rules(
    field: Field, misere: bool, landing: Any, attacked: Any, reach: int, known: Insight
) -> dict[str, Any]:
    """The rules `evaluate` and `prior`. `landing(piece, direction, player)` is where a move ends,
    `attacked(pieces, player)` all cells where some pieces could capture, `reach` the most rows that a move covers."""
    rows, row = field.rows, field.goals[1]
    arrivals = field.goals[0] | field.goals[1]
    white_near = field.rows_from(rows - 1 - reach, rows - 1)  # from where the far row is one move away
    black_near = field.rows_from(1, 1 + reach)
    worth, tempo, look, pace, rescue = known
    decisive = 1.0 / BREAKS_THROUGH if misere else BREAKS_THROUGH

    def rows_to_go(y: Any, player: Any) -> Any:
        return rows - 1 - y if player == 0 else y

    def strength(pieces: Any, player: Any) -> float:
        total = 0.0
        for y in range(rows):
            here = (pieces >> np.uint64(STRIDE * y)) & row
            total += worth[rows_to_go(y, player)] * float(popcount(here))
        return total

    def about_to_arrive(pieces: Any, player: Any) -> Any:
        return pieces & (white_near if player == 0 else black_near)

    def is_single(pieces: Any) -> Any:
        """Whether these are not more than one."""
        return pieces & (pieces - ONE) == ZERO

    def evaluate(state: Any, out: Any) -> None:
        """Material and how far it has come; in the usual game, who wins with the next move or the one after."""
        player = state.turn
        own, enemy = state.pieces[player], state.pieces[1 - player]
        lead = strength(own, player) - strength(enemy, 1 - player) + tempo
        value = ALMOST * math.tanh(lead / 2.0)
        if not misere:
            threats, targets = about_to_arrive(enemy, 1 - player), attacked(own, player)
            if about_to_arrive(own, player) != ZERO or (enemy & targets != ZERO and is_single(enemy)):
                value = ALMOST
            elif threats & ~targets != ZERO or not is_single(threats):
                value = -ALMOST  # one that cannot be captured, or more than one
        out[player] = value
        out[1 - player] = -value

    def prior(state: Any, moves: Any, n: int, out: Any) -> None:
        """Captures, where to, how far; winning moves and those that stop the enemy's before all others."""
        player = np.int64(state.turn)
        enemy = state.pieces[1 - player]
        danger, threats = attacked(enemy, 1 - player), about_to_arrive(enemy, 1 - player)
        for i in range(n):
            target = landing(ONE << np.uint64(moves[i] % CELLS), moves[i] // CELLS, player)
            if target & arrivals != ZERO or enemy == target:
                out[i] = decisive
            else:
                y = np.int64(popcount(target - ONE)) // STRIDE
                weight = look[np.int64(target & enemy != ZERO), np.int64(target & danger != ZERO)]
                out[i] = weight * pace[rows_to_go(y, player)] * (rescue if target & threats != ZERO else 1.0)

    return {"evaluate": evaluate, "prior": prior}
