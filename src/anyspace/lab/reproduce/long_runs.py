"""Long runs on published puzzles: one row a run, with its line, and the part of the page that is made of them.

The puzzles are no part of anyspace. `benchmarks/long_runs.py` runs them from files, and plays every line again.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from ...errors import ExperimentError, StoreError
from ...files import write_whole
from .checks.outcome import Check, Outcome, Progress, Size, point
from .markdown import listed, paragraph, table
from .survey_rows import NULL, WORSE

FILE = "survey_one_player_runs.csv"

TOTALS = {
    "SP-MCTS (2008)": 73_998,
    "NMCS, level 3 (2009)": 77_934,
    "NRPA, selective (2016)": 80_030,
    "best known": 87_858,
}
"""Published sums over SameGame's 20 boards."""

RECORDS = {"5D": 82.0, "5T": 178.0}
"""Of Morpion Solitaire."""

COSTS = {
    "rc_201.1": 444.54, "rc_201.2": 711.54, "rc_201.3": 790.61, "rc_201.4": 793.64, "rc_202.1": 771.78,
    "rc_202.2": 304.14, "rc_202.3": 837.72, "rc_202.4": 793.03, "rc_203.1": 453.48, "rc_203.2": 784.16,
    "rc_203.3": 817.53, "rc_203.4": 314.29, "rc_204.1": 868.76, "rc_204.2": 662.16, "rc_204.3": 455.03,
    "rc_205.1": 343.21, "rc_205.2": 755.93, "rc_205.3": 825.06, "rc_205.4": 760.47, "rc_206.1": 117.85,
    "rc_206.2": 828.06, "rc_206.3": 574.42, "rc_206.4": 831.67, "rc_207.1": 732.68, "rc_207.2": 701.25,
    "rc_207.3": 682.40, "rc_207.4": 119.64, "rc_208.1": 789.25, "rc_208.2": 533.78, "rc_208.3": 634.44,
}  # fmt: skip
"""The least costs known of the tours of Solomon, Potvin and Bengio."""

WITHIN = 0.01
"""Costs are published with two digits after the point."""


SMALL = 29
"""Places of a tour, the depot among them, up to which the published results are as good as the best known."""


class Run(NamedTuple):
    """One run of one method; scores are what the game pays."""

    game: str
    instance: str
    method: str
    seed: int
    playouts: int
    seconds: float
    """of a processor"""
    score: float
    line: str
    """the names of its moves"""


def load(folder: Path) -> list[Run]:
    """The runs of a folder's table; none where there is none. Raises `StoreError` where it is no such table."""
    path = folder / FILE
    if not path.exists():
        return []
    try:
        with path.open(encoding="utf-8", newline="") as file:
            return [
                Run(
                    row["game"], row["instance"], row["method"], int(row["seed"]), int(row["playouts"]),
                    float(row["seconds"]), float(row["score"]), row["line"],
                )
                for row in csv.DictReader(file)
            ]  # fmt: skip
    except (KeyError, TypeError, ValueError, csv.Error, OSError) as error:
        raise StoreError(f"{path} is not a table of runs ({', '.join(Run._fields)}): {error!r}") from None


