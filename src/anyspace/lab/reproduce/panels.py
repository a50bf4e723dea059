"""The panels of Figure 2: of each bound and each size of the pool, the scores deal by deal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean

from ..report.plan import even_score, reference_of
from ..report.tables import scores_of
from ..results import PointResults, Results
from .experiments import BOUNDS, SIDES, UNBOUNDED

Scores = Mapping[int, float]
"""By deal."""


@dataclass(frozen=True)
class Panel:
    """A game, or one side of it."""

    game: str
    side: str
    """empty where the panel is about the whole game"""
    scoring: str
    points: Mapping[str, Mapping[int, Scores]]
    """by bound and by size; those without a finished deal are left out"""
    baseline: Scores
    """of the player without a bound (see `baseline`)"""
    even: float | None
    """what that player scores on average, where it is known: not on a single side"""
    games: Sequence[int] = field(default=())
    """played, of every point"""

    @property
    def title(self) -> str:
        """`Spades`; `Confrontation (Dark)`."""
        return title_of(self.game, self.side)

    @property
    def sizes(self) -> list[int]:
        """Of the pools."""
        return sorted({size for sizes in self.points.values() for size in sizes})

    def common_sizes(self, low: int, high: int) -> list[int]:
        """Those of this range that all bounds have, so that means over them can be compared."""
        every = [set(sizes) for sizes in self.points.values()]
        return sorted(size for size in set.intersection(*every) if low <= size <= high) if every else []

    def mean_over(self, bound: str, sizes: Iterable[int]) -> Scores:
        """A bound's mean over these sizes in every deal that was played at all of them."""
        return mean_by_deal([self.points[bound][size] for size in sizes])

    def unbounded(self, deals: Iterable[int]) -> Scores:
        """What to compare with in these deals: the known score of a player like its opponents, else the measured."""
        if self.even is not None:
            return dict.fromkeys(deals, self.even)
        return self.baseline


def title_of(game: str, side: str = "") -> str:
    """What to call a game, or a side of it."""
    return f"{game[:1].upper()}{game[1:]}" + (f" ({side})" if side else "")


def mean_by_deal(every: Sequence[Scores]) -> Scores:
    """The mean in every deal that all have."""
    common = set.intersection(*(set(scores) for scores in every)) if every else set()
    return {deal: fmean(scores[deal] for scores in every) for deal in sorted(common)}


def pairs(mine: Scores, other: Scores) -> tuple[list[float], list[float]]:
    """The scores of both in the deals that both have."""
    common = [deal for deal in mine if deal in other]
    return [mine[deal] for deal in common], [other[deal] for deal in common]


def panels(reports: Mapping[str, Results]) -> list[Panel]:
    """The panels of these games."""
    return [
        _panel(game, results, None if side == "" else number, side)
        for game, results in reports.items()
        for number, side in enumerate(SIDES[game])
    ]


def baseline(point: PointResults, side: int | None) -> Scores:
    """Of a player against others like it, by deal. What it scores on one of two sides is told by both games of a deal:
    in the other one its opponent, who is no different, has that side."""
    mine = scores_of(point, side)
    if side is None:
        return mine
    return mean_by_deal([mine, {deal: 1 - score for deal, score in scores_of(point, 1 - side).items()}])


def _panel(game: str, results: Results, side: int | None, called: str) -> Panel:
    points: dict[str, dict[int, Scores]] = {}
    reference = reference_of(results)
    shown = [point for point in results.points if scores_of(point, side)]
    for point in shown:
        table = point.entrants[0]
        if table.get("memory", UNBOUNDED) != UNBOUNDED:
            points.setdefault(table["memory"], {})[table["nodes"]] = scores_of(point, side)
    share = 1 if side is None else len(results.sides)
    return Panel(
        game=game,
        side=called,
        scoring=results.scoring,
        points={bound: dict(sorted(points[bound].items())) for bound in BOUNDS if bound in points},
        baseline={} if reference is None else baseline(reference, side),
        even=even_score(results) if side is None else None,
        games=[len(point.games) // share for point in shown],
    )
