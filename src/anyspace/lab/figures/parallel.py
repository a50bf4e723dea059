"""What threads gain: speed-up and efficiency of parallel schemes, measured ones beside published ones.

After the tables and graphs of "Parallelization of information set Monte Carlo tree search" (Sephton et al., 2014).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

from ...errors import StatisticsError
from ..statistics import Interval
from .style import FAINT, INK, PAGE_WIDTH, Look, as_percent, legend_below, looks_of, styled

PANEL_HEIGHT = 2.2
SIDEWAYS = 1.035
"""The factor by which neighbouring lines are shifted, so that their error bars do not hide each other."""


@dataclass(frozen=True)
class Timing:
    """How long a scheme takes for a decision."""

    scheme: str
    times: Mapping[int, Interval | float]
    """by number of threads, 1 among them; in any unit"""
    published: bool = False
    """a number from a paper, drawn hollow and without a line of its own colour"""

    def speed_up(self, threads: int) -> Interval:
        """t1 / tn; the relative errors of the two times add up as independent ones do."""
        alone, together = _interval(self.times[1]), _interval(self.times[threads])
        ratio = alone.estimate / together.estimate
        if threads == 1:
            return Interval(1.0, 1.0, 1.0)
        error = ratio * math.hypot(alone.half_width / alone.estimate, together.half_width / together.estimate)
        return Interval(ratio, ratio - error, ratio + error)

    def efficiency(self, threads: int) -> Interval:
        """t1 / (n tn)."""
        return Interval(*(value / threads for value in self.speed_up(threads)))


def parallel(panels: Mapping[str, Sequence[Timing]], *, measured: str = "here", published: str = "published") -> Figure:
    """Speed-up above efficiency, a column for each kind of search (by its title)."""
    _check(panels)
    looks = looks_of(timing.scheme for timings in panels.values() for timing in timings)
    with styled():
        figure = Figure(figsize=(PAGE_WIDTH, 2 * PANEL_HEIGHT + 0.6), layout="constrained")
        axes = figure.subplots(2, len(panels), sharex="col", sharey="row", squeeze=False)
        for column, (title, timings) in enumerate(panels.items()):
            upper, lower = axes[0, column], axes[1, column]
            most = max(threads for timing in timings for threads in timing.times)
            upper.plot([1, most], [1, most], color=INK, linewidth=0.9)
            lower.axhline(1.0, color=INK, linewidth=0.9)
            for rank, timing in enumerate(sorted(timings, key=lambda timing: not timing.published)):
                # the published ones first: what was measured lies on top
                shift = 1.0 if timing.published else SIDEWAYS ** (rank % len(looks) - (len(looks) - 1) / 2)
                counts = sorted(timing.times)
                _draw(
                    upper, counts, [timing.speed_up(n) for n in counts], looks[timing.scheme], timing.published, shift
                )
                _draw(
                    lower, counts, [timing.efficiency(n) for n in counts], looks[timing.scheme], timing.published, shift
                )
            upper.set_title(title)
            lower.set_xlabel("threads")
            # twice the threads, twice the speed: steps of the same size, and room where machines are small
            lower.set_xscale("log", base=2)
            upper.set_yscale("log", base=2)
            lower.set_xlim(0.9, most * 1.12)
            lower.xaxis.set_major_locator(FixedLocator(_ticks(most)))
            for axis in (lower.xaxis, upper.yaxis):
                axis.set_minor_locator(NullLocator())
                axis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:g}"))
        axes[0, 0].set_ylabel("speed-up  $t_1 / t_n$")
        axes[1, 0].set_ylabel("efficiency  $t_1 / (n\\,t_n)$")
        axes[1, 0].set_ylim(bottom=0)
        axes[1, 0].yaxis.set_major_formatter(FuncFormatter(as_percent))
        both = {timing.published for timings in panels.values() for timing in timings}
        legend_below(figure, _legend(looks, both, measured, published))
    return figure


def _ticks(most: int) -> list[int]:
    """Numbers of threads that can be written side by side on a logarithmic axis."""
    return [n for n in range(1, most + 1) if n <= 4 or (n % 2 == 0 and n <= 8) or n & (n - 1) == 0]


def _interval(value: Interval | float) -> Interval:
    return value if isinstance(value, Interval) else Interval(value, value, value)


def _check(panels: Mapping[str, Sequence[Timing]]) -> None:
    if not panels or not all(panels.values()):
        raise StatisticsError("a figure needs at least one panel, and a panel at least one scheme")
    for title, timings in panels.items():
        for timing in timings:
            if 1 not in timing.times:
                raise StatisticsError(f"{title}, {timing.scheme}: without the time of one thread there is no speed-up")
            if not all(_interval(value).estimate > 0 for value in timing.times.values()):
                raise StatisticsError(f"{title}, {timing.scheme}: times must be greater than 0")


def _draw(
    place: Axes, counts: Sequence[int], values: Sequence[Interval], look: Look, published: bool, shift: float
) -> None:
    x = [n * shift if n > 1 else 1 for n in counts]  # there all schemes are in one place
    y = [value.estimate for value in values]
    if published:
        place.plot(
            x, y, color=look.colour, alpha=0.65, linestyle=":", linewidth=1.0, marker=look.marker,
            markersize=3.6, markerfacecolor="white", markeredgewidth=0.9,
        )  # fmt: skip
        return
    errors = [[value.estimate - value.low for value in values], [value.high - value.estimate for value in values]]
    place.errorbar(
        x, y, yerr=errors, color=look.colour, linestyle="-", marker=look.marker, markeredgecolor="white",
        markeredgewidth=0.5, elinewidth=0.8, capsize=1.6, capthick=0.8,
    )  # fmt: skip


def _legend(looks: Mapping[str, Look], both: set[bool], measured: str, published: str) -> dict[str, Line2D]:
    white: dict[str, Any] = {"markeredgecolor": "white", "markeredgewidth": 0.5}
    entries = {scheme: Line2D([], [], color=look.colour, marker=look.marker, **white) for scheme, look in looks.items()}
    if both == {True, False}:
        entries[measured] = Line2D([], [], color=FAINT, marker="o", **white)
        entries[published] = Line2D([], [], color=FAINT, linestyle=":", marker="o", markerfacecolor="white")
    return {**entries, "ideal": Line2D([], [], color=INK, linewidth=0.9)}
