"""Epsilon-greedy selection: the child of the greatest mean, but with probability epsilon any child.

The oldest way to explore (Watkins 1989; Sutton and Barto, section 2.2), and the baseline of Auer, Cesa-Bianchi and
Fischer 2002.
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
class EpsilonGreedy(Part):
    """Selection of the best child so far, but now and then of any.

    epsilon: how often of any, from 0 to 1.
    """

    epsilon: float = 0.1
    kind = "select"
    reference = "Watkins 1989; Auer, Cesa-Bianchi and Fischer 2002"
    consistent = "no: values are those of players who move at random as often as epsilon says"

    def __post_init__(self) -> None:
        number(self, "epsilon", 0.0, 1.0)

    def bind(self, loop: Loop) -> None:
        epsilon, explores = loop.number(self.epsilon), loop.note(np.int8, (1,))
        inner = loop.entered

        def entered(tree: Any, policy: Any, scratch: Any, which: int, depth: int, node: Any) -> None:
            inner(tree, policy, scratch, which, depth, node)
            # decided here, once for the choice that follows: the children are then looked at one by one
            scratch.notes[explores][0] = uniform(scratch.rng) < policy.numbers[epsilon]

        def bound(
            tree: Any, policy: Any, scratch: Any, node: Any, child: Any, worth: float, visits: Any, width: float
        ) -> float:
            return uniform(scratch.rng) if scratch.notes[explores][0] else worth

        loop.entered, loop.bound = entered, bound
