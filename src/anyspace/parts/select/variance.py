"""How much a child's rewards scatter: what the formulas that look at the variance have in common.

For rewards X in [0, 1] a node keeps, beside their number n and sum R, how far the sum of their squares falls short of
their sum: S = sum (X - X^2). So sum X^2 = R - S, and the variance (1/n) sum X^2 - mean^2 is

    mean * (1 - mean) - S / n

Where rewards are 0 or 1, S is 0. So a node whose statistics came from elsewhere (folded children, other trees) counts
as one of wins and losses: it is never taken for more certain than it is.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...core.binding import Loop


def keep_shortfall(loop: Loop) -> None:
    """Every node keeps S, as `tree.extras[node].shortfall`. Several parts may ask for it."""
    if "shortfall" in loop.fields:
        return
    loop.field("shortfall", np.float64)
    inner = loop.credit

    def credit(tree: Any, policy: Any, scratch: Any, which: int, i: int, node: Any, payoffs: Any) -> None:
        inner(tree, policy, scratch, which, i, node, payoffs)
        # in a shared tree two threads may be here at once, and one of their sums is lost: an estimate less exact
        tree.extras[node].shortfall += lack(payoffs[tree.nodes[node].player])

    loop.credit = credit


def lack(reward: float) -> float:
    """What one reward adds to S."""
    return reward * (1.0 - reward)


def variance(mean: float, shortfall: float, visits: Any) -> float:
    """Of `visits` rewards; never below 0, whatever rounding and values that are no plain means make of it."""
    return max(0.0, mean * (1.0 - mean) - shortfall / visits)


def log_of_trials(tree: Any, policy: Any, node: Any, trials: Any) -> float:
    """For `spread`: ln N."""
    return math.log(max(1, trials))
