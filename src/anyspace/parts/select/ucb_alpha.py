"""UCB(alpha): Bubeck and Cesa-Bianchi, Regret analysis of stochastic and nonstochastic multi-armed bandit problems
(2012), section 2.2.

    mean + sqrt(alpha ln N / (2 n))

UCB1 with its constant as theorems have it: they ask for alpha > 2. It is UCB1 with c = sqrt(alpha / 2): UCB1 as first
published is alpha = 4.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from ...core.binding import Loop
from ..options import number
from ..part import Part
from .ucb1 import bound, root_of_log, score


@dataclass(frozen=True)
class UCBAlpha(Part):
    """Upper confidence bounds with alpha in place of UCB1's constant.

    alpha: how much to explore, 0 or more.
    """

    alpha: float = 2.0
    kind = "select"
    name = "ucb_alpha"
    reference = "Bubeck and Cesa-Bianchi 2012; survey, V-A5"

    def __post_init__(self) -> None:
        number(self, "alpha")

    def bind(self, loop: Loop) -> None:
        alpha = loop.number(self.alpha)

        def spread(tree: Any, policy: Any, node: Any, trials: Any) -> float:
            return alpha_spread(policy.numbers[alpha], trials)

        loop.spread, loop.bound = spread, bound
        loop.fuse(score)


def alpha_spread(alpha: float, trials: Any) -> float:
    """What is divided by the root of a child's visits."""
    return math.sqrt(0.5 * alpha) * root_of_log(trials)
