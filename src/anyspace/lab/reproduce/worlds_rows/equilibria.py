"""Rows 58 and 59: Monte Carlo CFR at OpenSpiel's own thresholds, and what more time does to it and to ISMCTS."""

from __future__ import annotations

from functools import partial

from ....bridges.open_spiel.names import library
from ....games import load
from ....solve.equilibria.unfolded import unfolded
from ...exploit import measure
from ...statistics import mean_interval
from ..checks.outcome import Check, Outcome, Progress, Size, direction, gained, saved
from ..survey_rows import BETTER, NULL

SEEDS, MORE_SEEDS = 10, 40


def errors(progress: Progress, size: Size, name: str, player: str, budgets: list[int], seeds: int) -> list[list[float]]:
    """NashConv, for every budget a list over seeds."""
    tree = unfolded(load(name))
    budgets = [size.visits(budget) for budget in budgets]
    found: list[list[float]] = [[] for _ in budgets]
    for seed in range(size.times(seeds)):
        progress(f"{name}, {player}, seed {seed}")
        for rows, measured in zip(found, measure(tree, player, budgets, seed, lambda said: None), strict=True):
            rows.append(measured.nash_conv)
    return found


def thresholds(progress: Progress, size: Size, method: str, iterations: int, kuhn: float, leduc: float) -> Outcome:
    """Whether mean NashConv lies below OpenSpiel's thresholds."""
    figures, gains = {}, []
    for name, threshold in (("kuhn_poker", kuhn), ("leduc_poker", leduc)):
        (each,) = errors(progress, size, name, method, [iterations], SEEDS)
        figures[f"{name} (below {threshold:g})"] = mean_interval(each)
        gains.append(saved(each, [threshold] * len(each), 2))
    return Outcome(figures, direction(*gains))


def openspiels_own(name: str, method: str, iterations: int, seed: int) -> float:
    """NashConv of OpenSpiel's own solver in C++."""
    pyspiel = library()
    game = pyspiel.load_game(name)
    if method == "external":
        solver = pyspiel.ExternalSamplingMCCFRSolver(game, seed)
    else:
        solver = pyspiel.OutcomeSamplingMCCFRSolver(game, 0.6, seed)
    for _ in range(iterations):
        solver.run_iteration()
    return float(pyspiel.nash_conv(game, solver.average_policy(), True))


def beside_openspiel(progress: Progress, size: Size, method: str, iterations: int) -> Outcome:
    """What OpenSpiel's own solver comes to in as many iterations; both the same if the means differ by less than a
    fifth of it."""
    figures, shares = {}, []
    for name in ("kuhn_poker", "leduc_poker"):
        (ours,) = errors(progress, size, name, method, [iterations], MORE_SEEDS)
        progress(f"{name}, {method}, OpenSpiel's")
        theirs = [openspiels_own(name, method, size.visits(iterations), seed) for seed in range(size.times(MORE_SEEDS))]
        figures[name] = mean_interval(ours)
        figures[f"{name}, OpenSpiel's"] = mean_interval(theirs)
        middle = sum(theirs) / len(theirs)
        shares.append(saved([each / middle for each in ours], [each / middle for each in theirs], 2))
    return Outcome(figures, direction(*shares, equal=0.2))


def with_time(progress: Progress, size: Size, name: str, early: int, late: int) -> Outcome:
    """Whether ISMCTS is more exploitable with more time, and external sampling less."""
    search = errors(progress, size, name, "single", [early, late], SEEDS)
    sampling = errors(progress, size, name, "external", [early, late], SEEDS)
    figures = {
        f"ISMCTS, {early:,}": mean_interval(search[0]),
        f"ISMCTS, {late:,}": mean_interval(search[1]),
        f"external sampling, {early:,}": mean_interval(sampling[0]),
        f"external sampling, {late:,}": mean_interval(sampling[1]),
    }
    return Outcome(figures, direction(gained(search[1], search[0], 2), saved(sampling[1], sampling[0], 2)))


CHECKS = [
    Check(
        "58", "external sampling at OpenSpiel's thresholds", BETTER, "NashConv below 0.05 in Kuhn, 2.5 in Leduc",
        f"1,000 iterations, means of {SEEDS} seeds",
        partial(thresholds, method="external", iterations=1_000, kuhn=0.05, leduc=2.5),
    ),
    Check(
        "58", "outcome sampling at OpenSpiel's thresholds", BETTER, "NashConv below 0.04 in Kuhn, 3 in Leduc",
        f"10,000 iterations, means of {SEEDS} seeds",
        partial(thresholds, method="outcome", iterations=10_000, kuhn=0.04, leduc=3.0),
    ),
    *(
        Check(
            "58", f"{method} sampling next to OpenSpiel's own solver", NULL, "the same method",
            f"{iterations:,} iterations, means of {MORE_SEEDS} seeds each",
            partial(beside_openspiel, method=method, iterations=iterations),
        )
        for method, iterations in (("external", 1_000), ("outcome", 10_000))
    ),
    Check(
        "59", "time makes ISMCTS more exploitable, Monte Carlo CFR less", BETTER, "so in Liar's Dice",
        f"kuhn_poker, NashConv at 300 and 30,000 iterations (a decision; in all), {SEEDS} seeds",
        partial(with_time, name="kuhn_poker", early=300, late=30_000),
    ),
]  # fmt: skip
