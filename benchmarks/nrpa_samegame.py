"""NRPA on SameGame, playouts a second of one core: anyspace beside the inner loop in plain C++ (nrpa_samegame.cpp).

python benchmarks/nrpa_samegame.py BOARDS.txt [--board 1] [--playouts 20000] [--rounds 5]: both sides in turn, by the
time of the processor, medians. BOARDS.txt has rows of colours from 0 with blanks between them, the top row first.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

import anyspace

LEVEL = 2


def main() -> None:
    """Compile, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("boards", metavar="BOARDS.txt")
    parser.add_argument("--board", type=int, default=1)
    parser.add_argument("--playouts", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    source = Path(__file__).with_suffix(".cpp")
    game = anyspace.load("samegame", file=args.boards, board=args.board)
    ours, theirs, lengths, scores = [], [], [[], []], [[], []]
    with tempfile.TemporaryDirectory() as place:
        program = str(Path(place) / "nrpa")
        subprocess.run(["g++", "-O3", "-march=native", "-o", program, str(source)], check=True)
        anyspace.Solo(game, f"nrpa:level={LEVEL}", seed=0).run(iterations=10)
        for seed in range(1, args.rounds + 1):
            words = [program, args.boards, args.board, LEVEL, args.playouts, seed, 1]
            score, playouts, moves, seconds = (
                subprocess.run([str(word) for word in words], check=True, capture_output=True, text=True)
            ).stdout.split()
            theirs.append(int(playouts) / float(seconds))
            lengths[1].append(int(moves) / int(playouts))
            scores[1].append(float(score))
            before = time.process_time()
            result = anyspace.Solo(game, f"nrpa:level={LEVEL}", seed=seed, threads=1).run(iterations=args.playouts)
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
