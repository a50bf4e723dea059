"""The action to play after HOOT, whose children were played once each, most of them: by cells, not by visits.

From the box down to the half that was played more often, as long as that was played `least` times; of equals to the one
of the greater mean. The middle of the last cell is the answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ...core.tree import NO_NODE
from ..final import FromTree
from ..options import whole


@dataclass(frozen=True)
class Densest(FromTree):
    """The action where hoot's plays are densest. Without hoot, the most visited one.

    least: how many plays a cell needs to be entered, 1 or more.
    """

    least: int = 1
    reference = "Bubeck et al. 2011; ours"

    def __post_init__(self) -> None:
        whole(self, "least", 1, 1 << 30)

    def pick(self, search: Any, moves: Sequence[Any]) -> int | None:
        """The index of the chosen one of the root's moves; None without hoot. Of several trees it asks the first."""
        tree = search.tree
        if search.select.name != "hoot" or (cell := tree.extras[tree.roots[0]].cells) == NO_NODE:
            return None
        while True:
            both = (tree.extras[cell].cell_low, tree.extras[cell].cell_high)
            halves = [half for half in both if half != NO_NODE and tree.extras[half].cell_plays >= self.least]
            if not halves:
                move = search.game.backend.move(int(tree.nodes[cell].move))
                return moves.index(move) if move in moves else None
            cell = max(halves, key=lambda half: _order(tree.extras[half]))


def _order(cell: Any) -> tuple[int, float]:
    return int(cell.cell_plays), float(cell.cell_reward / cell.cell_plays)
