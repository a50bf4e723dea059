"""What becomes of a claim, and the few sums that deciding takes beyond `lab.statistics`."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from statistics import fmean

from ..statistics import Interval
from .markdown import listed

AGREES, DIFFERS, OPEN = "agrees", "does not agree", "not decided by this many games"

LEVEL = 0.05
"""Of all tests about one claim together."""


@dataclass(frozen=True)
class Claim:
    """A claim of the paper, and what our games say about it."""

    heading: str
    paper: str
    """in its authors' words, or nearly"""
    rule: str
    """by what it is decided"""
    verdict: str
    missing: Sequence[str] = ()
    """what should have had a part in it, and was not played enough"""
    evidence: Sequence[str] = field(default=())
    """blocks of Markdown"""

    @property
    def outcome(self) -> str:
        """The verdict, and how far it goes."""
        if not self.missing:
            return self.verdict
        so_far = self.verdict if self.verdict == OPEN else f"{self.verdict} so far"
        return f"{so_far} (without {listed(self.missing)}: too few games, or none)"


def decide(for_it: Iterable[bool], against_it: Iterable[bool]) -> str:
    """The verdict on a claim of several parts: what contradicts one contradicts all, and all have to be shown."""
    shown = list(for_it)
    return DIFFERS if any(against_it) else AGREES if shown and all(shown) else OPEN


def mean_of(intervals: Sequence[Interval]) -> Interval:
    """The mean of independent estimates; their errors add up as independent ones do, on either side."""
    middle, count = fmean(each.estimate for each in intervals), len(intervals)
    below = math.hypot(*(each.estimate - each.low for each in intervals)) / count
    above = math.hypot(*(each.high - each.estimate for each in intervals)) / count
    return Interval(middle, middle - below, middle + above)


def less(one: Interval, other: Interval) -> Interval:
    """The difference of independent estimates; their errors as in `mean_of`."""
    middle = one.estimate - other.estimate
    below = math.hypot(one.estimate - one.low, other.high - other.estimate)
    above = math.hypot(one.high - one.estimate, other.estimate - other.low)
    return Interval(middle, middle - below, middle + above)
