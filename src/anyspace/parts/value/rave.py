"""Rapid action value estimation: AMAF values that give way to the usual mean as a move is visited.

    value = beta A + (1 - beta) Q

with n visits of the move, m iterations in which it was played (AMAF), N visits of the node; by `schedule`:

    hand      beta = sqrt(k / (3 N + k))                    Gelly and Silver 2007
    mse       beta = m / (n + m + 4 n m b^2)                Silver 2009: the least mean squared error, b the bias of A
    linear    beta = max(0, (V - n) / V)                    Helmbold and Parker-Wood 2009; the survey's

RAVE-max takes max(A, Q) in place of A, delta-RAVE-max does so with probability delta (Tom and Müller 2010): where other
moves' playouts make a good move look bad, its own cannot be drowned.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.binding import Loop
from ...core.tree import NO_NODE
from ...core.untried import action_of
from ...rng import uniform
from ..options import number, one_of
from .amaf import MoveValues, compete_by_row, learn_all_moves


@dataclass(frozen=True)
class Rave(MoveValues):
    """RAVE.

    schedule: "mse", "hand" or "linear". k: for hand, after how many visits both count the same. bias: for mse, b.
    v: for linear, after how many visits AMAF counts no more. maximum: with which probability max(A, Q) takes the place
    of A: 0 for RAVE, 1 for RAVE-max.
    """

    schedule: str = "mse"
    k: float = 1000.0
    bias: float = 0.01
    v: float = 1000.0
    maximum: float = 0.0
    reference = "Gelly and Silver 2007, Silver 2009; survey, V-C5 and V-C7"

    def __post_init__(self) -> None:
        one_of(self, "schedule", ("mse", "hand", "linear"))
        number(self, "k", 1e-9)
        number(self, "bias")
        number(self, "v", 1e-9)
        number(self, "maximum", 0, 1)

    def bind(self, loop: Loop) -> None:
        first = loop.number({"mse": self.bias, "hand": self.k, "linear": self.v}[self.schedule])
        maximum = loop.number(self.maximum)
        weight_of = {"mse": least_error, "hand": hand_selected, "linear": linear}[self.schedule]
        rows, inner = learn_all_moves(loop), loop.value

        def value(tree: Any, policy: Any, scratch: Any, node: Any, child: Any, reward: float, visits: Any) -> float:
            mean = inner(tree, policy, scratch, node, child, reward, visits)
            row = tree.rows[rows]
            at = action_of(tree.nodes[child].move)
            count = np.float64(row[node, row.shape[1] // 2 + at])
            if child == NO_NODE or count == 0:
                return mean
            amaf = np.float64(row[node, at]) / count
            if policy.numbers[maximum] > 0 and uniform(scratch.rng) < policy.numbers[maximum]:
                amaf = max(amaf, mean)
            beta = weight_of(policy.numbers[first], visits, count, tree.nodes[node].visits)
            return beta * amaf + (1.0 - beta) * mean

        loop.value = value
        compete_by_row(loop, rows)


def least_error(bias: float, visits: Any, count: Any, parent_visits: Any) -> float:
    """Silver 2009."""
    return count / (visits + count + 4.0 * visits * count * bias * bias)


def hand_selected(k: float, visits: Any, count: Any, parent_visits: Any) -> float:
    """Gelly and Silver 2007."""
    return math.sqrt(k / (3.0 * parent_visits + k))


def linear(v: float, visits: Any, count: Any, parent_visits: Any) -> float:
    """Helmbold and Parker-Wood 2009."""
    return max(0.0, (v - visits) / v)
