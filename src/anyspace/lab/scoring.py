"""From payoffs to scores: the rules by which a finished game counts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import fmean

from .seating import Lineup, Sides


def payoff(payoffs: Sequence[float]) -> list[float]:
    """The payoff itself."""
    return list(payoffs)


def win(payoffs: Sequence[float]) -> list[float]:
    """1 for the greatest payoff, shared equally by those who have it: a draw of two is a half for each."""
    best = max(payoffs)
    share = 1.0 / sum(value == best for value in payoffs)
    return [share if value == best else 0.0 for value in payoffs]


def placing(payoffs: Sequence[float]) -> list[float]:
    """First place 1, last place 0, all between a half, as the memory-bounded paper counts Hearts.

    Equals share what their places are worth together, so that scores always have a mean of one half."""
    count = len(payoffs)
    worth = [1.0] + [0.5] * (count - 2) + [0.0]
    order = sorted(payoffs, reverse=True)
    return [fmean(worth[order.index(value) : order.index(value) + order.count(value)]) for value in payoffs]


RULES: dict[str, Callable[[Sequence[float]], list[float]]] = {"payoff": payoff, "win": win, "placing": placing}
"""By name. Each takes the payoffs of all sides and gives the score of each."""

SHARES = ("win", "placing")
"""Rules whose scores are shares of a win, 0 to 1, so that they have a rate; they need two sides or more."""


def side_payoffs(payoffs: Sequence[float], sides: Sides) -> list[float]:
    """A side's payoff: the mean of its seats'."""
    return [fmean(payoffs[seat] for seat in side) for side in sides]


def by_entrant(of_sides: Sequence[float], seating: Lineup) -> list[float]:
    """What each entrant got: the mean over the sides it played."""
    return [
        fmean(value for value, entrant in zip(of_sides, seating, strict=True) if entrant == which)
        for which in range(max(seating) + 1)
    ]
