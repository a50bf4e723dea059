"""What the solvers of made-up games answer: the value of a position and its best moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple


class Solution(NamedTuple):
    """What perfect play of a game of two leads to."""

    payoff: float
    """Player 0's."""
    moves: tuple[int, ...]
    """The moves that do not give it away."""
    total: int
    """The score that is reached if both play for the score, not only for winning."""
    totals: tuple[int, ...]
    """The same after each of the legal moves, in the order of their numbers."""


def solution(moves: Sequence[int], totals: Sequence[int], player: int, payoff: Callable[[int], float]) -> Solution:
    """Of the legal moves, the scores they lead to, who is to move, and what player 0 is paid for a score."""
    better = max if player == 0 else min
    payoffs = [payoff(total) for total in totals]
    best = better(payoffs)
    chosen = tuple(move for move, worth in zip(moves, payoffs, strict=True) if worth == best)
    return Solution(best, chosen, better(totals), tuple(totals))
