"""Matches as experiments: two players change seats on the same start."""

from __future__ import annotations

from ....rules.game import AnyGame
from ...hashing import seed_of
from ...match import Fixture, Seeds, play
from ...players import from_words
from .outcome import Progress


def pairs_won(progress: Progress, game: AnyGame, player: str, opponent: str, pairs: int) -> list[float]:
    """What `player` scores against `opponent` in a game of two: for each pair of games, of one deal with seats changed,
    the mean of 1 for a win and 1/2 for a draw. Players as the lab reads them, with their budgets."""
    tables = (from_words(player), from_words(opponent))
    scores: list[float] = []
    for pair in range(pairs):
        if pair % 10 == 0:
            progress(f"{player} against {opponent}: pair {pair:,} of {pairs:,}")
        score = 0.0
        for seats in ((0, 1), (1, 0)):
            seeds = Seeds(
                seed_of("start", pair), seed_of("chance", pair), tuple(seed_of(pair, *seats, seat) for seat in seats)
            )
            fixture = Fixture(f"{pair}.{seats[0]}", tuple(tables[who] for who in seats), seeds)
            payoffs = play(game, fixture).payoffs
            mine, theirs = payoffs[seats.index(0)], payoffs[seats.index(1)]
            score += 0.5 * (float(mine > theirs) + 0.5 * float(mine == theirs))
        scores.append(score)
    return scores
