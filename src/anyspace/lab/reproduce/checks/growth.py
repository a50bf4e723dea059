"""Rows 67 and 69: how trees grow, how errors fall, and what traps do."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from ....bench.timing import alternate
from ....games import load
from ....games.p_game_solver import solve
from ....solve.alpha_beta import AlphaBeta
from ...statistics import Interval, mean_interval
from ..survey_rows import BETTER, NULL, WORSE
from . import searching
from .outcome import Check, Outcome, Progress, Size, direction, point, saved
from .searching import think
from .trees import problems

# ---- slow creation ---------------------------------------------------------------------------------------------------

ROUNDS = 9


def slow_creation(progress: Progress, size: Size) -> Outcome:
    """Nodes and speed by those of the plain search, for several k."""
    game, iterations, seeds = load("othello"), size.visits(5_000), size.times(10)
    plain = searching.search(game)
    figures: dict[str, Interval] = {}
    gains = []
    for k in (1, 2, 5, 10):
        progress(f"k = {k}")
        slow, shares = searching.search(game, f"slow_creation:visits={k}"), []
        for seed in range(seeds):
            plain.seed = slow.seed = seed
            whole, few = (think(each, game.start(), iterations).stats.nodes for each in (plain, slow))
            shares.append(few / whole)
        theirs = partial(think, plain, game.start(), iterations)
        speed = alternate(partial(think, slow, game.start(), iterations), theirs, ROUNDS)[2]
        figures[f"nodes, k = {k}"] = mean_interval(shares)
        figures[f"speed, k = {k}"] = point(round(speed, 2))
        if k > 1:
            gains.append(saved(shares, [1.0] * seeds, of=3))
    return Outcome(figures, direction(*gains))


# ---- convergence -----------------------------------------------------------------------------------------------------

ERROR = 0.05
SHAPES = [(2, depth) for depth in range(4, 17, 2)] + [(4, 4), (4, 6), (4, 8), (8, 4), (8, 6)]
TREES, FIRST, STEP, LOOKS, RUNS = 200, 2, math.sqrt(2.0), 36, 2


def falling(branching: int, depth: int, trees: int, looks: int, progress: Progress) -> NDArray[np.float64]:
    """How often UCT is wrong: [tree, look], a look at 2, 3, 4, 6, 8, ... iterations."""
    progress(f"{branching} moves, {depth} plies")
    game = load(f"p_game(branching={branching},depth={depth})")
    looker, wrong = searching.search(game), np.zeros((trees, looks))
    for tree in range(trees):
        state = game.start(seed=tree)
        right = solve(state).moves
        if len(right) == branching:
            continue
        for run in range(RUNS):
            looker.seed, done = RUNS * tree + run, 0
            for look in range(looks):
                until = round(FIRST * STEP**look)
                result = think(looker, None if look else state, until - done)
                done = until
                wrong[tree, look] += (result.move not in right) / RUNS
    return wrong


def needed(errors: NDArray[np.float64]) -> float:
    """Iterations from which on the mean error stays below ERROR, between two looks by their logarithms; the last look's
    if it never does."""
    mean = errors.mean(axis=0)
    above = np.flatnonzero(mean >= ERROR)
    last = int(above[-1]) if len(above) else -1
    if last < 0 or last + 1 == len(mean):
        return float(FIRST * STEP ** max(last, 0))
    part = (mean[last] - ERROR) / (mean[last] - mean[last + 1])
    return float(FIRST * STEP ** (last + part))


def exponent(curves: Sequence[NDArray[np.float64]], shapes: Sequence[tuple[int, int]], own: bool = False) -> float:
    """Of B^D, by least squares: iterations needed = k B^(exponent D), with one k, or with each B's own."""
    widths = sorted({branching for branching, _ in shapes}) if own else [0]
    rows = [
        [depth * math.log(branching), *(float(width in (0, branching)) for width in widths)]
        for branching, depth in shapes
    ]
    found = np.linalg.lstsq(np.array(rows), np.log([needed(curve) for curve in curves]), rcond=None)[0]
    return float(found[0])


def convergence(progress: Progress, size: Size) -> Outcome:
    """The exponents, and their intervals by drawing trees again (percentiles of 500 bootstrap samples, at 95 % for both
    together where they decide)."""
    trees, looks = size.times(TREES), min(LOOKS, max(4, round(LOOKS * size.iterations)))
    shapes = SHAPES if size.iterations >= 1 else SHAPES[:3]
    curves = [falling(*shape, trees, _looks(shape, looks), progress) for shape in shapes]
    source = np.random.default_rng(1)
    samples = [[curve[source.integers(0, trees, trees)] for curve in curves] for _ in range(size.times(500))]
    figures, gains = {}, []
    for name, own in (("exponent, one constant", False), ("exponent, a constant for each B", True)):
        estimate = exponent(curves, shapes, own)
        drawn = [exponent(sample, shapes, own) for sample in samples]
        low, lower, higher, high = (float(each) for each in np.percentile(drawn, [1.25, 2.5, 97.5, 98.75]))
        figures[name] = Interval(estimate, min(lower, estimate), max(higher, estimate))
        gains.append(Interval(0.5 - estimate, 0.5 - high, 0.5 - low))
    for (branching, depth), curve in zip(shapes, curves, strict=True):
        figures[f"iterations, {branching}^{depth}"] = point(round(needed(curve)))
    return Outcome(figures, direction(*gains, equal=0.15))


def _looks(shape: tuple[int, int], most: int) -> int:
    """Enough for about 64 times B^(D/2) iterations."""
    branching, depth = shape
    return min(most, 2 + round(math.log(64 * branching ** (depth / 2) / FIRST, STEP)))


# ---- traps -----------------------------------------------------------------------------------------------------------


def traps(progress: Progress, size: Size) -> Outcome:
    """UCT and αβ with the same number of positions, with traps and without."""
    figures, gain = {}, point(0.0)
    for name, share in (("traps", 0.3), ("no traps", 0.0)):
        game = load(f"p_game(branching=6,depth=7,traps={share},trap_level=3)")
        progress(f"{name}: solving")
        asked, budget = problems(game, size.times(150), 5), size.visits(1_000)
        progress(f"{name}: searching")
        uct = searching.errors(game, "", asked, [budget], seeds=4)
        minimax = [float(think(AlphaBeta(game), state, budget).move not in right) for state, right in asked]
        figures[f"error of UCT, {name}"] = mean_interval(uct)
        figures[f"error of αβ, {name}"] = mean_interval(minimax)
        if share > 0:
            gain = saved(uct, minimax)
    return Outcome(figures, direction(gain))


CHECKS = [
    Check("67", "slow node creation", BETTER, "fewer nodes, at little cost",
          "othello, 5,000 iterations from the start, 10 seeds; nodes and speed by those of the plain search",
          slow_creation),
    Check("69", "convergence of UCT", NULL, "iterations needed grow as B^(D/2) (Kocsis and Szepesvári 2006)",
          f"P-games 2^4 to 2^16, 4^4 to 4^8, 8^4 and 8^6: {TREES} trees each, {RUNS} runs, until the root is wrong in "
          "less than 5 %; agrees if both exponents lie within 0.15 of 1/2", convergence),
    Check("69", "UCT against minimax in trap trees", WORSE,
          "behind minimax where traps are shallow (Ramanujan et al. 2010)",
          "P-games, 6 moves, 7 plies, 30 % of moves are traps of 3 plies; 1,000 positions each, 150 trees, 4 seeds",
          traps),
]  # fmt: skip
