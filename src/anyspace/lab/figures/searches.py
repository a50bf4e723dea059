"""One search for printing: how it made up its mind, and the shape of its tree."""

from __future__ import annotations

from collections.abc import Mapping

from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from ...errors import StatisticsError
from ...search.convergence import Convergence
from ...search.shape import TreeShape
from .style import FAINT, PAGE_WIDTH, legend_below, looks_of, styled

PANEL_HEIGHT = 2.4


def convergence_figure(convergence: Convergence, most: int = 6) -> Figure:
    """Values and shares of visits of the most visited moves over iterations."""
    values, shares = convergence.lines("value", most), convergence.lines("share", most)
    looks = looks_of(values)
    with styled():
        figure = Figure(figsize=(PAGE_WIDTH, PANEL_HEIGHT + 0.45), layout="constrained")
        left, right = figure.subplots(1, 2)
        for axes, lines, what in ((left, values, "value"), (right, shares, "share of visits")):
            for name, points in lines.items():
                look = looks[name]
                xs, ys = zip(*points, strict=True)
                axes.plot(xs, ys, color=look.colour, linestyle=look.dashes)
            axes.set_xscale("log")
            axes.set_xlabel("iterations")
            axes.set_ylabel(what)
            axes.axvline(convergence.settled(), color=FAINT, linewidth=0.8, linestyle=":")
        figure.suptitle(convergence.title, fontsize=9)
        legend_below(
            figure, {name: Line2D([], [], color=look.colour, linestyle=look.dashes) for name, look in looks.items()}
        )
    return figure


def shape_figure(shapes: Mapping[str, TreeShape]) -> Figure:
    """Trees side by side, by name: how many nodes each has at a depth, and how evenly these are visited."""
    if not shapes:
        raise StatisticsError("a figure needs at least one tree")
    looks = looks_of(shapes)
    with styled():
        figure = Figure(figsize=(PAGE_WIDTH, PANEL_HEIGHT + 0.45), layout="constrained")
        left, right = figure.subplots(1, 2)
        for name, shape in shapes.items():
            look, depths = looks[name], range(len(shape.widths))
            drawn = dict(color=look.colour, marker=look.marker, linestyle=look.dashes, markersize=3.2)
            left.plot(depths, shape.widths, **drawn)
            right.plot(depths, [even / wide for even, wide in zip(shape.effective, shape.widths, strict=True)], **drawn)
        left.set_yscale("log")
        left.set_ylabel("nodes")
        right.set_ylabel("effective share of nodes")
        right.set_ylim(0, 1.05)
        for axes in (left, right):
            axes.set_xlabel("depth")
        entries = {
            f"{name} (asymmetry {shapes[name].asymmetry:.2f})": Line2D(
                [], [], color=look.colour, marker=look.marker, linestyle=look.dashes
            )
            for name, look in looks.items()
        }
        legend_below(figure, entries)
    return figure
