"""First play urgency: a number for every move that was never tried, so that good moves are followed up before all
others have been looked at once (Gelly, Wang, Munos and Teytaud 2006).

    constant     the same number everywhere, compared as it is with the bounds of the moves that were tried
    parent       what the moves tried here have brought who chooses, on average, as if it were one visit's reward
    reduction    the same less `reduction`

The first is the published form; the others are those of the programs that followed AlphaGo, which take such a value for
what a move is worth and explore it like any other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.binding import Loop
from ...core.tree import NO_NODE
from ..options import number, one_of
from ..part import Part

UNKNOWN = 0.5
"""The mean where no move was tried: they all have the same urgency then, whatever it is."""


@dataclass(frozen=True)
class FirstPlayUrgency(Part):
    """What a move scores that was never tried.

    mode: "constant", "parent" or "reduction". value: for constant, the score. reduction: for reduction, how much less
    such a move is worth than those that were tried.
    """

    value: float = 1.1
    mode: str = "constant"
    reduction: float = 0.2
    kind = "urgency"
    name = "fpu"
    reference = "Gelly, Wang, Munos and Teytaud 2006; survey, V-B1"
    consistent = "yes, but for a constant of 1 or less: a move that scores less than another is worth is never tried"

    def __post_init__(self) -> None:
        number(self, "value", -1e9, 1e9)
        one_of(self, "mode", ("constant", "parent", "reduction"))
        number(self, "reduction", -1, 1)

    def bind(self, loop: Loop) -> None:
        if self.mode == "constant":
            bind_constant(loop, loop.number(self.value))
        else:
            bind_mean(loop, loop.number(self.reduction if self.mode == "reduction" else 0.0))


def bind_constant(loop: Loop, value: int) -> None:
    """`value` is the place of that number."""

    def unvisited(
        tree: Any, game: Any, policy: Any, scratch: Any, node: Any, mover: int, i: int, width: float
    ) -> float:
        return policy.numbers[value]

    loop.unvisited = unvisited


def bind_mean(loop: Loop, reduction: int) -> None:
    """`reduction` is the place of that number. The mean is taken once for all moves of a node."""
    mean = loop.note(np.float64, (1,))
    inner, bound = loop.consider, loop.bound

    def consider(tree: Any, game: Any, policy: Any, scratch: Any, node: Any, mover: int, n: int) -> int:
        scratch.notes[mean][0] = mean_of_children(tree, node)
        return inner(tree, game, policy, scratch, node, mover, n)

    def unvisited(
        tree: Any, game: Any, policy: Any, scratch: Any, node: Any, mover: int, i: int, width: float
    ) -> float:
        worth = scratch.notes[mean][0] - policy.numbers[reduction]
        return bound(tree, policy, scratch, node, NO_NODE, worth, 1, width)

    loop.consider, loop.unvisited = consider, unvisited


def mean_of_children(tree: Any, node: Any) -> float:
    """What `node` has been worth to who moves there. Its own reward is that of who moved into it, and of no use here
    where there are more than two players; its children's are the mover's."""
    nodes = tree.nodes
    reward, visits = 0.0, np.int64(0)
    child = nodes[node].child
    while child != NO_NODE:
        reward += nodes[child].reward
        visits += nodes[child].visits
        child = nodes[child].sibling
    return reward / visits if visits > 0 else UNKNOWN
