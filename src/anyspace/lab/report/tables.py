"""Tables of the page, as HTML."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Any, NamedTuple

from ..results import PointResults, Results
from ..scoring import SHARES
from ..statistics import Difference, Interval, elo_interval, holm, non_inferior, paired_difference
from .plan import even_score, reference_label, reference_of, score_on, side_name

LEAST_DEALS = 10
"""Fewer are not compared: tests on a handful of deals say nothing."""

MARGIN = 0.05
"""How much worse a mean score may be to count as not worse."""


class Cell(NamedTuple):
    """A cell: its text, and whether it is a number, to be aligned as one."""

    text: str
    number: bool = True


def table(header: Sequence[str], rows: Iterable[Sequence[Cell]], caption: str = "") -> str:
    """A table element."""
    body = list(rows)
    numeric = [bool(body) and all(row[i].number for row in body) for i in range(len(header))]
    heads = "".join(
        f'<th scope="col"{" class=number" if number else ""}>{escape(text)}</th>'
        for text, number in zip(header, numeric, strict=True)
    )
    lines = [f"<tr>{''.join(map(_cell, row))}</tr>" for row in body]
    above = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f"<div class=wide><table>{above}<thead><tr>{heads}</tr></thead><tbody>{''.join(lines)}</tbody></table></div>"


def _cell(cell: Cell) -> str:
    return f"<td{' class=number' if cell.number else ''}>{escape(cell.text)}</td>"


def shown(value: Interval | None, digits: int, scale: float = 1.0) -> list[Cell]:
    """Estimate and interval, two cells."""
    if value is None:
        return [Cell(""), Cell("")]
    return [
        Cell(number(value.estimate * scale, digits)),
        Cell(f"{number(value.low * scale, digits)} to {number(value.high * scale, digits)}"),
    ]


def number(value: float, digits: int) -> str:
    """With a real minus sign; infinity as such."""
    text = "\N{INFINITY}" if math.isinf(value) else f"{abs(value):,.{digits}f}"
    return f"\N{MINUS SIGN}{text}" if value < 0 and text.strip("0.,") else text


# ---- scores


def scores(results: Results) -> str:
    """A row for every point; where the sides' tasks differ, and where many sit at one table, a row for each of them."""
    shares = results.scoring in SHARES
    elo = shares and len(results.sides) == 2
    header = [*special(results), "games", "deals", "score, %" if shares else "payoff", "95 % interval"]
    header += ["Elo", "95 % interval"] if elo else []
    header += ["payoff", "95 % interval"] if shares else []
    return table(header, _score_rows(results, shares, elo))


def special(results: Results) -> list[str]:
    """Heads of the columns that say which point a row is about."""
    varied = list(dict.fromkeys(key for point in results.points for key in point.values))
    many = any(len(point.entrants) > 2 for point in results.points)
    return varied + (["player"] if many else []) + (["side"] if results.separate else [])


def about(results: Results, point: PointResults, entrant: int = 0, side: int | None = None) -> list[Cell]:
    """The cells under these heads."""
    values: dict[str, Any] = dict(point.values)
    if len(point.entrants) > 2:
        values["player"] = point.entrants[entrant]["name"]
    if results.separate:
        values["side"] = "all" if side is None else side_name(results, side)
    return [Cell(str(values.get(key, "")), isinstance(values.get(key, 0), int | float)) for key in special(results)]


def _score_rows(results: Results, shares: bool, elo: bool) -> Iterator[list[Cell]]:
    digits, scale = (1, 100) if shares else (2, 1)
    for point in results.points:
        for entrant in range(len(point.entrants) if len(point.entrants) > 2 else 1):
            score, deals = point.score(entrant), len(point.scores_by_deal(entrant))
            row = [*about(results, point, entrant), Cell(f"{len(point.games):,}"), Cell(f"{deals:,}")]
            row += shown(score, digits, scale)
            if elo:
                row += shown(None if score is None else elo_interval(score), 0)
            yield row + (shown(point.payoff(entrant), 2) if shares else [])
        for side in _sides(results, point):
            count = Cell(f"{len(point.scores_on_side(side)):,}")
            row = [*about(results, point, side=side), count, count, *shown(score_on(point, side), digits, scale)]
            yield row + [Cell("")] * ((2 if elo else 0) + (2 if shares else 0))