def save(runs: Iterable[Run], folder: Path) -> Path:
    """Write the table, whole or not at all."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(Run._fields)
    for run in sorted(runs, key=lambda run: (run.game, _in_order(run.instance), run.method, run.seed)):
        writer.writerow([*run[:5], f"{run.seconds:.1f}", f"{run.score:.10g}", run.line])
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / FILE, text.getvalue())
    return folder / FILE


def _in_order(instance: str) -> tuple[int, str]:
    return (int(instance), "") if instance.isdecimal() else (0, instance)


def best(runs: Sequence[Run]) -> dict[str, Run]:
    """Of every instance the run that found most."""
    found: dict[str, Run] = {}
    for run in sorted(runs, key=lambda run: (_in_order(run.instance), run.score)):
        found[run.instance] = run
    return found


# ---- row 48


def reached(run: Run) -> bool:
    """Whether a tour costs no more than the best known."""
    return -run.score <= COSTS[run.instance] + WITHIN


def tours(folder: Path) -> Outcome | None:
    """In how many instances the least known cost was found; None where there are no runs."""
    found = [run for name, run in best([run for run in load(folder) if run.game == "tsptw"]).items() if name in COSTS]
    small = [run for run in found if len(run.line.split()) + 1 <= SMALL]
    if not found:
        return None
    counts = {
        f"least known cost, up to {SMALL} nodes": sum(map(reached, small)),
        "of": len(small),
        "least known cost, all": sum(map(reached, found)),
        "of all": len(found),
    }
    figures = {name: point(count) for name, count in counts.items()}
    return Outcome(figures, NULL if small and all(map(reached, small)) else WORSE)


def _elsewhere(progress: Progress, size: Size) -> Outcome:
    raise ExperimentError("benchmarks/long_runs.py makes these runs, from files that are no part of anyspace")


TOURS = Check(
    "48", "NRPA on tours with time windows", NULL, f"state of the art to {SMALL} nodes",
    "the 30 instances of [Long runs](#long-runs), some with more runs than others; no difference: the least known cost "
    "in all that are so small", _elsewhere,
)  # fmt: skip


# ---- the page


def section(folder: Path) -> str:
    """What the runs of a folder say."""
    runs = load(folder)
    parts = ["## Long runs"]
    if not runs:
        return "\n\n".join([*parts, paragraph("None: `benchmarks/long_runs.py` makes them.")])
    parts.append(
        paragraph(
            "Puzzles on which results were published, read from files that are no part of anyspace. The best line of",
            f"every run, with what it took, is in [{FILE}]({FILE}); `benchmarks/long_runs.py` makes the runs and plays",
            "all lines again (`--replay`).",
        )
    )
    shown = {"samegame": _samegame, "morpion_solitaire": _morpion, "tsptw": _tsptw}
    for game, show in shown.items():
        if mine := [run for run in runs if run.game == game]:
            parts += show(mine)
    return "\n\n".join(parts)


def _samegame(runs: Sequence[Run]) -> list[str]:
    found = best(runs)
    total = sum(run.score for run in found.values())
    published = ", ".join(f"{name} {score:,}" for name, score in TOTALS.items())
    return [
        paragraph(
            f"**SameGame**, {len(found)} of the 20 standard boards: {total:,.0f} points in all",
            f"(published: {published}).",
            _cost(runs),
        ),
        table(["board", "points", "method", "playouts"], [_row(run, f"{run.score:,.0f}") for run in found.values()]),
        *_by_method(runs),
        *_with_tabu(runs),
        *_added(runs, "boards"),
    ]


def _by_method(runs: Sequence[Run]) -> list[str]:
    """Sums over the boards, method by method and seed by seed, where there are several."""
    sums: dict[tuple[str, int], list[Run]] = {}
    for run in runs:
        sums.setdefault((run.method, run.seed), []).append(run)
    if len(sums) < 2:
        return []
    rows = [
        [
            f"`{method}`", f"{seed}", f"{len(mine)}", f"{sum(run.playouts for run in mine) / len(mine):,.0f}",
            f"{sum(run.score for run in mine):,.0f}",
        ]
        for (method, seed), mine in sums.items()
    ]  # fmt: skip
    return [table(["method", "seed", "boards", "playouts a board", "points"], rows)]


def _with_tabu(runs: Sequence[Run]) -> list[str]:
    """The tabu colour, where NRPA's first runs with and without have the same boards."""
    sides = [
        {run.instance: run for run in runs if run.seed == 1 and run.method == f"nrpa:level=3{tabu}"}
        for tabu in ("", ",tabu=False")
    ]
    if not sides[0] or sides[0].keys() != sides[1].keys():
        return []
    mine, theirs = (sum(run.score for run in side.values()) for side in sides)
    playouts = {run.playouts for side in sides for run in side.values()}
    return [
        paragraph(
            f"At {min(playouts):,} playouts a board NRPA makes {mine:,.0f} points with a tabu colour and {theirs:,.0f}",
            f"without, {mine / theirs:.2f} times as many: of what the colour gains after few playouts (row 46) little",
            "is left.",
        )
    ]


def _added(runs: Sequence[Run], what: str) -> list[str]:
    """Which runs only some of the instances had: a best of more runs is a better one."""
    sets: dict[tuple[str, int], list[str]] = {}
    for run in runs:
        sets.setdefault((run.method, run.seed), []).append(run.instance)
    every = len({run.instance for run in runs})
    few = {key: ", ".join(names) for key, names in sets.items() if len(names) < every}
    some = [f"`{method}`, seed {seed} ({names})" for (method, seed), names in few.items()]
    if not some:
        return []
    return [
        paragraph(
            f"Not all of these runs were fixed beforehand, and not all {what} had as many: some were run again, or by",
            f"other methods, after their first results had been seen: {listed(some)}.",
        )
    ]


def _morpion(runs: Sequence[Run]) -> list[str]:
    found = best(runs)
    rows = [[*_row(run, f"{run.score:.0f}"), f"{RECORDS[name]:.0f}"] for name, run in found.items() if name in RECORDS]
    return [
        paragraph("**Morpion Solitaire**.", _cost(runs)),
        table(["variant", "moves", "method", "playouts", "record"], rows),
    ]


def _tsptw(runs: Sequence[Run]) -> list[str]:
    found = {name: run for name, run in best(runs).items() if name in COSTS}
    least = sum(map(reached, found.values()))
    valid = sum(run.score > -1e6 for run in found.values())
    rows = [[*_row(run, f"{-run.score:,.2f}"), f"{COSTS[name]:,.2f}"] for name, run in found.items()]
    return [
        paragraph(
            f"**Tours with time windows**: the least known cost in {least} of {len(found)} instances; all windows",
            f"kept in {valid}.",
            _cost(runs),
        ),
        table(["instance", "cost", "method", "playouts", "least known"], rows),
        *_added(runs, "instances"),
    ]


def _row(run: Run, score: str) -> list[str]:
    return [run.instance, score, f"`{run.method}`", f"{run.playouts:,}"]


def _cost(runs: Sequence[Run]) -> str:
    hours = sum(run.seconds for run in runs) / 3600
    return f"All runs together: {len(runs):,}, {hours:.2f} hours of a processor."


def checked(runs: Sequence[Run], played: Mapping[Run, float]) -> list[str]:
    """What is wrong with lines that were played again."""
    return [
        f"{run.game} {run.instance}: {run.score:.10g} was kept, {played[run]:.10g} is what it pays"
        for run in runs
        if abs(played[run] - run.score) > 1e-6 * max(1.0, abs(run.score))
    ]
