"""A small card game in Python, to be spoilt: each has one of six cards, names numbers, and the higher card wins."""

from __future__ import annotations

import random
from typing import Any

from anyspace import OVER, PythonGame


class Cards:
    """Three times each, a player says 0, 1 or 2; who has the higher card, its numbers added, wins."""

    players, max_moves, max_length, payoffs = 2, 3, 6, (-1.0, 1.0)

    def __init__(self) -> None:
        self.cards: list[int] = [0, 0]
        self.said: list[int] = []

    def start(self, source: random.Random) -> None:
        self.cards = source.sample(range(6), 2)

    def mover(self) -> int:
        return OVER if len(self.said) == 6 else len(self.said) % 2

    def moves(self) -> list[Any]:
        return [0, 1, 2]

    def play(self, move: int) -> None:
        self.said.append(move)

    def returns(self) -> list[float]:
        ours, theirs = (self.cards[player] + sum(self.said[player::2]) for player in (0, 1))
        won = float((ours > theirs) - (ours < theirs))
        return [won, -won]

    def copy(self) -> Cards:
        twin = type(self)()
        twin.cards, twin.said = self.cards[:], self.said[:]
        return twin

    def determinize(self, observer: int, source: random.Random) -> None:
        self.cards[1 - observer] = source.choice([card for card in range(6) if card != self.cards[observer]])

    def view(self, observer: int) -> str:
        return f"{self.cards[observer]} {self.said}"

    def __str__(self) -> str:
        return f"{self.cards} {self.said}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cards) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))


def cards(**methods: Any) -> PythonGame:
    """The game with other methods."""
    return PythonGame(type("Cards", (Cards,), methods))
