"""Estimates side by side, each a dot with its interval: for what has no number to be plotted against."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter

from ...errors import StatisticsError
from ..statistics import Interval
from .style import FAINT, INK, LOOKS, PAGE_WIDTH, as_percent, styled

ROW_HEIGHT = 0.24


class Row(NamedTuple):
    """A line of the figure."""

    label: str
    value: Interval


def forest(
    rows: Sequence[Row], *, x_label: str, reference: float | None = None, percent: bool = False, digits: int = 1
) -> Figure:
    """A figure of these rows, the first at the top, with the numbers written beside them."""
    if not rows:
        raise StatisticsError("a figure needs at least one row")
    scale = 100 if percent else 1
    with styled():
        figure = Figure(figsize=(PAGE_WIDTH, 0.85 + ROW_HEIGHT * len(rows)), layout="constrained")
        place = figure.subplots()
        for height, row in enumerate(rows):
            value = row.value
            place.plot([value.low, value.high], [height, height], color=LOOKS[0].colour, linewidth=1.4)
            place.plot(value.estimate, height, marker="o", color=LOOKS[0].colour, markersize=4.5)
            written = Interval(*(scale * number for number in value)).shown(digits).replace("-", "\N{MINUS SIGN}")
            place.annotate(
                written.replace(" [", "% [") if percent else written,
                xy=(1.01, height),
                xycoords=("axes fraction", "data"),
                va="center",
                fontsize=7.5,
                color=INK,
                annotation_clip=False,
            )
        if reference is not None:
            place.axvline(reference, color=FAINT, linewidth=0.9, linestyle="--", zorder=0)
        place.set_yticks(range(len(rows)), [row.label for row in rows])
        place.set_ylim(len(rows) - 0.5, -0.5)
        place.tick_params(axis="y", length=0)
        place.grid(axis="y", visible=False)
        place.spines["left"].set_visible(False)
        place.set_xlabel(x_label)
        if percent:
            place.xaxis.set_major_formatter(FuncFormatter(as_percent))
    return figure
