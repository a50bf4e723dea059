"""Iterations a second of CFR and Monte Carlo CFR, next to OpenSpiel's C++ solvers: processor time, in turn, medians.

python benchmarks/equilibria.py [ROUNDS]
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable

import pyspiel

import anyspace
from anyspace.solve.equilibria.cfr import CFR
from anyspace.solve.equilibria.mccfr import MCCFR
from anyspace.solve.equilibria.unfolded import unfolded

SECONDS = 0.2
"""Of processor time, about, for each side and round."""


def pace(run: Callable[[int], object]) -> float:
    """Iterations a second of processor time."""
    run(1)
    count, taken = 1, 0.0
    while taken < SECONDS:
        count *= 4
        before = time.process_time()
        run(count)
        taken = time.process_time() - before
    return count / taken


def repeated(step: Callable[[], object]) -> Callable[[int], None]:
    """A step, so many times."""

    def run(count: int) -> None:
        for _ in range(count):
            step()

    return run


def main() -> None:
    """Print a row a method and game."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    print(f"{'game':12} {'method':9} {'ours/s':>12} {'OpenSpiel/s':>12} {'ratio':>7}")
    for name in ("kuhn_poker", "leduc_poker"):
        game, spiel = anyspace.load(name), pyspiel.load_game(name)
        tree = unfolded(game)
        for method in ("cfr", "external", "outcome"):
            ours, theirs = [], []
            for _ in range(rounds):
                if method == "cfr":
                    solver, other = CFR(tree), pyspiel.CFRSolver(spiel).evaluate_and_update_policy
                    ours.append(pace(lambda n, solver=solver: solver.run(iterations=n)))  # type: ignore[misc]
                else:
                    sampler = MCCFR(game, method, seed=1)
                    ours.append(pace(lambda n, sampler=sampler: sampler.run(iterations=n)))  # type: ignore[misc]
                    kind = (
                        pyspiel.ExternalSamplingMCCFRSolver
                        if method == "external"
                        else pyspiel.OutcomeSamplingMCCFRSolver
                    )
                    other = kind(spiel).run_iteration
                theirs.append(pace(repeated(other)))
            mine, yours = statistics.median(ours), statistics.median(theirs)
            print(f"{name:12} {method:9} {mine:12,.0f} {yours:12,.0f} {mine / yours:7.1f}")


if __name__ == "__main__":
    main()
