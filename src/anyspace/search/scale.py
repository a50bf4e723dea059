"""Rewards where payoffs have no bounds: a range for those that were met, and what is done when one lies outside.

A tree has sums of rewards in [0, 1], and what parts keep beside them is made of rewards too. So a range once taken is
kept to as long as it holds; a payoff outside has the search begin anew with a range at least twice as wide. Good luck
in playouts becomes rarer: most of these beginnings are among the first playouts, and cost next to nothing.
"""

from __future__ import annotations

import math

from ..rules.codes import BAD_PAYOFF, BAD_PRIOR

SMALLEST = 1e-6
"""The first range, to either side of the first payoff, as a share of it."""


class Outgrown(Exception):
    """A payoff lies outside the range that the search took rewards for."""

    def __init__(self, payoff: float) -> None:
        super().__init__(payoff)
        self.payoff = payoff


def is_outgrown(status: int, payoff: float, known: tuple[float, float], declared: tuple[float, float]) -> bool:
    """Whether a kernel came back because of a payoff that the game may well give."""
    is_new = status in (BAD_PAYOFF, BAD_PRIOR) and not (is_known(known) and known[0] <= payoff <= known[1])
    return is_new and math.isfinite(payoff) and declared[0] <= payoff <= declared[1]


def is_known(known: tuple[float, float]) -> bool:
    """Whether a range has two ends."""
    return math.isfinite(known[0]) and math.isfinite(known[1])


def widened(known: tuple[float, float], payoff: float, declared: tuple[float, float]) -> tuple[float, float]:
    """A range that has room for this payoff, and for twice as much at the end where it is."""
    if not is_known(known):
        margin = SMALLEST * max(1.0, abs(payoff))
        least, greatest = payoff - margin, payoff + margin
    else:
        least, greatest = known
        if payoff > greatest:
            greatest = payoff + (payoff - least)
        else:
            least = payoff - (greatest - payoff)
    if math.isfinite(declared[0]):
        least = declared[0]
        greatest = max(greatest, least + 2.0 * (payoff - least), least + SMALLEST)
    if math.isfinite(declared[1]):
        greatest = declared[1]
        least = min(least, greatest - 2.0 * (greatest - payoff), greatest - SMALLEST)
    return least, greatest
