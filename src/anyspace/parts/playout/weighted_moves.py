"""Playouts whose odds were learnt before the game: a softmax policy over what moves look like (Coulom 2007; Silver and
Tesauro 2009).

A move m of player p, whose look the game describes by one number f (its rule `features`), is played with odds

    exp((w[p, m] + w[f]) / temperature)

The weights w come from a file, which `anyspace lab ratings` and `anyspace lab balance` write. They do not change during
the search, so exp is taken when the file is read: a move costs two look-ups and a product.
"""

from __future__ import annotations

import os
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.binding import Loop
from ...core.questions import Scratch
from ...errors import OptionError
from ...machine.atomic import address_of
from ...machine.native import call
from ...rng import uniform
from ...rules.codes import BAD_FEATURE
from ...rules.table import Table
from ..options import number
from .codes import LearningPlayout, code_of
from .move_weights import MoveWeights, load_weights

SLACK = 64
"""Spare entries behind what a rule is to write."""


@dataclass(frozen=True)
class WeightedMoves(LearningPlayout):
    """Moves are drawn by weights that were learnt before.

    file: where the weights are, see `anyspace lab ratings` and `anyspace lab balance`; without one all moves are alike.
    temperature: the smaller the greedier.
    """

    file: str = ""
    temperature: float = 1.0
    kind = "playout"
    reference = "Coulom 2007; Silver and Tesauro 2009; survey, VI-A10, VI-A12"

    def __post_init__(self) -> None:
        if not isinstance(self.file, str | os.PathLike):
            raise OptionError(f"WeightedMoves: file must be the name of a file, not {self.file!r}")
        object.__setattr__(self, "file", os.fspath(self.file))
        number(self, "temperature", 0.01)

    def bind(self, loop: Loop) -> None:
        game = loop.setup.game
        weights = load_weights(self.file) if self.file else MoveWeights.none_yet(game)
        odds_by_move, odds_by_feature = weights.odds(game, self.temperature)
        by_move = loop.table(np.float64, odds_by_move.shape, filled=odds_by_move)
        by_feature = loop.table(np.float64, odds_by_feature.shape, filled=odds_by_feature)
        looks = loop.note(np.int32, (game.max_moves + SLACK,))
        if weights.features is not None:
            loop.rules.add("features")

        def choose(tree: Any, game: Any, policy: Any, scratch: Any, mover: int, n: int, ply: int) -> int:
            if n == 1:
                return 0
            tables = tree.tables
            total = add_up_odds(game, scratch, tables[by_move], tables[by_feature], scratch.notes[looks], mover, n)
            return draw(scratch, total, n) if total > 0.0 else int(total)

        loop.choose = choose

    @property
    def structure(self) -> Hashable:
        """All files have the same kernels."""
        return (type(self),)


def add_up_odds(game: Table, scratch: Scratch, by_move: Any, by_feature: Any, looks: Any, mover: int, n: int) -> float:
    """For each of the first `n` moves the odds of all up to it, into `weights`; in `looks` their features. Returns the
    sum of all, or what went wrong."""
    odds, total, has_features = scratch.weights, 0.0, game.features != 0
    if has_features:
        status = call(game.features, (scratch.state, scratch.moves_at, n, address_of(looks)))
        if status < 0:
            return float(status)
    for i in range(n):
        code = code_of(game, scratch, mover, scratch.moves[i])
        if code < 0:
            return float(code)
        odd = by_move[code]
        if has_features:
            if looks[i] < 0 or looks[i] >= len(by_feature):
                scratch.tally[0].culprit = looks[i]
                return float(BAD_FEATURE)
            odd *= by_feature[looks[i]]
        total += odd
        odds[i] = total
    return total


def draw(scratch: Scratch, total: float, n: int) -> int:
    """An index below `n`, by odds that were added up."""
    drawn = uniform(scratch.rng) * total
    for i in range(n):
        if drawn < scratch.weights[i]:
            return i
    return n - 1  # the sum was rounded
