"""Rows 50, 53 and 72: plans by random walks, plans for learning, ways across a map."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache, partial
from typing import Any

import numpy as np

from ....games import load
from ....games.unknown_chain import AT_THE_END, FOR_RETURNING, MEANT, SLIP
from ....problems.paths import random_map, rrt_way, uct_way
from ....rules.game import CHANCE, State
from ....solve.fsss import FSSS
from ....solve.one_player.solo import Solo
from ...statistics import mean_interval
from ..survey_rows import BETTER
from .outcome import UNSAID, Check, Outcome, Progress, Size, direction, gained, point, saved
from .planning import A_STAR, EASY, GOOD, HARD, MHSP, leaves_until
from .searching import think

WALKS = "walks"

PROBLEMS = [name for name in [*EASY, *HARD] if any(size in name for size in ("cars=4", "s=4)", "s=6", "s=3)"))]
"""Of row 50, not the largest."""

LEAVES = 30_000
"""At most."""

PLACES, HORIZON, WIDTH, WIDE, TRIALS, SEEDS = 3, 8, 8, 64, 20_000, 5
"""Of the chain whose slips are not known, and of BFS3."""

ROWS, EFFORT, MAPS, SHARES = 30, 20_000, 20, (0.1, 0.25, 0.4)
FIRST_SEED = 100
"""Of the maps: those before were used on the problem's own page."""


# ---- random walks


@cache
def effort(name: str, method: str, most: int) -> float:
    """After how many leaves there is a plan that is good enough, as a power of ten."""
    state = load(name).start(seed=0)
    shortest = Solo(state.game, A_STAR, threads=1, seed=1).run(state, iterations=most).value
    return math.log10(leaves_until(state, method, GOOD * shortest, most))


def walks_against(progress: Progress, size: Size, other: str, title: str) -> Outcome:
    """Walks until there is a plan, beside another method's leaves."""
    mine: list[float] = []
    theirs: list[float] = []
    for name in PROBLEMS[: size.times(len(PROBLEMS))]:
        progress(name)
        mine.append(effort(name, WALKS, size.visits(LEAVES)))
        theirs.append(effort(name, other, size.visits(LEAVES)))
    figures = {"walks": mean_interval(mine), title: mean_interval(theirs)}
    return Outcome(figures, direction(saved(mine, theirs)))


# ---- BFS3


def greedy(state: State, horizon: int = HORIZON) -> int:
    """The best move if slips are as likely as they look now, and nothing more is ever learnt."""
    seen, place = state["seen"], int(state["place"])
    slips = [(seen[which][SLIP] + 1.0) / (seen[which].sum() + 2.0) for which in range(2)]
    value, worth = np.zeros(PLACES), np.zeros((2, PLACES))
    for _ in range(horizon - int(state["made"])):
        on = np.append(value[1:], AT_THE_END + value[-1])
        back = FOR_RETURNING + value[0]
        worth = np.array([(1 - slips[0]) * on + slips[0] * back, (1 - slips[1]) * back + slips[1] * on])
        value = worth.max(0)
    return int(worth[:, place].argmax())


def expected(state: State, choose: Callable[[State], Any] | None, known: dict[bytes, float]) -> float:
    """What a way to choose earns from here on average, slips being as likely as what was seen says; None: the best."""
    if state.over:
        return float(state.returns()[0])
    key = bytes(state)
    if key not in known:
        if state.mover == CHANCE:
            odds = state.weights()
            known[key] = sum(odds[end] * expected(state.copy().play(end), choose, known) for end in (MEANT, SLIP))
        else:
            moves = state.moves() if choose is None else [choose(state)]
            known[key] = max(expected(state.copy().play(move), choose, known) for move in moves)
    return known[key]


def bayesian(search: FSSS, trials: int, state: State) -> Any:
    """The move of BFS3."""
    return think(search, state, trials).move


