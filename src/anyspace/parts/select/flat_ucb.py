"""Flat UCB: Coquelin and Munos, Bandit algorithms for tree search (2007), section 4; the survey's IV-A.

The leaves of the tree are the arms of one bandit. A leaf of n visits has the bound mean + w (intervals.py says how wide
w is), an inner node the greatest bound of the leaves below it, and the way down follows the greatest bound: so the leaf
of the greatest bound is reached. What the visits of inner nodes have earned on average does not matter: no branch is
given up because its first leaves were bad, which costs UCT so dearly where the good ones lie deep.

The published tree is there from the start; this one grows, and a node is a leaf until all its moves have nodes. New
leaves have the widest bounds, so it is for trees that can be visited leaf by leaf: in a large one it dives into the
branch where it began.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...core.binding import Loop, Setup
from ...core.policy import PERFECT
from ..options import number
from ..part import Part
from .intervals import bind_intervals


@dataclass(frozen=True)
class FlatUCB(Part):
    """Selection of the leaf with the greatest upper confidence bound of all.

    c: what the width of the bounds is multiplied by, 0 or more; 1 as published. beta: how likely any bound may ever
    fail, above 0, at most 1.
    """

    c: float = 1.0
    beta: float = 0.05
    kind = "select"
    reference = "Coquelin and Munos 2007; survey, IV-A"

    def __post_init__(self) -> None:
        number(self, "c")
        number(self, "beta", 1e-12, 1.0)

    def refusal(self, setup: Setup) -> str | None:
        return needs_all_leaves(setup)

    def bind(self, loop: Loop) -> None:
        bind_intervals(loop, self.c, self.beta, unbounded)


def needs_all_leaves(setup: Setup) -> str | None:
    """For `refusal`."""
    if setup.information != PERFECT:
        return "it heads for one leaf of the tree, and under hidden information the way there may not be legal"
    return None


def unbounded(policy: Any, depth: int) -> float:
    """A node's value may be anywhere, whatever its own rewards were."""
    return -1.0
