"""UCB-E: Audibert, Bubeck and Munos, Best arm identification in multi-armed bandits (2010).

    mean + sqrt(a / n)

Made to name the best child in the end, not to earn much meanwhile: the width does not wait for the logarithm of the
parent's visits, so it explores far more than UCB1 early on. The best a grows with the budget: for T visits and a
hardness H = sum over the worse children of 1 / (how much worse)^2, theorems ask for a <= 25/36 * (T - K) / H.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from ...core.binding import Loop
from ..options import number
from ..part import Part
from .ucb1 import bound, score


@dataclass(frozen=True)
class UCBE(Part):
    """Upper confidence bounds for finding the best child within a budget.

    a: how much to explore, 0 or more; more for a greater budget.
    """

    a: float = 2.0
    kind = "select"
    name = "ucb_e"
    reference = "Audibert, Bubeck and Munos 2010"
    consistent = "no: with a fixed `a` the visits of a child that looks worse stay bounded, and it may be the best"

    def __post_init__(self) -> None:
        number(self, "a")

    def bind(self, loop: Loop) -> None:
        a = loop.number(self.a)

        def spread(tree: Any, policy: Any, node: Any, trials: Any) -> float:
            return math.sqrt(policy.numbers[a])

        loop.spread, loop.bound = spread, bound
        loop.fuse(score)
