"""Deciding: what a player is asked, and what it answers."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from ..rules.game import AnyGame, State

Table = Mapping[str, Any]
"""What is said about a player: option to value."""


@dataclass(frozen=True)
class Decision:
    """A move, and what the player thought of it."""

    move: Any
    value: float | None = None
    iterations: int = 0
    late: float = 0.0
    """seconds beyond the time that it was given"""
    depth: float | None = None
    """moves that it looked ahead, on average over its iterations"""


class Decider(Protocol):
    """Somebody who moves when it is their turn."""

    def decide(self, state: State, source: random.Random) -> Decision:
        """A legal move of `state`; whatever is drawn is drawn from `source`."""


class Outsider(ABC):
    """A player that is not ours: it follows the game from its start, may fail, and is let go when the game is over."""

    @abstractmethod
    def decide(self, state: State, source: random.Random) -> Decision:
        """A legal move of `state`. Raises `Forfeit` where there is none to be had."""

    def follow(self, state: State, mover: int, move: Any) -> None:  # noqa: B027  # who looks at positions only
        """Called before a move is played, whoever's it is. Does no more than take note: it must not fail."""

    def close(self) -> None:  # noqa: B027  # who holds nothing
        """The game is over."""


class Forfeit(Exception):
    """The player that was asked for a move has lost, for a reason that is not in the rules."""


class Forfeited(NamedTuple):
    """Who gave a game away, and how."""

    seat: int
    reason: str

    def payoffs(self, game: AnyGame) -> list[float]:
        """The least there is for the one, the most for everybody else."""
        least, greatest = game.payoffs
        return [least if seat == self.seat else greatest for seat in range(game.players)]


class Overrun(NamedTuple):
    """Who took longer than it was given, and was let go on."""

    seat: int
    moves: int
    worst: float
    """seconds beyond"""


def overruns_of(late: Sequence[tuple[int, float]]) -> list[Overrun]:
    """Seat by seat, from the seat and the seconds of every move that was late."""
    by_seat = {seat: [seconds for who, seconds in late if who == seat] for seat, _ in late}
    return [Overrun(seat, len(seconds), max(seconds)) for seat, seconds in sorted(by_seat.items())]


def only_legal(state: State, move: Any, said: str) -> Any:
    """The move, if it is legal. Raises `Forfeit`; `said` is how the player called it."""
    try:
        legal = state.allows(move)
    except Exception:  # whatever a stranger's object does when it is compared
        legal = False
    if not legal:
        raise Forfeit(f"answered with {said}, which is not a legal move")
    return move
