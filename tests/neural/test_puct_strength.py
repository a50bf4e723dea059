"""PUCT by its odds: where they say nothing it is about as strong as UCT, with an oracle's it is far ahead."""

from __future__ import annotations

from typing import Any

import pytest
from toys import nim

from anyspace import Game, Search, load
from anyspace.lab.statistics.intervals import Interval, score_interval

pytestmark = pytest.mark.slow

STONES = 30
"""Who leaves a multiple of four wins: few simulations find that out only towards the end."""

UCT = "ucb1:c=0.5"


def oracle(state: Any, moves: Any, n: int, out: Any) -> None:
    """The winning move, as good as for certain; where there is none, all alike."""
    for i in range(n):
        out[i] = 1.0 if (state.left - moves[i]) % 4 == 0 else 0.02


def without_odds(name: str) -> Game:
    """A game without its own rule `prior`: PUCT takes all moves to be as good."""
    facts = load(name).facts()
    return Game(**{key: given for key, given in facts.items() if key != "prior"})


def against_uct(game: Any, iterations: int, pairs: int) -> Interval:
    """What PUCT wins against UCT, by pairs of games with the seats changed."""
    searches = [Search(game, part, seed=1) for part in ("puct", UCT)]
    found = []
    for pair in range(pairs):
        won = 0.0
        for seat in (0, 1):
            state = game.start(seed=pair)
            for search in searches:
                search.forget()
                search.seed = 2 * pair + seat
            while not state.over:
                state.play(searches[state.mover ^ seat].run(state, iterations=iterations).move)
            won += 0.25 * (state.returns()[seat] + 1.0)
        found.append(won)
    return score_interval(found)


@pytest.mark.parametrize("name", ["connect_four", "hex(size=5)"])
def test_with_odds_that_say_nothing_it_is_about_as_strong_as_uct(name: str) -> None:
    """200 games each gave 43 % (36 to 50), with 400 iterations and half as many games 38 % (28 to 48) and 45."""
    assert abs(against_uct(without_odds(name), 100, 60).estimate - 0.5) < 0.15


def test_with_an_oracles_odds_it_is_far_ahead() -> None:
    """Also where the game alone, without them, is as hard for both: 48 % of 200 games (41 to 55)."""
    assert against_uct(nim(STONES, actions=4, prior=oracle), 16, 60).low > 0.8
    assert abs(against_uct(nim(STONES, actions=4), 16, 60).estimate - 0.5) < 0.15
