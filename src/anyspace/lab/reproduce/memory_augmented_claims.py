"""What the memory-augmented paper concludes, one claim after the other, put to our games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..results import PointResults
from ..statistics import Interval, paired_difference
from ..store import Store
from .markdown import percent
from .memory_augmented import BEST, LEARNED, LETTER, SIMULATIONS, STAGES, Stage, points_of
from .verdicts import AGREES, DIFFERS, OPEN, Claim

EVEN = 0.5
LEAST = 20
"""Deals below which nothing is decided."""


def claims(store: Store) -> list[Claim]:
    """All of them."""
    return [
        _ahead(store, "deciding", "The memory helps at equal simulations (1,000)"),
        _ahead(store, "best", "The same with 10,000 simulations", "71 %"),
        _ahead(store, "time", "It helps at equal time", "61 %", at={"design": "ours"}),
        _ahead(store, "baseline", "The baseline is far ahead of a search without a network", "97 %", above=0.9),
        _not_ahead(store),
        _order(store, "figure", "neighbours", 50, 100, "M = 100 is worse than M = 50"),
        _small_memory(store),
        _ahead(store, "learned", "Features learnt for the purpose (its open question): ahead of the baseline", ""),
        _ahead(store, "value", "Beside a value learnt off-line (its open question) the memory still helps", ""),
        *(_ahead(store, "far", heading, at={"with": what}) for what, heading in FAR.items()),
    ]


FAR = {
    LETTER: "The formulas to the letter: ahead of the baseline, 10,000 simulations",
    LEARNED: "Features learnt for the purpose, 10,000 simulations",
}
"""What only more simulations can tell."""


def _points(store: Store, stage: str, **at: Any) -> list[PointResults]:
    chosen: Stage = STAGES[stage]
    return [
        point
        for point in points_of(chosen, store)
        if all(point.values.get(name, BEST.get(name)) == value for name, value in at.items())
    ]


def _enough(point: PointResults) -> bool:
    return len(point.scores_by_deal()) >= LEAST


def _verdict(shown: bool, refuted: bool) -> str:
    return AGREES if shown else DIFFERS if refuted else OPEN


def _ahead(
    store: Store, stage: str, heading: str, paper: str = "", above: float = EVEN, at: dict[str, Any] | None = None
) -> Claim:
    """All points of a stage lie above a share of wins."""
    points = _points(store, stage, **(at or {}))
    found = _scores(points)
    enough = bool(points) and all(_enough(point) for point in points)
    shown = enough and all(score.low > above for score in found)
    verdict = _verdict(shown, enough and any(score.high < above for score in found))
    return Claim(heading, paper, "", verdict, evidence=_figures(points))


def _scores(points: Sequence[PointResults]) -> list[Interval]:
    return [score for point in points if (score := point.score()) is not None]


def _figures(points: Sequence[PointResults]) -> list[str]:
    return [f"{percent(point.score())} in {len(point.games)} games" for point in points]


def _not_ahead(store: Store) -> Claim:
    """With tau = 0.05 no point is ahead."""
    points = [point for point in _points(store, "figure", tau=0.05) if _enough(point)]
    found = _scores(points)
    wanted = sum(meeting.values.get("tau") == 0.05 for meeting in STAGES["figure"].meetings)
    all_there = len(found) == wanted
    verdict = _verdict(all_there and all(score.high < EVEN for score in found), any(s.low > EVEN for s in found))
    return Claim("tau = 0.05 does not beat the baseline", "", "", verdict, evidence=_figures(points))


def _order(store: Store, stage: str, axis: str, better: Any, worse: Any, heading: str) -> Claim:
    """One value of an option is ahead of another: deal by deal, over all simulations, at the best of the rest."""
    differences = []
    for simulations in SIMULATIONS:
        rest = {name: value for name, value in BEST.items() if name != axis}
        both = [_points(store, stage, simulations=simulations, **{**rest, axis: value}) for value in (better, worse)]
        if all(each and _enough(each[0]) for each in both):
            one, other = (each[0].scores_by_deal() for each in both)
            deals = sorted(one.keys() & other.keys())
            if len(deals) >= LEAST:
                differences.append(paired_difference([one[d] for d in deals], [other[d] for d in deals]).interval)
    shown = bool(differences) and all(each.low > 0 for each in differences)
    verdict = _verdict(shown, any(each.high < 0 for each in differences))
    return Claim(heading, "", "", verdict, evidence=[f"{percent(each)} points" for each in differences])


def _small_memory(store: Store) -> Claim:
    """A memory of 1,000 entries is behind the baseline."""
    points = [point for point in _points(store, "sizes", entries=1_000) if _enough(point)]
    found = _scores(points)
    verdict = _verdict(any(score.high < EVEN for score in found), bool(found) and all(s.low > EVEN for s in found))
    return Claim("A memory of 1,000 entries does harm", "", "", verdict, evidence=_figures(points))
