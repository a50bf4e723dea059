"""What moves look like, raced: a weight is changed if games show that playouts by it win (after Hoock and Teytaud 2010,
"Bandit-based genetic programming", EuroGP, who found patterns for MoGo so).

Round by round some changes are proposed: the odds of one feature times e^step, or divided by it. Each is an arm of a
bandit; to pull it is to play pairs of games, both seats once, with the change against without. The arm of the greatest
upper bound is pulled. One whose lower bound exceeds a half is kept, and the next round begins from there; one whose
upper bound is below it, or that is not decided after so many pairs, is dropped.

Bounds hold at all looks at once (empirical Bernstein: Audibert, Munos and Szepesvári 2009; races: Mnih, Szepesvári and
Audibert 2008), with V the variance of n scores and j the number of looks at the arm, of which there are K:

    mean ± (sqrt(2 V L / n) + 3 L / n),    L = ln(3 K j (j + 1) / error)

So in a round the probability that a change is kept that wins no more than half of the games is at most `error`.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from ..errors import OptionError
from ..parts.playout.move_weights import GREATEST, MoveWeights
from ..rules.game import CHANCE, AnyGame
from .ratings import what_to_rate

EVEN = 0.5
"""What equals score."""

BATCH = 20
"""Pairs of games at once."""

Contest = Callable[[MoveWeights, MoveWeights, int], Sequence[float]]
"""So many pairs of games of the first weights against the second: the mean score of each pair, from 0 to 1."""


class Change(NamedTuple):
    """The logarithm of one feature's odds becomes so much more."""

    feature: int
    by: float

    def made_in(self, weights: MoveWeights) -> MoveWeights:
        """The weights with it."""
        changed = weights.features.copy()
        changed[self.feature] = min(max(changed[self.feature] + self.by, -GREATEST), GREATEST)
        return MoveWeights(weights.game, weights.moves, changed)


@dataclass
class Arm:
    """A change, and the pairs that it has played."""

    change: Change
    pairs: int = 0
    looks: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, scores: Sequence[float]) -> None:
        """Some more pairs."""
        self.pairs += len(scores)
        self.looks += 1
        self.total += sum(scores)
        self.squares += sum(score * score for score in scores)

    @property
    def mean(self) -> float:
        """The mean score, a half before anything was played."""
        return self.total / self.pairs if self.pairs else EVEN

    def width(self, arms: int, error: float) -> float:
        """How far the true score may lie from the mean."""
        if not self.pairs:
            return math.inf
        variance = max(self.squares / self.pairs - self.mean**2, 0.0)
        sure = math.log(3.0 * arms * self.looks * (self.looks + 1) / error)
        return math.sqrt(2.0 * variance * sure / self.pairs) + 3.0 * sure / self.pairs


@dataclass(frozen=True)
class Rules:
    """How changes are raced."""

    arms: int = 10
    """changes of a round"""
    step: float = 1.0
    """how much a weight changes"""
    most: int = 2000
    """pairs after which a change that is not decided is dropped"""
    error: float = 0.05
    """of a round: the probability to keep a change that is none for the better"""


@dataclass
class Race:
    """Weights that become better, change by change. They can be used at any time."""

    weights: MoveWeights
    contest: Contest
    odds: Any
    """float64 [features]: how likely each is to be proposed"""
    rules: Rules = field(default_factory=Rules)
    seed: int = 0
    kept: list[Arm] = field(default_factory=list)
    rounds: int = 0
    pairs: int = 0

    def __post_init__(self) -> None:
        self._source = random.Random(self.seed)

    def round(self, watch: Callable[[Arm], object] | None = None) -> Arm | None:
        """Propose changes and race them: the one that was kept, if any was. `watch` is told of every batch."""
        running = [Arm(change) for change in self._proposals()]
        self.rounds += 1
        arms = len(running)
        while running:
            arm = max(running, key=lambda each: each.mean + each.width(arms, self.rules.error))
            arm.add(self.contest(arm.change.made_in(self.weights), self.weights, BATCH))
            self.pairs += BATCH
            if watch is not None:
                watch(arm)
            width = arm.width(arms, self.rules.error)
            if arm.mean - width > EVEN:
                self.weights = arm.change.made_in(self.weights)
                self.kept.append(arm)
                return arm
            if arm.mean + width < EVEN or arm.pairs >= self.rules.most:
                running.remove(arm)
        return None

    def _proposals(self) -> list[Change]:
        """Different ones, of features that occur, the more often the likelier."""
        left = np.repeat(self.odds, 2)
        found: list[Change] = []
        while len(found) < self.rules.arms and left.any():
            (drawn,) = self._source.choices(range(len(left)), left.tolist())
            left[drawn] = 0.0
            found.append(Change(drawn // 2, self.rules.step if drawn % 2 else -self.rules.step))
        return found


def occurrences(game: AnyGame, games: int, seed: int) -> Any:
    """How often every feature is among the moves of random games."""
    what_to_rate(game, "features")
    if game.players != 2 or game.hides:
        raise OptionError(f"{game.name}: to race takes two players who see everything")
    source, counts = random.Random(seed), np.zeros(game.move_features or 1)
    for number in range(games):
        state = game.start(seed=seed + number)
        while not state.over:
            moves = state.moves()
            chance = state.mover == CHANCE
            if not chance and len(moves) > 1:
                np.add.at(counts, state.features(), 1.0)
            state.play(source.choices(moves, state.weights() if chance else None)[0])
    return counts
