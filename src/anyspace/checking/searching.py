"""The game under a search: does it run, does it repeat itself, does it help?"""

from __future__ import annotations

import random
import time

from ..rules.game import CHANCE, State
from ..search.search import Search
from .findings import DOUBTFUL, FINE
from .walks import Inspection, Walk

ITERATIONS = 400
MATCHES = 24
"""Games against random moves, at most."""


def check_search(inspection: Inspection, seconds: float) -> None:
    """Searches from the start and from positions of random games, and a match against random moves."""
    game = inspection.game
    information = "cheating" if game.unguessable is not None else None
    searched = 0
    end = time.perf_counter() + seconds / 3
    for state, walk in inspection.positions[::25] or inspection.positions[:1]:
        with inspection.asking("search", walk):
            found = [
                Search(game, "plain", information=information, seed=1).run(
                    state, iterations=ITERATIONS, seconds=seconds, even_if_forced=True
                )
                for _ in range(2)
            ]
            if not searched:
                Search(game, information=information, seed=1).run(state, iterations=ITERATIONS, seconds=seconds)
        searched += 1
        visits = [[(row.move, row.visits) for row in result.table] for result in found]
        if visits[0] != visits[1] and all(result.stats.iterations == ITERATIONS for result in found):
            words = "two searches with one seed differ: a rule keeps something between calls, or draws from elsewhere"
            inspection.say("wrong", "search", words, walk)
        if time.perf_counter() > end:
            break
    if not inspection.failed("search"):
        inspection.say(FINE, f"{2 * searched + 1} searches", "")
    if game.players > 1 and information is None:
        _match(inspection, seconds / 2)


def _match(inspection: Inspection, seconds: float) -> None:
    """A search against random moves, from each seat in turn: who thinks should be paid more."""
    game, end = inspection.game, time.perf_counter() + seconds
    search = Search(game, "plain", seed=1)
    gains: list[float] = []
    for number in range(MATCHES):
        seat, source = number % game.players, random.Random(number)
        walk = Walk(game, number)
        state = game.start(seed=number)
        with inspection.asking("search", walk):
            while not state.over and time.perf_counter() < end:
                move = _decide(state, seat, search, source)
                state.play(move)
                walk.moves.append(move)
        if not state.over:
            break
        payoffs = state.returns()
        others = [payoff for player, payoff in enumerate(payoffs) if player != seat]
        gains.append(payoffs[seat] - sum(others) / len(others))
    if len(gains) < 8:
        return
    mean = sum(gains) / len(gains)
    spread = (sum((gain - mean) ** 2 for gain in gains) / len(gains)) ** 0.5
    inspection.report.facts["against_random"] = mean
    if mean + 2 * spread / len(gains) ** 0.5 < 0 or (mean <= 0 and spread == 0):
        words = (
            f"a search of {ITERATIONS} iterations does worse than random moves ({mean:+.2f} in {len(gains)} games): "
            "are payoffs given to the right players, and does 'mover' name who chooses?"
        )
        inspection.say(DOUBTFUL, "search", words)
    else:
        inspection.say(FINE, f"play against random moves ({mean:+.2f})", "")


def _decide(state: State, seat: int, search: Search, source: random.Random) -> object:
    moves = state.moves()
    if state.mover == CHANCE:
        return source.choices(moves, state.weights())[0]
    if state.mover != seat or len(moves) == 1:
        return source.choice(moves)
    return search.run(state, iterations=ITERATIONS).move
