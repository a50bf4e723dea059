"""Thompson sampling: Thompson 1933; Chapelle and Li, An empirical evaluation of Thompson sampling (2011).

What a child is worth is not known; what is believed of it after n rewards that sum to R is Beta(a + R, b + n - R). One
draw from each child's belief, and the greatest is chosen: so a child is visited as often as it is believed to be the
best. Rewards between 0 and 1 count as that much of a win.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...core.binding import Loop
from ..options import number
from ..part import Part
from .draws import beta


@dataclass(frozen=True)
class Thompson(Part):
    """Selection by a draw from what is believed of every child.

    a, b: wins and losses that every child is believed to have had before its first visit, 0.01 or more.
    """

    a: float = 1.0
    b: float = 1.0
    kind = "select"
    reference = "Thompson 1933; Chapelle and Li 2011; Perick et al. 2012"

    def __post_init__(self) -> None:
        number(self, "a", 0.01)
        number(self, "b", 0.01)

    def bind(self, loop: Loop) -> None:
        a, b = loop.number(self.a), loop.number(self.b)

        def bound(
            tree: Any, policy: Any, scratch: Any, node: Any, child: Any, worth: float, visits: Any, width: float
        ) -> float:
            return draw_belief(scratch.rng, worth, visits, policy.numbers[a], policy.numbers[b])

        loop.bound = bound


def draw_belief(rng: Any, mean: float, visits: Any, a: float, b: float) -> float:
    """A draw from Beta(a + R, b + n - R) where R = n * mean. (What parts make of a mean may leave [0, 1].)"""
    mean = min(max(mean, 0.0), 1.0)
    return beta(rng, a + mean * visits, b + (1.0 - mean) * visits)
