"""Timing two sides in alternation, so that what else the machine does falls on both."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

Work = Callable[[], object]
Timer = Callable[[], float]


@dataclass(frozen=True)
class Row:
    """One comparison. `ratio` is how many times better ours is (or how it compares, where `what` says so)."""

    section: str
    what: str
    ours: float | None
    theirs: float | None
    ratio: float | None
    unit: str
    bar: str = ""
    note: str = ""

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


def seconds(work: Work, timer: Timer = time.perf_counter) -> float:
    """How long `work` takes once."""
    started = timer()
    work()
    return timer() - started


def alternate(ours: Work, theirs: Work, rounds: int, timer: Timer = time.perf_counter) -> tuple[float, float, float]:
    """Median seconds of each side over `rounds` turns, and the median of the turns' own ratios theirs / ours."""
    pairs = []
    for turn in range(rounds):
        if turn % 2 == 0:
            mine, peer = seconds(ours, timer), seconds(theirs, timer)
        else:
            peer, mine = seconds(theirs, timer), seconds(ours, timer)
        pairs.append((mine, peer))
    return (
        statistics.median(mine for mine, _ in pairs),
        statistics.median(peer for _, peer in pairs),
        statistics.median(peer / mine for mine, peer in pairs),
    )
