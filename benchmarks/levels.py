"""What the levels are worth in Elo: each plays the next one, and the first one somebody who plays at random.

python benchmarks/levels.py [--deals 20] [--processes 1]; prints the table of docs/levels.md.
"""

from __future__ import annotations

import argparse
from itertools import pairwise
from pathlib import Path

from anyspace.lab.experiment import Plan, build
from anyspace.lab.own_games import load_game
from anyspace.lab.players import Player
from anyspace.lab.results import load
from anyspace.lab.runner import run
from anyspace.lab.statistics import elo_interval
from anyspace.lab.store import Store

GAMES = ("connect_four", "breakthrough(rows=6,columns=6)", "hex(size=7)")


def ladder() -> list[Player]:
    """From the weakest on."""
    return [Player("random", {"kind": "random"}), *(Player(str(k), {"level": k}) for k in range(1, 11))]


def main() -> None:
    """Play, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--processes", type=int, default=1)
    given = parser.parse_args()
    shown: dict[str, list[str]] = {}
    for game in GAMES:
        plans = [Plan((higher, lower), "one", {"level": higher.name}) for lower, higher in pairwise(ladder())]
        found = build(
            name=game, game=game, folder=Path(), loaded=load_game(game, Path()), points=plans, games=2 * given.deals
        )
        with Store(None) as store:
            run(found, store, processes=given.processes)
            for point in load(store, game).points:
                score = point.score()
                assert score is not None
                gain = elo_interval(score)
                cell = f"{gain.estimate:+.0f} ({gain.low:.0f} to {gain.high:.0f})".replace("inf", "∞")
                shown.setdefault(point.values["level"], []).append(cell)
                print(game, point.values["level"], cell, flush=True)
    print(f"| level | {' | '.join(GAMES)} |\n| ---: {'| ---: ' * len(GAMES)}|")
    for level, cells in shown.items():
        print(f"| {level} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
