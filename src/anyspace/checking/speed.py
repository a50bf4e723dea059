"""How long each rule takes, and how many playouts and iterations there are in a second."""

from __future__ import annotations

import functools
import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from .. import rng as random_numbers
from ..machine.native import call, copy_bytes
from ..rules.game import CHANCE, AnyGame, Game, State
from ..search.search import Search
from .walks import Inspection

CALLS, CALLS_OF_SLOW_ONES = 20_000, 500
"""Of a compiled rule, for each position; of `determinize` and playouts."""

POSITIONS = 12


def check_speed(inspection: Inspection, seconds: float) -> None:
    """Into the report's `speed`."""
    every = max(1, len(inspection.positions) // POSITIONS)
    states = [state for state, _ in inspection.positions[::every]]
    if states and first_decision(inspection.game).mover >= 0:
        with inspection.asking("speed"):
            inspection.report.speed = measured(states, seconds)


def measured(states: list[State], seconds: float) -> dict[str, float]:
    """Nanoseconds of each rule, on average over these positions; `playouts` and `iterations` a second."""
    game = states[0].game
    compiled = isinstance(game, Game) and game.backend.facts.copy == 0
    first = first_decision(game)
    found = _compiled_rules(game, states, first) if compiled else _python_rules(game, states, first, seconds / 2)
    found["iterations"] = _rate(game, first, seconds / 2)
    found["playouts"] = 1e9 / found.pop("playout")
    return found


def first_decision(game: AnyGame) -> State:
    """The start of a game, after chance has drawn what is due."""
    source, state = random.Random(0), game.start(seed=0)
    while state.mover == CHANCE:
        state.play(source.choices(state.moves(), state.weights())[0])
    return state


def _rate(game: AnyGame, state: State, seconds: float) -> float:
    """Iterations of plain UCT a second."""
    information = "cheating" if game.unguessable is not None else None
    search = Search(game, "plain", information=information, seed=1)
    first = search.run(state, iterations=1, even_if_forced=True).stats
    if first.seconds > seconds:
        return first.iterations_per_second  # one takes longer than there is time
    return search.run(state, seconds=max(0.05, seconds), even_if_forced=True).stats.iterations_per_second


# ---- machine code, timed by machine code: Python's call would take longer than the rule


def _compiled_rules(game: AnyGame, states: list[State], first: State) -> dict[str, float]:
    table, often = game.backend.table, _often()
    moves = np.zeros(game.max_moves + 16, np.int32)
    numbers = np.zeros(max(game.players, game.max_moves) + 16)
    weights, stream = np.zeros_like(numbers), random_numbers.new(1)
    found: dict[str, float] = {}
    for rule in ("mover", "moves", "play", "returns", "determinize", "playout"):
        address = getattr(table, rule)
        if address == 0:
            continue
        calls = CALLS_OF_SLOW_ONES if rule in ("determinize", "playout") else CALLS
        total, asked = 0.0, [first] if rule == "playout" else states
        for state in asked:
            given: tuple[int, ...] = {
                "mover": (),
                "moves": (moves.ctypes.data,),
                "play": (game.backend.number(state.moves()[0]),),
                "returns": (numbers.ctypes.data,),
                "determinize": (state.mover, stream.ctypes.data),
                "playout": (
                    *(stream.ctypes.data, numbers.ctypes.data, moves.ctypes.data, weights.ctypes.data),
                    game.max_length,
                ),
            }[rule]
            padded = (*given, 0, 0, 0, 0, 0)[:5]
            place, spare = state._block.ctypes.data, state.copy()
            facts = (address, spare._block.ctypes.data, place, table.state_bytes, len(given), *padded)
            often(*facts, 1, True)
            total += _timed(often, facts, calls, True) - _timed(often, facts, calls, False)
        found[rule] = max(0.1, total / len(asked))
    return found


def _timed(often: Any, facts: tuple[int, ...], calls: int, asks: bool) -> float:
    began = time.perf_counter()
    often(*facts, calls, asks)
    return (time.perf_counter() - began) / calls * 1e9


def ask_often(
    address: int,
    at: int,
    source: int,
    size: int,
    given: int,
    one: int,
    two: int,
    three: int,
    four: int,
    five: int,
    times: int,
    asks: bool,
) -> int:
    """A copy of a state, and a rule asked about it, so many times."""
    said = 0
    for _ in range(times):
        copy_bytes(at, source, size)
        if asks:
            if given == 0:
                said += call(address, (at,))
            elif given == 1:
                said += call(address, (at, one))
            elif given == 2:
                said += call(address, (at, one, two))
            else:
                said += call(address, (at, one, two, three, four, five))
    return said


@functools.cache
def _often() -> Callable[..., Any]:
    from ..machine.jit import compile_kernel

    function: Any = ask_often
    return compile_kernel(function, "what times the rules")


# ---- rules in Python


def _python_rules(game: AnyGame, states: list[State], first: State, seconds: float) -> dict[str, float]:
    backend: Any = game.backend
    stream = random_numbers.new(1)
    address = stream.ctypes.data
    questions: dict[str, Callable[[State], Any]] = {
        "mover": lambda state: backend.mover(state._block),
        "moves": lambda state: backend.moves(state._block),
        "copy": lambda state: backend.copy(state._block),
        "play": lambda state: backend.play(backend.copy(state._block), backend.moves(state._block)[0]),
        "playout": lambda _: backend.finish(backend.twin(backend.thing(first._block)), address, game.max_length),
    }
    if game.backend.facts.determinize != 0:
        questions["determinize"] = lambda state: backend.determinize(backend.copy(state._block), state.mover, 1)
    backend.begin(1)
    found = {rule: _average(ask, states, seconds / len(questions)) for rule, ask in questions.items()}
    found["play"] = max(0.1, found["play"] - found["copy"] - found["moves"])
    return found


def _average(ask: Callable[[State], Any], states: list[State], seconds: float) -> float:
    count, began = 0, time.perf_counter()
    while True:
        for state in states:
            ask(state)
            count += 1
            if (took := time.perf_counter() - began) > seconds:
                return took / count * 1e9
