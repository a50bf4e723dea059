"""Random exploration at a fixed rate: now and then any child, whatever the formula says.

Teytaud and Flory 2011 found UCB much better with it where moves are made at the same time (survey, IV-H10).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.binding import Loop
from ...rng import uniform
from ..options import number
from ..part import Part


@dataclass(frozen=True)
class RandomMoves(Part):
    """Any child, with a fixed probability, instead of the one that the formula prefers.

    epsilon: how often, from 0 to 1.
    """

    epsilon: float = 0.1
    kind = "bias"
    excludes = ("exp3",)  # which weighs rewards by how likely its own draw was; its gamma is the same thing
    reference = "Teytaud and Flory 2011; survey, IV-H10"
    consistent = "no: values are those of players who move at random as often as epsilon says"

    def __post_init__(self) -> None:
        number(self, "epsilon", 0.0, 1.0)

    def bind(self, loop: Loop) -> None:
        epsilon, explores = loop.number(self.epsilon), loop.note(np.int8, (1,))
        inner_bound, inner_entered = loop.bound, loop.entered

        def entered(tree: Any, policy: Any, scratch: Any, which: int, depth: int, node: Any) -> None:
            inner_entered(tree, policy, scratch, which, depth, node)
            scratch.notes[explores][0] = uniform(scratch.rng) < policy.numbers[epsilon]

        def bound(
            tree: Any, policy: Any, scratch: Any, node: Any, child: Any, worth: float, visits: Any, width: float
        ) -> float:
            usual = inner_bound(tree, policy, scratch, node, child, worth, visits, width)
            return uniform(scratch.rng) if scratch.notes[explores][0] != 0 else usual

        loop.entered, loop.bound = entered, bound
