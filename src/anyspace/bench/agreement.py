"""The same hidden-information game, searched here through the bridge and by OpenSpiel's own ISMCTSBot: who wins what.

Both play both seats over the same deals: against themselves, and against each other. If both find the same values,
every difference lies within its interval of zero.
"""

from __future__ import annotations

import math
import random
import statistics
from collections.abc import Callable, Iterator
from typing import Any

from .. import games
from ..parts.select.ucb1 import UCB1
from ..rules.game import CHANCE, State
from ..search.search import Search
from .timing import Row

Player = Callable[[State], Any]


def measure(deals: int = 400) -> Iterator[Row]:
    """Kuhn and Leduc poker. The constants are the same once rewards are scaled to [0, 1], as ours are."""
    for name, iterations, c in (("kuhn_poker", 300, 1.0), ("leduc_poker", 500, 1.0)):
        yield from compare(name, iterations, c, deals)


def compare(name: str, iterations: int, c: float, deals: int, errors: float = 1.96) -> Iterator[Row]:
    """First seat's payoff under self-play, ours and theirs; then ours against theirs, both seats. `errors` is how many
    standard errors an interval reaches to either side."""
    import pyspiel

    game = games.load(f"open_spiel:{name}")
    spread = game.payoffs[1] - game.payoffs[0]

    def ours(seed: int) -> Player:
        search = Search(game, select=UCB1(c), seed=seed)
        return lambda state: search.run(state, iterations=iterations).move

    def theirs(seed: int) -> Player:
        kind = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        bot = pyspiel.ISMCTSBot(seed, evaluator, c * spread, iterations, -1, kind, False, False)
        return lambda state: bot.step(game.backend.thing(state._block))  # type: ignore[attr-defined]

    def first_seat(first: Callable[[int], Player], second: Callable[[int], Player]) -> list[float]:
        return [play(game, (first(2 * deal + 1), second(2 * deal + 2)), deal) for deal in range(deals)]

    alone, others = first_seat(ours, ours), first_seat(theirs, theirs)
    yield difference(f"{name}: self-play, first seat", alone, others, errors)
    yield difference(f"{name}: against each other", first_seat(ours, theirs), first_seat(theirs, ours), errors)


def play(game: Any, players: tuple[Player, Player], deal: int) -> float:
    """One game; the first seat's payoff."""
    chance = random.Random(deal)
    state = game.start(seed=deal)
    while not state.over:
        if state.mover == CHANCE:
            state.play(chance.choices(state.moves(), state.weights())[0])
        else:
            state.play(players[state.mover](state))
    return float(state.returns()[0])


def difference(what: str, ours: list[float], theirs: list[float], errors: float) -> Row:
    """Mean payoffs side by side, and whether their difference, paired by deal, is distinguishable from zero."""
    paired = [mine - other for mine, other in zip(ours, theirs, strict=True)]
    error = errors * statistics.stdev(paired) / math.sqrt(len(paired))
    gap = statistics.mean(paired)
    note = f" difference {gap:+.3f} +- {error:.3f}"
    return Row(
        "expected values, OpenSpiel's ISMCTSBot", what, statistics.mean(ours), statistics.mean(theirs), None,
        "", "within the interval" if abs(gap) <= error else "OUTSIDE the interval", note=note,
    )  # fmt: skip
