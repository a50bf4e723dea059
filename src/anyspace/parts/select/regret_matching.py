"""Regret matching: Hart and Mas-Colell, A simple adaptive procedure leading to correlated equilibrium (2000); as a tree
policy for simultaneous moves Lanctot et al. 2013, Lisý et al. 2013.

Every child b of a node has a regret R_b: what its owner would have earned by it beyond what was earned, summed over all
visits. Children are chosen in proportion to their positive regrets,

    p_b = (1 - gamma) max(0, R_b) / (sum of all max(0, R)) + gamma / K,

any of the K if none is positive; and when child a was chosen, the others did o, and u came of it,

    R_b += mean(b, o) - u    for every b but a.

`mean(b, o)` is the mean of what came of b against o so far, which the tree knows (core/together.py): where that never
happened, nothing is learnt of b. Where moves are made one after another there is no o: the mean of b itself counts.
What is played tends to no equilibrium, but its average over all visits does; that is the answer.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from ...core.binding import Loop
from ...core.tree import NO_NODE, TOLD, child_by_move
from ...rng import uniform
from ..options import number
from ..part import Part
from .draws import positive

NONE_POSITIVE = -1e200
"""Less than the score of any child with a positive regret."""


@dataclass(frozen=True)
class RegretMatching(Part):
    """Selection in proportion to regret; the average of what was played is the answer.

    gamma: how often any child is chosen, from 0 to 1.
    """

    gamma: float = 0.1
    kind = "select"
    reference = "Hart and Mas-Colell 2000; Lanctot et al. 2013; Lisý et al. 2013"
    consistent = "no: every child keeps gamma / K of the visits, so values are those of players who err as often"
    suggests: ClassVar[Mapping[str, str]] = {"final": "mixed"}

    def __post_init__(self) -> None:
        number(self, "gamma", 0.0, 1.0)

    def bind(self, loop: Loop) -> None:
        gamma, explores = loop.number(self.gamma), loop.note(np.int8, (1,))
        loop.field("regret", np.float64)
        loop.field("played", np.float64)  # the sum of its probabilities, exploration left out
        inner_entered, inner_credit = loop.entered, loop.credit

        def entered(tree: Any, policy: Any, scratch: Any, which: int, depth: int, node: Any) -> None:
            inner_entered(tree, policy, scratch, which, depth, node)
            scratch.notes[explores][0] = uniform(scratch.rng) < policy.numbers[gamma]

        def bound(
            tree: Any, policy: Any, scratch: Any, node: Any, child: Any, worth: float, visits: Any, width: float
        ) -> float:
            regret = tree.extras[child].regret
            if scratch.notes[explores][0] != 0 or child == NO_NODE:
                return uniform(scratch.rng)
            # of several numbers ln(u) / w the one of w is the greatest with probability w / (sum of all w)
            if regret > 0.0:
                return math.log(positive(scratch.rng)) / regret
            return NONE_POSITIVE * (1.0 + uniform(scratch.rng))

        def credit(tree: Any, policy: Any, scratch: Any, which: int, i: int, node: Any, payoffs: Any) -> None:
            inner_credit(tree, policy, scratch, which, i, node, payoffs)
            if i > 0 and tree.nodes[scratch.paths[which, i - 1]].mover >= 0:
                regret_others(tree, scratch.paths[which], i, scratch.depths[which], payoffs[tree.nodes[node].player])

        loop.entered, loop.bound, loop.credit = entered, bound, credit

    def mixture(self, tree: Any, children: Sequence[int]) -> list[float]:
        """What was played on average."""
        played = [float(tree.extras[child].played) for child in children]
        return played if sum(played) > 0.0 else super().mixture(tree, children)


def regret_others(tree: Any, path: Any, i: int, depth: int, earned: float) -> None:
    """The `i`-th node of `path` was chosen and `earned` that: count what was played, and regret what was not."""
    parent = path[i - 1]
    total, count = 0.0, 0
    child = tree.nodes[parent].child
    while child != NO_NODE:
        total += max(0.0, tree.extras[child].regret)
        count += 1
        child = tree.nodes[child].sibling
    child = tree.nodes[parent].child
    while child != NO_NODE:
        record = tree.extras[child]
        record.played += max(0.0, record.regret) / total if total > 0.0 else 1.0 / count
        child = tree.nodes[child].sibling
    child = tree.nodes[parent].child
    while child != NO_NODE:
        if child != path[i]:
            reached = against_the_same(tree, path, i, depth, child)
            if reached != NO_NODE and tree.nodes[reached].visits > 0:
                instead = tree.nodes[reached].reward / tree.nodes[reached].visits
                tree.extras[child].regret += instead - earned
        child = tree.nodes[child].sibling


def against_the_same(tree: Any, path: Any, i: int, depth: int, child: Any) -> Any:
    """Where `child` leads to if the others do what they did after the `i`-th node of `path`; NO_NODE if they never
    did."""
    j = i + 1
    while j < depth and tree.nodes[path[j - 1]].mover == TOLD and child != NO_NODE:
        child = child_by_move(tree, child, tree.nodes[path[j]].move)
        j += 1
    return child
