"""The memory-augmented paper's page: its Figure 2, one table of all that was played, its claims, its theorems."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..game_table import save
from ..report.cost import duration
from ..results import PointResults, load
from ..statistics import Interval
from ..store import Store
from .markdown import machines, paragraph, percent, table, write
from .memory_augmented import BASELINE, BEST, NEIGHBOURS, SIZES, STAGES, TEMPERATURES, memory, name_of, points_of
from .memory_augmented_claims import claims
from .theorems import all_outcomes

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FILE = "memory_augmented"

PAPER = {
    "deciding": "above 50 % at 1,000; the best result is 71 % at 10,000",
    "best": "71 %",
    "baseline": "97 % at 10,000, against Fuego",
    "time": "61 %, 5 s a move",
    "time_network": "61 %, 5 s a move",
    "figure": "Figure 2 (a) to (c)",
    "sizes": "Figure 2 (d)",
    "letter": "the same formulas",
    "raw": "4,096 features of 23,104, SimHash",
    "learned": "left for later",
    "value": "left for later",
}
"""What it has of each stage."""


def told(point: PointResults) -> str:
    """What is special about a point, in words."""
    return ", ".join(f"{name} {_shown(value)}" for name, value in point.values.items())


def _shown(value: Any) -> str:
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)


def reproduce(store: Store, folder: Path) -> list[Path]:
    """Write the page, the figure and the table of games. Returns the files."""
    drawn = figure(store)
    text = page(store, has_figure=drawn is not None)
    files = write(folder, {f"{FILE}.md": text}, {} if drawn is None else {FILE: drawn})
    return [*files, save(store, folder / f"{FILE}.parquet")]


# ---- the figure


def scores(store: Store, stage: str, *axes: str) -> dict[tuple[Any, ...], Interval]:
    """The points of a stage by some of their values."""
    found = {}
    for point in points_of(STAGES[stage], store):
        score = point.score()
        if score is not None:
            found[tuple(point.values.get(axis, BEST.get(axis)) for axis in axes)] = score
    return found


def figure(store: Store) -> Figure | None:
    """In the paper's layout, with intervals; None before a point of it is there."""
    from ..figures import Panel, Series, lines

    by_m = scores(store, "figure", "neighbours", "tau", "simulations")
    by_size = scores(store, "sizes", "entries", "simulations")
    panels = []
    for letter, m in zip("abc", NEIGHBOURS, strict=True):
        series = [
            Series(f"tau {tau:g}", [(key[2], score) for key, score in by_m.items() if key[:2] == (m, tau)])
            for tau in TEMPERATURES
        ]
        panels.append(Panel(f"({letter}) M = {m}", [each for each in series if each.points], _EVEN))
    sized = [
        Series(f"{size:,} entries", [(key[1], score) for key, score in by_size.items() if key[0] == size])
        for size in SIZES
    ]
    panels.append(Panel("(d) size of the memory", [each for each in sized if each.points], _EVEN))
    panels = [panel for panel in panels if panel.series]
    if not panels:
        return None
    return lines(panels, x_label="simulations a move", y_label="wins against the baseline", reference_label="even")


_EVEN = Interval(0.5, 0.5, 0.5)


# ---- the page


def page(store: Store, has_figure: bool) -> str:
    """All of it."""
    parts = [
        "# Memory-augmented Monte Carlo tree search, played again",
        *_introduction(store),
        *(_figure_text() if has_figure else [paragraph("Figure 2 has not been played yet.")]),
        "## Every point that was played",
        paragraph(
            "Wins in per cent with 95 % intervals; a deal, played once with each side, is one observation. *Wanted*",
            "is how many games were planned before any was played. With 1,000 simulations the memory itself is level:",
            "what is changed about it there tells little, and the rows of 10,000 ask again.",
        ),
        results_table(store) or "Nothing yet.",
        "## The paper's claims",
        *_claims(store),
        "## Theorems 1 and 2, by simulation",
        *_theorems(),
    ]
    return "\n\n".join(parts)


