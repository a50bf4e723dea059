"""An opponent one can beat: a level from 1 to 10 instead of a budget. docs/levels.md says what the levels are worth."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

from .final import Criterion, Temperature
from .options import whole

WEAKEST, STRONGEST = 1, 10
FEWEST, MOST = 10, 10_000
"""Iterations of the weakest and of the strongest level; of those between by equal ratios."""


@dataclass(frozen=True)
class Level(Criterion):
    """How strong to play, from hardly better than random to all that 10,000 iterations can do: fewer iterations, unless
    the search is given a budget, and a move drawn in proportion to `visits ** (1 / t)`, with t from 1 down to 0.

    k: the level, 1 to 10.
    """

    k: int = 5
    reference = "anyspace"
    consistent = "no: below level 10 it draws moves that it knows to be worse"

    def __post_init__(self) -> None:
        whole(self, "k", WEAKEST, STRONGEST)

    @property
    def iterations(self) -> int:
        """The budget of a decision, for a search that is given none."""
        return round(FEWEST * (MOST / FEWEST) ** ((self.k - WEAKEST) / (STRONGEST - WEAKEST)))

    @property
    def temperature(self) -> Temperature:
        """How the move is drawn."""
        return Temperature((STRONGEST - self.k) / (STRONGEST - WEAKEST))

    @property
    def structure(self) -> Hashable:
        """The kernels are those of a search that takes the most visited child."""
        return self.temperature.structure

    def choose(self, visits: Sequence[float], means: Sequence[float]) -> int:
        """The index of the drawn child; always the same for the same visits."""
        return self.temperature.choose(visits, means)

    def seeded(self, seed: int) -> Callable[[Sequence[float], Sequence[float]], int]:
        """The same, drawn by the search's seed."""
        return self.temperature.seeded(seed)
