"""What learning costs a playout: playouts a second, next to uniformly random ones move by move through the same code.

Processor time of this thread, so that other programs do not count. What is learnt also makes playouts longer or
shorter: a wiser one may be over sooner.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .. import games
from ..core.binding import Loop
from ..parts.part import Part
from ..rng import below
from ..search.search import Search
from .timing import Row, Work, alternate

GAMES = ("breakthrough", "hex")
BARS = {"mast": 0.5, "lgr:memory=1": 0.5, "lgr": 0.5, "nst": 0.35, "ppa": 0.0, "mast:method=gibbs": 0.0}
"""What must be left of the speed at least; 0: no bar."""

PLAYOUTS = 3_000


@dataclass(frozen=True)
class Uniform(Part):
    """Any legal move, as a part that chooses would choose it."""

    kind = "playout"
    reference = "yours"

    def bind(self, loop: Loop) -> None:
        def choose(tree: Any, game: Any, policy: Any, scratch: Any, mover: int, n: int, ply: int) -> int:
            return below(scratch.rng, n)

        loop.choose = choose


def measure(rounds: int) -> Iterator[Row]:
    """Every way to learn, in a game with few moves to choose from and in one with many."""
    for name in GAMES:
        uniform = search_of(name, Uniform())
        for part, bar in BARS.items():
            ours, theirs, ratio = alternate(search_of(name, part), uniform, rounds, time.thread_time)
            what, speeds = f"{name}, {part}, {PLAYOUTS:,} playouts", (PLAYOUTS / ours, PLAYOUTS / theirs)
            wanted = f"at least {bar:g}" if bar else ""
            yield Row("learning playouts next to uniform ones", what, *speeds, ratio, "per s", wanted)


def ratios(name: str, part: str, pairs: int, playouts: int = PLAYOUTS) -> list[float]:
    """The speed of playouts that learn next to that of uniform ones, for pairs of new searches, three turns each. (A
    search is now and then slower than its like by a quarter and more, in all its turns; one pair alone says little.)"""
    searches = [(search_of(name, part, playouts), search_of(name, Uniform(), playouts)) for _ in range(pairs)]
    return [alternate(*both, 3, time.thread_time)[2] for both in searches]  # all kept: each has a place of its own


def search_of(name: str, part: Part | str, playouts: int = PLAYOUTS) -> Work:
    """What is timed: a search that was compiled and used once."""
    game = games.load(name)
    state, search = game.start(seed=1), Search(game, part, seed=1)
    search.run(state, iterations=100)
    return lambda: search.run(state, iterations=playouts)
