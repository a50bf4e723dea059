"""What MC-AIXI earns a cycle in five small worlds (docs/problems/aixi.md).

    python benchmarks/aixi.py [SEEDS] [WORLD ...]

An agent a seed: so many cycles in which it explores less and less, then some without random actions, learning all the
while. Prints the mean of the latter with an interval of 95 % over the seeds (Student), as a row of the page's table.
Up to a minute of processor time a seed and world, the last column.
"""

from __future__ import annotations

import sys
from time import process_time
from typing import Any, NamedTuple

from anyspace.lab.statistics.intervals import mean_interval
from anyspace.problems.aixi.agent import Agent
from anyspace.problems.aixi.worlds import BiasedRockPaperScissors, CheeseMaze, Grid, KuhnPoker, Tiger

FIRST_SEED = 11
"""Others than those that the options were chosen by: 1, 101 and 102."""


class Trial(NamedTuple):
    """A world, what is best there, how long the agent learns and is then looked at, and how it is set up."""

    world: Any
    optimum: float
    cycles: int
    greedy: int
    options: dict[str, Any]


TRIALS = {
    "grid": Trial(Grid, 15 / 62, 10_000, 5_000, dict(depth=36, horizon=10, simulations=300, c=0.3, decay=0.9995)),
    "biased_rps": Trial(
        BiasedRockPaperScissors, 1 / 4, 20_000, 5_000, dict(depth=16, horizon=2, simulations=300, c=0.6, decay=0.9998)
    ),
    "kuhn_poker": Trial(
        KuhnPoker, 1 / 18, 20_000, 20_000, dict(depth=24, horizon=1, simulations=300, c=0.6, decay=0.9998)
    ),
    "cheese_maze": Trial(
        CheeseMaze, 1.558, 10_000, 5_000, dict(depth=40, horizon=8, simulations=200, c=0.3, decay=0.9995)
    ),
    "tiger": Trial(Tiger, 1.084, 20_000, 5_000, dict(depth=24, horizon=3, simulations=500, c=0.5, decay=0.9998)),
}


def main(seeds: int, names: list[str]) -> None:
    """A line a seed, and a row a world."""
    rows = []
    for name in names:
        world, optimum, cycles, greedy, options = TRIALS[name]
        means, started = [], process_time()
        for seed in range(FIRST_SEED, FIRST_SEED + seeds):
            agent = Agent(world(), explore=0.999, seed=seed, **options)
            agent.run(cycles)
            means.append(agent.run(greedy, greedy=True).mean)
            print(f"{name}, seed {seed}: {means[-1]:.4f}, {agent.model.bytes / 1e6:.0f} MB", flush=True)
        found, taken = mean_interval(means), (process_time() - started) / seeds
        reach = f"{found.estimate:.3f} ({found.low:.3f} to {found.high:.3f})"
        rows.append(f"| {name} | {cycles:,} | {reach} | {optimum:.3f} | {taken:.0f} s |")
        print(rows[-1], flush=True)
    print("\n".join(["", *rows]))


if __name__ == "__main__":
    given = sys.argv[1:]
    count = int(given.pop(0)) if given and given[0].isdigit() else 5
    main(count, given or list(TRIALS))
