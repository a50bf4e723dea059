"""Sparse UCT: of a chance event with many outcomes a few are drawn, and kept (Bjarnason, Fern and Tadepalli 2009, after
Kearns, Mansour and Ng 2002).

At a chance event with N visits outcomes are drawn by their odds until w N^a were; from then on the descent goes to one
of those that were drawn, each as likely as any other draw. Where outcomes are many, a tree without such a limit is wide
and flat: hardly anything comes up twice.

    a = 0             sparse UCT: w samples of every event, for ever
    a = 0, w = 1      one future a tree: what is best in it is hindsight optimisation. With several trees, HOP-UCT
    a > 0             progressive widening of the outcomes alone: more of them as the event is met more often, all
                      in the end (Couëtoux et al. 2011; with moves: `widening:schedule=power,double=true`)

Several trees with samples of their own, put together at the root, are `parallel="root:threads=20,split=static"`, an
ensemble: with as many threads as trees, on however few processors.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.binding import Loop, Setup
from ...core.descend import NEW
from ...core.policy import PERFECT
from ...core.sharing import lock_node, unlock_node
from ...core.tree import NO_NODE
from ...rng import below
from ..options import number
from ..part import Part


@dataclass(frozen=True)
class Sparse(Part):
    """A few outcomes of every chance event.

    w: how many are drawn. a: w N^a of them in N visits; 0 for w, whatever the visits.
    """

    w: float = 5.0
    a: float = 0.0
    kind = "expand"
    reference = "Bjarnason, Fern and Tadepalli 2009; Couëtoux et al. 2011; survey, IV-H3"
    consistent = "yes, but at chance: there only with a > 0, or with as many outcomes as there are"

    def __post_init__(self) -> None:
        number(self, "w", 1)
        number(self, "a", 0, 1)

    def refusal(self, setup: Setup) -> str | None:
        if setup.information != PERFECT:
            return "a few outcomes are kept where chance is seen: in guesses they are drawn anew every time"
        return None

    def bind(self, loop: Loop) -> None:
        w, a = loop.number(self.w), loop.number(self.a)
        loop.field("draws", np.int32)  # how often an outcome was drawn by its odds
        chance = loop.follow_chance

        def follow_chance(tree: Any, game: Any, policy: Any, scratch: Any, node: Any) -> Any:
            numbers = policy.numbers
            lock_node(tree, policy, node)
            drawn = draws_of(tree, node)
            child = np.int64(NO_NODE)
            if drawn > 0 and drawn + 1 > numbers[w] * max(1, tree.nodes[node].visits) ** numbers[a]:
                child = np.int64(drawn_before(tree, scratch, node, drawn))
            unlock_node(tree, policy, node)
            if child == NO_NODE:
                child = chance(tree, game, policy, scratch, node)
                if child > NO_NODE:  # in a shared tree two threads may be here at once: one draw more, or less
                    tree.extras[child & (NEW - 1)].draws += 1
            return child

        loop.follow_chance = follow_chance


def draws_of(tree: Any, node: Any) -> int:
    """How many outcomes were drawn at `node`, of those that have nodes."""
    drawn = 0
    child = tree.nodes[node].child
    while child != NO_NODE:
        drawn += tree.extras[child].draws
        child = tree.nodes[child].sibling
    return drawn


def drawn_before(tree: Any, scratch: Any, node: Any, drawn: int) -> Any:
    """The outcome of one of the `drawn` draws, any of them."""
    rest = below(scratch.rng, drawn)
    child = tree.nodes[node].child
    while tree.nodes[child].sibling != NO_NODE and rest >= tree.extras[child].draws:
        rest -= tree.extras[child].draws
        child = tree.nodes[child].sibling
    return child
