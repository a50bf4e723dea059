"""Rows 52 and 72: which features, which labels, which measurements (FUSE, BAAL, UNLEO)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from statistics import fmean
from typing import Any

import numpy as np

from ....problems.baal import Baal, ask_at_random, error_of, unit
from ....problems.fuse import STOP, Fuse, FuseResult, xor_problem
from ....problems.unleo import Unleo, hills, measure_at_random
from ...statistics import mean_interval
from ..survey_rows import BETTER
from .outcome import UNSAID, Check, Outcome, Progress, Size, direction, gained, saved

FIRST_SEED = 100
"""Of all problems here: those before were used on the problems' own pages."""

FEATURES, EXAMPLES, PLAYOUTS, XORS = 30, 300, 1_000, 20
RIGHT = frozenset({0, 1})
"""The features that the class depends on."""

DIMENSIONS, POOL, LABELS, QUESTIONS, PLANES = 4, 60, 10, 400, 30
POINTS, PRIOR, WIDTH, SIMULATIONS, FUNCTIONS = 40, 200, 3.0, 600, 60


# ---- FUSE


class Endless(Fuse):
    """FUSE whose tree comes to the stopping feature last of all."""

    def looks(self, node: Any, move: int) -> float:
        return -1.0 if move == STOP else super().looks(node, move)


@cache
def fused(size: Size, seed: int, kind: type[Fuse] = Fuse) -> FuseResult:
    """What FUSE makes of one problem."""
    x, y = xor_problem(EXAMPLES, FEATURES, seed)
    return kind(x, y, seed=seed).run(size.visits(PLAYOUTS))


