"""What Figure 2 of the memory-bounded paper takes: what its games have cost here, and what all of them would."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ...errors import StoreError
from ..report.cost import Cost, cost
from ..results import load
from ..store import Store
from .experiments import BOUNDS, GAMES, GAMES_A_POINT, SIDES, UNBOUNDED, experiment, name
from .markdown import listed, machines, paragraph, table, write
from .panels import title_of

PAPER_MONTHS = 4
MONTH_HOURS = 365.25 * 24 / 12

Setting = tuple[str, int | None]
"""A bound and a size; without a bound there is no size."""


@dataclass(frozen=True)
class Workload:
    """All games that the paper has of one game, at the times that were measured here."""

    games: int
    seconds: float
    measured: int
    """games of settings that were played here; the others are taken to last as those of the nearest size"""

    @property
    def hours(self) -> float:
        """Of CPU time."""
        return self.seconds / 3600


def workload(seconds: Mapping[Setting, float], sizes: Sequence[int], panels: int) -> Workload:
    """Every bound at every size and no bound, `GAMES_A_POINT` each in so many panels; `seconds` of a game, measured."""
    settings: list[Setting] = [(bound, size) for bound in BOUNDS for size in sizes] + [(UNBOUNDED, None)]
    each = GAMES_A_POINT * panels
    return Workload(
        games=each * len(settings),
        seconds=each * sum(_of(setting, seconds) for setting in settings),
        measured=each * sum(setting in seconds for setting in settings),
    )


def _of(setting: Setting, seconds: Mapping[Setting, float]) -> float:
    """Its own mean, else that of the nearest size (by ratio), else the mean of all."""
    if setting in seconds:
        return seconds[setting]
    bound, size = setting
    near = {math.log(other / size): found for (its, other), found in seconds.items() if its == bound and other and size}
    return near[min(near, key=abs)] if near else sum(seconds.values()) / len(seconds)


def seconds_a_game(store: Store, game: str) -> dict[Setting, float]:
    """The mean duration of a game of every setting that was played."""
    query = (
        "SELECT entrants, sum(seconds) AS seconds, count(*) AS games FROM games JOIN points ON point = points.id "
        "WHERE experiment = ? GROUP BY point"
    )
    found: dict[Setting, float] = {}
    for row in store.rows(query, name(game)):
        table = json.loads(row["entrants"])[0]
        found[table.get("memory", UNBOUNDED), table.get("nodes")] = row["seconds"] / row["games"]
    return found


def reproduce(store: Store, folder: Path) -> list[Path]:
    """Write the page from what the database has. Returns the files."""
    known = store.experiments()
    costs = {game: cost(store, name(game)) for game in GAMES if name(game) in known}
    played = {game: spent for game, spent in costs.items() if spent is not None}
    if not played:
        wanted = listed([name(game) for game in GAMES])
        raise StoreError(f"{store.name} has no game of {wanted}; `anyspace lab reproduce memory_bounded` plays them")
    sizes = sorted({player.table["nodes"] for game in GAMES for point in experiment(game).points
                    for player in point.entrants if "nodes" in player.table})  # fmt: skip
    loads = {game: workload(seconds_a_game(store, game), sizes, len(SIDES[game])) for game in played}
    versions = [each for game in played for each in load(store, name(game)).versions]
    return write(folder, {"cost.md": page(played, loads, sizes, machines(versions))})


# ---- the page


def page(played: Mapping[str, Cost], loads: Mapping[str, Workload], sizes: Sequence[int], machine: str) -> str:
    """All of it."""
    total = _sum(played.values())
    rows = [[title_of(game), *_measured(spent)] for game, spent in played.items()]
    parts = [
        "# What the memory-bounded experiment costs",
        paragraph(
            "The games of Figure 2 of Powley, Cowling and Whitehouse (2017), as far as they have been played, and what",
            "all of them take. Made by `anyspace lab reproduce cost` from the games of",
            "`anyspace lab reproduce memory_bounded`. CPU time is the games' durations added up, each on one core;",
            "where other programs shared the cores, less was used than is stated.",
        ),
        paragraph(f"Played on {machine}."),
        "## Measured",
        table(["game", "games", "CPU-seconds a game", "decisions a game", "iterations a game",
               "iterations a CPU-hour", "CPU-hours"],
              [*rows, *([["all", *_measured(total)]] if len(rows) > 1 else [])]),
        "## The paper's whole experiment",
        *_whole(loads, sizes),
    ]  # fmt: skip
    return "\n\n".join(parts)


def _sum(costs: Iterable[Cost]) -> Cost:
    every = list(costs)
    return Cost(
        games=sum(each.games for each in every),
        decisions=sum(each.decisions for each in every),
        iterations=sum(each.iterations for each in every),
        seconds=sum(each.seconds for each in every),
        thinking=sum(each.thinking for each in every),
        first=min(each.first for each in every),
        last=max(each.last for each in every),
    )


def _measured(spent: Cost) -> list[str]:
    return [
        f"{spent.games:,}",
        f"{spent.seconds / spent.games:.3f}",
        f"{spent.decisions / spent.games:.1f}",
        f"{spent.iterations / spent.games:,.0f}",
        f"{3600 * spent.iterations / spent.seconds:,.0f}",
        f"{spent.seconds / 3600:.2f}",
    ]


def _whole(loads: Mapping[str, Workload], sizes: Sequence[int]) -> list[str]:
    panels = sum(map(len, SIDES.values()))
    bounded = len(BOUNDS) * len(sizes) * GAMES_A_POINT * panels
    baseline = GAMES_A_POINT * panels
    told = paragraph(
        f"The paper plays {GAMES_A_POINT:,} games for each setting, of {len(BOUNDS)} bounds, in {panels} panels:",
        "Spades, Hearts, and either side of Confrontation. Its text does not list the sizes of the pool; those of our",
        f"experiments are used, {listed([f'{size:,}' for size in sizes])}.",
        f"{len(BOUNDS)} bounds x {len(sizes)} sizes x {GAMES_A_POINT:,} games x {panels} panels are {bounded:,} games,",
        f"with the {panels} baselines {bounded + baseline:,}. Each is taken to last as long as the mean game of its",
        "own setting here; settings that were not played, as long as those of the nearest size.",
    )
    total = Workload(
        games=sum(each.games for each in loads.values()),
        seconds=sum(each.seconds for each in loads.values()),
        measured=sum(each.measured for each in loads.values()),
    )
    rows = [
        [title, f"{each.games:,}", f"{each.hours:.1f}", f"{100 * (1 - each.measured / each.games):.0f} %"]
        for title, each in [*((title_of(game), each) for game, each in loads.items()), ("together", total)]
    ]
    parts = [told, table(["game", "games", "CPU-hours", "taken from the nearest size"], rows)]
    paper = PAPER_MONTHS * MONTH_HOURS
    if missing := [title_of(game) for game in GAMES if game not in loads]:
        unknown = paragraph(
            f"Not played yet: {listed(missing)}. So the whole is not known, nor how it compares with the paper's",
            f"{PAPER_MONTHS} CPU-months.",
        )
        return [*parts, unknown]
    return [
        *parts,
        paragraph(
            f"The paper: around {PAPER_MONTHS} CPU-months, {paper:,.0f} CPU-hours. Here: {total.hours:,.1f} CPU-hours,",
            f"**{paper / total.hours:,.0f} times less**."
            if total.hours < paper
            else f"**{total.hours / paper:,.1f} times more**.",
            "Processors of different years are compared, and games whose rules differ in detail.",
        ),
    ]
