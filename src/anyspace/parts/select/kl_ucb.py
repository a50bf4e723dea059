"""KL-UCB: Garivier and Cappé, The KL-UCB algorithm for bounded stochastic bandits and beyond (2011).

The greatest q for which

    n * d(mean, q) <= ln N + c ln ln N,    d(p, q) = p ln(p / q) + (1 - p) ln((1 - p) / (1 - q))

the largest mean that a child's rewards are still likely under. Never beyond 1, and narrow near 0 and 1, where UCB1 is
as wide as anywhere. Theorems ask for c = 3; c = 0 is recommended in practice.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from ...core.binding import Loop
from ..options import number
from ..part import Part

STEPS = 30
"""Newton's method gets there in four or five."""

TINY = 1e-12
NEAR = 1e-8
"""A step less than this is not worth taking."""


@dataclass(frozen=True)
class KLUCB(Part):
    """Upper confidence bounds by the Kullback-Leibler divergence of wins and losses.

    c: how much ln ln N counts beside ln N, 0 or more. scale: what both together are multiplied by, 0 or more; 1 as
    published.
    """

    c: float = 0.0
    scale: float = 1.0
    kind = "select"
    name = "kl_ucb"
    reference = "Garivier and Cappé 2011; survey, V-A5"

    def __post_init__(self) -> None:
        number(self, "c")
        number(self, "scale")

    def bind(self, loop: Loop) -> None:
        c, scale = loop.number(self.c), loop.number(self.scale)

        def spread(tree: Any, policy: Any, node: Any, trials: Any) -> float:
            return policy.numbers[scale] * kl_exploration(trials, policy.numbers[c])

        loop.spread, loop.bound = spread, bound


def bound(
    tree: Any, policy: Any, scratch: Any, node: Any, child: Any, worth: float, visits: Any, width: float
) -> float:
    """For `bound`."""
    return kl_bound(worth, width / visits)


def kl_exploration(trials: Any, c: float) -> float:
    """ln N + c ln ln N."""
    log = math.log(max(1, trials))
    return log + c * math.log(max(1.0, log))


def kl_bound(mean: float, level: float) -> float:
    """The greatest q for which d(mean, q) <= level.

    d is convex in q and rises beyond the mean, so Newton's method, begun where d is too great, never steps past q. It
    begins at the lesser of two places that are: by Pinsker's inequality d(p, q) >= 2 (q - p)^2; and without its term in
    ln q, which is not negative, d is greater only if q is greater than can be said outright."""
    p = min(max(mean, 0.0), 1.0)
    if level <= 0.0 or p >= 1.0 - TINY:
        return p
    if p <= TINY:
        return 1.0 - math.exp(-level)
    entropy = -p * math.log(p) - (1.0 - p) * math.log(1.0 - p)
    q = 1.0 - math.exp(-(level + entropy) / (1.0 - p))
    q = min(q, p + math.sqrt(0.5 * level), 1.0 - TINY)
    for _ in range(STEPS):
        divergence = -entropy - p * math.log(q) - (1.0 - p) * math.log(1.0 - q)
        step = (divergence - level) * q * (1.0 - q) / max(q - p, TINY)
        q = max(p, q - max(step, 0.0))
        if step < NEAR:
            break
    return q
