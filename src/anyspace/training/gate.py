"""A match before a network may replace the last one: pairs of games until the sequential test has seen enough.

It keeps out what is worse, and asks nobody to be better: one round of training is worth less than a short match sees,
and where the last network stays for want of proof it plays the same lines again and again, until nothing new is learnt
from them (docs/networks_learning.md).

A pair is one opening, drawn at random, with each side once in each seat; where there is one player, each side once on
the same start. Both sides search alike and play what they find best, so that all that differs is the network.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ..lab.statistics import Sprt
from ..rules.game import CHANCE, AnyGame, State
from .self_play import Thinker, random_move

WORSE, EVEN = 0.4, 0.5
"""Mean scores that the test tells apart: clearly worse than the last one; as good."""

ABSENT = -1
"""The seat of a candidate that only looks on."""


@dataclass(frozen=True)
class Gate:
    """How a match is played."""

    pairs: int = 100
    """at most; who has not been found worse by then is accepted"""
    opening: int = 4
    """moves at random before the match begins, at most"""
    together: int = 16
    """pairs that are played in lockstep"""


def verdict(scores: list[float], gate: Gate) -> str | None:
    """Whether a network is accepted or refused; None: play on."""
    said = Sprt(WORSE, EVEN).update_all(scores)
    if said == "undecided" and len(scores) < gate.pairs:
        return None
    return "refused" if said == "accept H0" else "accepted"


def scores(
    game: AnyGame, candidate: Thinker, last: Thinker, gate: Gate, first_pair: int, seed: int
) -> Iterator[tuple[int, float]]:
    """Numbers and scores of pairs, from the pair `first_pair` on. What is drawn in a pair follows from its number."""
    for start in range(first_pair, gate.pairs, gate.together):
        numbers = range(start, min(start + gate.together, gate.pairs))
        seats = range(game.players) if game.players > 1 else (0, ABSENT)
        tables = [Table(game, seat, seed, number, gate.opening) for number in numbers for seat in seats]
        while any(not table.over() for table in tables):
            for thinker, ours in ((candidate, True), (last, False)):
                asked = [table for table in tables if not table.over() and table.candidate_moves() == ours]
                if asked:
                    for table, thought in zip(asked, thinker.think([t.state for t in asked], False), strict=True):
                        table.state.play(thought.move)
        for k, number in enumerate(numbers):
            yield number, score_of(tables[k * len(seats) : (k + 1) * len(seats)])


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
            self.state.play(random_move(self.state, self.source))

    def over(self) -> bool:
        """Whether the game is; what chance has to do is done."""
        while self.state.mover == CHANCE:
            self._draw()
        return self.state.over

    def candidate_moves(self) -> bool:
        """Whose turn it is."""
        return self.state.mover == self.seat


def score_of(games: list[Table]) -> float:
    """Of the candidate in a pair, from 0 to 1: how often it won; with more than two players, how much more than the
    others it got on average; with one, who did better."""
    game = games[0].game
    payoffs = [table.state.returns() for table in games]
    if game.players == 1:
        return 0.5 + 0.5 * float(np.sign(payoffs[0][0] - payoffs[1][0]))
    ahead = [
        mine[table.seat] - (sum(mine) - mine[table.seat]) / (game.players - 1)
        for table, mine in zip(games, payoffs, strict=True)
    ]
    least, greatest = game.payoffs
    share = np.sign(ahead) if game.players == 2 else np.array(ahead) / (greatest - least)
    return float(np.mean(0.5 + 0.5 * share))
