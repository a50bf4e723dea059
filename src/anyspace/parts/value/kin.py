"""Kin: a child is worth what its siblings are worth, too (a small part of mNN-UCT: Srinivasan, Talvitie, Bowling and
Szepesvári 2015).

    V(s) = (n V + k sum n_i V_i) / (n + k sum n_i)        the sums over the siblings

is kernel regression with the kernel 1 for the child itself and k for a sibling, and n + k sum n_i is how often it
counts as visited where the search explores. mNN-UCT asks all states around, and k falls with their distance in a
manifold (by the memory-augmented paper's account, with that of their nodes in the tree). Here there are siblings and
nobody else: they are all as far away, so k is one number, and cousins, who are as deep in the tree, are not asked. So
that what the child itself brought has the last word, k = share * fade / (fade + sum n_i) falls as siblings are visited.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.binding import Loop
from ...core.tree import NO_NODE
from ..options import number
from ..part import Part


@dataclass(frozen=True)
class Kin(Part):
    """A child is worth what its siblings are worth, too: mNN-UCT's kernel regression over siblings alone, all alike.

    share: how much a sibling's visit counts at first beside an own one. fade: siblings' visits after which it is half
    of that.
    """

    share: float = 0.1
    fade: float = 100.0
    kind = "value"
    reference = "after Srinivasan, Talvitie, Bowling and Szepesvári 2015"
    consistent = "yes: siblings count for no more than share * fade visits, however many they have"

    def __post_init__(self) -> None:
        number(self, "share", 0, 1)
        number(self, "fade", 1e-9)

    def bind(self, loop: Loop) -> None:
        share, fade = loop.number(self.share), loop.number(self.fade)
        loop.field("kin_visits", np.float64)  # of all children together
        loop.field("kin_reward", np.float64)
        credit, value, bound = loop.credit, loop.value, loop.bound

        def credit_kin(tree: Any, policy: Any, scratch: Any, which: int, i: int, node: Any, payoffs: Any) -> None:
            credit(tree, policy, scratch, which, i, node, payoffs)
            if i > 0:
                parent = tree.extras[scratch.paths[which, i - 1]]
                parent.kin_visits += 1.0
                parent.kin_reward += payoffs[tree.nodes[node].player]

        def others(tree: Any, policy: Any, node: Any, visits: Any) -> float:
            """For how many visits the siblings count."""
            many = max(0.0, tree.extras[node].kin_visits - visits)
            return many * policy.numbers[share] * policy.numbers[fade] / (policy.numbers[fade] + many)

        def worth(tree: Any, policy: Any, scratch: Any, node: Any, child: Any, reward: float, visits: Any) -> float:
            usual = value(tree, policy, scratch, node, child, reward, visits)
            count = others(tree, policy, node, visits)
            if child == NO_NODE or count == 0.0:
                return usual
            many = max(0.0, tree.extras[node].kin_visits - visits)
            mean = min(1.0, max(0.0, (tree.extras[node].kin_reward - reward) / many))
            return (visits * usual + count * mean) / (visits + count)

        def bounded(
            tree: Any, policy: Any, scratch: Any, node: Any, child: Any, given: float, visits: Any, width: float
        ) -> float:
            count = np.int64(visits)
            if child != NO_NODE:
                count += np.int64(others(tree, policy, node, visits))
            return bound(tree, policy, scratch, node, child, given, count, width)

        loop.credit, loop.value, loop.bound = credit_kin, worth, bounded
