"""Phantom (m,n,k) with a referee who answers by itself."""

from __future__ import annotations

from functools import cache
from typing import Any

from anyspace.games import phantom
from anyspace.rules.game import CHANCE, Game, State

loaded = cache(phantom.game)  # every variant is built once


class Attended(State):
    """A state whose referee answers by itself, as in pyspiel."""

    def play(self, move: Any) -> Attended:
        super().play(move)
        if self.mover == CHANCE:
            super().play(self.moves()[0])
        return self

    def copy(self) -> Attended:
        return Attended(self.game, super().copy()._block)


class AttendedGame:
    def __init__(self, game: Game) -> None:
        self.game = game

    def start(self, seed: int = 0) -> Attended:
        return Attended(self.game, self.game.start(seed)._block)


def tried(game: Game, squares: str) -> Attended:
    """The position after these tries, each with its answer."""
    state = AttendedGame(game).start()
    for name in squares.split():
        state.play(state.parse(name))
    return state
