"""What happens in a worker process: it plays the games that it is sent, until nobody is there to send any."""

from __future__ import annotations

import multiprocessing
import multiprocessing.connection
import os
import random
import signal
import threading
import traceback
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from ..errors import AnyspaceError
from ..rules.game import CHANCE, AnyGame, State
from .match import Fixture, Record, play
from .own_games import load_game
from .players import Player, seat


@dataclass(frozen=True)
class WarmUp:
    """An order: let every player decide once, with as little thought as possible. Compiles all that is needed."""

    players: tuple[Player, ...]


@dataclass(frozen=True)
class Ready:
    """An answer: everybody has decided once."""


@dataclass(frozen=True)
class Failure:
    """An answer: what went wrong."""

    kind: str
    """the name of one of our own errors, or empty"""
    message: str
    trace: str


Order = WarmUp | Fixture
Answer = Record | Ready | Failure


def serve(pipe: Connection, game: str, folder: str) -> None:
    """Answer orders until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that gives the orders
    _die_with_the_parent()
    loaded: AnyGame | None = None
    while True:
        try:
            order: Order = pipe.recv()
        except EOFError:
            return
        answer: Answer
        try:
            loaded = loaded or load_game(game, Path(folder))
            answer = warm_up(loaded, order) if isinstance(order, WarmUp) else play(loaded, order)
        except Exception as error:
            answer = _failure(error)
        try:
            pipe.send(answer)
        except BrokenPipeError:
            return


def warm_up(game: AnyGame, order: WarmUp) -> Ready:
    """Let everybody decide once. Raises what is wrong with a player, beginning with its name."""
    source = random.Random(0)
    state = _first_decision(game, source)
    if state.over:
        return Ready()
    for player in order.players:
        brief = {key: value for key, value in player.table.items() if key != "seconds"}
        try:
            if player.table.get("kind") != "random":
                seat(game, {**brief, "iterations": 1}).decide(state, source)
        except AnyspaceError as error:
            raise type(error)(f"{player.name}: {error}") from error
    return Ready()


def _first_decision(game: AnyGame, source: random.Random) -> State:
    """The first position in which somebody has a choice, wherever chance leads; the last one if nobody ever has."""
    state = game.start(seed=0)
    while state.mover == CHANCE or len(state.moves()) == 1:
        moves = state.moves()
        state.play(source.choices(moves, state.weights())[0] if state.mover == CHANCE else moves[0])
    return state


def _failure(error: Exception) -> Failure:
    kind = type(error).__name__ if isinstance(error, AnyspaceError) else ""
    message = str(error) if kind else f"{type(error).__name__}: {error}"
    return Failure(kind, message, traceback.format_exc())


def _die_with_the_parent() -> None:
    """End this process as soon as the one that started it has ended, even in the middle of a game."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return
    sentinel = parent.sentinel

    def wait() -> None:
        multiprocessing.connection.wait([sentinel])
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()
