"""Gaussian UCB (UCB1-NORMAL): Auer, Cesa-Bianchi and Fischer 2002, their Figure 4.

For rewards that are normally distributed with unknown mean and variance: a child that was visited fewer than
ceil(8 ln N) times comes first; else

    mean + sqrt(16 * (sum X^2 - n mean^2) / (n - 1) * ln N / n)

N are the visits of the parent. Published for bandits: in a tree the 8 ln N visits to every child are a wide search.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from ...core.binding import Loop
from ..options import number
from ..part import Part
from .variance import keep_shortfall, log_of_trials, variance

OVERDUE = 1e6
"""The bound of a child that was not visited often enough: above all others, below that of a move never tried."""


@dataclass(frozen=True)
class GaussianUCB(Part):
    """Upper confidence bounds for normally distributed rewards.

    least: every child gets so many visits times ln N, 0 or more; 8 as published. factor: what the sample variance is
    multiplied by, 0 or more; 16 as published.
    """

    least: float = 8.0
    factor: float = 16.0
    kind = "select"
    reference = "Auer, Cesa-Bianchi and Fischer 2002 (UCB1-NORMAL); survey, V-A5"

    def __post_init__(self) -> None:
        number(self, "least")
        number(self, "factor")

    def bind(self, loop: Loop) -> None:
        keep_shortfall(loop)
        least, factor = loop.number(self.least), loop.number(self.factor)

        def bound(
            tree: Any, policy: Any, scratch: Any, node: Any, child: Any, worth: float, visits: Any, width: float
        ) -> float:
            if is_overdue(visits, policy.numbers[least] * width):
                return OVERDUE
            scatter = variance(worth, tree.extras[child].shortfall, visits)
            return worth + normal_width(scatter, visits, policy.numbers[factor] * width)

        loop.spread, loop.bound = log_of_trials, bound


def is_overdue(visits: Any, wanted: float) -> bool:
    """Whether a child was visited fewer than `wanted` times, rounded up."""
    return visits < math.ceil(wanted)


def normal_width(scatter: float, visits: Any, exploration: float) -> float:
    """The width for a child whose rewards have the variance `scatter`; `exploration` is 16 ln N. A single reward has no
    sample variance: it counts as one of two."""
    return math.sqrt(scatter * exploration / max(1, visits - 1))
