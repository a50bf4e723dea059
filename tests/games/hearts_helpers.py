"""Positions, random play and statistics for the tests of Hearts."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np

from anyspace.games import hearts
from anyspace.games.cards import RANKS, SUITS, hand_of
from anyspace.games.hearts_round import HOLD, STATE
from anyspace.rules.game import Game, State

ROUND = hearts.game()
GAMES = {
    "left": ROUND,
    "right": hearts.game(passing="right"),
    "across": hearts.game(passing="across"),
    "hold": hearts.game(passing="hold"),
    "match": hearts.game(target=100),
}


def record(state: State) -> Any:
    return state._block.view(STATE)[0]


def bits(text: str) -> int:
    return int(hand_of(text))


def number(name: str) -> int:
    return 13 * SUITS.index(name[1]) + RANKS.index(name[0])


def names(state: State) -> str:
    return " ".join(state.name(move) for move in state.moves())


def deal(game: Game, hands: list[int], direction: int = HOLD) -> State:
    """A round that begins with these hands."""
    state = game.start(seed=0)
    now = record(state)
    now["hands"] = hands
    now["direction"] = direction
    now["chosen"] = 12 if direction == HOLD else 0
    return state


def ending(game: Game, hands: list[str], leader: int, broken: bool = True, played: list[int] | None = None) -> State:
    """The last tricks: `hands` are left, and all other cards have been played by somebody."""
    state = deal(game, [bits(hand) for hand in hands])
    now = record(state)
    now["cards"] = 52 - sum(int(hand).bit_count() for hand in now["hands"])
    now["leader"], now["broken"] = leader, broken
    gone = [card for card in range(52) if not int(np.bitwise_or.reduce(now["hands"])) >> card & 1]
    share = len(gone) // 4
    for seat in range(4):
        now["played"][seat] = sum(1 << card for card in gone[seat * share : (seat + 1) * share])
    return state


def play(state: State, text: str) -> State:
    for name in text.split():
        state.play(state.parse(name))
    return state


def uncompiled_returns(game: Game, state: State) -> list[float]:
    """The payoffs by the rules of a game that is not worth compiling."""
    out = np.zeros(4)
    game.rules["returns"](ROUND.backend.record(state._block), out)
    return out.tolist()


def random_game(state: State, source: random.Random, until: int = 0) -> list[int]:
    """Play on at random until so many cards are left to be played; the moves."""
    made = []
    while not state.over and (record(state)["chosen"] < 12 or record(state)["cards"] < 52 - until):
        made.append(source.choice(state.moves()))
        state.play(made[-1])
    return made


def assert_uniform(seen: Counter[Any], worlds: set[Any]) -> None:
    """Every world occurs, no other does, and a chi-square statistic lies within five deviations of its mean."""
    assert set(seen) == worlds
    expected = sum(seen.values()) / len(worlds)
    statistic = sum((count - expected) ** 2 / expected for count in seen.values())
    freedom = len(worlds) - 1
    assert statistic < freedom + 5 * (2 * freedom) ** 0.5 + 5
