"""PPA, playout policy adaptation: after each playout the moves of the winner become likelier (Cazenave 2015).

Every player and move has a weight w, 0 at first. A playout's moves are drawn with odds exp(w). When it is over, for
every move that the winner made in it,

    w of the move that was made        + alpha
    w of each move that was legal      - alpha p,  p its probability there

which is a step along the gradient of the logarithm of the probability that the winner plays as it did. What is to be
subtracted adds up while moves are drawn; it is used or dropped when it is known who has won. Moves in the tree are not
counted: it is playouts that adapt.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.binding import Loop
from ...rng import uniform
from ..options import number
from .codes import LearningPlayout, code_of, codes_of, player_of
from .outcome import par_of

LARGEST_WEIGHT = 80.0
"""Weights stay within this, exp of them within 32 bits."""


@dataclass(frozen=True)
class PPA(LearningPlayout):
    """In playouts, the winner's moves become likelier, the others that it had less likely.

    alpha: how large a step is. kept: share of what was learnt that stays after each move of the game, 0 to 1.
    """

    alpha: float = 1.0
    kept: float = 1.0
    kind = "playout"
    reference = "Cazenave 2015"

    def __post_init__(self) -> None:
        number(self, "alpha")
        self.check_kept()

    def bind(self, loop: Loop) -> None:
        alpha, codes = loop.number(self.alpha), codes_of(loop)
        weights = loop.table(np.float32, (codes,), kept=self.kept)
        odds = loop.table(np.float32, (codes,), kept=1.0)  # exp of the weights, if it is ready
        ready = loop.table(np.int8, (1,), kept=0.0)  # not when weights are new, or have faded after a move
        excess = loop.note(np.float32, (codes,))  # sums of p
        touched = loop.note(np.int32, (codes,))  # where they are not 0
        made = loop.note(np.int32, (loop.setup.game.max_length + 1,))
        counts = loop.note(np.int64, (2,))  # of `touched`, of `made`
        play_out = loop.play_out

        def choose(tree: Any, game: Any, policy: Any, scratch: Any, mover: int, n: int, ply: int) -> int:
            notes = scratch.notes
            chosen = draw(game, scratch, tree.tables[odds], mover, n, notes[excess], notes[touched], notes[counts])
            at = notes[counts][1]
            if chosen >= 0 and at < len(notes[made]):
                notes[made][at] = code_of(game, scratch, mover, scratch.moves[chosen])
                notes[counts][1] = at + 1
            return chosen

        def play_and_adapt(tree: Any, game: Any, policy: Any, scratch: Any) -> int:
            if tree.tables[ready][0] == 0:
                set_odds(tree.tables[odds], tree.tables[weights])
                tree.tables[ready][0] = 1
            length = play_out(tree, game, policy, scratch)
            if length >= 0:
                adapt(
                    game,
                    scratch.payoffs,
                    par_of(tree, game, scratch.payoffs),
                    policy.numbers[alpha],
                    tree.tables[weights],
                    tree.tables[odds],
                    scratch.notes[excess],
                    scratch.notes[touched],
                    scratch.notes[made],
                    scratch.notes[counts],
                )
            return length

        loop.choose, loop.play_out = choose, play_and_adapt


def set_odds(odds: Any, weights: Any) -> None:
    """All odds by their weights."""
    for code in range(len(odds)):
        odds[code] = math.exp(np.float64(weights[code]))


def draw(game: Any, scratch: Any, odds: Any, mover: int, n: int, excess: Any, touched: Any, counts: Any) -> int:
    """One of the `n` moves listed, by their odds; what is to be subtracted if `mover` wins is noted."""
    own, total = scratch.weights, 0.0
    for i in range(n):
        code = code_of(game, scratch, mover, scratch.moves[i])
        if code < 0:
            return code
        own[i] = np.float64(odds[code])
        total += own[i]
    share = 1.0 / total
    drawn, reached = uniform(scratch.rng) * total, 0.0
    chosen, known = 0, counts[0]
    for i in range(n):
        code = code_of(game, scratch, mover, scratch.moves[i])
        so_far = np.float64(excess[code])
        excess[code] = so_far + own[i] * share
        if so_far == 0.0 and excess[code] > 0.0:
            touched[known] = code
            known += 1
        reached += own[i]
        chosen += reached <= drawn
    counts[0] = known
    return min(chosen, n - 1)


def adapt(
    game: Any,
    payoffs: Any,
    par: float,
    alpha: float,
    weights: Any,
    odds: Any,
    excess: Any,
    touched: Any,
    made: Any,
    counts: Any,
) -> None:
    """Winners' weights take a step, and what was noted is wiped. (Threads may lose each other's steps now and then.)"""
    for k in range(counts[1]):
        code = np.int64(made[k])
        if payoffs[player_of(game, code)] > par:
            weights[code] = np.float64(weights[code]) + alpha
    for k in range(counts[0]):
        code = np.int64(touched[k])
        if payoffs[player_of(game, code)] > par:
            stepped = np.float64(weights[code]) - alpha * np.float64(excess[code])
            weight = min(max(stepped, -LARGEST_WEIGHT), LARGEST_WEIGHT)
            weights[code] = weight
            odds[code] = math.exp(weight)
        excess[code] = 0.0
    counts[0] = counts[1] = 0
