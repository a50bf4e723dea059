"""Progressive widening over actions that are vectors (Couëtoux, Hoock, Sokolovska, Teytaud and Bonnard, Continuous
upper confidence trees, 2011; Coulom 2007 for moves that are listed):

    a node with N visits has at most ceil(c N^a) children; a new one is drawn uniformly from the box

so the best of them is visited more and more often while there are ever more to choose from. Alone it fails where chance
brings something new every time, for then nothing below an action is ever visited twice. Double progressive widening
limits outcomes in the same way: beyond ceil(c N^a) one that was seen comes again, in proportion to how often it did.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...core.binding import Loop, Setup
from ..options import number
from ..part import Part
from .actions import draw_actions, drawn_anywhere, no_vectors
from .widening import by_power, count_children, few_outcomes


@dataclass(frozen=True)
class ActionWidening(Part):
    """Actions drawn from the game's box, more of them the more often a node is visited.

    c, a: ceil(c N^a) actions after N visits, c above 0, a from 0 to 1. double: limit the outcomes of chance as well.
    """

    c: float = 1.0
    a: float = 0.5
    double: bool = False
    kind = "expand"
    reference = "Couëtoux et al. 2011; survey, V-E1"
    consistent = "only for moves that are vectors, and rewards that are smooth in them"
    excludes = ("widening", "decisive", "groups", "hoot")

    def __post_init__(self) -> None:
        number(self, "c", 1e-9)
        number(self, "a", 0, 1)

    def refusal(self, setup: Setup) -> str | None:
        return no_vectors(setup)

    def bind(self, loop: Loop) -> None:
        c, a = loop.number(self.c), loop.number(self.a)
        inner = loop.may_expand
        axes, most = len(loop.setup.game.box or ()), loop.setup.game.max_moves
        loop.structure.append((axes, most))

        def room(policy: Any) -> int:
            return most

        def may_expand(tree: Any, policy: Any, scratch: Any, which: int, node: Any) -> bool:
            width = by_power(tree.nodes[node].visits, 1.0, policy.numbers[c], policy.numbers[a])
            return count_children(tree, node) < width and inner(tree, policy, scratch, which, node)

        draw_actions(loop, room)
        loop.untried_move = drawn_anywhere(axes)
        loop.may_expand = may_expand
        if self.double:
            loop.follow_chance = few_outcomes(loop.follow_chance, c, a)

    @property
    def structure(self) -> Any:
        return (type(self), self.double)
