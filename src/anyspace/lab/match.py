"""One game between configured players, from its seeds to its record."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..errors import GameError
from ..rules.game import CHANCE, AnyGame, State
from .decision import Decision, Forfeit, Forfeited, Outsider, Overrun, Table, overruns_of
from .hashing import canonical
from .players import seat


@dataclass(frozen=True)
class Seeds:
    """All that is drawn in a game follows from these."""

    start: int
    """what the rules draw at the start: the deal"""
    chance: int
    """what chance draws during the game"""
    seats: tuple[int, ...]
    """what each seat's player draws"""


@dataclass(frozen=True)
class Fixture:
    """A game that is to be played: who sits where, and the seeds."""

    id: str
    seats: tuple[Table, ...]
    seeds: Seeds


@dataclass(frozen=True)
class Record:
    """A game that was played."""

    id: str
    payoffs: list[float]
    """of every seat, in the game's own units"""
    moves: list[int]
    """each as its place among the legal moves, outcomes of chance included"""
    plies: int
    """moves of players"""
    decisions: int
    """moves that were not forced"""
    iterations: int
    seconds: float
    thinking: float
    """seconds spent by the players"""
    forfeit: Forfeited | None = None
    """who gave the game away, if it did not end by its rules"""
    overruns: list[Overrun] = field(default_factory=list)
    """of who took longer than it was given"""


Watch = Callable[[State, int, Any, Decision | None], object]
"""Called before a move is played: the position, who moves (or CHANCE), the move, and what its player thought of it."""


def play(game: AnyGame, fixture: Fixture, watch: Watch | None = None, folder: Path | None = None) -> Record:
    """Play a game. A forced move is played without thinking. A player of ours who fails passes its exception on; one
    that is not ours loses. Players' files are sought from `folder`."""
    started = time.perf_counter()
    deciders = {canonical(dict(table)): seat(game, table, folder) for table in fixture.seats}
    at_seat = [deciders[canonical(dict(table))] for table in fixture.seats]
    outsiders = [decider for decider in deciders.values() if isinstance(decider, Outsider)]
    sources = [random.Random(seed) for seed in fixture.seeds.seats]
    chance = random.Random(fixture.seeds.chance)
    state = game.start(seed=fixture.seeds.start)
    # the rules directly: what `State` checks for people on top of them is known here
    rules, block = game.backend, state._block
    places: list[int] = []
    late: list[tuple[int, float]] = []
    plies = decisions = iterations = 0
    thinking = 0.0
    forfeit = None
    try:
        while (mover := rules.mover(block)) >= CHANCE:
            if (longest := game.max_length) == len(places):
                raise GameError(f"{game.name}: the game goes on after {longest:,} moves, its declared max_length")
            moves = rules.moves(block)
            decision = None
            if mover == CHANCE:
                move = chance.choices(moves, state.weights())[0]
            else:
                plies += 1
                move = moves[0]
                if len(moves) > 1:
                    before = time.perf_counter()
                    try:
                        decision = at_seat[mover].decide(state, sources[mover])
                    finally:
                        thinking += time.perf_counter() - before
                    move = decision.move
                    decisions += 1
                    iterations += decision.iterations
                    late += [(mover, decision.late)] if decision.late else []
            if watch is not None:
                watch(state, mover, move, decision)
            places.append(place_of(state, moves, move))
            for outsider in outsiders:
                outsider.follow(state, mover, move)
            rules.play(block, move)
    except Forfeit as given:
        plies -= 1  # the move that was not made
        forfeit = Forfeited(mover, str(given))
    finally:
        for outsider in outsiders:
            outsider.close()
    payoffs = state.returns() if forfeit is None else forfeit.payoffs(game)
    seconds = time.perf_counter() - started
    over = overruns_of(late)
    return Record(fixture.id, payoffs, places, plies, decisions, iterations, seconds, thinking, forfeit, over)


def place_of(state: State, moves: list[Any], move: Any) -> int:
    """A move's place among the legal ones; those that are vectors and not listed come after. Raises `ValueError` where
    a move is not legal."""
    if move not in moves and state.allows(move, moves):
        return len(moves) + int(move)
    return moves.index(move)


def replay(game: AnyGame, fixture: Fixture, places: list[int], watch: Watch) -> list[float]:
    """Go through a recorded game without thinking; returns its payoffs. Raises `GameError` where it does not fit."""
    state = game.start(seed=fixture.seeds.start)
    for number, place in enumerate(places, 1):
        moves = state.moves()
        move = moves[place] if place < len(moves) else place - len(moves)
        if place >= len(moves) and not (game.box is not None and state.allows(move, moves)):
            raise GameError(f"{game.name}: move {number} of the record does not exist here: the rules have changed")
        watch(state, state.mover, move, None)
        state.play(move)
    return state.returns()
