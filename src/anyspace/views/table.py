"""Moves as a table: visits as bars, values as coloured numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .colours import Scale, scale_for
from .markup import escape, shortened

SHOWN = 12
"""Moves before the rest is folded away."""
MOST = 200
"""Moves at all."""
LONGEST_NAME = 40
WEIGHTY = 0.01
"""Of all visits: moves with less do not stretch the scale."""


@dataclass(frozen=True)
class MoveRow:
    """One move."""

    name: str
    visits: int
    share: float
    value: float
    """to the player who moves"""
    proven: bool = False
    best: bool = False


def usual_scale(rows: Sequence[MoveRow], payoffs: tuple[float, float]) -> Scale:
    """For moves of which nothing else is known. Where payoffs are as far below zero as above it, zero is the middle:
    what one gains another loses. Else it is what the moves are worth on average."""
    weighty = [row for row in rows if row.share >= WEIGHTY]
    average = sum(row.share * row.value for row in weighty) / max(1e-12, sum(row.share for row in weighty))
    return scale_for([row.value for row in weighty], payoffs, 0.0 if payoffs[0] == -payoffs[1] else average)


def move_table(rows: Sequence[MoveRow], scale: Scale) -> str:
    """The moves, in the order that they are given."""
    if not rows:
        return '<p class="as-quiet">no move has been tried yet</p>'
    widest = max(row.share for row in rows) or 1.0
    shown = [_line(row, scale, widest) for row in rows[:MOST]]
    head = "<tr><th>move</th><th>visits</th><th></th><th>share</th><th>value</th></tr>"
    told = f'<table class="as-moves">{head}{"".join(shown[:SHOWN])}</table>'
    if len(rows) > SHOWN:
        rest, left = "".join(shown[SHOWN:]), len(rows) - len(shown)
        more = f'<p class="as-quiet">and {left:,} more</p>' if left else ""
        told += (
            f"<details><summary>{len(rows) - SHOWN:,} more moves</summary>"
            f'<table class="as-moves">{head}{rest}</table>{more}</details>'
        )
    return told


def _line(row: MoveRow, scale: Scale, widest: float) -> str:
    name = shortened(row.name, LONGEST_NAME)
    chip = f"background:{scale.colour(row.value)};color:{scale.ink(row.value)}"
    sure = ' title="proven"' if row.proven else ""
    best = ' class="as-best"' if row.best else ""
    return (
        f"<tr{best}><td>{escape(name)}</td><td>{row.visits:,}</td>"
        f'<td class="as-share"><span class="as-bar" style="width:{100 * row.share / widest:.1f}%"></span></td>'
        f"<td>{row.share:.1%}</td>"
        f'<td><span class="as-chip" style="{chip}"{sure}>{row.value:+.3f}{" ✓" if row.proven else ""}</span></td></tr>'
    )
