"""Stopping a match as soon as its games decide: a sequential test fed deal by deal."""

from __future__ import annotations

from collections import defaultdict
from statistics import fmean
from typing import TYPE_CHECKING

from .runner import Run

if TYPE_CHECKING:
    from .results import PointResults
    from .statistics import Sprt


class UntilDecided:
    """Asked by a run of a single point whether enough is known.

    Deals are taken in their order, however games come in, so that the same match always stops at the same deal.
    """

    def __init__(self, test: Sprt) -> None:
        self.test = test
        self._read = 0
        self._next = 0
        self._scores: dict[int, list[float]] = defaultdict(list)

    def __call__(self, run: Run) -> bool:
        return self.heard(run.latest)

    def heard(self, point: PointResults) -> bool:
        """The same of what is known of the point; told of nothing new, it says the same again."""
        for game in point.games[self._read :]:
            self._scores[game.deal].append(game.scores[0])
        self._read = len(point.games)
        while len(self._scores[self._next]) == len(point.seatings):
            self.test.update(fmean(self._scores.pop(self._next)))
            self._next += 1
        return self.test.verdict != "undecided"
