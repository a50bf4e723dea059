"""What it costs a search when somebody reads its tree: the same search alone and watched, in turns.

    python benchmarks/reading_the_tree.py
    python benchmarks/reading_the_tree.py go --nodes 500 --times 10 --rounds 9 --parallel tree:threads=2

Prints iterations a second of both (medians), and their ratio: the median of the ratios of neighbouring turns. The
reader has a thread of its own. Where all cores search already it takes its time from them, else from nobody. On a busy
machine others take more: there the ratio of iterations by processor time tells, in which the reader's is counted.
"""

from __future__ import annotations

import argparse
import statistics
import threading
import time

from anyspace import Search, load
from anyspace.rules.game import AnyGame


def speed(game: AnyGame, seconds: float, parallel: str | None, nodes: int, times: float) -> tuple[float, float]:
    """Iterations a second, and a second of processor time; `times` a second somebody reads so many nodes."""
    search = Search(game, "plain", parallel=parallel, seed=1)
    search.run(game.start(), iterations=1_000)
    search.top(nodes)
    over = threading.Event()

    def read() -> None:
        while times > 0 and not over.wait(1 / times):
            search.top(nodes)

    reader = threading.Thread(target=read)
    started = time.process_time()
    with search.start(game.start(), seconds=seconds) as handle:
        reader.start()
        handle.wait()
        over.set()
        reader.join()
    stats = handle.result().stats
    return stats.iterations_per_second, stats.iterations / (time.process_time() - started)


def main() -> None:
    """Alternate, and take medians."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="connect_four")
    parser.add_argument("--nodes", type=int, default=500)
    parser.add_argument("--times", type=float, default=10, help="how often a second")
    parser.add_argument("--seconds", type=float, default=1.0, help="of a turn")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--parallel", help="as of anyspace.Search")
    args = parser.parse_args()
    game = load(args.game)
    alone: list[tuple[float, float]] = []
    watched: list[tuple[float, float]] = []
    for i in range(args.rounds):
        for side in (alone, watched) if i % 2 == 0 else (watched, alone):
            often = args.times if side is watched else 0
            side.append(speed(game, args.seconds, args.parallel, args.nodes, often))
    by_clock, by_processor = (
        statistics.median(there[i] / here[i] for here, there in zip(alone, watched, strict=True)) for i in (0, 1)
    )
    here, there = (statistics.median(speed for speed, _ in side) for side in (alone, watched))
    print(f"{args.game}: {here:,.0f} iterations/s alone, {there:,.0f} watched")
    print(f"{args.nodes} nodes {args.times:g} times a second: {by_clock:.3f} of the speed")
    print(f"by processor time: {by_processor:.3f}")


if __name__ == "__main__":
    main()
