"""From what varies in an experiment to what a figure of it looks like: axis, lines, panels, reference."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..results import PointResults, Results, interval, label
from ..scoring import SHARES
from ..statistics import Interval

if TYPE_CHECKING:
    from matplotlib.figure import Figure

AXES = {
    "nodes": "node pool size",
    "bytes": "bytes of memory",
    "iterations": "iterations per decision",
    "seconds": "seconds per decision",
    "c": "exploration constant $c$",
    "guesses": "determinizations",
    "threshold": "visits that save a node from collection",
    "playout_limit": "longest playout",
}
"""What varies, in words; other options are called by their name."""

SCORES = {"win": "win rate", "placing": "mean score", "payoff": "mean payoff"}

A_DECADE = 10
"""An axis whose ends are further apart than this factor is logarithmic."""


@dataclass(frozen=True)
class Plan:
    """How the points of an experiment lie on an axis."""

    axis: str
    """the option that has a place on it"""
    lines: dict[str, list[PointResults]]
    """points of each line, by the line's label"""
    reference: PointResults | None
    """the one that has no place on the axis: what the others are compared with"""


def planned(results: Results) -> Plan | None:
    """An axis for the experiment; None if no number varies, or too little for a line."""
    points = [point for point in results.points if point.score() is not None]
    axis = _axis(points)
    if axis is None:
        return None
    lines = defaultdict(list)
    for point in points:
        if axis in point.values:
            lines[_line_label(point.values, axis)].append(point)
    if max(map(len, lines.values())) < 2:
        return None
    reference = reference_of(results)
    return Plan(axis, dict(lines), None if reference is None or axis in reference.values else reference)


def reference_of(results: Results) -> PointResults | None:
    """The point to compare all others with: the one whose player plays exactly as its opponent does, else the one that
    lacks the number which varies in all others."""
    for point in results.points:
        tables = [{key: value for key, value in entrant.items() if key != "name"} for entrant in point.entrants]
        if len(tables) == 2 and tables[0] == tables[1]:
            return point
    axis = _axis(results.points)
    without = [point for point in results.points if axis is not None and axis not in point.values]
    return without[0] if len(without) == 1 else None


def _axis(points: Sequence[PointResults]) -> str | None:
    """The option with most different numbers, if it has at least three."""
    numbers: dict[str, set[float]] = defaultdict(set)
    others = set()
    for point in points:
        for key, value in point.values.items():
            if isinstance(value, int | float) and not isinstance(value, bool):
                numbers[key].add(value)
            else:
                others.add(key)
    candidates = [key for key, found in numbers.items() if key not in others and len(found) >= 3]
    return max(candidates, key=lambda key: len(numbers[key]), default=None)


def _line_label(values: dict[str, Any], axis: str) -> str:
    """What tells a line from others: the bare value where a single option does."""
    rest = {key: value for key, value in values.items() if key != axis}
    return str(next(iter(rest.values()))) if len(rest) == 1 else label(rest) or "player"


def even_score(results: Results) -> float | None:
    """What somebody scores on average who plays exactly like all others; None where scores are payoffs."""
    if results.scoring not in SHARES or any(len(point.entrants) != 2 for point in results.points):
        return None
    return 0.5 if results.scoring == "placing" else 1 / len(results.sides)


# ---- drawing


def title(results: Results) -> str:
    """The game as a heading, without its options; of one's own game the name, not the file."""
    name = results.game.partition("(")[0].rpartition(":")[2]
    return name[:1].upper() + name[1:].replace("_", " ")


def side_name(results: Results, side: int) -> str:
    """`seat 0`, `seats 0 2`."""
    seats = results.sides[side]
    return f"seat{'s' if len(seats) > 1 else ''} {' '.join(map(str, seats))}"


