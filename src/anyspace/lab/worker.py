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
from typing import Any

from ..errors import AnyspaceError, ExperimentError
from ..rules.game import CHANCE, AnyGame, State
from .decision import Forfeit, Outsider
from .match import Fixture, Record, play
from .outside.program import end_all
from .own_games import load_game
from .players import Decider, Player, seat


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
Way = list[tuple[State, Any]]
"""Positions and the moves that were played there; none in the last."""


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
            where = Path(folder)
            if isinstance(order, WarmUp) and any(player.table.get("kind") == "gtp" for player in order.players):
                signal.signal(signal.SIGTERM, _leave)
            answer = warm_up(loaded, order, where) if isinstance(order, WarmUp) else play(loaded, order, folder=where)
        except Exception as error:
            answer = _failure(error)
        try:
            pipe.send(answer)
        except BrokenPipeError:
            return


def warm_up(game: AnyGame, order: WarmUp, folder: Path | None = None) -> Ready:
    """Let everybody decide once. Raises what is wrong with a player, beginning with its name."""
    source = random.Random(0)
    way = _first_decision(game, source)
    state = way[-1][0]
    if state.over:
        return Ready()
    for player in order.players:
        brief = {key: value for key, value in player.table.items() if key != "seconds"}
        try:
            if player.table.get("kind") != "random":
                _decide_once(seat(game, {**brief, "iterations": 1}, folder), way, source)
        except AnyspaceError as error:
            raise type(error)(f"{player.name}: {error}") from error
        except Forfeit as error:
            raise ExperimentError(f"{player.name}: {error}") from error
    return Ready()


def _decide_once(decider: Decider, way: Way, source: random.Random) -> None:
    if not isinstance(decider, Outsider):
        decider.decide(way[-1][0], source)
        return
    try:
        for before, move in way[:-1]:
            decider.follow(before, before.mover, move)
        decider.decide(way[-1][0], source)
    finally:
        decider.close()


def _first_decision(game: AnyGame, source: random.Random) -> Way:
    """The way to the first position in which somebody has a choice, wherever chance leads; to the last one if nobody
    ever has."""
    state = game.start(seed=0)
    way: Way = []
    while state.mover == CHANCE or len(state.moves()) == 1:
        moves = state.moves()
        move = source.choices(moves, state.weights())[0] if state.mover == CHANCE else moves[0]
        way.append((state.copy(), move))
        state.play(move)
    return [*way, (state, None)]


def _failure(error: Exception) -> Failure:
    kind = type(error).__name__ if isinstance(error, AnyspaceError) else ""
    message = str(error) if kind else f"{type(error).__name__}: {error}"
    return Failure(kind, message, traceback.format_exc())


def _leave(*signalled: object) -> None:
    """Told to end: so are the programs that play here."""
    end_all()
    os._exit(128 + signal.SIGTERM)


def _die_with_the_parent() -> None:
    """End this process as soon as the one that started it has ended, even in the middle of a game."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return
    sentinel = parent.sentinel

    def wait() -> None:
        multiprocessing.connection.wait([sentinel])
        end_all()
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()