def _introduction(store: Store) -> Iterator[str]:
    yield paragraph(
        'The experiments of Xiao, Mei and Müller, "Memory-augmented Monte Carlo tree search" (2018), on Go 9x9 and',
        f"beyond it. Made by `anyspace lab reproduce {FILE}`, which plays stage by stage what is missing (`--only",
        "deciding` for one stage; days for all) and writes this page; with `--no-play --table",
        f"{FILE}.parquet` it writes the page from [{FILE}.parquet]({FILE}.parquet), a row a game.",
    )
    yield paragraph(
        f"The baseline is the paper's: `{BASELINE}`, a network's odds as virtual visits for the first 100 nodes, and",
        "uniform playouts (Fuego's are better). The network is the one that comes with anyspace, 4x32 in eight bits;",
        f"the memory is `{memory()}` beside it: its trunk of 2,592 numbers hashed to 256, centred, found by signs.",
        "Where the paper is silent (lambda's schedule, the constant of UCB1, nodes beyond the first 100) the choices",
        "are in lab/reproduce/memory_augmented.py. Two were made after games that are not counted here: the constant",
        "(24 games a value), and that virtual visits are added to what playouts and memory say (mixed with them the",
        "memory lost 7 of 7).",
    )
    names = [name_of(stage) for stage in STAGES.values() if name_of(stage) in store.experiments()]
    results = [load(store, name) for name in names]
    if results:
        games = [game for each in results for point in each.points for game in point.games]
        spent = duration(sum(game.seconds for game in games))
        versions = [each for result in results for each in result.versions]
        yield paragraph(
            f"{len(games):,} games, {spent} on the clock, on {machines(versions)}. Much else ran there at the same",
            "time; in the stages of equal time seconds are those for which a player had a processor.",
        )


def _figure_text() -> Iterator[str]:
    yield f"![Wins against the baseline over simulations a move]({FILE}.png)"
    yield paragraph(f"Figure 2 of the paper; the same as [SVG]({FILE}.svg). Bars are 95 % intervals.")


def results_table(store: Store) -> str:
    """A row a point."""
    rows = []
    for stage in STAGES.values():
        for point in points_of(stage, store):
            played = f"{len(point.games):,} of {stage.games:,}"
            rows.append([stage.title, told(point), percent(point.score()), played, PAPER.get(stage.name, "")])
    return table(["what", "point", "wins", "games, of wanted", "the paper"], rows, left=2) if rows else ""


def _claims(store: Store) -> Iterator[str]:
    decided = claims(store)
    yield table(
        ["claim", "our games", "figures"],
        [[claim.heading, claim.outcome, " ".join(claim.evidence)] for claim in decided],
        left=3,
    )


def _theorems() -> Iterator[str]:
    yield paragraph(
        "M positions worth the same as x to within 0.05 are valued by just as many simulations as a theorem asks",
        "for; how often is the memory's value off by more than delta_x = 0.2, where the theorem allows beta? 4,000",
        "draws each. *Uneven*: theorem 2 speaks of the sum of all simulations; here every neighbour has one, and one",
        "of them all the others. *Mended*: the same with as many as a condition without its flaw asks for.",
    )
    rows, outcomes = [], all_outcomes()
    for each in outcomes:
        case = each.case
        rows.append(
            [f"{case.theorem}", f"{case.neighbours}", f"{case.tau:g}" if case.theorem == 2 else "any",
             f"{case.needed:,} {'each' if case.theorem == 1 else 'in all'}", f"{case.beta:g}", f"{each.optimal:.4f}",
             f"{each.ours:.4f}", f"{each.uneven:.4f}", f"{each.mended:.4f}"]
        )  # fmt: skip
    heads = ["theorem", "M", "tau", "simulations", "beta", "weights of (2)", "weights (8)", "uneven", "mended"]
    yield table(heads, rows)
    broken = [each for each in outcomes if each.uneven > each.case.beta]
    yield paragraph(
        "Where neighbours have about the same number of simulations both conditions are far from tight: errors go in",
        "both directions and cancel in a mean, of which neither proof makes use; and the weights (8), which know no",
        "errors, lose little.",
    )
    if broken:
        worst = max(broken, key=lambda each: each.uneven - each.case.beta)
        yield paragraph(
            f"Theorem 2 does not hold as it stands: with M = {worst.case.neighbours}, tau = {worst.case.tau:g} and",
            f"beta = {worst.case.beta:g} the memory is off in {worst.uneven:.3f} of the draws. The proof bounds the",
            "absolute value of an error as if it had one side. With the factor of 2 that each absolute value costs",
            "the sum must be 2 sigma^2 / (alpha - tau log M)^2 (log(1 / beta) + M log 2), which grows with M as",
            f"theorem 1 does; with that it is off in {max(each.mended for each in outcomes):.3f} at most.",
        )
