"""Sampling children in proportion to their win rate: the first idea of Hare's lecture notes on Monte Carlo Tree Search
(2018), which go on to show what is wrong with it and arrive at upper confidence bounds.

A child whose rewards have the mean m is chosen with probability m / (sum of the means of all): of two moves that won 8
of 10 and 1 of 10 the first in 8/9 of the cases. Moves never sampled come first. A move that has lost every time is
never looked at again, however little is known of it, and the better ones never get more than their share: hence UCB.

Drawn by a race: each child gets ln(U) / m with U uniform, and the greatest is that of the child with probability
m / (sum of all m).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...core.binding import Loop
from ..part import Part
from .draws import exponential

HOPELESS = -1e200
"""Of a child that never got anything; where all are, any of them."""


@dataclass(frozen=True)
class ProportionalToWins(Part):
    """Selection at random, by how much each child has won."""

    kind = "select"
    name = "win_rate"
    reference = "Hare 2018 (lecture notes)"
    consistent = "no: a move that lost its first playouts is not tried again, and good ones never get most visits"

    def bind(self, loop: Loop) -> None:
        loop.bound = bound


def bound(
    tree: Any, policy: Any, scratch: Any, node: Any, child: Any, worth: float, visits: Any, width: float
) -> float:
    """For `bound`."""
    return race(scratch.rng, worth)


def race(rng: Any, weight: float) -> float:
    """A draw that is the greatest among several with a probability proportional to its weight, 0 or more."""
    return -exponential(rng) / weight if weight > 1e-100 else HOPELESS
