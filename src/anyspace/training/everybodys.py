"""What a search expects for every player: a node keeps the rewards of one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..core.binding import Loop
from ..parts.part import Part


@dataclass(frozen=True)
class EverybodysMean(Part):
    """The sums of all players' rewards at the root."""

    kind = "backup"

    def bind(self, loop: Loop) -> None:
        sums, inner = loop.table(np.float64, (loop.setup.game.players,)), loop.credit
        object.__setattr__(self, "_place", sums)  # the same in all searches of one planner

        def credit(tree: Any, policy: Any, scratch: Any, which: int, i: int, node: Any, payoffs: Any) -> None:
            inner(tree, policy, scratch, which, i, node, payoffs)
            if i == 0:
                for player in range(len(payoffs)):
                    tree.tables[sums][player] += payoffs[player]

        loop.credit = credit

    def means(self, search: Any) -> Any:
        """In [0, 1], to every player, of the iterations since the tree was planted."""
        sums = search.tree.tables[getattr(self, "_place")]  # noqa: B009
        return sums / max(1, int(search.tree.nodes[int(search.tree.roots[0])].visits))