def one_by_one(size: Size, seed: int) -> list[int]:
    """Features in the order of what each is worth alone, by as many questions to the same judge."""
    x, y = xor_problem(EXAMPLES, FEATURES, seed)
    judge = Fuse(x, y, seed=seed)
    times = max(1, size.visits(PLAYOUTS) // FEATURES)
    alone = [fmean(judge.judge([feature]) for _ in range(times)) for feature in range(FEATURES)]
    return sorted(range(FEATURES), key=lambda feature: -alone[feature])


def share_of(found: Sequence[int]) -> float:
    """How many of the two right features are the first two of these."""
    return len(RIGHT & {*found[:2]}) / 2


def fitness(found: Sequence[int]) -> float:
    """F1 of a set of features: 1 for the right ones and no other."""
    return 2 * len(RIGHT & {*found}) / (len(RIGHT) + len(found))


def xor_found(progress: Progress, size: Size) -> Outcome:
    """The ranking by RAVE, and features one by one: of the two that count, how many are first."""
    seeds = range(FIRST_SEED, FIRST_SEED + size.times(XORS))
    progress(f"{len(seeds)} problems")
    mine = [share_of(fused(size, seed).ranking) for seed in seeds]
    theirs = [share_of(one_by_one(size, seed)) for seed in seeds]
    figures = {"FUSE": mean_interval(mine), "one by one": mean_interval(theirs)}
    return Outcome(figures, direction(gained(mine, theirs)))


def ranking_or_path(progress: Progress, size: Size) -> Outcome:
    """The first two of the ranking by RAVE, and the first two of the most visited path."""
    seeds = range(FIRST_SEED, FIRST_SEED + size.times(XORS))
    progress(f"{len(seeds)} problems")
    found = [fused(size, seed) for seed in seeds]
    mine, theirs = [share_of(each.ranking) for each in found], [share_of(each.features) for each in found]
    figures = {"ranking": mean_interval(mine), "path": mean_interval(theirs)}
    return Outcome(figures, direction(gained(mine, theirs)))


def stopping(progress: Progress, size: Size) -> Outcome:
    """The most visited path, with the stopping feature and without."""
    seeds = range(FIRST_SEED, FIRST_SEED + size.times(XORS))
    progress(f"{len(seeds)} problems")
    mine = [fused(size, seed).features for seed in seeds]
    theirs = [fused(size, seed, Endless).features for seed in seeds]
    figures = {
        "F1 with it": mean_interval([fitness(each) for each in mine]),
        "without": mean_interval([fitness(each) for each in theirs]),
        "features with it": mean_interval([len(each) for each in mine]),
        "features without": mean_interval([len(each) for each in theirs]),
    }
    return Outcome(figures, direction(gained([*map(fitness, mine)], [*map(fitness, theirs)])))


# ---- BAAL


def questions(progress: Progress, size: Size) -> Outcome:
    """The error of what is learnt from BAAL's questions, and from random ones."""
    mine: list[float] = []
    theirs: list[float] = []
    for seed in range(FIRST_SEED, FIRST_SEED + size.times(PLANES)):
        progress(f"problem {seed}")
        source = np.random.default_rng(seed)
        x, truth = unit(source.normal(size=(POOL, DIMENSIONS))), unit(source.normal(size=DIMENSIONS))

        def oracle(example: int, x: np.ndarray = x, truth: np.ndarray = truth) -> int:
            return 1 if x[example] @ truth > 0 else -1

        learner = Baal(x, LABELS, simulations=size.visits(QUESTIONS), seed=seed)
        mine.append(error_of(learner.learn(oracle), truth))
        theirs.append(error_of(ask_at_random(x, LABELS, oracle, seed=seed), truth))
    figures = {"BAAL": mean_interval(mine), "random questions": mean_interval(theirs)}
    return Outcome(figures, direction(saved(mine, theirs)))


# ---- UNLEO


def measurements(progress: Progress, size: Size, budget: int, noise: float) -> Outcome:
    """How far below the maximum the recommended point is, after UNLEO's measurements and after random ones."""
    mine: list[float] = []
    theirs: list[float] = []
    prior = hills(PRIOR, POINTS, WIDTH, seed=0)
    for seed in range(FIRST_SEED, FIRST_SEED + size.times(FUNCTIONS)):
        progress(f"function {seed}")
        truth = hills(1, POINTS, WIDTH, seed=1_000 + seed)[0]
        found = []
        for side in range(2):
            source = np.random.default_rng(2 * seed + side)

            def measure(at: int, truth: np.ndarray = truth, source: np.random.Generator = source) -> float:
                return float(truth[at] + noise * source.normal())

            if side == 0:
                search = Unleo(prior, noise, budget, simulations=size.visits(SIMULATIONS), seed=seed)
                found.append(search.optimise(measure))
            else:
                found.append(measure_at_random(prior, noise, budget, measure, seed=seed))
        mine.append(float(truth.max() - truth[found[0]]))
        theirs.append(float(truth.max() - truth[found[1]]))
    figures = {"UNLEO": mean_interval(mine), "random measurements": mean_interval(theirs)}
    return Outcome(figures, direction(saved(mine, theirs)))


XOR = f"XOR of two features among {FEATURES}, {EXAMPLES} examples, {PLAYOUTS:,} playouts, {XORS} problems"
HILL = (
    f"one hill on {POINTS} points, a prior of {PRIOR} such functions, {SIMULATIONS} simulations, {FUNCTIONS} functions"
)

CHECKS = [
    Check(
        "52", "FUSE against features one by one", BETTER, "state of the art on three sets; XOR is ours",
        f"{XOR}; of the two, how many come first", xor_found,
    ),
    Check(
        "52", "FUSE: the ranking by RAVE against the path", BETTER, "the authors' choice; XOR is ours",
        f"{XOR}; of the two, how many come first", ranking_or_path,
    ),
    Check(
        "52", "FUSE: the stopping feature", UNSAID, "part of the method", f"{XOR}; the path against the two", stopping,
    ),
    Check(
        "52", "BAAL against random questions", BETTER, "less error after as many labels",
        f"planes in {DIMENSIONS} dimensions, {POOL} examples, {LABELS} labels, {QUESTIONS} simulations, "
        f"{PLANES} problems; error", questions,
    ),
    *(
        Check(
            "72", f"UNLEO against random search, {budget} measurements", UNSAID,
            "near the optimal algorithm; no figures in the survey",
            f"{HILL}, noise {noise}; what is missing to the maximum",
            partial(measurements, budget=budget, noise=noise),
        )
        for budget, noise in ((4, 0.2), (8, 0.3))
    ),
]  # fmt: skip
