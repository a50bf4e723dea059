"""Weighted playouts: later ones, and shorter ones, count for more (Xie and Liu 2009; survey, VI-B1).

The survey's form backs a playout of weight w up as if it were w playouts. Here visits stay what they are, so that
exploration does not change, and a node's reward is its visits times the weighted mean. Weights:

    w = late(n) / (1 + short L)     late(1) = 1, late(n + 1) = late(n) (n + a) / n

for the n-th playout of a node, L moves long: late(n) grows as n^a (a = 1: as n; a = 0: not at all). The n-th playout
then moves the mean a step of (1 + a) / (n + a), which is all there is to compute; with different lengths, that times
the weight of its length over the mean of such weights so far.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.binding import Loop, Setup
from ..options import number
from ..part import Part
from .length import tell_length


@dataclass(frozen=True)
class Weighted(Part):
    """Later and shorter playouts count for more in the mean.

    late: the power with which the weight of a node's n-th playout grows; 0 for equal weights. short: how much a long
    playout counts for less, by 1 / (1 + short L) for one of L moves; 0 for not at all.
    """

    late: float = 1.0
    short: float = 0.0
    kind = "backup"
    reference = "Xie and Liu 2009; survey, VI-B1"

    def __post_init__(self) -> None:
        number(self, "late", 0, 100)
        number(self, "short", 0, 1000)

    def refusal(self, setup: Setup) -> str | None:
        if setup.shares_tree:
            return "a playout is weighed against those before it; other threads have theirs under way: use root or leaf"
        return None

    def bind(self, loop: Loop) -> None:
        tell_length(loop)
        late, short = loop.number(self.late), loop.number(self.short)
        loop.field("shortness", np.float32)  # the mean of 1 / (1 + short L), weighted by late(n)
        credit = loop.credit

        def credit_weighted(tree: Any, policy: Any, scratch: Any, which: int, i: int, node: Any, payoffs: Any) -> None:
            record, extra = tree.nodes[node], tree.extras[node]
            before, visits = record.reward, record.visits
            credit(tree, policy, scratch, which, i, node, payoffs)
            count = float(record.visits)
            mean = before / max(1.0, float(visits))
            step = growing_step(count, policy.numbers[late])
            weight = 1.0 / (1.0 + policy.numbers[short] * scratch.told[2])
            extra.shortness = np.float32(np.float64(extra.shortness) + step * (weight - np.float64(extra.shortness)))
            share = min(1.0, step * (weight / np.float64(extra.shortness)))
            record.reward += (share * count - 1.0) * (record.reward - before - mean)

        loop.credit = credit_weighted


def growing_step(n: float, a: float) -> float:
    """The share of the n-th weight in the sum of n weights that grow as n^a."""
    return (1.0 + a) / (n + a)
