"""Tables I to III of the parallel paper as a page: decision times and efficiency, measured now, beside the paper's."""

from __future__ import annotations

import json
import platform
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ... import __version__
from ...bench.parallel import EXPLORATION, ITERATIONS, KINDS, PUBLISHED_C, Timed, position, timings
from ..machine import cores, processor
from .markdown import need_figures, paragraph, table, write

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FILE = "parallel"
TABLES = {"UCT": "Table I", "ISMCTS": "Table II"}
PAPER_MACHINE = "two Intel Xeon E5645 of six cores each"


EFFICIENCY = (
    "t1 / (n tn); 1 is ideal. *Separate searches* are no scheme: as many plain searches at once as there are threads, "
    "each for itself, until the last is done, the time divided by their number. That is what the machine gives to "
    "threads that neither wait for each other nor take work off a slower one."
)


def measure(rounds: int) -> Iterator[Timed]:
    """Every line of Tables I and II, as soon as it is known."""
    need_figures()
    state = position()
    for kind in KINDS:
        yield from timings(state, kind, rounds)


def write_all(timed: Sequence[Timed], folder: Path) -> list[Path]:
    """Write the page, the figure and all times as JSON. Returns the files."""
    texts = {f"{FILE}.md": page(timed), f"{FILE}.json": json.dumps(as_json(timed), indent=1)}
    return write(folder, texts, {FILE: figure(timed)})


def figure(timed: Sequence[Timed]) -> Figure:
    """Speed-up and efficiency, ours and the paper's."""
    from ..figures import Timing, parallel

    panels: dict[str, list[Timing]] = {}
    for each in timed:
        # relative to one thread, turn by turn, as in the table
        ours = {n: 1 / (n * each.efficiency(n)) for n in each.counts}
        panels.setdefault(each.kind, []).append(Timing(each.scheme, ours))
        if each.published:
            theirs = dict(enumerate(each.published, 1))
            panels[each.kind].append(Timing(each.scheme, theirs, published=True))
    return parallel(panels, measured="here", published="Sephton et al. 2014")


def as_json(timed: Sequence[Timed]) -> dict[str, Any]:
    """Every time that was measured."""
    return {
        "processor": processor(),
        "cores": cores(),
        "anyspace": __version__,
        "python": platform.python_version(),
        "game": "skirmish",
        "iterations": ITERATIONS,
        "timings": [
            {
                "search": each.kind,
                "scheme": each.scheme,
                "threads": n,
                "milliseconds": [round(1000 * seconds, 4) for seconds in each.times[n - 1]],
                "median": each.milliseconds(n),
                "efficiency": each.efficiency(n),
                "published_milliseconds": each.published[n - 1] if n <= len(each.published) else None,
            }
            for each in timed
            for n in each.counts
        ],
    }


# ---- the page


def page(timed: Sequence[Timed]) -> str:
    """All of it."""
    most = max(len(each.times) for each in timed)
    turns = len(timed[0].times[0])
    parts = [
        "# Parallelization of Information Set Monte Carlo Tree Search: Tables I to III, measured again",
        paragraph(
            "The experiment of Sephton, Cowling, Powley, Whitehouse and Slaven (2014): how long a decision of",
            f"{ITERATIONS:,} iterations (C = {PUBLISHED_C:g} in the paper's formula, X + C sqrt(2 ln n / n_i), that is",
            f"our c = {EXPLORATION:.2f}) takes with one thread and more, for every way to share",
            "the work. UCT sees the hidden cards, ISMCTS guesses them anew in every iteration. The game is",
            "skirmish, which is after the paper's. Made by `anyspace lab reproduce parallel`; all times are in",
            f"[{FILE}.json]({FILE}.json).",
        ),
        paragraph(
            f"{processor()}, {cores()} core{'s' * (cores() > 1)}; anyspace {__version__}. Medians of {turns} turns, in",
            "which all numbers of threads take their turn. More threads than cores were not measured. The paper's",
            f"figures are from {PAPER_MACHINE}; where we have fewer, only as many columns are shown.",
        ),
        f"![Speed-up and efficiency against the number of threads]({FILE}.png)",
        f"The same as [SVG]({FILE}.svg).",
    ]
    for kind, number in TABLES.items():
        of_kind = [each for each in timed if each.kind == kind]
        if of_kind:
            parts += [f"## {number}: {kind}, milliseconds a decision", _times(of_kind, most)]
    parts += ["## Table III: efficiency", paragraph(EFFICIENCY), _efficiency(timed, most)]
    return "\n\n".join(parts)


def _times(timed: Sequence[Timed], most: int) -> str:
    header = ["scheme"]
    for n in range(1, most + 1):
        header += [_threads(n), "the paper"]
    rows = []
    for each in timed:
        row = [each.scheme]
        for n in range(1, most + 1):
            row += [f"{each.milliseconds(n):.2f}", f"{each.published[n - 1]:.2f}" if n <= len(each.published) else ""]
        rows.append(row)
    return table(header, rows)


def _efficiency(timed: Sequence[Timed], most: int) -> str:
    header = ["search, scheme"]
    for n in range(2, most + 1):
        header += [_threads(n), "the paper"]
    rows = []
    for each in timed:
        row = [f"{each.kind}, {each.scheme}"]
        for n in range(2, most + 1):
            theirs = each.published
            row += [f"{each.efficiency(n):.2f}", f"{theirs[0] / n / theirs[n - 1]:.2f}" if n <= len(theirs) else ""]
        rows.append(row)
    return table(header, rows)


def _threads(n: int) -> str:
    return f"{n} thread{'s' * (n > 1)}"
