"""Slow node creation: a node gets children only after it was visited a number of times (survey, III-A; the lecture
notes' rule; common in Go programs). Most nodes of a tree are visited once and never again: they cost memory and tell
nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...core.binding import Loop
from ..options import number
from ..part import Part


@dataclass(frozen=True)
class SlowCreation(Part):
    """A child only after some visits.

    visits: how often a node must have been visited before it gets its first child. The root gets its own at once.
    """

    visits: float = 5.0
    kind = "expand"
    reference = "survey, III-A"

    def __post_init__(self) -> None:
        number(self, "visits", 1)

    def bind(self, loop: Loop) -> None:
        least, inner = loop.number(self.visits), loop.may_expand

        def may_expand(tree: Any, policy: Any, scratch: Any, which: int, node: Any) -> bool:
            is_ripe = scratch.depths[which] <= 1 or tree.nodes[node].visits >= policy.numbers[least]
            return is_ripe and inner(tree, policy, scratch, which, node)

        loop.may_expand = may_expand
