"""A match before a network may replace the last one: pairs of games until the sequential test has seen enough.

A pair is one opening, drawn at random, with each side once in each seat. Both sides search alike and play what they
find best, so that all that differs is the network.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ..lab.statistics import Sprt
from ..rules.game import CHANCE, AnyGame, State
from .self_play import Thinker

NULL, ALTERNATIVE = 0.5, 0.6
"""Mean scores that the test tells apart: as good as the last one; clearly better."""


@dataclass(frozen=True)
class Gate:
    """How a match is played."""

    pairs: int = 100
    """at most; a match that is undecided then leaves the last network in its place"""
    opening: int = 4
    """moves at random before the match begins, at most"""
    together: int = 16
    """pairs that are played in lockstep"""


def verdict(scores: list[float], gate: Gate) -> str | None:
    """ "accepted", "refused", or None: play on."""
    test = Sprt(NULL, ALTERNATIVE)
    said = test.update_all(scores)
    if said == "undecided":
        return None if len(scores) < gate.pairs else "refused"
    return "accepted" if said == "accept H1" else "refused"


def scores(
    game: AnyGame, candidate: Thinker, last: Thinker, gate: Gate, first_pair: int, seed: int
) -> Iterator[tuple[int, float]]:
    """Numbers and scores of pairs, from the pair `first_pair` on. What is drawn in a pair follows from its number."""
    for start in range(first_pair, gate.pairs, gate.together):
        numbers = range(start, min(start + gate.together, gate.pairs))
        tables = [Table(game, seat, seed, number, gate.opening) for number in numbers for seat in range(game.players)]
        while any(not table.over() for table in tables):
            for thinker, ours in ((candidate, True), (last, False)):
                asked = [table for table in tables if not table.over() and table.candidate_moves() == ours]
                if asked:
                    for table, thought in zip(asked, thinker.think([t.state for t in asked], False), strict=True):
                        table.state.play(thought.move)
        for k, number in enumerate(numbers):
            games = tables[k * game.players : (k + 1) * game.players]
            yield number, float(np.mean([table.score() for table in games]))


class Table:
    """One game of a match: the candidate in one seat, the last network in all others."""

    def __init__(self, game: AnyGame, seat: int, seed: int, pair: int, opening: int) -> None:
        self.game, self.seat = game, seat
        self.source = np.random.default_rng([seed, pair])
        self.state: State = game.start(seed=int(self.source.integers(1 << 62)))
        for _ in range(int(self.source.integers(opening + 1))):
            before = self.state.copy()
            self._draw()
            if self.state.over:
                self.state = before
                break

    def _draw(self) -> None:
        """A move at random; chance by its odds."""
        if not self.state.over:
            moves = self.state.moves()
            odds = self.state.weights() if self.state.mover == CHANCE else None
            self.state.play(moves[int(self.source.choice(len(moves), p=odds))])

    def over(self) -> bool:
        """Whether the game is; what chance has to do is done."""
        while self.state.mover == CHANCE:
            self._draw()
        return self.state.over

    def candidate_moves(self) -> bool:
        """Whose turn it is."""
        return self.state.mover == self.seat

    def score(self) -> float:
        """From 0 to 1: who won; with more than two players, how much more than the others on average."""
        payoffs = self.state.returns()
        others = [payoff for player, payoff in enumerate(payoffs) if player != self.seat]
        least, greatest = self.game.payoffs
        ahead = payoffs[self.seat] - sum(others) / len(others)
        if self.game.players == 2:
            return 0.5 + 0.5 * float(np.sign(ahead))
        return 0.5 + 0.5 * ahead / (greatest - least)
