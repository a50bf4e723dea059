"""Two configured searches against each other: the same deals with seats swapped, and an interval on the difference.

    python benchmarks/strength.py "phantom(m=4,n=4,k=4)" multi single --deals 400 --iterations 2000
    python benchmarks/strength.py spades single random --deals 400 --iterations 1000
    python benchmarks/strength.py spades single:recycle:nodes=1000 single --deals 400

A side is `random`, or an information mode, optionally followed by a memory bound. Side A sits on the even seats of a
deal and side B on the odd ones, then the other way round; what is reported is A's mean payoff over both, deal by deal.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
from concurrent.futures import ProcessPoolExecutor

import anyspace
from anyspace import CHANCE, Search


def player(game: anyspace.AnyGame, side: str, seed: int) -> Search | None:
    """The search that plays for a side; None plays at random."""
    if side == "random":
        return None
    information, _, memory = side.partition(":")
    return Search(game, information=information, memory=memory or None, seed=seed)


def play_deal(name: str, sides: tuple[str, str], seed: int, iterations: int) -> float:
    """One deal, played twice with seats swapped; A's mean payoff, in the game's units."""
    game = anyspace.load(name)
    total = 0.0
    for swapped in (0, 1):
        chance = random.Random(seed)
        players = [player(game, side, seed) for side in sides]
        state = game.start(seed=seed)
        while not state.over:
            moves = state.moves()
            if state.mover == CHANCE:
                state.play(chance.choices(moves, state.weights())[0])
                continue
            search = players[(state.mover + swapped) % 2]
            if len(moves) == 1:
                state.play(moves[0])
            elif search is None:
                state.play(chance.choice(moves))
            else:
                state.play(search.run(state, iterations=iterations).move)
        payoffs = state.returns()
        seats = [payoff for seat, payoff in enumerate(payoffs) if (seat + swapped) % 2 == 0]
        total += sum(seats) / len(seats)
    return total / 2


def main() -> None:
    """Play and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("a")
    parser.add_argument("b")
    parser.add_argument("--deals", type=int, default=400)
    parser.add_argument("--iterations", type=int, default=1000)
    parser.add_argument("--processes", type=int, default=2)
    arguments = parser.parse_args()
    anyspace.load(arguments.game).start(seed=0)  # compiled once, before the processes start
    with ProcessPoolExecutor(arguments.processes) as pool:
        jobs = [
            pool.submit(play_deal, arguments.game, (arguments.a, arguments.b), seed, arguments.iterations)
            for seed in range(arguments.deals)
        ]
        results = [job.result() for job in jobs]
    mean = statistics.mean(results)
    error = statistics.stdev(results) / math.sqrt(len(results))
    print(
        f"{arguments.game}: {arguments.a} against {arguments.b}, {arguments.deals} deals twice, "
        f"{arguments.iterations} iterations: mean payoff {mean:+.3f} +- {1.96 * error:.3f} (95 %)"
    )


if __name__ == "__main__":
    main()