def figures(reports: Sequence[Results]) -> dict[str, Figure]:
    """All figures that these experiments call for, by name. Those on different games over the same axis share one."""
    found: dict[str, Figure] = {}
    groups: list[list[tuple[Results, Plan]]] = []
    for results in reports:
        plan = planned(results)
        if plan is not None:
            group = next((group for group in groups if _fits(results, plan, group)), None)
            if group is None:
                groups.append(group := [])
            group.append((results, plan))
        elif any(point.score() is not None for point in results.points):
            found[results.name] = _forest(results)
    return {" and ".join(results.name for results, _ in group): _lines(group) for group in groups} | found


def _fits(results: Results, plan: Plan, group: Sequence[tuple[Results, Plan]]) -> bool:
    """Whether an experiment belongs into a figure with others: the same axes, and a game that is not there yet."""
    first, its_plan = group[0]
    same_axes = plan.axis == its_plan.axis and (results.scoring in SHARES) == (first.scoring in SHARES)
    return same_axes and results.game not in (other.game for other, _ in group)


def _lines(group: Sequence[tuple[Results, Plan]]) -> Figure:
    from ..figures import lines

    panels = [panel for results, plan in group for panel in _panels(results, plan)]
    places = [x for panel in panels for series in panel.series for x, _ in series.points]
    scorings = dict.fromkeys(SCORES[results.scoring] for results, _ in group)
    references = dict.fromkeys(_reference(results, plan) for results, plan in group)
    axis = group[0][1].axis
    return lines(
        panels,
        x_label=AXES.get(axis, axis),
        y_label=" / ".join(scorings),
        reference_label=" / ".join(filter(None, references)),
        logarithmic=min(places) > 0 and max(places) / min(places) >= A_DECADE,
        percent=group[0][0].scoring in SHARES,
    )


def _reference(results: Results, plan: Plan) -> str:
    if plan.reference is not None:
        return f"{reference_label(plan.reference)}, 95 % interval"
    return "an equal player" if even_score(results) is not None else ""


def reference_label(point: PointResults) -> str:
    """What to call the reference in a figure or a table."""
    return " ".join(map(str, point.values.values())) or "reference"


def _panels(results: Results, plan: Plan) -> list[Any]:
    """One for the game, or one for each side where the sides' tasks differ."""
    from ..figures import Panel, Series

    sides: list[int | None] = list(range(len(results.sides))) if results.separate else [None]
    panels = []
    for side in sides:
        series = []
        for name, points in plan.lines.items():
            found = [(point.values[plan.axis], score_on(point, side)) for point in points]
            series.append(Series(name, [(x, value) for x, value in found if value is not None]))
        heading = title(results) if side is None else f"{title(results)}, {side_name(results, side)}"
        even = even_score(results)
        if plan.reference is not None:
            reference = score_on(plan.reference, side)
        else:
            reference = None if even is None or side is not None else Interval(even, even, even)
        panels.append(Panel(heading, series, reference))
    return [panel for panel in panels if any(series.points for series in panel.series)]


def score_on(point: PointResults, side: int | None) -> Interval | None:
    """The first player's score, over all sides or on one of them."""
    return point.score() if side is None else interval(point.scores_on_side(side).values(), point.scoring)


def _forest(results: Results) -> Figure:
    from ..figures import Row, forest

    rows = [
        Row(point_label(point, entrant), value)
        for point in results.points
        for entrant in range(len(point.entrants) if len(point.entrants) > 2 else 1)
        if (value := point.score(entrant)) is not None
    ]
    shares = results.scoring in SHARES
    return forest(
        rows,
        x_label=f"{SCORES[results.scoring]}, 95 % interval",
        reference=even_score(results),
        percent=shares,
        digits=1 if shares else 2,
    )


def point_label(point: PointResults, entrant: int = 0) -> str:
    """What a row is about: who plays whom in a tournament, else what varies."""
    if len(point.entrants) > 2:
        return str(point.entrants[entrant]["name"])
    if set(point.values) == {"player", "opponent"}:
        return f"{point.values['player']} \N{EN DASH} {point.values['opponent']}"
    return label(point.values) or str(point.entrants[0]["name"])
