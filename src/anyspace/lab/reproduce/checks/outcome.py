"""What an experiment is, what it found, and which way that points."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ...statistics import Interval, mean_interval
from ..survey_rows import BETTER, NULL, WORSE
from ..verdicts import AGREES, DIFFERS, LEVEL

UNDECIDED = "undecided"
"""A direction beside BETTER, WORSE and NULL: the intervals do not tell."""

UNSAID = "no direction"
"""Published without saying which is better: there is nothing to agree with."""

OPEN, NO_CLAIM, NOT_RUN = "not decided", "no claim", "not run"

Progress = Callable[[str], None]
"""Is told what is being done."""


class Size(NamedTuple):
    """How much of an experiment to do. Pages are made with all of it; less only shows that it runs."""

    repetitions: float = 1.0
    iterations: float = 1.0

    def times(self, count: int) -> int:
        """Trees, seeds, positions."""
        return max(2, round(count * self.repetitions))

    def visits(self, count: int) -> int:
        """Iterations of a search."""
        return max(16, round(count * self.iterations))


FULL = Size()


@dataclass(frozen=True)
class Outcome:
    """What an experiment found."""

    figures: Mapping[str, Interval]
    """by name; where a figure is no mean, its interval is a point"""
    direction: str
    """BETTER, WORSE, NULL or UNDECIDED: the method, next to what it is compared with"""


@dataclass(frozen=True)
class Check:
    """A published claim, and an experiment that puts it to the test."""

    number: str
    """of the method, as in the table of matches"""
    title: str
    published: str
    """BETTER, WORSE, NULL or UNSAID"""
    figure: str
    """what was published, in a few words"""
    setting: str
    """what is done: sizes, seeds and repetitions"""
    run: Callable[[Progress, Size], Outcome]


def verdict(outcome: Outcome | None, published: str) -> str:
    """Undecided is not agreement."""
    if outcome is None:
        return NOT_RUN
    if published == UNSAID:
        return NO_CLAIM
    if outcome.direction == UNDECIDED:
        return OPEN
    return AGREES if outcome.direction == published else DIFFERS


def direction(*gains: Interval, equal: float = 0.0) -> str:
    """Where gains point: BETTER if all lie above 0, WORSE if one lies below it; with `equal`, NULL if all lie within so
    much of 0."""
    if equal > 0 and all(-equal <= gain.low and gain.high <= equal for gain in gains):
        return NULL
    if any(gain.high < 0 for gain in gains):
        return WORSE
    return BETTER if gains and all(gain.low > 0 for gain in gains) else UNDECIDED


def saved(method: Sequence[float], other: Sequence[float], of: int = 1) -> Interval:
    """How much less (regret, error, effort) the method has, on average over trees or seeds that both had. `of`: how
    many such gains decide one claim together."""
    return mean_interval(np.subtract(other, method), 1.0 - LEVEL / of)


def gained(method: Sequence[float], other: Sequence[float], of: int = 1) -> Interval:
    """How much more (score, success) it has."""
    return saved(other, method, of)


def point(value: float) -> Interval:
    """A number that was counted, not estimated."""
    return Interval(value, value, value)
