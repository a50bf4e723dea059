"""Simulation balancing on Hex of 5x5 cells with exact values, and what the weights are worth in play.

    python benchmarks/balancing.py [POSITIONS] [STEPS]

Prints the mean squared error of playouts on positions held out, uniform and learnt (Silver and Tesauro 2009 report half
of it for Go of 5x5 and 6x6 points); fails if it is more than 0.6. A few minutes.
"""

from __future__ import annotations

import sys
from time import perf_counter

import anyspace
from anyspace.learn.balancing import Balancer, balance, find_targets, mean_squared_error
from anyspace.learn.sampling import Sampler
from anyspace.parts.playout.move_weights import MoveWeights

GAME, MOST = "hex(size=5)", 0.6


def main(count: int = 4000, steps: int = 1500) -> int:
    """The share of the error that is left, printed for three seeds."""
    game, worst = anyspace.load(GAME), 0.0
    for seed in range(3):
        started = perf_counter()
        targets = list(find_targets(game, count, 20_000, seed, only_exact=True))
        learning, held_out = targets[count // 5 :], targets[: count // 5]
        weights = MoveWeights.none_yet(game)
        before = mean_squared_error(game, weights, held_out, 400, seed)
        balance(Balancer(weights, learning, Sampler(game, weights, seed), 100, 16, 0.03, seed), steps)
        after = mean_squared_error(game, weights, held_out, 400, seed)
        worst = max(worst, after / before)
        taken = perf_counter() - started
        print(f"seed {seed}: uniform {before:.4f}, learnt {after:.4f}, {after / before:.3f} of it; {taken:.0f} s")
    return int(worst > MOST)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
