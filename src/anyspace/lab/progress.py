"""How far a run is: games, time left, and the running estimate of the point that was played last."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .statistics import Interval


@dataclass(frozen=True)
class Progress:
    """A run at one moment."""

    wanted: int
    done: int
    """games in the database, from earlier runs too"""
    played: int
    """games of this run"""
    seconds: float
    """since its first game began"""
    point: str
    """the point that was played last"""
    estimate: Interval | None
    """its mean score so far"""

    @property
    def seconds_left(self) -> float:
        """If games go on taking as long as they did."""
        return self.seconds / self.played * (self.wanted - self.done) if self.played else float("inf")

    def __str__(self) -> str:
        share = self.done / self.wanted if self.wanted else 1.0
        pace = self.played / self.seconds if self.seconds else 0.0
        parts = [f"{share:4.0%}", f"{self.done:,} of {self.wanted:,} games"]
        if pace:
            parts.append(f"{pace:.1f}/s" if pace >= 1 else f"{60 * pace:.1f}/min")
            parts.append(f"{duration(self.seconds_left)} left")
        if self.estimate is not None:
            parts.append(f"{self.point + ': ' if self.point else ''}{self.estimate.shown()}")
        return "  ".join(parts)


def duration(seconds: float) -> str:
    """A length of time as people say it: `45 s`, `12 min`, `3.5 h`, `2.1 days`."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    if seconds < 100 * 60:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h" if seconds < 48 * 3600 else f"{seconds / 86400:.1f} days"
