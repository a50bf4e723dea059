"""A limit in plies: only the first few plies below the root are kept (survey, III-A). One more bound on memory, beside
any other; with one ply it is flat Monte Carlo with UCB1."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.binding import Loop
from ...core.tree import NO_NODE
from ..options import whole
from ..part import Part


@dataclass(frozen=True)
class DepthLimit(Part):
    """No nodes below a depth.

    plies: how many moves below the root have nodes.
    """

    plies: int = 4
    kind = "expand"
    reference = "survey, III-A"
    consistent = "no: what lies below the limit is only played out"

    def __post_init__(self) -> None:
        whole(self, "plies", 1, 2**31 - 1)

    def bind(self, loop: Loop) -> None:
        limit, inner, add = loop.number(self.plies), loop.may_expand, loop.grow

        def may_expand(tree: Any, policy: Any, scratch: Any, which: int, node: Any) -> bool:
            return scratch.depths[which] <= policy.numbers[limit] and inner(tree, policy, scratch, which, node)

        def grow(tree: Any, policy: Any, scratch: Any, parent: Any, move: int, untried: int) -> Any:
            # nobody is asked whether an outcome of chance, or what another player saw, may have a node
            if depth_of(scratch, parent) > policy.numbers[limit]:
                return np.uint32(NO_NODE)
            return add(tree, policy, scratch, parent, move, untried)

        loop.may_expand, loop.grow = may_expand, grow


def depth_of(scratch: Any, node: Any) -> int:
    """How many nodes the path has that ends in `node`, itself included."""
    for which in range(len(scratch.depths)):
        depth = scratch.depths[which]
        if depth <= scratch.paths.shape[1] and scratch.paths[which, depth - 1] == node:
            return depth
    return 0
