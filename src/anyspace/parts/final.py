"""Which move to play once the search is over: the survey's four criteria (Schadd; Chaslot et al.).

A criterion looks at the root's children (`visits`, and `means` in [0, 1]) and names the index of one.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..core.binding import Loop
from .options import number
from .part import Part
from .tracing import ASKS
from .value.amaf import learn_all_moves, place_of_action


def _best(keys: Sequence[tuple[float, ...]]) -> int:
    return max(range(len(keys)), key=keys.__getitem__)


@dataclass(frozen=True)
class Criterion(Part, ABC):
    """A way to choose among the root's moves."""

    kind = "final"
    reference = "Schadd 2009; Chaslot et al. 2008; survey, III-B"

    @abstractmethod
    def choose(self, visits: Sequence[float], means: Sequence[float]) -> int:
        """The index of the chosen child."""


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
        places = [place_of_action(search.game.backend.number(move)) for move in moves]
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
