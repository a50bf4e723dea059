"""Scores against a number that was varied: a panel for each game, a line for each kind of player.

The layout is that of Figure 2 of "Memory bounded Monte Carlo tree search" (Powley, Cowling and Whitehouse, 2017), with
the intervals of all points, which it leaves out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import FixedFormatter, FixedLocator, FuncFormatter, LogLocator, MaxNLocator, NullLocator

from ...errors import StatisticsError
from ..statistics import Interval
from .style import FAINT, INK, SETTINGS, Look, as_percent, grid, legend_below, looks_of, styled, written_width

SIDEWAYS = 0.012
"""By how much of the axis's length neighbouring lines are shifted, so that their error bars do not hide each other."""

MOST_TICKS = 12
"""More places than this are not marked one by one."""

PANEL_HEIGHT = 2.55
AROUND, BETWEEN = 0.5, 0.15
"""Inches beside the panels, roughly: to know how many ticks can be written."""


@dataclass(frozen=True)
class Series:
    """A line."""

    label: str
    points: Sequence[tuple[float, Interval]]
    """where on the x axis, and what was found there"""


@dataclass(frozen=True)
class Panel:
    """A plot of several lines."""

    title: str
    series: Sequence[Series]
    reference: Interval | None = None
    """what to compare with: a line across the panel, with its interval"""


def lines(
    panels: Sequence[Panel],
    *,
    x_label: str,
    y_label: str,
    reference_label: str = "reference",
    logarithmic: bool = True,
    percent: bool = True,
    columns: int | None = None,
) -> Figure:
    """A figure of these panels with one legend. `percent`: values in [0, 1] are shown as percentages."""
    for panel in panels:
        _check(panel, logarithmic)
    looks = looks_of(series.label for panel in panels for series in panel.series)
    with styled():
        figure, axes = grid(len(panels), PANEL_HEIGHT, columns)
        across = axes[0].get_gridspec().ncols
        width = 0.9 * (figure.get_figwidth() - AROUND) / across - BETWEEN
        for place, panel in zip(axes, panels, strict=True):
            _draw(place, panel, looks, logarithmic, width)
            place.set_title(panel.title)
            place.set_xlabel(x_label)
            if place.get_subplotspec().is_first_col():
                place.set_ylabel(y_label)
        if percent:
            axes[0].yaxis.set_major_formatter(FuncFormatter(as_percent))
        entries = _legend(panels, looks, reference_label)
        if len(entries) > 1:
            legend_below(figure, entries)
    return figure


def _check(panel: Panel, logarithmic: bool) -> None:
    if not any(series.points for series in panel.series):
        raise StatisticsError(f"there is nothing to draw in panel {panel.title!r}")
    places = [x for series in panel.series for x, _ in series.points]
    if logarithmic and min(places) <= 0:
        raise StatisticsError(f"a logarithmic axis has no place for {min(places):g} (panel {panel.title!r})")


def _draw(place: Axes, panel: Panel, looks: dict[str, Look], logarithmic: bool, width: float) -> None:
    if panel.reference is not None:
        _draw_reference(place, panel.reference)
    shown = [series for series in panel.series if series.points]
    ticks = sorted({float(x) for series in shown for x, _ in series.points})
    to_axis, from_axis = (np.log, np.exp) if logarithmic else (np.array, np.array)
    ends = to_axis(np.array([ticks[0], ticks[-1]]))
    length = float(ends[1] - ends[0]) or 1.0
    for rank, series in enumerate(shown):
        shift = (rank - (len(shown) - 1) / 2) * SIDEWAYS * length
        points = sorted(series.points)
        _draw_line(
            place, from_axis(to_axis([x for x, _ in points]) + shift), [y for _, y in points], looks[series.label]
        )
    if logarithmic:
        place.set_xscale("log")
    margin = 0.05 * length
    place.set_xlim(*from_axis(ends + np.array([-margin, margin])))
    if len(ticks) <= MOST_TICKS and all(_tick(x) == f"{x:.2g}" or x == int(x) for x in ticks):
        readable = _readable(ticks, to_axis(np.array(ticks)) / length * width)
        place.xaxis.set_major_locator(FixedLocator(ticks))
        place.xaxis.set_major_formatter(FixedFormatter([_tick(x) if x in readable else "" for x in ticks]))
    else:  # measured at too many places, or at odd ones
        place.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5)) if logarithmic else MaxNLocator(6))
        place.xaxis.set_major_formatter(FuncFormatter(lambda x, _: _tick(x)))
    place.xaxis.set_minor_locator(NullLocator())


def _draw_reference(place: Axes, reference: Interval) -> None:
    place.axhspan(reference.low, reference.high, color=FAINT, alpha=0.15, linewidth=0)
    for end in (reference.low, reference.high):
        place.axhline(end, color=FAINT, linewidth=0.8, linestyle=":")
    place.axhline(reference.estimate, color=INK, linewidth=0.9)


def _draw_line(place: Axes, x: np.ndarray, y: list[Interval], look: Look) -> None:
    middle = np.array([each.estimate for each in y])
    below = middle - [each.low for each in y]
    above = np.array([each.high for each in y]) - middle
    place.errorbar(
        x,
        middle,
        yerr=np.clip([below, above], 0, None),
        color=look.colour,
        marker=look.marker,
        linestyle=look.dashes,
        markeredgecolor="white",
        markeredgewidth=0.5,
        elinewidth=0.8,
        capsize=1.6,
        capthick=0.8,
    )


def _tick(x: float) -> str:
    return f"{x:.6g}" if x < 10_000 else f"{x:,.0f}"


def _readable(ticks: list[float], inches: np.ndarray) -> list[float]:
    """As many of the ticks, the first and the last among them, as can be written without touching each other."""
    widths = [written_width(_tick(tick), SETTINGS["xtick.labelsize"]) for tick in ticks]

    def fit(i: int, j: int) -> bool:
        return bool(inches[j] - inches[i] > (widths[i] + widths[j]) / 2 + 0.05)

    kept, last = [0], len(ticks) - 1
    for i in range(1, last):
        if fit(kept[-1], i) and fit(i, last):
            kept.append(i)
    return [ticks[i] for i in [*kept, last]] if last else ticks


def _legend(panels: Sequence[Panel], looks: dict[str, Look], reference_label: str) -> dict[str, object]:
    entries: dict[str, object] = {
        label: Line2D(
            [], [], color=look.colour, marker=look.marker, linestyle=look.dashes,
            markeredgecolor="white", markeredgewidth=0.5,
        )
        for label, look in looks.items()
    }  # fmt: skip
    if any(panel.reference is not None for panel in panels):
        band = Patch(facecolor=FAINT, alpha=0.25, linewidth=0)
        entries[reference_label] = (band, Line2D([], [], color=INK, linewidth=0.9))
    return entries
