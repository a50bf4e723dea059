"""How figures look: sizes for a printed page, colours that the colour-blind can tell apart, and files that repeat."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import matplotlib
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from ...errors import StatisticsError

PAGE_WIDTH = 7.0
"""Inches: the text of a page, or two columns of one."""

DOTS_PER_INCH = 200

INK, FAINT = "#222222", "#8a8a8a"


class Look(NamedTuple):
    """A line's colour, marker and dashes: told apart by each of them alone, in colour or in grey."""

    colour: str
    marker: str
    dashes: Any


LOOKS = [
    Look("#0072B2", "o", "-"),
    Look("#D55E00", "s", (0, (5, 1.5))),
    Look("#009E73", "^", (0, (3, 1, 1, 1))),
    Look("#CC79A7", "D", (0, (1, 1))),
    Look("#E69F00", "v", (0, (7, 1.5, 1, 1.5))),
    Look("#56B4E9", "X", (0, (4, 1, 1, 1, 1, 1))),
    Look("#000000", "p", (0, (2, 2))),
    Look("#8C8C8C", "P", (0, (6, 2, 2, 2))),
]
"""Colours: Okabe and Ito (2008), "Color universal design", with a grey for yellow, which paper swallows."""

SETTINGS: dict[str, Any] = {
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],  # comes with matplotlib: the same letters everywhere
    "font.size": 8,
    "axes.titlesize": 9,
    "axes.titleweight": "bold",
    "axes.labelsize": 8,
    "axes.edgecolor": INK,
    "axes.linewidth": 0.7,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#e4e4e4",
    "grid.linewidth": 0.6,
    "xtick.labelsize": 7.5,
    "ytick.labelsize": 7.5,
    "xtick.major.width": 0.7,
    "ytick.major.width": 0.7,
    "lines.linewidth": 1.3,
    "lines.markersize": 4.6,
    "legend.fontsize": 8,
    "legend.frameon": False,
    "svg.fonttype": "path",  # looks the same where the font is missing
    "svg.hashsalt": "anyspace",
}


@contextlib.contextmanager
def styled() -> Iterator[None]:
    """Our settings, for as long as a figure is drawn."""
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(SETTINGS)
        yield


def looks_of(labels: Iterable[str]) -> dict[str, Look]:
    """A look for each label, in the order of their first appearance: one label looks the same in every panel."""
    distinct = list(dict.fromkeys(labels))
    return {label: LOOKS[i % len(LOOKS)] for i, label in enumerate(distinct)}


def grid(panels: int, height: float, columns: int | None = None) -> tuple[Figure, list[Axes]]:
    """A figure of the page's width with so many panels, each so many inches high, with one scale for all values."""
    if panels == 0:
        raise StatisticsError("a figure needs at least one panel")
    across = columns or (panels if panels <= 3 and panels != 2 else 2)
    down = -(-panels // across)
    width = PAGE_WIDTH if across > 1 else 0.75 * PAGE_WIDTH
    figure = Figure(figsize=(width, down * height + 0.45), layout="constrained")
    axes = figure.subplots(down, across, sharey=True, squeeze=False).ravel()
    for empty in axes[panels:]:
        empty.remove()
    for panel in axes[max(0, panels - across) : panels]:
        panel.tick_params(labelbottom=True)
    return figure, list(axes[:panels])


def legend_below(figure: Figure, entries: Mapping[str, Any]) -> None:
    """One legend (labels and what they look like) for all panels, beneath them, where it covers nothing."""
    widths = [written_width(label, SETTINGS["legend.fontsize"]) + 0.62 for label in entries]
    rows = 1
    while rows < len(widths) and _table_width(widths, rows) > figure.get_figwidth() - 0.2:
        rows += 1
    figure.legend(
        list(entries.values()),
        list(entries),
        loc="outside lower center",
        ncols=-(-len(entries) // rows),
        handlelength=3.2,
        columnspacing=1.4,
    )


def _table_width(widths: list[float], rows: int) -> float:
    """Of a legend with so many rows, which is filled column by column."""
    return sum(max(widths[i : i + rows]) for i in range(0, len(widths), rows))


def written_width(text: str, points: float) -> float:
    """About how many inches a line of text takes in letters of this size."""
    return len(text) * 0.6 * points / 72


def as_percent(value: float, _: object = None) -> str:
    """`52.5%`; a tick's label."""
    return f"{100 * value:.4g}%"


# ---- files


def as_svg(figure: Figure) -> bytes:
    """The figure as an SVG document, the same bytes every time."""
    return _written(figure, "svg", {"Date": None, "Creator": "anyspace"})


def as_png(figure: Figure) -> bytes:
    """The figure as a PNG image, the same bytes every time."""
    return _written(figure, "png", {"Software": "anyspace"})


def save(figure: Figure, path: Path) -> list[Path]:
    """Write NAME.png and NAME.svg; a path that ends in one of these is that file alone. Returns what was written."""
    writers = {".png": as_png, ".svg": as_svg}
    suffixes = [path.suffix.lower()] if path.suffix.lower() in writers else list(writers)
    written = []
    for suffix in suffixes:
        target = path if path.suffix.lower() in writers else path.with_name(path.name + suffix)
        target.write_bytes(writers[suffix](figure))
        written.append(target)
    return written


def _written(figure: Figure, format_: str, metadata: dict[str, str | None]) -> bytes:
    FigureCanvasAgg(figure)
    out = io.BytesIO()
    with styled():
        figure.savefig(out, format=format_, dpi=DOTS_PER_INCH, metadata=metadata)
    return out.getvalue()
