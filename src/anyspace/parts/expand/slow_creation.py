"""Slow node creation: a node gets children only after it was visited a number of times (survey, III-A; the lecture
notes' rule; common in Go programs). Most nodes of a tree are visited once and never again: they cost memory and tell
nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.binding import Loop
from ...core.tree import NO_NODE, is_root
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
        least, inner, add = loop.number(self.visits), loop.may_expand, loop.grow

        def is_ripe(tree: Any, policy: Any, node: Any) -> bool:
            return tree.nodes[node].visits >= policy.numbers[least] or is_root(tree, node)

        def may_expand(tree: Any, policy: Any, scratch: Any, which: int, node: Any) -> bool:
            return is_ripe(tree, policy, node) and inner(tree, policy, scratch, which, node)

        def grow(tree: Any, policy: Any, scratch: Any, parent: Any, move: int, untried: int) -> Any:
            # nobody is asked whether an outcome of chance, or what another player saw, may have a node
            if not is_ripe(tree, policy, parent):
                return np.uint32(NO_NODE)
            return add(tree, policy, scratch, parent, move, untried)

        loop.may_expand, loop.grow = may_expand, grow
