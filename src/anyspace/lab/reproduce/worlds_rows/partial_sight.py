"""Row 56: one agent who sees little, by POMCP. Returns of whole episodes next to published ones."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

from ....games import load
from ....rules.game import CHANCE, State
from ....search.search import Search
from ...statistics import Interval, mean_interval
from ..checks.outcome import UNSAID, Check, Outcome, Progress, Size, direction, gained, point
from ..survey_rows import BETTER

FIRST = 20_000
"""The seed of the first episode."""

Earned = Callable[[State], float]


def discounted(state: State) -> float:
    """What an episode paid."""
    return state.returns()[0]


def scored(state: State) -> float:
    """Pocman's points, without a discount, as they are published."""
    return float(state["score"])


def episode(number: int, name: str, earned: Earned, parts: tuple[str, ...], iterations: int) -> float:
    """What a search earns that sees the game from its start to its end; without iterations, random moves."""
    game, source = load(name), random.Random(number)
    state = game.start(seed=FIRST + number)
    search = Search(game, *parts, seed=number) if iterations else None
    while not state.over:
        if state.mover == CHANCE:
            move = source.choices(state.moves(), state.weights())[0]
        else:
            move = source.choice(state.moves()) if search is None else search.run(state, iterations=iterations).move
        state.play(move)
        if search is not None:
            search.advance(move)
    return earned(state)


def episodes(
    progress: Progress, count: int, name: str, earned: Earned, parts: tuple[str, ...], iterations: int
) -> list[float]:
    """The same for many."""
    found = []
    for number in range(count):
        if number % 20 == 0:
            progress(f"{name}, {iterations:,} iterations a move: episode {number} of {count}")
        found.append(episode(number, name, earned, parts, iterations))
    return found


def reaches(
    progress: Progress, size: Size, name: str, parts: tuple[str, ...], iterations: int, count: int, bar: float
) -> Outcome:
    """Whether returns lie above a bar."""
    share = mean_interval(episodes(progress, size.times(count), name, discounted, parts, size.visits(iterations)))
    over = Interval(*(each - bar for each in share))
    return Outcome({"return": share, "to be reached": point(bar)}, direction(over))


def beside_random(
    progress: Progress, size: Size, name: str, earned: Earned, parts: tuple[str, ...], iterations: int, count: int
) -> Outcome:
    """A search and random moves in the same episodes."""
    times = size.times(count)
    searched = episodes(progress, times, name, earned, parts, size.visits(iterations))
    at_random = episodes(progress, times, name, earned, (), 0)
    figures = {"POMCP": mean_interval(searched), "random moves": mean_interval(at_random)}
    return Outcome(figures, direction(gained(searched, at_random)))


def rocks(size: int, number: int, published: str, bar: float) -> Check:
    """RockSample of a size."""
    name, parts, iterations, count = f"rock_sample(size={size},rocks={number})", ("ucb1:c=0.05",), 10_000, 200
    return Check(
        "56", f"POMCP in RockSample({size}, {number}): above {bar:g}", BETTER, published,
        f"`{parts[0]}`, {iterations:,} iterations a move, {count} episodes",
        partial(reaches, name=name, parts=parts, iterations=iterations, count=count, bar=bar),
    )  # fmt: skip


CHECKS = [
    rocks(7, 8, "20.7 ± 0.2", 19.0),
    rocks(11, 11, "20.0 ± 0.2", 18.0),
    rocks(15, 15, "15.3 ± 0.3 (rocks drawn anew)", 15.3),
    Check(
        "56", "POMCP in Battleship: better than random shots", BETTER,
        "about 50, playouts alone about 25 (read off a figure)",
        "battleship, `ucb1:c=0.1`, 2,000 iterations a shot, 200 episodes",
        partial(beside_random, name="battleship", earned=discounted, parts=("ucb1:c=0.1",), iterations=2_000,
                count=200),
    ),
    Check(
        "56", "POMCP in Pocman", UNSAID, "points without a discount about 300 (read off a figure)",
        "pocman, `ucb1:c=0.1`, 2,000 iterations a step, 50 episodes",
        partial(beside_random, name="pocman", earned=scored, parts=("ucb1:c=0.1",), iterations=2_000, count=50),
    ),
]  # fmt: skip
