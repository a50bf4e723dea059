"""Random ties: of children that score nearly the same any is chosen (Shafiei, Sturtevant and Schaeffer 2009).

Where moves are made at the same time and every player chooses by UCB1, the players' choices fall into step: they go in
circles that are no equilibrium. To draw among all children whose score is within a small distance of the best breaks
the step, and what is played on average comes close to an equilibrium.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.binding import Loop
from ...core.tree import NO_NODE
from ...rng import below
from ..options import number
from ..part import Part

NODE, FIRST, CHOSEN = range(3)


@dataclass(frozen=True)
class RandomTies(Part):
    """Children that score nearly as much as the best one are chosen as often as it.

    within: how much less a child may score, in rewards from 0 to 1.
    """

    within: float = 0.01
    kind = "bias"
    excludes = ("exp3",)  # which counts every child that it is asked for, once
    reference = "Shafiei, Sturtevant and Schaeffer 2009; Lanctot et al. 2014"

    def __post_init__(self) -> None:
        number(self, "within")

    def bind(self, loop: Loop) -> None:
        within, notes = loop.number(self.within), loop.note(np.uint32, (CHOSEN + 1,))
        value, inner_bound, inner_entered = loop.value, loop.bound, loop.entered

        def entered(tree: Any, policy: Any, scratch: Any, which: int, depth: int, node: Any) -> None:
            inner_entered(tree, policy, scratch, which, depth, node)
            scratch.notes[notes][NODE] = NO_NODE

        def scored(tree: Any, policy: Any, scratch: Any, node: Any, child: Any, width: float) -> float:
            record = tree.nodes[child]
            worth = value(tree, policy, scratch, node, child, record.reward, record.visits)
            return inner_bound(tree, policy, scratch, node, child, worth, max(1, record.visits), width)

        def draw(tree: Any, policy: Any, scratch: Any, node: Any, width: float) -> Any:
            best = -1e300
            child = tree.nodes[node].child
            while child != NO_NODE:
                best = max(best, scored(tree, policy, scratch, node, child, width))
                child = tree.nodes[child].sibling
            chosen, ties = tree.nodes[node].child, 0
            child = tree.nodes[node].child
            while child != NO_NODE:
                if scored(tree, policy, scratch, node, child, width) >= best - policy.numbers[within]:
                    ties += 1
                    if below(scratch.rng, ties) == 0:
                        chosen = child
                child = tree.nodes[child].sibling
            return chosen

        def bound(
            tree: Any, policy: Any, scratch: Any, node: Any, child: Any, worth: float, visits: Any, width: float
        ) -> float:
            note = scratch.notes[notes]
            usual = inner_bound(tree, policy, scratch, node, child, worth, visits, width)
            if child == NO_NODE:
                return usual
            if note[NODE] != node or note[FIRST] == child:
                note[NODE], note[FIRST] = node, child
                note[CHOSEN] = draw(tree, policy, scratch, node, width)
            return usual + policy.numbers[within] if child == note[CHOSEN] else usual

        loop.entered, loop.bound = entered, bound
