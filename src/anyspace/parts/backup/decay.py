"""Decaying reward: an early win is worth more than a late one (Kocsis and Szepesvári 2006; survey, VI-B3).

A node d moves before the end of the playout learns, of a reward r,

    1/2 + (r - 1/2) gamma^d

so that who wins prefers the shorter way, and who loses the longer. gamma 1 is no decay.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.binding import Loop
from ..options import number
from ..part import Part
from .length import tell_length

NEUTRAL = 0.5


@dataclass(frozen=True)
class Decay(Part):
    """A reward shrinks towards 1/2 with every move that it is away.

    gamma: what is left of it after a move, 0 to 1.
    """

    gamma: float = 0.98
    kind = "backup"
    reference = "Kocsis and Szepesvári 2006; survey, VI-B3"
    consistent = "yes, where there are only wins and losses: a small sure gain near may beat a great one far away"

    def __post_init__(self) -> None:
        number(self, "gamma", 0, 1)

    def bind(self, loop: Loop) -> None:
        tell_length(loop)
        gamma = loop.number(self.gamma)
        shrunk = loop.note(np.float64, (loop.setup.game.players,))
        left = loop.note(np.float64, (1,))
        credit = loop.credit

        def credit_decayed(tree: Any, policy: Any, scratch: Any, which: int, i: int, node: Any, payoffs: Any) -> None:
            rewards, share = scratch.notes[shrunk], scratch.notes[left]
            if i == scratch.depths[which] - 1:  # the leaf comes first
                share[0] = math.pow(policy.numbers[gamma], float(scratch.told[2]))
            else:
                share[0] *= policy.numbers[gamma]
            for player in range(len(rewards)):
                rewards[player] = decayed(payoffs[player], share[0])
            credit(tree, policy, scratch, which, i, node, rewards)

        loop.credit = credit_decayed


def decayed(reward: float, share: float) -> float:
    """What is left of a reward."""
    return NEUTRAL + (reward - NEUTRAL) * share
