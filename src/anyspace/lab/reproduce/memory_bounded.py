"""Figure 2 of the memory-bounded paper as a page: the figure, its numbers as tables, and what becomes of its claims."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import StoreError
from ..game_table import save
from ..report.cost import cost, duration
from ..results import Results, interval
from ..store import Store
from .claims import claims
from .experiments import GAMES, GAMES_A_POINT, UNBOUNDED, name, stored
from .markdown import counted, listed, machines, need_figures, paragraph, percent, span, table, write
from .panels import Panel, panels, title_of
from .verdicts import Claim

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FILE = "memory_bounded"

MOST_MOVES = 40
"""Of a position in Confrontation."""

SCORED = {
    "spades": "a partnership against one without bounds",
    "hearts": "one player among three without bounds; first place scores 1, last place 0, all between a half",
    "confrontation": "one player against one without bounds; the sides' tasks differ, and each has a panel",
}


def reproduce(store: Store, folder: Path) -> tuple[list[Path], list[Claim]]:
    """Write the page and the figure from what the database has. Returns the files, and the claims as decided."""
    need_figures()
    reports = stored(store)
    if not reports:
        wanted = listed([name(game) for game in GAMES])
        raise StoreError(f"{store.name} has no finished deal of {wanted}: leave out --no-play")
    found = panels(reports)
    decided = claims(found)
    text = page(reports, found, decided, spent(store, reports))
    files = write(folder, {f"{FILE}.md": text}, {FILE: figure(found)})
    return [*files, save(store, folder / f"{FILE}.parquet")], decided


def figure(found: Sequence[Panel]) -> Figure:
    """In the paper's layout, with intervals."""
    from ..figures import Panel as Drawn
    from ..figures import Series, lines

    drawn = []
    for panel in found:
        series = []
        for bound, sizes in panel.points.items():
            scores = [(size, interval(each.values(), panel.scoring)) for size, each in sizes.items()]
            series.append(Series(bound, [(size, value) for size, value in scores if value is not None]))
        drawn.append(Drawn(panel.title, series, interval(panel.baseline.values(), panel.scoring)))
    return lines(
        [panel for panel in drawn if panel.series],
        x_label="node pool size",
        y_label="win rate / mean score",
        reference_label=f"{UNBOUNDED}, 95 % interval",
    )


def spent(store: Store, reports: Mapping[str, Results]) -> str:
    """Games, iterations and time in one sentence, and what they were played on."""
    every = [each for each in (cost(store, results.name) for results in reports.values()) if each is not None]
    versions = [each for results in reports.values() for each in results.versions]
    return (
        f"{sum(each.games for each in every):,} games, {sum(each.iterations for each in every):,} iterations, "
        f"{duration(sum(each.seconds for each in every))} of CPU time (the games' durations added up), on "
        f"{machines(versions)}."
    )


# ---- the page


def page(reports: Mapping[str, Results], found: Sequence[Panel], decided: Sequence[Claim], cost_line: str) -> str:
    """All of it."""
    parts = [
        "# Memory bounded Monte Carlo Tree Search: Figure 2, played again",
        *_introduction(reports, found),
        f"![Scores against the size of the node pool, a panel a game]({FILE}.png)",
        paragraph(
            f"The same as [SVG]({FILE}.svg). Bars and the band are 95 % intervals; the band is the player without a",
            "bound.",
        ),
        "## Scores",
        *(part for panel in found for part in _panel(panel)),
        "## The paper's claims",
        paragraph(
            "Every verdict is computed from the games: *agrees*, *does not agree*, or *not decided by this many",
            "games*. Differences are in points of per cent, with 95 % intervals.",
        ),
        table(["claim", "our games"], [[claim.heading, claim.outcome] for claim in decided], left=2),
        *(part for claim in decided for part in _claim(claim)),
        "## Cost and machine",
        paragraph(cost_line),
    ]
    return "\n\n".join(parts)


def _introduction(reports: Mapping[str, Results], found: Sequence[Panel]) -> Iterator[str]:
    yield paragraph(
        'The experiment of Powley, Cowling and Whitehouse, "Memory bounded Monte Carlo tree search" (2017): a player',
        "whose tree has to fit into a pool of nodes against players without a bound, for six ways to keep within the",
        f"pool and many sizes of it, all with {_iterations(reports)} iterations a decision.",
        "Made by `anyspace lab reproduce memory_bounded`; the same command goes on where games are missing, and with",
        "`--no-play` writes this page from the games that are there, or with `--table` from those in",
        f"[{FILE}.parquet]({FILE}.parquet), a row a game.",
    )
    games = [f"{panel.title} {span(panel.games)}" for panel in found]
    yield paragraph(f"Games a point: {'; '.join(games)}. The paper has {GAMES_A_POINT:,}.")
    if missing := [title_of(game) for game in GAMES if game not in reports]:
        yield paragraph(f"Not played yet: {listed(missing)}.")
    yield paragraph(
        "Every deal is played once in each seating, and all points meet the same deals; a deal is one observation.",
        "Points that were not played are left out.",
        *_smallest_pools(found),
    )


def _smallest_pools(found: Sequence[Panel]) -> Iterator[str]:
    """What is special about Confrontation's small pools, or that they were not played."""
    sizes = [panel.sizes[0] for panel in found if panel.game == "confrontation" and panel.sizes]
    if sizes and min(sizes) < MOST_MOVES:
        yield f"Confrontation's positions have up to {MOST_MOVES} moves: in a smaller pool not every move has a node."
    elif sizes and (others := [panel.sizes[0] for panel in found if panel.sizes and panel.sizes[0] < min(sizes)]):
        yield f"Confrontation was not played with {min(others)} nodes yet: its pools begin at {min(sizes)} here."


def _iterations(reports: Mapping[str, Results]) -> str:
    every = [
        entrant["iterations"]
        for results in reports.values()
        for point in results.points
        for entrant in point.entrants
        if "iterations" in entrant
    ]
    return span(every) if every else "any number of"


def _panel(panel: Panel) -> Iterator[str]:
    yield f"### {panel.title}"
    deals = [len(scores) for sizes in panel.points.values() for scores in sizes.values()]
    yield paragraph(
        f"Score in per cent with its 95 % interval; {SCORED[panel.game]}. {counted(panel.games, 'game')} and",
        f"{counted(deals, 'complete deal')} a point.",
    )
    header = ["bound", *(f"{size:,} nodes" for size in panel.sizes)]
    yield table(
        header,
        [
            [bound, *(percent(interval(sizes.get(size, {}).values(), panel.scoring)) for size in panel.sizes)]
            for bound, sizes in panel.points.items()
        ],
    )
    baseline = interval(panel.baseline.values(), panel.scoring)
    expected = "both games of every deal: whoever has this side is without a bound"
    if panel.even is not None:
        expected = f"a player like its opponents: {100 * panel.even:g} in the long run"
    yield paragraph(f"Unbounded memory: {percent(baseline) or 'not played yet'} ({expected}).")


def _claim(claim: Claim) -> Iterator[str]:
    yield f"### {claim.heading}"
    yield paragraph(f'The paper: "{claim.paper}".', claim.rule)
    yield paragraph(f"Our games: **{claim.outcome}**.")
    yield from claim.evidence
