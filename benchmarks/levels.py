"""What the levels are worth in Elo: each plays the next one, and the first one somebody who plays at random.

python benchmarks/levels.py [--games GAME ...] [--deals 100] [--processes 1] [--database FILE]; prints the tables of
docs/levels.md. With a database the games are kept, and what is there is not played again.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import pairwise
from math import hypot
from pathlib import Path

from anyspace.lab.experiment import Plan, build
from anyspace.lab.own_games import load_game
from anyspace.lab.players import Player
from anyspace.lab.results import load
from anyspace.lab.runner import run
from anyspace.lab.statistics import Interval, elo_interval
from anyspace.lab.store import Store
from anyspace.parts.level import STRONGEST, WEAKEST, Level

GAMES = ("connect_four", "breakthrough(rows=6,columns=6)", "hex(size=7)", "einstein", "spades")
"""Where everything is seen; with a die; with hidden cards."""

RANDOM = "random"


def ladder() -> list[Player]:
    """From the weakest on: levels of the search that `Search(game, level=k)` is."""
    levels = range(WEAKEST, STRONGEST + 1)
    return [Player(RANDOM, {"kind": "random"}), *(Player(str(k), {"parts": ["default"], "level": k}) for k in levels)]


def steps(game: str, deals: int, processes: int, store: Store) -> list[Interval]:
    """How much stronger each is than the one before."""
    plans = [Plan((higher, lower), "one", {"level": higher.name}) for lower, higher in pairwise(ladder())]
    found = build(name=game, game=game, folder=Path(), loaded=load_game(game, Path()), points=plans, games=2 * deals)
    run(found, store, processes=processes)
    scores = {point.values["level"]: point.score() for point in load(store, game).points}
    gains = []
    for player in ladder()[1:]:
        score = scores[player.name]
        assert score is not None
        gains.append(elo_interval(score))
        print(f"{game}, level {player.name}: {shown(gains[-1])}", flush=True)
    return gains


def added(gains: Sequence[Interval]) -> Interval:
    """Of several steps together. They were measured apart, so their errors add in squares."""
    middle = sum(gain.estimate for gain in gains)
    low = middle - hypot(*(gain.estimate - gain.low for gain in gains))
    return Interval(middle, low, middle + hypot(*(gain.high - gain.estimate for gain in gains)))


def shown(gain: Interval) -> str:
    """`+108 (23 to 238)`."""
    return f"{gain.estimate:+.0f} ({gain.low:.0f} to {gain.high:.0f})".replace("inf", "∞")


def below(gains: Sequence[Interval]) -> str:
    """What is lacking to the greatest level, as a negative number."""
    all_of_them = added(gains)
    return shown(Interval(-all_of_them.estimate, -all_of_them.high, -all_of_them.low))


def main() -> None:
    """Play, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="+", default=GAMES)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--database", type=Path)
    given = parser.parse_args()
    with Store(given.database, create=given.database is not None) as store:
        gains = {game: steps(game, given.deals, given.processes, store) for game in given.games}
    head = f"{' | '.join(gains)} |\n| ---: | ---: | ---: {'| ---: ' * len(gains)}|"
    print(f"\n| level | iterations | t | {head}")
    for k in range(STRONGEST):
        about = f"{k} | {Level(k).iterations:,} | {Level(k).temperature.t:.2f}" if k else f"{RANDOM} | |"
        print(f"| {about} | {' | '.join(below(found[k:]) for found in gains.values())} |")
    print(f"\n| level | {' | '.join(gains)} |\n| ---: {'| ---: ' * len(gains)}|")
    for k in range(WEAKEST, STRONGEST + 1):
        print(f"| {k} | {' | '.join(shown(found[k - 1]) for found in gains.values())} |")


if __name__ == "__main__":
    main()