def learning_is_planning(progress: Progress, size: Size, horizon: int = HORIZON, width: int = WIDTH) -> Outcome:
    """What BFS3 earns on the chain, and a plan by what was seen so far."""
    game = load(f"unknown_chain(places={PLACES},horizon={horizon})")
    mine: list[float] = []
    for seed in range(size.times(SEEDS)):
        progress(f"seed {seed}")
        choose = partial(bayesian, FSSS(game, width=width, seed=seed), size.visits(TRIALS))
        mine.append(expected(game.start(), choose, {}))
    plan = expected(game.start(), partial(greedy, horizon=horizon), {})
    figures = {
        "BFS3": mean_interval(mine),
        "plan by what was seen": point(plan),
        "the best there is": point(expected(game.start(), None, {})),
    }
    return Outcome(figures, direction(gained(mine, [plan] * len(mine))))


# ---- maps


@cache
def across(size: Size, rows: int = ROWS) -> tuple[list[tuple[float, float]], list[tuple[int, int]]]:
    """On every map the effort of UCT and of RRT, as powers of ten; and how long ways are where both found one."""
    efforts: list[tuple[float, float]] = []
    lengths: list[tuple[int, int]] = []
    most = size.visits(EFFORT)
    for share in SHARES:
        for seed in range(FIRST_SEED, FIRST_SEED + size.times(MAPS)):
            given = random_map(rows, rows, share, seed)
            uct, rrt = (way(given, iterations=most, seed=seed) for way in (uct_way, rrt_way))
            mine, theirs = (each.effort if each.cells else most for each in (uct, rrt))
            efforts.append((math.log10(mine), math.log10(theirs)))
            if uct.cells and rrt.cells:
                lengths.append((len(uct.cells), len(rrt.cells)))
    return efforts, lengths


def paths(progress: Progress, size: Size, what: int, rows: int = ROWS) -> Outcome:
    """UCT beside RRT: 0 for their effort, 1 for the length of what they find."""
    progress("maps")
    pairs = across(size, rows)[what]
    mine, theirs = [float(each[0]) for each in pairs], [float(each[1]) for each in pairs]
    figures = {"UCT": mean_interval(mine), "RRT": mean_interval(theirs), "maps": point(len(pairs))}
    return Outcome(figures, direction(saved(mine, theirs)))


PLANNING = (
    f"{len(PROBLEMS)} of the problems of row 50, walks or leaves (as a power of ten) until there is a plan at most "
    f"{GOOD:g} times as long as the shortest, {LEAVES:,} where there is none by then"
)
MAP = f"maps of {ROWS} by {ROWS} cells, {MAPS} each with 10, 25 and 40 % blocked, at most {EFFORT:,} places; "

BAYES = "near the best that can be; ahead of a bonus for what is uncertain (Wumpus)"
CHAIN = f"chain of {PLACES} places, {HORIZON} moves, {TRIALS:,} trials a move, {SEEDS} seeds; expected rewards"

CHECKS = [
    *(
        Check(
            "50", f"random walks with local search against {title}", UNSAID, "good in some difficult domains", PLANNING,
            partial(walks_against, other=other, title=title),
        )
        for other, title in ((A_STAR, "A*"), (MHSP, "MHSP"))
    ),
    Check(
        "53", "BFS3 against a plan by what was seen", BETTER, BAYES, f"width {WIDTH}; {CHAIN}", learning_is_planning,
    ),
    Check(
        "53", "BFS3 against a plan by what was seen, wider", BETTER, BAYES,
        f"width {WIDE}, added when {WIDTH} had been seen to lose; {CHAIN}", partial(learning_is_planning, width=WIDE),
    ),
    Check("72", "UCT's ways against RRT's: effort", BETTER, "less effort (ORTS)", MAP + "effort as a power of ten",
          partial(paths, what=0)),
    Check("72", "UCT's ways against RRT's: length", UNSAID, "nothing said", MAP + "cells, where both arrive",
          partial(paths, what=1)),
]  # fmt: skip
