"""What an experiment has cost, from the database."""

from __future__ import annotations

from dataclasses import dataclass

from ..store import Store


@dataclass(frozen=True)
class Cost:
    """Of all games of an experiment that were played, those of points it no longer has among them."""

    games: int
    decisions: int
    """moves that were not forced"""
    iterations: int
    seconds: float
    """of all games added up, each on one core: CPU time, while no more processes run than there are cores"""
    thinking: float
    """of these, within the searches"""
    first: str
    last: str
    """when the first and the last game ended, UTC, ISO 8601"""

    @property
    def overhead(self) -> float:
        """The share of the time that was not spent thinking: rules, bookkeeping."""
        return 1 - self.thinking / self.seconds if self.seconds else 0.0

    @property
    def rate(self) -> float:
        """Iterations a second of thinking."""
        return self.iterations / self.thinking if self.thinking else 0.0


def cost(store: Store, experiment: str) -> Cost | None:
    """The cost so far; None before the first game."""
    row = store.rows(
        "SELECT count(*) AS games, sum(decisions) AS decisions, sum(iterations) AS iterations, "
        "sum(seconds) AS seconds, sum(thinking) AS thinking, min(finished) AS first, max(finished) AS last "
        "FROM games JOIN points ON point = points.id WHERE experiment = ?",
        experiment,
    )[0]
    return Cost(**row) if row["games"] else None


def duration(seconds: float) -> str:
    """`3.1 s`, `12.4 min`, `5.20 h`."""
    if seconds < 60:
        return f"{seconds:.1f} s"
    return f"{seconds / 60:.1f} min" if seconds < 3600 else f"{seconds / 3600:.2f} h"
