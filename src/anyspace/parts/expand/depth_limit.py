"""A limit in plies: only the first few plies below the root are kept (survey, III-A). One more bound on memory, beside
any other; with one ply it is flat Monte Carlo with UCB1."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...core.binding import Loop
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
        limit, inner = loop.number(self.plies), loop.may_expand

        def may_expand(tree: Any, policy: Any, scratch: Any, which: int, node: Any) -> bool:
            return scratch.depths[which] <= policy.numbers[limit] and inner(tree, policy, scratch, which, node)

        loop.may_expand = may_expand
