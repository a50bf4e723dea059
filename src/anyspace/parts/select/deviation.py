"""Single-player UCT: the formula of SP-MCTS (Schadd, Winands, van den Herik, Chaslot and Uiterwijk 2008).

    mean + c * sqrt(ln N / n) + sqrt(V + d / n)

for a child visited n times of its parent's N, V being the variance of its rewards: where nobody answers, a child that
scatters is worth another look, and the last term lets one that was rarely tried scatter more. Rewards are in [0, 1],
and so c and d are far smaller than those published for scores in thousands. The whole method, with its best line and
its restarts, is `anyspace.Solo(game, "sp_mcts")`; this is its formula for a tree of `Search`.
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
class Deviation(Part):
    """Upper confidence bounds, and how much a child's rewards scatter besides.

    c: exploration. d: how much a child may scatter that was tried once.
    """

    c: float = 0.5
    d: float = 0.01
    kind = "select"
    reference = "Schadd et al. 2008; survey, IV-C"
    consistent = "no: a child that scatters is preferred to one that is worth more on average"

    def __post_init__(self) -> None:
        number(self, "c")
        number(self, "d")

    def bind(self, loop: Loop) -> None:
        keep_shortfall(loop)
        c, d = loop.number(self.c), loop.number(self.d)

        def bound(
            tree: Any, policy: Any, scratch: Any, node: Any, child: Any, worth: float, visits: Any, width: float
        ) -> float:
            scatter = variance(worth, tree.extras[child].shortfall, visits)
            return with_deviation(worth, scatter, visits, width, policy.numbers[c], policy.numbers[d])

        loop.spread, loop.bound = log_of_trials, bound


def with_deviation(mean: float, scatter: float, visits: Any, log: float, c: float, d: float) -> float:
    """The formula; `log` is ln N."""
    return mean + c * math.sqrt(log / visits) + math.sqrt(scatter + d / visits)
