"""Row 72: TDMC(λ) beside TD(λ), and two memories beside one, on Othello."""

from __future__ import annotations

from typing import Any

from ....problems.td import Learner, TwoMemories, Values, discs, match
from ....rules.game import AnyGame, State
from ...statistics import mean_interval
from ..survey_rows import BETTER
from .outcome import Check, Outcome, Progress, Size, direction, gained

LEARNERS, LESSONS, GAMES = 6, 50, 20
"""Pairs of learners, games that each learns from, games between the two of a pair."""

OPENINGS, SIMULATED = 15, 10
"""Pairs of games of the two memories, and games that they simulate a move."""

FIRST_SEED = 100


def learnt(size: Size, method: str, seed: int, game: AnyGame | None = None) -> Values:
    """A learner's values after its games."""
    return Learner(method, seed=seed, game=game).learn(size.times(LESSONS))


def targets(progress: Progress, size: Size, game: AnyGame | None = None) -> Outcome:
    """Points of TDMC against TD, a mean for every pair of learners."""
    points: list[float] = []
    for seed in range(FIRST_SEED, FIRST_SEED + size.times(LEARNERS)):
        progress(f"learners {seed}")
        one, other = (learnt(size, method, seed, game) for method in ("tdmc", "td"))
        points.append(match(one.best, other.best, size.times(GAMES), 1_000 * seed, game))
    return against_half("TDMC", points)


class Fresh:
    """Two memories; the transient one is emptied at the first move of a game that begins with six random moves."""

    def __init__(self, values: Values, seed: int) -> None:
        self.player = TwoMemories(values, simulations=SIMULATED, seed=seed)

    def __call__(self, state: State) -> Any:
        if abs(discs(state)).sum() <= 11:
            self.player.forget()
        return self.player(state)


def memories(progress: Progress, size: Size, game: AnyGame | None = None) -> Outcome:
    """Points of two memories against the permanent one alone, a mean for every pair of games."""
    values, points = learnt(size, "td", FIRST_SEED, game), []
    for pair in range(size.times(OPENINGS)):
        progress(f"pair {pair}")
        points.append(match(Fresh(values, pair), values.best, 2, 1_000 + pair, game))
    return against_half("two memories", points)


def against_half(name: str, points: list[float]) -> Outcome:
    """Shares of points, beside an even match."""
    return Outcome({name: mean_interval(points)}, direction(gained(points, [0.5] * len(points))))


CHECKS = [
    Check(
        "72", "TDMC(λ) against TD(λ)", BETTER, "ahead on Othello",
        f"Othello, {LEARNERS} pairs of learners, {LESSONS} games each, ten weights, {GAMES} games a pair; share of "
        "points",
        targets,
    ),
    Check(
        "72", "permanent and transient memories against the permanent one", BETTER, "ahead in Go (Dyna-2)",
        f"Othello, weights of TD after {LESSONS} games, {SIMULATED} simulated games a move, {OPENINGS} pairs of games; "
        "share of points", memories,
    ),
]  # fmt: skip
