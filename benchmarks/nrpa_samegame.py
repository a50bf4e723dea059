"""NRPA on SameGame, playouts a second of one core: anyspace beside the inner loop in plain C++ (nrpa_samegame.cpp).

python benchmarks/nrpa_samegame.py BOARDS.txt [--board 1] [--playouts 20000] [--rounds 5]: both sides in turn, by the
time of the processor, medians. BOARDS.txt has rows of colours from 0 with blanks between them, the top row first.

With --threads N: anyspace with so many threads and with one, in turn, each thread with as many playouts; by the clock
on the wall, so that it says something only where nothing else runs.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import anyspace

LEVEL = 2


def main() -> None:
    """Compile, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("boards", metavar="BOARDS.txt")
    parser.add_argument("--board", type=int, default=1)
    parser.add_argument("--playouts", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", type=int, metavar="N", help="compare so many with one instead")
    args = parser.parse_args()
    game = anyspace.load("samegame", file=args.boards, board=args.board)
    solve(game, 0, 10)
    if args.threads is None:
        beside_cpp(game, args)
    else:
        beside_one_thread(game, args)


def solve(game: Any, seed: int, playouts: int, threads: int = 1) -> Any:
    """One search."""
    return anyspace.Solo(game, f"nrpa:level={LEVEL}", seed=seed, threads=threads).run(iterations=playouts)


def beside_one_thread(game: Any, args: argparse.Namespace) -> None:
    """Playouts of all threads in a second, against those of one."""
    speeds: dict[int, list[float]] = {1: [], args.threads: []}
    for seed in range(1, args.rounds + 1):
        for threads in sorted(speeds, reverse=seed % 2 == 0):
            result = solve(game, seed, args.playouts * threads, threads)
            speeds[threads].append(result.stats.iterations_per_second)
    for threads, found in speeds.items():
        print(f"{threads} thread{'s' * (threads > 1)}  {statistics.median(found):>8,.0f} playouts/s")
    ratio = statistics.median(speeds[args.threads]) / statistics.median(speeds[1])
    print(f"ratio {ratio:.2f}, {args.rounds} rounds, level {LEVEL}")


def beside_cpp(game: Any, args: argparse.Namespace) -> None:
    """Playouts of one core in a second, against those of the other program."""
    source = Path(__file__).with_suffix(".cpp")
    ours, theirs, lengths, scores = [], [], [[], []], [[], []]
    with tempfile.TemporaryDirectory() as place:
        program = str(Path(place) / "nrpa")
        subprocess.run(["g++", "-O3", "-march=native", "-o", program, str(source)], check=True)
        for seed in range(1, args.rounds + 1):
            words = [program, args.boards, args.board, LEVEL, args.playouts, seed, 1]
            score, playouts, moves, seconds = (
                subprocess.run([str(word) for word in words], check=True, capture_output=True, text=True)
            ).stdout.split()
            theirs.append(int(playouts) / float(seconds))
            lengths[1].append(int(moves) / int(playouts))
            scores[1].append(float(score))
            before = time.process_time()
            result = solve(game, seed, args.playouts)
            ours.append(result.stats.iterations / (time.process_time() - before))
            lengths[0].append(result.stats.mean_playout)
            scores[0].append(result.value)
    for name, speeds, length, score in zip(("anyspace", "C++"), (ours, theirs), lengths, scores, strict=True):
        print(
            f"{name:<9} {statistics.median(speeds):>8,.0f} playouts/s  {statistics.fmean(length):.1f} moves a playout  "
            f"best {statistics.fmean(score):,.0f} on average"
        )
    print(f"ratio {statistics.median(ours) / statistics.median(theirs):.2f}, {args.rounds} rounds, level {LEVEL}")


if __name__ == "__main__":
    main()
