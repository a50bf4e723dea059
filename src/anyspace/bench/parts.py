"""What parts cost: iterations a second next to plain UCT, and the processor time of compiling one more combination."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .. import games
from ..core.binding import Loop
from ..parts.part import Part
from ..parts.select.ucb1 import inverse_root, root_of_log
from ..search.search import Search
from .timing import Row, alternate

CASES = [
    ("go", "grave", 3_000, "at least 0.75"),
    ("go", "grave", 20_000, "at least 0.75"),
    ("go", "rave", 3_000, "at least 0.75"),
    ("go", "rave", 20_000, "at least 0.75"),
    ("connect_four", "solver", 100_000, "at least 0.9"),
]
COMBINATIONS = ["plain", "grave", "solver", "grave solver", "implicit_minimax solver"]
"""Compiled one after the other with an empty cache; the first includes all that is compiled once."""

COMPILE = """
import sys, time
import anyspace
game = anyspace.load("connect_four")
state = game.start()
game.backend.provide(["playout_traced", "evaluate"])
parts = sys.argv[1].split()
search = anyspace.Search(game, *parts, seed=1)
before = time.process_time()
search.run(state, iterations=1)
print(time.process_time() - before)
"""


@dataclass(frozen=True)
class OwnUCB1(Part):
    """UCB1 once more, as a user would write it."""

    c: float = 1.0
    kind = "select"
    reference = "yours"

    def bind(self, loop: Loop) -> None:
        c = loop.number(self.c)

        def spread(tree: Any, policy: Any, node: Any, trials: Any) -> float:
            return policy.numbers[c] * root_of_log(trials)

        def score(
            tree: Any, policy: Any, scratch: Any, node: Any, child: Any, reward: float, visits: Any, width: float
        ) -> float:
            root = inverse_root(visits)
            return root * (reward * root + width)

        loop.spread, loop.score = spread, score


def measure(rounds: int, quick: bool) -> Iterator[Row]:
    """Speeds, then compilation."""
    for name, part, iterations, bar in CASES:
        yield compare(name, part, f"{name}, {part}, {iterations:,} iterations", iterations, rounds, bar)
    yield compare("connect_four", OwnUCB1(), "connect_four, a user's own UCB1", 100_000, rounds, "at least 0.97")
    if not quick:
        for parts in COMBINATIONS:
            took = compile_alone(parts)
            what = f"compiling {parts}"
            yield Row("compilation, processor time", what, took, None, None, "s", "at most 5")


def compare(name: str, part: Part | str, what: str, iterations: int, rounds: int, bar: str) -> Row:
    """Iterations a second with a part and without, alternated."""
    game = games.load(name)
    state = game.start(seed=1)
    searches = [Search(game, part, seed=1), Search(game, "plain", seed=1)]
    for search in searches:
        search.run(state, iterations=100)
    with_part, plain, ratio = alternate(
        lambda: searches[0].run(state, iterations=iterations),
        lambda: searches[1].run(state, iterations=iterations),
        rounds,
    )
    return Row("speed next to plain UCT", what, iterations / with_part, iterations / plain, ratio, "per s", bar)


def compile_alone(parts: str) -> float:
    """Seconds of processor time that the search's kernel takes in a process and a cache of its own."""
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "ANYSPACE_CACHE_DIR": cache, "ANYSPACE_QUIET": "1"}
        command = [sys.executable, "-c", COMPILE, parts]
        done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    return float(done.stdout)
