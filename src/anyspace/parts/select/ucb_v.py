"""UCB-V: Audibert, Munos and Szepesvári, Exploration-exploitation tradeoff using variance estimates in multi-armed
bandits (2009).

    mean + sqrt(2 V E / n) + 3 c b E / n,    E = zeta ln N

with V the variance of the child's rewards and b = 1 their range: Bernstein's bound, estimated. Theorems ask for
zeta > 1 where c = 1.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from ...core.binding import Loop
from ..options import number
from ..part import Part
from .variance import keep_shortfall, log_of_trials, variance


@dataclass(frozen=True)
class UCBV(Part):
    """Upper confidence bounds from the variance of rewards, by Bernstein's inequality.

    zeta: how much to explore, 0 or more. c: how much the range of rewards counts beside their variance, 0 or more.
    """

    zeta: float = 1.2
    c: float = 1.0
    kind = "select"
    name = "ucb_v"
    reference = "Audibert, Munos and Szepesvári 2009; survey, V-A5"

    def __post_init__(self) -> None:
        number(self, "zeta")
        number(self, "c")

    def bind(self, loop: Loop) -> None:
        keep_shortfall(loop)
        zeta, c = loop.number(self.zeta), loop.number(self.c)

        def bound(
            tree: Any, policy: Any, scratch: Any, node: Any, child: Any, worth: float, visits: Any, width: float
        ) -> float:
            scatter = variance(worth, tree.extras[child].shortfall, visits)
            return worth + bernstein_width(scatter, visits, policy.numbers[zeta] * width, policy.numbers[c])

        loop.spread, loop.bound = log_of_trials, bound


def bernstein_width(scatter: float, visits: Any, exploration: float, c: float) -> float:
    """The width for a child whose rewards have the variance `scatter`; `exploration` is E."""
    share = exploration / visits
    return math.sqrt(2.0 * scatter * share) + 3.0 * c * share
