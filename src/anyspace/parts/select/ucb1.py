"""UCB1 for trees (UCT): Kocsis and Szepesvári 2006; the survey's BestChild.

    Q(v') / N(v')  +  c * sqrt(ln N(v) / N(v'))

with rewards in [0, 1]. `c` is the whole factor: the survey's `2 Cp sqrt(2 ln n / n_j)` with Cp = 1/sqrt(2) is c = 2,
UCB1 as first published c = sqrt(2), the memory-bounded paper's K is c itself (0.7).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.tree import NO_NODE
from ...errors import OptionError
from ...rng import below


@dataclass(frozen=True)
class UCB1:
    """Selection by upper confidence bounds.

    c: how much to explore, 0 or more. Rewards are scaled to [0, 1] whatever the game's payoffs.
    """

    c: float = 1.0

    def __post_init__(self) -> None:
        if not (isinstance(self.c, int | float) and math.isfinite(self.c) and self.c >= 0):
            raise OptionError(f"UCB1: c must be a number, 0 or more, not {self.c!r}")


YOUNG = 1024
ROOT_OF_LOG = np.array([0.0, *(math.sqrt(math.log(visits)) for visits in range(1, YOUNG))])
INVERSE_ROOT = np.array([0.0, *(1.0 / math.sqrt(visits) for visits in range(1, YOUNG))])
"""sqrt(ln N) and 1 / sqrt(N) for small N. Most nodes are young; logarithms, roots and divisions were a seventh of a
search's time before they were looked up."""


def root_of_log(visits: int) -> float:
    """sqrt(ln N)."""
    return ROOT_OF_LOG[visits] if visits < YOUNG else math.sqrt(math.log(visits))


def inverse_root(visits: int) -> float:
    """1 / sqrt(N)."""
    return INVERSE_ROOT[visits] if visits < YOUNG else 1.0 / math.sqrt(visits)


def ucb1(reward: float, visits: Any, spread: float) -> float:
    """The bound of one child, given `spread` = c * sqrt(ln N) of its parent. With r = 1 / sqrt(N) of the child,
    Q / N + spread / sqrt(N) = r * (Q * r + spread)."""
    root = inverse_root(visits)
    return root * (reward * root + spread)


def best_child(nodes: Any, parent: Any, c: float, rng: Any) -> Any:
    """The child of `parent` with the greatest bound; ties are broken at random. Every child has been visited.

    No branch depends on which child leads: it cannot be predicted, and ties are too rare to ask about on the way.
    """
    spread = c * root_of_log(nodes[parent].visits)
    best = NO_NODE
    best_bound = -1.0
    tied = False
    child = nodes[parent].child
    while child != NO_NODE:
        bound = ucb1(nodes[child].reward, nodes[child].visits, spread)
        better = bound > best_bound
        tied = (tied & (not better)) | (bound == best_bound)
        best = child if better else best
        best_bound = max(bound, best_bound)
        child = nodes[child].sibling
    if not tied:
        return best
    equal = any_child_with(nodes, parent, best_bound, spread, rng)
    return equal if equal != NO_NODE else best  # other threads may have changed all of them since


def any_child_with(nodes: Any, parent: Any, wanted: float, spread: float, rng: Any) -> Any:
    """A uniformly random one of the children whose bound is `wanted`."""
    chosen = NO_NODE
    seen = 0
    child = nodes[parent].child
    while child != NO_NODE:
        if ucb1(nodes[child].reward, nodes[child].visits, spread) == wanted:
            seen += 1
            if below(rng, seen) == 0:
                chosen = child
        child = nodes[child].sibling
    return chosen
