"""The speed of one game, somebody's own perhaps: its rules, playouts, and searches."""

from __future__ import annotations

import random
from collections.abc import Iterator
from statistics import median

from ..checking.speed import first_decision, measured
from ..games.own import load_game
from ..rules.game import CHANCE, AnyGame, State
from ..search.search import Search
from .timing import Row

SECONDS = 0.3
"""Of a measurement of all rules, and of a search."""

POSITIONS = 12


def measure(rounds: int, text: str) -> Iterator[Row]:
    """Medians of so many rounds."""
    game = load_game(text)
    states = positions(game)
    found = [measured(states, SECONDS) for _ in range(rounds)]
    for rule in found[0]:
        rate = rule in ("playouts", "iterations")
        name = {"iterations": "plain UCT, iterations", "playouts": "playouts"}.get(rule, f"rule {rule}")
        yield Row(text, name, median(each[rule] for each in found), None, None, "a second" if rate else "ns")
    if game.unguessable is None:
        search, first, rates = Search(game, seed=1), first_decision(game), []
        search.run(first, iterations=1)
        for _ in range(rounds):
            search.forget()
            rates.append(search.run(first, seconds=SECONDS).stats.iterations_per_second)
        yield Row(text, "the default search, iterations", median(rates), None, None, "a second")


def positions(game: AnyGame) -> list[State]:
    """Some of random games, in which somebody decides."""
    found: list[State] = []
    for seed in range(100):
        source, state = random.Random(seed), game.start(seed=seed)
        decisions: list[State] = []
        while not state.over and len(decisions) < 1000:
            if state.mover != CHANCE:
                decisions.append(state.copy())
            odds = state.weights() if state.mover == CHANCE else None
            state.play(source.choices(state.moves(), odds)[0])
        if decisions:
            found.append(source.choice(decisions))
        if len(found) == POSITIONS:
            break
    return found
