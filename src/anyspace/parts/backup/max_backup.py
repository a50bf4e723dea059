"""Max backup: a node that was visited often is worth what its best move is (after Coulom 2006; survey, VI-B).

    value = Q below T visits and while a move is untried, then the greatest value of its children, as its mover sees it

A mean is slow to forget moves that turned out bad; a maximum of noisy means is too optimistic. Published as a loser
against implicit minimax (Lanctot et al. 2014): here as that control.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.binding import Loop, Setup
from ...core.tree import NO_NODE
from ..options import number
from ..part import Part
from .minimax import minimax_over_children


@dataclass(frozen=True)
class MaxBackup(Part):
    """The best child's value in place of the mean.

    threshold: visits of a node from which on its best child speaks for it.
    """

    threshold: float = 100.0
    kind = "backup"
    reference = "Coulom 2006; Ramanujan and Selman 2011; survey, VI-B"

    def __post_init__(self) -> None:
        number(self, "threshold", 1)

    def refusal(self, setup: Setup) -> str | None:
        if setup.game.players > 2:
            return f"minimax is for two players, and {setup.game.name} has {setup.game.players}"
        if setup.information != 0:
            return "under hidden information a node's moves are not all legal at once: no move is its best"
        return None

    def bind(self, loop: Loop) -> None:
        threshold = loop.number(self.threshold)
        loop.field("backed", np.float32)
        backed_up = minimax_over_children(backed_of)
        credit, value = loop.credit, loop.value

        def credit_and_back_up(
            tree: Any, policy: Any, scratch: Any, which: int, i: int, node: Any, payoffs: Any
        ) -> None:
            credit(tree, policy, scratch, which, i, node, payoffs)
            record = tree.nodes[node]
            if record.visits >= policy.numbers[threshold] and record.untried == 0 and record.child != NO_NODE:
                tree.extras[node].backed = backed_up(tree, node)
            else:
                tree.extras[node].backed = record.reward / max(1, record.visits)

        def by_best_move(
            tree: Any, policy: Any, scratch: Any, node: Any, child: Any, reward: float, visits: Any
        ) -> float:
            if child == NO_NODE or visits < policy.numbers[threshold]:
                return value(tree, policy, scratch, node, child, reward, visits)
            return np.float64(tree.extras[child].backed)

        loop.credit, loop.value = credit_and_back_up, by_best_move


def backed_of(tree: Any, child: Any) -> float:
    """What is backed up from a child."""
    return np.float64(tree.extras[child].backed)
