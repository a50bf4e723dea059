"""Playouts one by one through the compiled rules, and what they are compared with."""

from __future__ import annotations

import copy
from functools import cache

import numpy as np

from anyspace import rng as random_numbers
from anyspace.machine.native import prototype
from anyspace.rules.compiled import SLACK
from anyspace.rules.game import Game, State


def all_payoffs(state: State, n: int, limit: int | None = None, seed: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """Every player's payoffs, a row for each of `n` playouts, and the numbers of moves.
    The limit is the game's own if none is given."""
    game = state.game
    table, block = game.backend.table, game.backend.new()
    run = prototype(6)(table.playout)
    rng, out = random_numbers.new(seed), np.zeros(game.players)
    moves, weights = np.zeros(game.max_moves + SLACK, np.int32), np.zeros(game.max_moves + SLACK)
    arguments = [array.ctypes.data for array in (block, rng, out, moves, weights)]
    payoffs, lengths = np.zeros((n, game.players)), np.zeros(n)
    for i in range(n):
        block[:] = state._block
        lengths[i] = run(*arguments, game.max_length if limit is None else limit)
        payoffs[i] = out
    return payoffs, lengths


def playouts(state: State, n: int, limit: int | None = None, seed: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """The same for a zero-sum game of two: player 0's payoffs and the numbers of moves."""
    payoffs, lengths = all_payoffs(state, n, limit, seed)
    first, second = payoffs.T
    assert (first == -second).all()
    return first, lengths


@cache
def without_playout(game: Game) -> Game:
    """The same game, played out by the generic playout."""
    twin = copy.copy(game)
    twin.__dict__.pop("backend", None)
    twin.rules = {name: rule for name, rule in game.rules.items() if name != "playout"}
    return twin


def expected(state: State, known: dict[bytes, float] | None = None) -> float:
    """Player 0's exact expectation if all further moves are uniformly random. `known` remembers it by position."""
    if state.over:
        return state.returns()[0]
    known = {} if known is None else known
    key = state._block.tobytes()
    if key not in known:
        known[key] = float(np.mean([expected(state.copy().play(move), known) for move in state.moves()]))
    return known[key]
