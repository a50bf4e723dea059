"""Search seeding: children start with virtual visits, as many and as good as a heuristic says (Gelly and Silver 2007;
Szita, Chaslot and Spronck 2009).

    value = (C H + n Q) / (C + n),    explored as if visited C + n times

with H in [0, 1] (parts/knowledge.py), Q the usual value, n visits. Virtual visits stay for good, or with `fades` there
are C max(0, 1 - n / fade) of them. By `prior`, a move that was never tried has the virtual visits alone, and is tried
when it is its turn; by `evaluate` nothing is known of a move before it was tried, so all are tried once as ever.

Virtual visits are kept apart from the real ones: what a search reports are visits that took place.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.binding import Loop
from ...core.tree import NO_NODE
from ..knowledge import KNOWN, SOURCES, Keeper, keep_heuristic
from ..options import one_of, whole
from ..part import Part

FOREVER = 1 << 62
"""Visits after which virtual ones that do not fade are gone."""


@dataclass(frozen=True)
class Seeding(Part):
    """Virtual visits, by a heuristic.

    visits: how many a child starts with. source: the rule that is asked, "prior" or "evaluate". fades: whether they
    give way to real ones, `fade` being the number of real visits at which none are left.
    """

    visits: int = 50
    source: str = "prior"
    fades: bool = False
    fade: int = 200
    kind = "value"
    needs = ("prior",)
    reference = "Gelly and Silver 2007; Szita, Chaslot and Spronck 2009; survey, V-B8"

    def __post_init__(self) -> None:
        whole(self, "visits", 0, 2**31 - 1)
        one_of(self, "source", SOURCES)
        whole(self, "fade", 1, 2**31 - 1)
        object.__setattr__(self, "needs", (self.source,))

    def bind(self, loop: Loop) -> None:
        loop.field("seed", np.float32)
        loop.field("seed_marks", np.int8)
        count = loop.number(self.visits)
        fade = loop.number(self.fade if self.fades else FOREVER)
        value, bound, unvisited = loop.value, loop.bound, loop.unvisited

        def put(tree: Any, node: Any, heuristic: float) -> None:
            tree.extras[node].seed = np.float32(heuristic)

        def marks(tree: Any, node: Any) -> int:
            return tree.extras[node].seed_marks

        def set_marks(tree: Any, node: Any, marks: int) -> None:
            tree.extras[node].seed_marks = marks

        looks = keep_heuristic(loop, self.source, 0, Keeper(put, marks, set_marks))

        def virtual(tree: Any, policy: Any, child: Any, visits: Any) -> Any:
            if tree.extras[child].seed_marks & KNOWN == 0:
                return np.int64(0)
            return virtual_visits(policy.numbers[count], visits, policy.numbers[fade])

        def seeded(tree: Any, policy: Any, scratch: Any, node: Any, child: Any, reward: float, visits: Any) -> float:
            usual = value(tree, policy, scratch, node, child, reward, visits)
            return blend(usual, visits, tree.extras[child].seed, virtual(tree, policy, child, visits))

        def bound_of_all(
            tree: Any, policy: Any, scratch: Any, node: Any, child: Any, worth: float, visits: Any, width: float
        ) -> float:
            together = np.int64(visits) + virtual(tree, policy, child, visits)
            return bound(tree, policy, scratch, node, child, worth, together, width)

        def seeded_unvisited(
            tree: Any, game: Any, policy: Any, scratch: Any, node: Any, mover: int, i: int, width: float
        ) -> float:
            visits = np.int64(policy.numbers[count])
            if visits == 0:
                return unvisited(tree, game, policy, scratch, node, mover, i, width)
            return bound(tree, policy, scratch, node, NO_NODE, scratch.notes[looks][i], visits, width)

        loop.value, loop.bound = seeded, bound_of_all
        if self.source == "prior":
            loop.unvisited = seeded_unvisited


def virtual_visits(count: float, visits: Any, fade: float) -> Any:
    """C max(0, 1 - n / fade), to the nearest whole number."""
    return np.int64(count * max(0.0, 1.0 - visits / fade) + 0.5)


def blend(usual: float, visits: Any, heuristic: float, virtual: Any) -> float:
    """(C H + n Q) / (C + n)."""
    if virtual == 0:
        return usual
    return (virtual * heuristic + visits * usual) / (virtual + visits)
