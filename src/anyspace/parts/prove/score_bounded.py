"""Score-bounded MCTS: what is certain also guides the choice (Cazenave and Saffidine 2010; survey, V-D3).

The bounds are those of the solver (solver.py), which are bounds on scores, not only on wins: a child that cannot give
more than its parent is sure of is cut. And a child's bounds are added to its score:

    score + pessimism * low + optimism * high

so that of two moves that look alike the one is tried first that is sure of more, or may still give more.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.binding import Loop
from ..options import number
from .solver import BELOW, Solver


@dataclass(frozen=True)
class ScoreBounded(Solver):
    """Proofs that guide.

    pessimism: what a child is sure to give, times this, is added to its score. optimism: the same for what it may give
    at most.
    """

    pessimism: float = 0.1
    optimism: float = 0.1
    reference = "Cazenave and Saffidine 2010; survey, V-D3"
    excludes = ("solver",)

    def __post_init__(self) -> None:
        super().__post_init__()
        number(self, "pessimism")
        number(self, "optimism")

    def bind(self, loop: Loop) -> None:
        super().bind(loop)
        pessimism, optimism = loop.number(self.pessimism), loop.number(self.optimism)
        bounds, verdict = loop.bounds, loop.verdict

        def guided(tree: Any, policy: Any, scratch: Any, node: Any, child: Any, scored: float) -> float:
            scored = verdict(tree, policy, scratch, node, child, scored)
            if tree.extras[node].judged & BELOW == 0:
                return scored + policy.numbers[optimism]
            rows, mover = tree.rows[bounds], np.int64(tree.nodes[node].mover)
            low, high = np.float64(rows[child, 2 * mover]), 1.0 - np.float64(rows[child, 2 * mover + 1])
            return scored + policy.numbers[pessimism] * low + policy.numbers[optimism] * high

        loop.verdict = guided
