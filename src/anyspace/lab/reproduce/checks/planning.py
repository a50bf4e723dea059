"""Rows 50 and 53: heuristic search for planning beside A*, and bounds where playouts find nothing."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from ....games import load
from ....rules.game import OVER, Game, State
from ....search.search import Search
from ....solve.fsss import FSSS
from ....solve.one_player.solo import Solo
from ...statistics import mean_interval
from ..survey_rows import BETTER, WORSE
from .outcome import UNDECIDED, Check, Outcome, Progress, Size, direction, point, saved

LEAVES = 300_000
"""At most."""

GOOD = 1.5
"""A plan that is so many times as long as the shortest counts as one."""

MHSP, A_STAR = "mhsp:nodes=4000000", "a_star:nodes=4000000"

NUMBERS = 16
"""Of the combination: one in four thousand million opens the lock."""

LOCK = np.dtype([("right", np.int64), ("wrong", np.int64)])


def leaves_until(state: State, method: str, target: float, most: int) -> int:
    """How many leaves get their children before there is a plan that good; `most` where there is none. One seed does
    the same at first whatever the budget, so that it can be found by halving."""
    low, high = 0, most
    while high - low > 1:
        middle = min((low + high) // 2, max(1, 4 * low))  # small ones first: they cost least
        found = Solo(state.game, method, threads=1, seed=1).run(state, iterations=middle, target=target)
        low, high = (low, middle) if found.value >= target else (middle, high)
    return high


def against_a_star(progress: Progress, size: Size, problems: Sequence[str]) -> Outcome:
    """After how many leaves MHSP has a plan, and A*: logarithms to the base of ten."""
    mine: list[float] = []
    theirs: list[float] = []
    most = size.visits(LEAVES)
    for name in problems:
        progress(name)
        state = load(name).start(seed=0)
        shortest = Solo(state.game, A_STAR, threads=1, seed=1).run(state, iterations=most).value
        for method, leaves in ((MHSP, mine), (A_STAR, theirs)):
            leaves.append(math.log10(leaves_until(state, method, GOOD * shortest, most)))
    figures = {"MHSP": mean_interval(mine), "A*": mean_interval(theirs)}
    return Outcome(figures, direction(saved(mine, theirs)))


def combination_lock(length: int) -> Game:
    """So many numbers from 0 to 3 in order open it; one wrong and it stays shut."""
    code = np.array([(7 * i + 3) % 4 for i in range(length)])

    def start(state: Any, rng: Any) -> None:
        state.right = 0
        state.wrong = 0

    def mover(state: Any) -> int:
        return OVER if state.wrong != 0 or state.right == length else 0

    def moves(state: Any, out: Any) -> int:
        for i in range(4):
            out[i] = i
        return 4

    def play(state: Any, move: int) -> None:
        if move == code[state.right]:
            state.right += 1
        else:
            state.wrong = 1

    def returns(state: Any, out: Any) -> None:
        out[0] = 1.0 if state.right == length else 0.0

    return Game(
        name="combination_lock", state=LOCK, players=1, payoffs=(0, 1), max_moves=4, max_length=length,
        start=start, mover=mover, moves=moves, play=play, returns=returns,
    )  # fmt: skip


def opened(progress: Progress, size: Size) -> Outcome:
    """Whether FSSS opens a lock, and UCT with ten times the samples, for several seeds."""
    progress(f"{NUMBERS} numbers")
    game, seeds = combination_lock(NUMBERS), size.times(20)
    found = FSSS(game).run(game.start(), iterations=size.visits(4_000))
    samples = max(16, 10 * found.stats.iterations)
    uct = [Search(game, "plain", seed=seed).run(game.start(), iterations=samples).value > 0.0 for seed in range(seeds)]
    figures = {"trials of FSSS": found.stats.iterations, "opened": found.value, f"by UCT, of {seeds}": sum(uct)}
    is_better = found.value == 1.0 and sum(uct) == 0
    return Outcome({name: point(value) for name, value in figures.items()}, BETTER if is_better else UNDECIDED)


EASY = [f"ferry(cars={cars},harbours=4,board={board})" for cars in (4, 5, 6) for board in (1, 2, 3, 4)]
EASY += [f"gripper(balls={balls})" for balls in (4, 6, 8, 10)]
HARD = [f"blocks_world(blocks={blocks},board={board})" for blocks in (6, 7, 8) for board in (1, 2, 3, 4)]
HARD += [f"hanoi(disks={disks})" for disks in (3, 4, 5, 6)]

SETTING = (
    f"{len(EASY)} problems, leaves (as a power of ten) until there is a plan at most {GOOD:g} times as long as the "
    f"shortest, {LEAVES:,} where there is none by then"
)

CHECKS = [
    Check(
        "50", "MHSP against A*: ferry, gripper", BETTER, "ahead, by time", SETTING,
        partial(against_a_star, problems=EASY),
    ),
    Check(
        "50", "MHSP against A*: blocks, hanoi", WORSE, "behind, by time", SETTING,
        partial(against_a_star, problems=HARD),
    ),
    Check(
        "53", "FSSS and UCT on a combination lock", BETTER, "FSSS opens it, UCT does not",
        f"{NUMBERS} numbers from 0 to 3; UCT with ten times the samples, 20 seeds", opened,
    ),
]  # fmt: skip
