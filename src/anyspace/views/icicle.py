"""A tree as a picture: a row a ply, a box a node, as wide as it was visited often, bluer if better for one player.

Pictures of nodes and arrows fail on games with many moves; this one keeps its size. Widths are in percent and letters
are not, so that it fits a narrow page without getting small.
"""

from __future__ import annotations

from .colours import Scale, scale_for
from .markup import escape, shortened
from .tree import TreeRows

HEIGHT = 21
"""Pixels of a ply."""
THINNEST = 0.12
"""Percent of the width: thinner boxes are not drawn."""
DEEPEST = 16
"""Plies that are drawn."""
LETTER = 0.75
"""Percent of the width that a letter takes, on a page of usual width."""
WEIGHTY = 0.01
"""Of the root's visits: nodes with less do not stretch the scale."""


def tree_scale(rows: TreeRows) -> Scale:
    """On which the values of a tree are told apart."""
    weighty = [value for value, n in zip(rows.values, rows.visits, strict=True) if n >= WEIGHTY * rows.visits[0]]
    return scale_for(weighty, rows.payoffs, rows.middle)


def icicle(rows: TreeRows, scale: Scale | None = None, width: str = "100%") -> str:
    """As SVG, so wide; and high enough for what is drawn."""
    scale = scale or tree_scale(rows)
    boxes = _boxes(rows)
    plies = 1 + max(rows.depths[row] for row in boxes) - rows.depths[0]
    drawn = "".join(_box(rows, row, left, wide, scale) for row, (left, wide) in boxes.items())
    what = f"the search tree of {rows.game}: {len(boxes)} nodes, {plies - 1} plies, widths by visits"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{escape(what)}" width="{width}" '
        f'height="{plies * HEIGHT}">{drawn}</svg>'
    )


def legend(rows: TreeRows, scale: Scale) -> str:
    """What the colours mean."""
    ends = [f"{scale.middle + sign * scale.span:+.3g}" for sign in (-1, 1)]
    return (
        f'<div class="as-legend"><span>{ends[0]}</span>'
        f'<span class="as-scale" style="background:{scale.gradient}"></span>'
        f'<span>{ends[1]}</span><span class="as-quiet">value for player {rows.player}; '
        f"width: visits; {len(rows):,} most visited nodes</span></div>"
    )


def _boxes(rows: TreeRows) -> dict[int, tuple[float, float]]:
    """Left edge and width of every box that is drawn, in percent."""
    found = {0: (0.0, 100.0)}
    taken = [0.0] * len(rows)  # of each box, by the children before
    for row in range(1, len(rows)):
        parent = rows.parents[row]
        if parent not in found or rows.depths[row] > rows.depths[0] + DEEPEST:
            continue
        left, wide = found[parent]
        share = wide * rows.visits[row] / max(1, rows.visits[parent])
        share = min(share, wide - taken[parent])  # nodes that share their children are visited from elsewhere, too
        if share >= THINNEST:
            found[row] = (left + taken[parent], share)
            taken[parent] += share
    return found


def _box(rows: TreeRows, row: int, left: float, wide: float, scale: Scale) -> str:
    value, name = rows.values[row], rows.names[row] or f"{rows.game}, player {rows.player} to move"
    line = " ".join(rows.line(row)) or "root"
    told = f"{line}: {rows.visits[row]:,} visits, {value:+.3f} for player {rows.player}"
    y = (rows.depths[row] - rows.depths[0]) * HEIGHT
    label = shortened(name, max(1, int(wide / LETTER)))
    words = ""
    if wide > 1.2 * LETTER and (label == name or len(label) > 2):
        words = f'<text x="3" y="{HEIGHT - 7}" font-size="11" fill="{scale.ink(value)}">{escape(label)}</text>'
    return (  # what is drawn outside of an inner svg is cut off
        f'<svg x="{left:.3f}%" y="{y}" width="{wide:.3f}%" height="{HEIGHT}"><title>{escape(told)}</title>'
        f'<rect width="100%" height="{HEIGHT - 1}" fill="{scale.colour(value)}" stroke="#fff" stroke-width=".6" '
        f'stroke-opacity=".9"/>{words}</svg>'
    )
