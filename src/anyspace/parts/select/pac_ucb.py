"""PAC-UCB: Audibert, Munos and Szepesvári, Exploration-exploitation tradeoff using variance estimates in multi-armed
bandits (2009), section 5.

The bound of UCB-V with an exploration that depends on the child's own visits alone:

    mean + sqrt(2 V E / n) + 3 c E / n,    E = max(2, ln(K n^q / delta))

for one of K children. With a probability of at least 1 - delta every worse child is visited only so often, however long
the search goes on; with the rest the best one may be given up.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from ...core.binding import Loop
from ..options import number
from ..part import Part
from .children import count_children
from .ucb_v import bernstein_width
from .variance import keep_shortfall, variance


@dataclass(frozen=True)
class PACUCB(Part):
    """Upper confidence bounds that hold for ever with a probability of 1 - delta.

    delta: how likely the best child may be given up, above 0, at most 1. q: how much a child's own visits widen its
    bound, 1 or more; theorems ask for more than 1. c: how much the range of rewards counts beside their variance, 0 or
    more.
    """

    delta: float = 0.05
    q: float = 1.3
    c: float = 1.0
    kind = "select"
    name = "pac_ucb"
    reference = "Audibert, Munos and Szepesvári 2009; survey, V-A5"
    consistent = "no: with a probability of delta a node gives its best child up for good"

    def __post_init__(self) -> None:
        number(self, "delta", 1e-12, 1.0)
        number(self, "q", 1.0)
        number(self, "c")

    def bind(self, loop: Loop) -> None:
        keep_shortfall(loop)
        delta, q, c = loop.number(self.delta), loop.number(self.q), loop.number(self.c)

        def spread(tree: Any, policy: Any, node: Any, trials: Any) -> float:
            return math.log(max(1, count_children(tree, node)) / policy.numbers[delta])

        def bound(
            tree: Any, policy: Any, scratch: Any, node: Any, child: Any, worth: float, visits: Any, width: float
        ) -> float:
            scatter = variance(worth, tree.extras[child].shortfall, visits)
            exploration = pac_exploration(visits, width, policy.numbers[q])
            return worth + bernstein_width(scatter, visits, exploration, policy.numbers[c])

        loop.spread, loop.bound = spread, bound


def pac_exploration(visits: Any, log: float, q: float) -> float:
    """E for a child visited so often; `log` is ln(K / delta)."""
    return max(2.0, log + q * math.log(visits))
