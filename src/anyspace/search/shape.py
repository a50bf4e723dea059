"""The shape of a tree: how deep, how wide, how lopsided."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from .search import Search

MOST = 1_000_000
"""Nodes that are looked at: the most visited ones."""


@dataclass(frozen=True)
class TreeShape:
    """What a tree looks like from afar, ply by ply: the lists begin with the root's."""

    nodes: int
    """visited ones; of trees with more than a million the million most visited"""
    leaves: int
    """of these, those without a visited child"""
    widths: list[int]
    """nodes at each depth"""
    visits: list[int]
    """of these together"""
    effective: list[float]
    """how many nodes would share these visits as evenly as they are shared: 2 to the power of their entropy in bits"""

    @property
    def depth(self) -> int:
        """Moves from the root to the deepest node."""
        return len(self.widths) - 1

    @property
    def mean_depth(self) -> float:
        """Moves from the root to where iterations ended, on average, as the visits tell."""
        return sum(self.visits[1:]) / max(1, self.visits[0])

    @property
    def branching(self) -> float:
        """Children of a node that has any, on average."""
        return (self.nodes - 1) / max(1, self.nodes - self.leaves)

    @property
    def asymmetry(self) -> float:
        """0 where all nodes of a ply are visited alike, near 1 where few of many are: one less the effective share of
        each ply's nodes, on average by visits, the root's ply left out."""
        plies = list(zip(self.widths, self.effective, self.visits, strict=True))[1:]
        weight = sum(visits for _, _, visits in plies)
        return sum((1 - even / width) * visits for width, even, visits in plies) / weight if weight else 0.0

    def rows(self) -> list[dict[str, Any]]:
        """A dictionary for each ply: depth, nodes, effective, visits."""
        columns = zip(self.widths, self.effective, self.visits, strict=True)
        return [dict(depth=i, nodes=n, effective=even, visits=v) for i, (n, even, v) in enumerate(columns)]

    def to_frame(self) -> Any:
        """The plies as a pandas DataFrame. Needs pandas (`pip install "anyspace[notebook]"`)."""
        from ..views.frames import frame

        return frame(self.rows())

    def __str__(self) -> str:
        return (
            f"{self.nodes:,} nodes, {self.leaves:,} of them leaves; depth {self.depth}, {self.mean_depth:.1f} "
            f"on average; {self.branching:.1f} children; asymmetry {self.asymmetry:.2f}"
        )

    def _repr_html_(self) -> str:
        from ..views.charts import ply_chart

        return ply_chart(self.rows(), str(self))


def shape_of(search: Search) -> TreeShape:
    """The shape of a search's tree; under root parallelization that of the first."""
    top = search.top(min(MOST, len(search.tree.nodes)))
    depths, visits = top.depths, top.visits.astype(np.float64)
    inner = np.unique(top.parents[1:])
    widths = np.bincount(depths)
    totals = np.bincount(depths, weights=visits)
    shares = visits / np.maximum(totals[depths], 1.0)
    surprise = -shares * np.log2(np.where(shares > 0, shares, 1.0))
    entropy = np.bincount(depths, weights=surprise)
    return TreeShape(
        nodes=len(top),
        leaves=len(top) - len(inner),
        widths=widths.tolist(),
        visits=totals.astype(np.int64).tolist(),
        effective=np.exp2(entropy).tolist(),
    )
