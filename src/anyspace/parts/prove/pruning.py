"""Pruning by visits: moves that cannot become the most visited any more (Huang 2011; survey, V-E2).

With R iterations left, a move of the root that has more than R visits fewer than the leader cannot catch up. Absolute
pruning ends the search once that holds for all of them: the answer is what the whole search would have found. Relative
pruning drops each as soon as it would need more than a `share` of what is left, and lets the others have its visits; a
search that is certain of its move plays it sooner.

Both go by the most visited move, and by a budget in iterations.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...core.binding import Loop
from ...core.tree import NO_NODE
from ..options import number
from ..part import Part

EVERY = 16
"""Iterations between two looks at the root's children."""


@dataclass(frozen=True)
class AbsolutePruning(Part):
    """The search ends when no other move can become the most visited."""

    kind = "prove"
    reference = "Huang 2011; survey, V-E2"

    def bind(self, loop: Loop) -> None:
        inner = loop.decided

        def decided(tree: Any, policy: Any) -> bool:
            return inner(tree, policy) or none_can_catch_up(tree, policy, 1.0)

        loop.decided = decided


@dataclass(frozen=True)
class RelativePruning(Part):
    """Moves of the root that will not become the most visited are dropped.

    share: the part of what is left that a move can get at most, from 0 to 1; with 1 a move is only dropped when it is
    certain.
    """

    share: float = 0.5
    kind = "prove"
    reference = "Huang 2011; survey, V-E2"
    consistent = "with share=1; else a move may be dropped that would have been found best"

    def __post_init__(self) -> None:
        number(self, "share", 0, 1)

    def bind(self, loop: Loop) -> None:
        share, inner, decided = loop.number(self.share), loop.verdict, loop.decided

        def dropped(tree: Any, policy: Any, scratch: Any, node: Any, child: Any, scored: float) -> float:
            scored = inner(tree, policy, scratch, node, child, scored)
            if node != tree.roots[policy.own] or policy.target == 0:
                return scored
            left = policy.target - tree.nodes[node].visits
            most = most_visits(tree, node)
            return scored - 1e6 if tree.nodes[child].visits + policy.numbers[share] * left < most else scored

        def ended(tree: Any, policy: Any) -> bool:
            return decided(tree, policy) or none_can_catch_up(tree, policy, policy.numbers[share])

        loop.verdict, loop.decided = dropped, ended


def most_visits(tree: Any, node: Any) -> int:
    """Of the children of `node`."""
    most = 0
    child = tree.nodes[node].child
    while child != NO_NODE:
        most = max(most, tree.nodes[child].visits)
        child = tree.nodes[child].sibling
    return most


def none_can_catch_up(tree: Any, policy: Any, share: float) -> bool:
    """Whether the most visited move of the root will stay so, if none gets more than a `share` of what is left. A move
    that was never tried is one with no visits."""
    nodes = tree.nodes
    root = tree.roots[policy.own]
    left = policy.target - nodes[root].visits
    if policy.target == 0 or nodes[root].visits % EVERY != 0:
        return False
    first, second = 0, 0
    child = nodes[root].child
    while child != NO_NODE:
        visits = nodes[child].visits
        second = max(second, min(visits, first))
        first = max(first, visits)
        child = nodes[child].sibling
    return second + share * left < first
