"""Results as text: a table of points with their intervals, and ratings where everybody met everybody."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .results import PointResults, Results, interval
from .scoring import SHARES

if TYPE_CHECKING:
    from .statistics import Interval


MOST_FORFEITS = 10
"""Reasons that are shown."""


def rows(results: Results) -> Iterator[dict[str, Any]]:
    """A row for every point: what varies, games, deals, score and payoff as `Interval`; where the sides differ, a row
    for each of them as well, and in a lineup of many different players a row for each player."""
    for point in results.points:
        many = len(point.entrants) > 2
        for entrant in range(len(point.entrants) if many else 1):
            about = {**point.values, **({"player": point.entrants[entrant]["name"]} if many else {})}
            deals = point.scores_by_deal(entrant)
            yield {**about, "games": len(point.games), "deals": len(deals), "score": point.score(entrant),
                   "payoff": point.payoff(entrant)}  # fmt: skip
            if results.separate:
                yield from ({**about, **row} for row in _sides(point, results, entrant))


def _sides(point: PointResults, results: Results, entrant: int) -> Iterator[dict[str, Any]]:
    for side, seats in enumerate(results.sides):
        scores = point.scores_on_side(side, entrant)
        seat = f"seat {seats[0]}" if len(seats) == 1 else f"seats {' '.join(map(str, seats))}"
        yield {"side": seat, "games": len(scores), "deals": len(scores),
               "score": interval(scores.values(), results.scoring), "payoff": None}  # fmt: skip


def ratings(results: Results) -> list[tuple[str, Interval]]:
    """Elo of everybody, strongest first, where three or more met in pairs; otherwise nothing."""
    names = {entrant["name"] for point in results.points for entrant in point.entrants}
    if len(names) < 3 or len(results.sides) != 2 or results.scoring not in SHARES:
        return []
    from .statistics import Encounter, bradley_terry

    encounters, deals = [], []
    for point in results.points:
        first, second = (entrant["name"] for entrant in point.entrants)
        for deal, score in point.scores_by_deal().items():
            encounters.append(Encounter(first, second, score * len(point.seatings), len(point.seatings)))
            deals.append(deal)
    return bradley_terry(encounters, clusters=deals).ranking() if len(set(deals)) > 1 else []


def text(results: Results) -> str:
    """The whole report of an experiment."""
    found = list(rows(results))
    special = list(
        dict.fromkeys(key for row in found for key in row if key not in ("games", "deals", "score", "payoff"))
    )
    shares = results.scoring in SHARES
    header = [
        *special,
        "games",
        "deals",
        results.scoring,
        "95 % interval",
        *(["payoff", "95 % interval"] if shares else []),
    ]
    cells = [header]
    for row in found:
        cells.append([str(row.get(key, "")) for key in special] + [f"{row['games']:,}", f"{row['deals']:,}"])
        cells[-1] += _shown(row["score"], 3 if shares else 2) + (_shown(row["payoff"], 2) if shares else [])
    lines = [
        f"{results.name}: {results.game}, scoring {results.scoring}, seed {results.seed}, "
        f"{results.done:,} of {results.wanted:,} games",
        "",
        *aligned(cells, len(special)),
    ]
    if found_ratings := ratings(results):
        shown = [[name, *_shown(elo, 0)] for name, elo in found_ratings]
        lines += ["", *aligned([["player", "Elo", "95 % interval"], *shown], 1)]
    lines += [""] * bool(results.forfeits)
    for how, count in sorted(results.forfeits.items(), key=lambda item: -item[1])[:MOST_FORFEITS]:
        lines.append(f"note: {count:,} game{'s' * (count > 1)} lost by forfeit: {how}")
    if (more := len(results.forfeits) - MOST_FORFEITS) > 0:
        lines.append(f"note: and by {more:,} other reasons")
    lines += [""] * bool(results.overruns)
    for who, late in results.overruns.items():
        moves, games = (f"{n:,} {what}{'s' * (n > 1)}" for n, what in ((late.moves, "move"), (late.games, "game")))
        lines.append(f"note: {who} took longer than it was given: {moves} in {games}, at worst {late.worst:.1f} s")
    if len(results.versions) > 1:
        every = dict.fromkeys(key for each in results.versions for key in each)
        differing = [key for key in every if len({each.get(key) for each in results.versions}) > 1]
        lines += ["", f"note: played by {len(results.versions)} versions that differ in {', '.join(differing)}"]
    return "\n".join(lines)


def as_json(results: Results) -> dict[str, Any]:
    """The report as plain dictionaries, lists and numbers."""

    def plain(value: Any) -> Any:
        return value._asdict() if hasattr(value, "_asdict") else value

    return {
        "experiment": results.name,
        "game": results.game,
        "scoring": results.scoring,
        "seed": results.seed,
        "games": results.done,
        "wanted": results.wanted,
        "rows": [{key: plain(value) for key, value in row.items()} for row in rows(results)],
        "ratings": [{"player": name, "elo": plain(elo)} for name, elo in ratings(results)],
        "versions": results.versions,
        "forfeits": results.forfeits,
        "overruns": {who: late._asdict() for who, late in results.overruns.items()},
    }


def _shown(found: Interval | None, digits: int) -> list[str]:
    if found is None:
        return ["", ""]
    return [f"{found.estimate:.{digits}f}", f"{found.low:.{digits}f} to {found.high:.{digits}f}"]


def aligned(cells: list[list[str]], left: int) -> Iterator[str]:
    """A table as lines: the first `left` columns flush left, the others flush right."""
    widths = [max(len(row[column]) for row in cells) for column in range(len(cells[0]))]
    for row in cells:
        yield "  ".join(
            cell.ljust(width) if column < left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
