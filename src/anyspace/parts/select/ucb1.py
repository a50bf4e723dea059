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

from ...core.binding import Loop
from ..options import number
from ..part import Part


@dataclass(frozen=True)
class UCB1(Part):
    """Selection by upper confidence bounds.

    c: how much to explore, 0 or more. Rewards are scaled to [0, 1] whatever the game's payoffs.
    """

    c: float = 1.0
    kind = "select"
    reference = "Kocsis and Szepesvári 2006; survey, III-C"

    def __post_init__(self) -> None:
        number(self, "c")

    def bind(self, loop: Loop) -> None:
        c = loop.number(self.c)

        def spread(tree: Any, policy: Any, node: Any, trials: Any) -> float:
            return policy.numbers[c] * root_of_log(trials)

        loop.spread, loop.bound = spread, bound
        loop.fuse(score)


def bound(
    tree: Any, policy: Any, scratch: Any, node: Any, child: Any, worth: float, visits: Any, width: float
) -> float:
    """For `bound`."""
    return worth + width * inverse_root(visits)


def score(
    tree: Any, policy: Any, scratch: Any, node: Any, child: Any, reward: float, visits: Any, width: float
) -> float:
    """Value and bound at once."""
    return ucb1(reward, visits, width)


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
