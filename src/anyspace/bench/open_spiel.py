"""Iterations a second here and in OpenSpiel's C++ MCTSBot: random rollouts, equal simulations, equal exploration."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from typing import Any

from .. import games
from ..parts.select.ucb1 import UCB1
from ..search.search import Search
from .timing import Row, alternate

PAIRS = [
    ("connect_four", "connect_four", 10_000),
    ("othello", "othello", 2_000),
    ("breakthrough", "breakthrough", 2_000),
    ("hex(size=11)", "hex(board_size=11)", 1_000),
    ("go(size=9)", "go(board_size=9,komi=7.5)", 1_000),
    ("oware", "oware", 4_000),
]
"""Our game, theirs, and how many simulations a turn."""

C = 1.0
"""Exploration here, with rewards in [0, 1]; their payoffs lie in [-1, 1], so theirs is twice that."""


def measure(rounds: int, only: list[str]) -> Iterator[Row]:
    """One row a game that both have, then the geometric mean."""
    try:
        import pyspiel
    except ImportError:
        yield Row("OpenSpiel C++ MCTSBot", "skipped", None, None, None, "", note='pip install "anyspace[openspiel]"')
        return
    ratios = []
    for name, their_name, simulations in PAIRS:
        if only and name.split("(")[0] not in only:
            continue
        row = compare(pyspiel, name, their_name, simulations, rounds)
        assert row.ratio is not None
        ratios.append(row.ratio)
        yield row
    if len(ratios) > 1:
        mean = statistics.geometric_mean(ratios)
        yield Row("OpenSpiel C++ MCTSBot", "geometric mean", None, None, mean, "", "at least 15, none below 6")


def compare(pyspiel: Any, name: str, their_name: str, simulations: int, rounds: int) -> Row:
    """Both sides search the starting position with the same number of simulations."""
    game = games.load(name)
    state = game.start(seed=1)
    search = Search(game, select=UCB1(C), seed=1)
    search.run(state, iterations=100)
    spiel_game = pyspiel.load_game(their_name)
    spiel_state = spiel_game.new_initial_state()
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(spiel_game, evaluator, 2 * C, simulations, 4096, False, 1, False)
    ours, theirs, ratio = alternate(
        lambda: search.run(state, iterations=simulations), lambda: bot.mcts_search(spiel_state), rounds
    )
    return Row("OpenSpiel C++ MCTSBot", name, simulations / ours, simulations / theirs, ratio, "iterations/s", "6")
