"""Progressive bias: what a heuristic says of a move counts while the move has few visits (Chaslot et al. 2008).

    bound + weight H / (n + 1)

with H in [0, 1] (parts/knowledge.py) and n visits of the move. Moves that have no node yet get the whole weight: where
they come before all others, they come in the order of H. A heuristic that is slow to ask waits until the parent was
visited `after` times.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.binding import Loop, Setup
from ..knowledge import SOURCES, Keeper, keep_heuristic, wait_refusal
from ..options import number, one_of, whole
from ..part import Part


@dataclass(frozen=True)
class ProgressiveBias(Part):
    """A heuristic's opinion of a move, fading with its visits.

    weight: how much it counts at first. source: the rule that is asked, "prior" (all moves of a node at once) or
    "evaluate" (the position that a move leads to, once it was tried). after: visits of a node before anything is asked
    about its moves.
    """

    weight: float = 1.0
    source: str = "prior"
    after: int = 0
    kind = "bias"
    needs = ("prior",)
    reference = "Chaslot et al. 2008; survey, V-B5"

    def __post_init__(self) -> None:
        number(self, "weight")
        one_of(self, "source", SOURCES)
        whole(self, "after", 0, 2**31 - 1)
        object.__setattr__(self, "needs", (self.source,))

    def refusal(self, setup: Setup) -> str | None:
        return wait_refusal(setup, self.source, self.after)

    def bind(self, loop: Loop) -> None:
        loop.field("heuristic", np.float32)
        loop.field("heuristic_marks", np.int8)
        weight = loop.number(self.weight)
        bound, unvisited = loop.bound, loop.unvisited

        def put(tree: Any, node: Any, heuristic: float) -> None:
            tree.extras[node].heuristic = np.float32(heuristic)

        def marks(tree: Any, node: Any) -> int:
            return tree.extras[node].heuristic_marks

        def set_marks(tree: Any, node: Any, marks: int) -> None:
            tree.extras[node].heuristic_marks = marks

        looks = keep_heuristic(loop, self.source, self.after, Keeper(put, marks, set_marks))

        def biased(
            tree: Any, policy: Any, scratch: Any, node: Any, child: Any, worth: float, visits: Any, width: float
        ) -> float:
            usual = bound(tree, policy, scratch, node, child, worth, visits, width)
            return usual + fading(policy.numbers[weight], tree.extras[child].heuristic, visits)

        def biased_unvisited(
            tree: Any, game: Any, policy: Any, scratch: Any, node: Any, mover: int, i: int, width: float
        ) -> float:
            usual = unvisited(tree, game, policy, scratch, node, mover, i, width)
            return usual + fading(policy.numbers[weight], scratch.notes[looks][i], 0)

        loop.bound = biased
        if self.source == "prior":
            loop.unvisited = biased_unvisited


def fading(weight: float, heuristic: float, visits: Any) -> float:
    """weight H / (n + 1)."""
    return weight * heuristic / (visits + 1.0)
