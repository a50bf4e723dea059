"""Which move to play once the search is over: the survey's four criteria (Schadd; Chaslot et al.).

A criterion looks at the root's children (`visits`, and `means` in [0, 1]) and names the index of one.
"""

from __future__ import annotations

import math
import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from ..core.binding import Loop
from ..core.untried import action_of
from .options import number
from .part import Part
from .tracing import ASKS
from .value.amaf import learn_all_moves


def _best(keys: Sequence[tuple[float, ...]]) -> int:
    return max(range(len(keys)), key=keys.__getitem__)


@dataclass(frozen=True)
class Criterion(Part, ABC):
    """A way to choose among the root's moves."""

    kind = "final"
    reference = "Schadd 2009; Chaslot et al. 2008; survey, III-B"

    @property
    def iterations(self) -> int | None:
        """The budget that goes with it, for a search that is given none; None where there is no such budget."""
        return None

    @abstractmethod
    def choose(self, visits: Sequence[float], means: Sequence[float]) -> int:
        """The index of the chosen child."""

    def seeded(self, seed: int) -> Callable[[Sequence[float], Sequence[float]], int]:
        """`choose`, where what it draws follows from the search's seed."""
        return self.choose


@dataclass(frozen=True)
class FromTree(Criterion, ABC):
    """A criterion that knows more of the root's moves than visits and means."""

    def choose(self, visits: Sequence[float], means: Sequence[float]) -> int:
        """The index of the chosen child, where nothing else is known."""
        return Robust().choose(visits, means)

    @abstractmethod
    def pick(self, search: Any, moves: Sequence[Any]) -> int | None:
        """The index of the chosen one of the root's moves; None where nothing else is known."""


@dataclass(frozen=True)
class MaxAmaf(Criterion):
    """The child with the highest AMAF value: flat Monte Carlo with AMAF decides by it (Brügmann 1993)."""

    name = "max-amaf"
    reference = "Brügmann 1993; survey, V-C"
    needs = ASKS
    consistent = "no: an AMAF value need not tend to the true one"
    excludes = ("grave",)  # whose rows are everybody's

    def bind(self, loop: Loop) -> None:
        if loop.move_rows is None:
            learn_all_moves(loop)

    def choose(self, visits: Sequence[float], means: Sequence[float]) -> int:
        """The index of the chosen child; `means` are AMAF values."""
        return _best([*zip(means, visits, strict=True)])

    def worth(self, search: Any, moves: Sequence[Any], means: Sequence[float]) -> list[float]:
        """AMAF values of the root's moves; where a move was never played, its mean."""
        row = sum(tree.rows[search.loop.move_rows][tree.roots[search.own]] for tree in search.forest)
        half = len(row) // 2
        places = [action_of(search.game.backend.number(move)) for move in moves]
        return [
            float(row[at] / row[half + at]) if row[half + at] else mean for at, mean in zip(places, means, strict=True)
        ]


@dataclass(frozen=True)
class Robust(Criterion):
    """The most visited child; among equals the one with the higher mean."""

    def choose(self, visits: Sequence[float], means: Sequence[float]) -> int:
        """The index of the chosen child."""
        return _best([*zip(visits, means, strict=True)])


@dataclass(frozen=True)
class Max(Criterion):
    """The child with the highest mean reward; among equals the more visited one."""

    def choose(self, visits: Sequence[float], means: Sequence[float]) -> int:
        """The index of the chosen child."""
        return _best([*zip(means, visits, strict=True)])


@dataclass(frozen=True)
class MaxRobust(Criterion):
    """The child that is both most visited and highest in mean. While they differ the search goes on beyond its
    budget (Coulom 2007), for at most `extra` of it; then the most visited child is taken.

    extra: how much longer to search, as a share of the budget, 0 or more.
    """

    extra: float = 0.5
    name = "max-robust"

    def __post_init__(self) -> None:
        number(self, "extra")

    def choose(self, visits: Sequence[float], means: Sequence[float]) -> int:
        """The index of the chosen child."""
        return Robust().choose(visits, means)

    def undecided(self, visits: Sequence[int], means: Sequence[float]) -> bool:
        """Whether the search should go on."""
        return Robust().choose(visits, means) != Max().choose(visits, means)


@dataclass(frozen=True)
class Secure(Criterion):
    """The child with the highest lower confidence bound, `mean - a / sqrt(visits)`.

    a: how much certainty counts, 0 or more. Chaslot et al. 2008 use 4 with rewards in [-1, 1]; here they are in
    [0, 1], so 2 is theirs.
    """

    a: float = 2.0

    def __post_init__(self) -> None:
        number(self, "a")

    def choose(self, visits: Sequence[float], means: Sequence[float]) -> int:
        """The index of the chosen child."""
        return _best([(mean - self.a / math.sqrt(n),) for n, mean in zip(visits, means, strict=True)])


@dataclass(frozen=True)
class Mixed(Criterion):
    """A child drawn by the search's mixed strategy, as the selection formula understands it (visits, for most): for
    moves that are made at the same time. What is drawn follows from the search's seed."""

    reference = "Shafiei, Sturtevant and Schaeffer 2009; Lisý et al. 2013"
    consistent = "no: where pure strategies are enough it draws moves that it knows to be worse"

    def choose(self, visits: Sequence[float], means: Sequence[float]) -> int:
        """The index of the drawn child; always the same for the same weights, which are given as `visits`."""
        return self._draw(0, visits)

    def seeded(self, seed: int) -> Callable[[Sequence[float], Sequence[float]], int]:
        """The same, drawn by the search's seed."""
        return lambda visits, means: self._draw(seed, visits)

    def _draw(self, seed: int, weights: Sequence[float]) -> int:
        return random.Random(repr((seed, *weights))).choices(range(len(weights)), weights)[0]


@dataclass(frozen=True)
class Temperature(Criterion):
    """A child drawn in proportion to `visits ** (1 / t)`: for opponents that can be beaten, and for games that differ.
    What is drawn follows from the search's seed and the visits.

    t: 0 takes the most visited child; 1 draws in proportion to visits; the more, the more evenly.
    """

    t: float = 1.0
    reference = "Silver et al. 2017"
    consistent = "no: it draws moves that it knows to be worse"

    def __post_init__(self) -> None:
        number(self, "t")

    @property
    def structure(self) -> Hashable:
        """The kernels are those of a search that takes the most visited child."""
        return Robust().structure

    def choose(self, visits: Sequence[float], means: Sequence[float]) -> int:
        """The index of the drawn child; always the same for the same visits."""
        return self._draw(0, visits, means)

    def seeded(self, seed: int) -> Callable[[Sequence[float], Sequence[float]], int]:
        """The same, drawn by the search's seed."""
        return lambda visits, means: self._draw(seed, visits, means)

    def _draw(self, seed: int, visits: Sequence[float], means: Sequence[float]) -> int:
        if self.t == 0:
            return Robust().choose(visits, means)
        most = max(visits)
        weights = [(count / most) ** (1 / self.t) for count in visits]
        return random.Random(repr((seed, *visits))).choices(range(len(visits)), weights)[0]
