"""A run as a picture: what was predicted, how matches ended, how games went, over the hours."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from matplotlib.figure import Figure

from ..lab.figures.style import FAINT, LOOKS, PAGE_WIDTH, save, styled
from .gate import EVEN
from .store import Store

HEIGHT = 2.3

Curve = tuple[str, str]
"""The name of a figure in the store, and what it is called in the picture."""

PANELS: list[tuple[str, list[Curve]]] = [
    ("moves: cross entropy above the target's", [("ahead_policy", "before it was learnt from")]),
    ("moves: the likeliest is the target's", [("ahead_same_move", "before it was learnt from")]),
    ("value: squared error", [("ahead_value", "before it was learnt from"), ("value", "while learning")]),
    ("matches against the last network", [("score", "mean score")]),
    ("moves a game", [("length", "self-play")]),
    ("positions a second", [("pace", "self-play")]),
]


def draw(store: Store, title: str) -> Figure:
    """Those panels of which the run has figures."""
    known = [(name, curves) for name, curves in PANELS if any(store.figures(key) for key, _ in curves)]
    with styled():
        across = min(3, max(len(known), 1))
        down = -(-max(len(known), 1) // across)
        figure = Figure(figsize=(PAGE_WIDTH, HEIGHT * down + 0.3), layout="constrained")
        figure.suptitle(title, fontsize=9)
        axes = figure.subplots(down, across, squeeze=False).ravel()
        for panel in axes[len(known) :]:
            panel.remove()
        for panel, (name, curves) in zip(axes, known, strict=False):
            _fill(panel, store, name, curves)
    return figure


def _fill(panel: Any, store: Store, name: str, curves: list[Curve]) -> None:
    panel.set_title(name, fontsize=7.5)
    panel.set_xlabel("hours")
    for look, (key, label) in zip(LOOKS, curves, strict=False):
        points = store.figures(key)
        hours, values = [seconds / 3600 for seconds, _ in points], [value for _, value in points]
        marker = look.marker if len(points) < 40 else None
        panel.plot(hours, values, color=look.colour, linestyle=look.dashes, marker=marker, markersize=3, label=label)
    if name.startswith("matches"):
        panel.axhline(EVEN, color=FAINT, linewidth=0.8)
        panel.set_ylim(0, 1)
        accepted = [value for _, value in store.figures("accepted")]
        for (seconds, value), passed in zip(store.figures("score"), accepted, strict=False):
            if passed:
                panel.plot([seconds / 3600], [value], "o", color=LOOKS[0].colour, markersize=6, fillstyle="none")
    if len(curves) > 1:
        panel.legend(fontsize=6.5)


def write_picture(store: Store, title: str, path: Path) -> list[Path]:
    """PATH.png and PATH.svg."""
    return save(draw(store, title), path)
