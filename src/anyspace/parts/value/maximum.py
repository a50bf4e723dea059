"""The greatest reward seen: selection by what can be reached rather than by what is expected (Monte Carlo paraphrase
generation, MCPG: Chevelu, Lavergne, Lepage and Moudenc 2009).

    value = (1 - w) mean + w max

where max is the greatest reward of any iteration through the child. Right where one player decides everything and the
best line found is what counts (puzzles, texts); where others reply, or chance does, one lucky playout is no promise.
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
class Maximum(Part):
    """A child is worth the greatest reward seen below it.

    weight: how much that counts, the mean counting for the rest: 0 is plain UCT, 1 the published form.
    """

    weight: float = 1.0
    kind = "value"
    reference = "Chevelu et al. 2009; survey, V-B7"
    consistent = "only for one player and without chance: elsewhere the greatest reward is not the value"

    def __post_init__(self) -> None:
        number(self, "weight", 0, 1)

    def bind(self, loop: Loop) -> None:
        loop.field("most", np.float32)
        weight = loop.number(self.weight)
        credit, inner = loop.credit, loop.value

        def credit_most(tree: Any, policy: Any, scratch: Any, which: int, i: int, node: Any, payoffs: Any) -> None:
            # threads that share a tree may lose an update that another made at the same moment: it will come again
            seen = np.float32(payoffs[tree.nodes[node].player])
            if seen > tree.extras[node].most:
                tree.extras[node].most = seen
            credit(tree, policy, scratch, which, i, node, payoffs)

        def value(tree: Any, policy: Any, scratch: Any, node: Any, child: Any, reward: float, visits: Any) -> float:
            mean = inner(tree, policy, scratch, node, child, reward, visits)
            if child == NO_NODE:
                return mean
            return mixed(mean, tree.extras[child].most, policy.numbers[weight])

        loop.credit, loop.value = credit_most, value


def mixed(mean: float, most: float, weight: float) -> float:
    """(1 - w) mean + w max."""
    return (1.0 - weight) * mean + weight * most