def _sides(results: Results, point: PointResults) -> range:
    return range(len(results.sides) if results.separate and len(point.entrants) == 2 else 0)


# ---- comparisons


class Comparison(NamedTuple):
    """A point and what it is compared with."""

    about: list[Cell]
    difference: Difference
    within_margin: bool


def comparisons(results: Results) -> Iterator[Comparison]:
    """Every point against what an equal player is known to score; where that is not known, against the reference, deal
    by deal."""
    even, reference = even_score(results), reference_of(results)
    for point in results.points:
        for side in [None, *_sides(results, point)]:
            mine = scores_of(point, side)
            if side is None and even is not None:
                base = dict.fromkeys(mine, even)
            elif reference is None or point is reference:
                continue
            else:
                base = scores_of(reference, side)
            common = [deal for deal in mine if deal in base]
            if len(common) >= LEAST_DEALS:
                difference = paired_difference([mine[deal] for deal in common], [base[deal] for deal in common])
                margin = non_inferior([mine[deal] - base[deal] for deal in common], margin=MARGIN)
                yield Comparison(about(results, point, side=side), difference, margin.shown)


def scores_of(point: PointResults, side: int | None) -> dict[int, float]:
    """The first player's score in every deal, over all sides or on one of them."""
    return point.scores_by_deal() if side is None else point.scores_on_side(side)


def compared(results: Results) -> str:
    """The comparisons as a table, empty where there are none."""
    found = list(comparisons(results))
    if not found:
        return ""
    shares = results.scoring in SHARES
    header = [
        *special(results),
        "deals",
        "difference, points of %" if shares else "difference",
        "95 % interval",
        "p (Holm)",
    ]
    header += [f"worse by less than {100 * MARGIN:g} points"] if shares else []
    rows = []
    for each, p in zip(found, holm([each.difference.p_value for each in found]), strict=True):
        row = [*each.about, Cell(f"{each.difference.pairs:,}")]
        row += shown(each.difference.interval, *((1, 100) if shares else (2, 1)))
        row.append(Cell(p_value(p)))
        rows.append(row + ([Cell("yes" if each.within_margin else "not shown", False)] if shares else []))
    return table(header, rows, f"Compared with {_compared_with(results)}")


def _compared_with(results: Results) -> str:
    even, reference = even_score(results), reference_of(results)
    named = "" if reference is None else f"{reference_label(reference)}, on the same deals"
    if even is None:
        return named
    equal = f"a player as strong as the opponent, who scores {100 * even:.4g} %"
    return f"{equal}; on single sides with {named}" if results.separate and named else equal


def p_value(p: float) -> str:
    """As journals print it."""
    return "< 0.001" if p < 0.001 else f"{p:.3f}"


# ---- ratings and facts


def ratings(found: Sequence[tuple[str, Interval]]) -> str:
    """Elo of everybody, the strongest first; empty where nobody is rated."""
    if not found:
        return ""
    rows = [[Cell(str(place)), Cell(name, False), *shown(elo, 0)] for place, (name, elo) in enumerate(found, 1)]
    return table(["", "player", "Elo", "95 % interval"], rows, "Ratings relative to the mean of all players")


def players(results: Results) -> str:
    """Options of the players: what is the same at all points, and that the rest varies."""
    every: dict[str, list[dict[str, Any]]] = {}
    for point in results.points:
        for entrant in point.entrants:
            every.setdefault(str(entrant["name"]), []).append(entrant)
    rows = []
    for name, tables in every.items():
        keys = dict.fromkeys(key for each in tables for key in each if key != "name")
        options = []
        for key in keys:
            values = list(dict.fromkeys(str(each[key]) for each in tables if key in each))
            options.append(f"{key}={', '.join(values)}")
        rows.append([Cell(name, False), Cell("; ".join(options) or "default options", False)])
    return table(["player", "options"], rows)
