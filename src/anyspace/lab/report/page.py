"""The page: sections put together from tables, figures and facts."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping, Sequence
from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING

from ... import __version__
from ...errors import ExperimentError, MissingDependency, StoreError
from ..results import Results, load
from ..store import Store
from ..text_report import ratings
from . import tables
from .cost import Cost, cost, duration
from .plan import figures, title

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SCORING = {
    "win": "the side with the greatest payoff scores 1, all others 0; sides that share it share the 1",
    "placing": "first place scores 1, last place 0, all places between a half; equals share",
    "payoff": "the payoff itself",
}

READING = """\
<p>Every deal is played once in each seating, so that the luck of the cards and of moving first cancels out. A deal is
one observation: its games depend on each other, and their mean is what enters all statistics.</p>
<p><b>95 % interval</b>: of all intervals computed in this way, 95 in 100 contain the true mean. Scores: Wilson's
interval with the effective number of observations; payoffs: Student's t.
<b>Elo</b>: the score on the logistic scale, 400 points for odds of ten to one.
<b>p (Holm)</b>: how likely so large a difference would be if there was none, corrected for the number of rows;
below 0.05 it is called significant. A large p does not show that there is no difference.
<b>Worse by less than &hellip;</b>: a one-sided test of non-inferiority at the 5 % level, which does show it.</p>
"""


def page(store: Store, experiments: Sequence[str]) -> str:
    """The report of these experiments as an HTML document without references to anything outside it."""
    reports = [load(store, name) for name in experiments]
    if not reports:
        raise ExperimentError("there are no experiments to report on")
    costs = [cost(store, name) for name in experiments]
    drawn = _drawn(reports)
    shared = {name: figure for name, figure in drawn.items() if name not in experiments}
    own = {name: figure for name, figure in drawn.items() if name in experiments}
    template = files(__package__).joinpath("page.html").read_text(encoding="utf-8")
    return Template(template).substitute(
        version=escape(__version__),
        title=escape(reports[0].name if len(reports) == 1 else "Experiments"),
        summary=escape(_summary(reports, costs)),
        contents=_contents(reports),
        figures="".join(_figure(name, figure) for name, figure in shared.items()),
        experiments="".join(
            _experiment(results, spent, own.get(results.name), number)
            for number, (results, spent) in enumerate(zip(reports, costs, strict=True))
        ),
        reading=READING,
    )


def write_page(store: Store, experiments: Sequence[str], path: Path) -> None:
    """Write the page. Raises `StoreError` if that is not possible."""
    text = page(store, experiments)
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise StoreError(f"cannot write {path}: {error.strerror or error}") from None


def write_figures(store: Store, experiments: Sequence[str], folder: Path) -> list[Path]:
    """Write every figure as PNG and as SVG. Returns the files. Raises `StoreError` if that is not possible."""
    drawn = _drawn([load(store, name) for name in experiments])
    from ..figures import save

    try:
        folder.mkdir(parents=True, exist_ok=True)
        return [path for name, figure in drawn.items() for path in save(figure, folder / _file_name(name))]
    except OSError as error:
        raise StoreError(f"cannot write figures to {folder}: {error.strerror or error}") from None


def _drawn(reports: Sequence[Results]) -> Mapping[str, Figure]:
    try:
        return figures(reports)
    except ImportError as error:
        raise MissingDependency(f"figures need {error.name}: pip install 'anyspace[lab]'") from None


def _file_name(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_") or "figure"


# ---- sections


def _summary(reports: Sequence[Results], costs: Sequence[Cost | None]) -> str:
    found = [spent for spent in costs if spent is not None]
    games = f"{sum(results.done for results in reports):,} of {sum(results.wanted for results in reports):,} games"
    if not found:
        return f"{games} played."
    seconds, iterations = sum(spent.seconds for spent in found), sum(spent.iterations for spent in found)
    days = sorted({spent.first[:10] for spent in found} | {spent.last[:10] for spent in found})
    when = days[0] if len(days) == 1 else f"{days[0]} to {days[-1]}"
    return f"{games} played, {iterations:,} iterations, {duration(seconds)} of CPU time, {when}."


def _contents(reports: Sequence[Results]) -> str:
    if len(reports) == 1:
        return ""
    items = "".join(
        f'<li><a href="#experiment-{i}">{escape(results.name)}</a></li>' for i, results in enumerate(reports)
    )
    return f"<nav><ul>{items}</ul></nav>"


def _figure(name: str, figure: Figure) -> str:
    from ..figures import as_svg

    # as an image: what is inside one SVG cannot collide with what is inside another
    data = base64.b64encode(as_svg(figure)).decode("ascii")
    text = f"Mean scores with 95 % intervals: {name}"
    image = f'<img alt="{escape(text, quote=True)}" src="data:image/svg+xml;base64,{data}">'
    return f"<figure>{image}<figcaption>{escape(text)}.</figcaption></figure>"


def _experiment(results: Results, spent: Cost | None, figure: Figure | None, number: int) -> str:
    parts = [
        f'<h2 id="experiment-{number}">{escape(results.name)}</h2>',
        _facts(
            {
                "game": title(results) if ".py:" in results.game else results.game,
                "sides": "; ".join(
                    "seat" + "s" * (len(side) > 1) + f" {', '.join(map(str, side))}" for side in results.sides
                ),
                "scoring": f"{results.scoring}: {SCORING[results.scoring]}",
                "seed": str(results.seed),
                "games": f"{results.done:,} of {results.wanted:,}",
            }
        ),
        "<h3>Players</h3>",
        tables.players(results),
        "<h3>Results</h3>",
        _figure(results.name, figure) if figure is not None else "",
        tables.scores(results),
        tables.compared(results),
        tables.ratings(ratings(results)),
        "<h3>Cost, versions, machine</h3>",
        _facts(_cost(spent)),
        *(_facts(each) for each in results.versions),
    ]
    return "\n".join(part for part in parts if part)


def _cost(spent: Cost | None) -> dict[str, str]:
    if spent is None:
        return {"games": "none yet"}
    return {
        "CPU time": f"{duration(spent.seconds)} in games, {100 * spent.overhead:.1f} % of it outside the searches",
        "decisions": f"{spent.decisions:,}",
        "iterations": f"{spent.iterations:,} ({spent.rate:,.0f} a second on one core)",
        "played": f"{_minute(spent.first)} to {_minute(spent.last)} UTC",
    }


def _minute(moment: str) -> str:
    return moment[:16].replace("T", " ")


def _facts(facts: Mapping[str, str]) -> str:
    items = "".join(f"<dt>{escape(key)}</dt><dd>{escape(value)}</dd>" for key, value in facts.items())
    return f"<dl>{items}</dl>"
