"""BAST, the bandit algorithm for smooth trees: Coquelin and Munos, Bandit algorithms for tree search (2007), sections 5
and 6; the survey's IV-B.

Where the leaves below a node are known not to differ too much, the mean of a node's own rewards bounds its value too:
it lies within delta_d of that mean for a node of depth d. So

    B = min(greatest B of the children, mean + w + delta_d),    B = mean + w for a final position

(intervals.py says how wide w is), and the child of the greatest B is chosen. With delta_d = 0 everywhere this cuts as
UCT does, without bounds it is flat UCB. Here delta_d = smoothness * decay^d: for a function on [0, 1] that changes by
at most L times as much as its argument, and is searched by halves, smoothness = L and decay = 1/2.

A branch whose B falls below the best value is not entered again: if the tree is as smooth as was said, only the best
branches grow without end.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...core.binding import Loop, Setup
from ..options import number
from ..part import Part
from .flat_ucb import needs_all_leaves
from .intervals import bind_intervals


@dataclass(frozen=True)
class BAST(Part):
    """Selection by bounds that use how smooth the tree is.

    smoothness: how far the value of the root may be from the mean of its playouts, 0 or more. decay: how much of that
    is left a ply deeper, from 0 to 1. c: what the width of the bounds is multiplied by, 0 or more; 1 as published.
    beta: how likely any bound may ever fail, above 0, at most 1.
    """

    smoothness: float = 1.0
    decay: float = 0.5
    c: float = 1.0
    beta: float = 0.05
    kind = "select"
    reference = "Coquelin and Munos 2007; survey, IV-B"
    consistent = "no: only where the tree is as smooth as smoothness and decay say"

    def __post_init__(self) -> None:
        number(self, "smoothness")
        number(self, "decay", 0.0, 1.0)
        number(self, "c")
        number(self, "beta", 1e-12, 1.0)

    def refusal(self, setup: Setup) -> str | None:
        return needs_all_leaves(setup)

    def bind(self, loop: Loop) -> None:
        smoothness, decay = loop.number(self.smoothness), loop.number(self.decay)

        def slack(policy: Any, depth: int) -> float:
            return slack_at(policy.numbers[smoothness], policy.numbers[decay], depth)

        bind_intervals(loop, self.c, self.beta, slack)


def slack_at(smoothness: float, decay: float, depth: int) -> float:
    """delta_d."""
    return smoothness * decay**depth
