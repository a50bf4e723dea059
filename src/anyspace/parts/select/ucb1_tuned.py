"""UCB1-tuned: Auer, Cesa-Bianchi and Fischer 2002; the survey's V-A1.

    mean + c * sqrt(ln N / n * min(1/4, V)),    V = (1/n) sum X^2 - mean^2 + sqrt(2 ln N / n)

for a child visited n times of its parent's N: the bound of UCB1 is as wide as the child's rewards may scatter at most,
and 1/4 is the variance that rewards in [0, 1] cannot exceed. As published c = 1. (The survey prints half the sum of the
squares; it is their mean.)
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
class UCB1Tuned(Part):
    """Upper confidence bounds that are narrower where rewards scatter less.

    c: what the width is multiplied by, 0 or more; 1 as published.
    """

    c: float = 1.0
    kind = "select"
    reference = "Auer, Cesa-Bianchi and Fischer 2002; survey, V-A1"

    def __post_init__(self) -> None:
        number(self, "c")

    def bind(self, loop: Loop) -> None:
        keep_shortfall(loop)
        c = loop.number(self.c)

        def bound(
            tree: Any, policy: Any, scratch: Any, node: Any, child: Any, worth: float, visits: Any, width: float
        ) -> float:
            scatter = variance(worth, tree.extras[child].shortfall, visits)
            return worth + policy.numbers[c] * tuned_width(scatter, visits, width)

        loop.spread, loop.bound = log_of_trials, bound


def tuned_width(scatter: float, visits: Any, log: float) -> float:
    """The width for a child whose rewards have the variance `scatter`; `log` is ln N."""
    share = log / visits
    return math.sqrt(share * min(0.25, scatter + math.sqrt(2.0 * share)))
