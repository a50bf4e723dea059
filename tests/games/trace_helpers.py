"""Playouts that tell their moves: compiled, uncompiled, and replayed by the rules."""

from __future__ import annotations

from typing import Any

import numpy as np
from playout_helpers import all_payoffs

from anyspace import rng as random_numbers
from anyspace.machine.native import prototype
from anyspace.rules.codes import TOO_LONG
from anyspace.rules.compiled import SLACK
from anyspace.rules.game import State

UNTOUCHED = -7


def traced(state: State, seed: int, limit: int | None = None) -> tuple[int, list[float], list[int], State]:
    """The length, the payoffs, the entries of the trace and the position left, of one playout from a copy."""
    game: Any = state.game
    work = state.copy()
    rng, out = random_numbers.new(seed), np.zeros(game.players)
    moves, weights = np.zeros(game.max_moves + SLACK, np.int32), np.zeros(game.max_moves + SLACK)
    trace = np.full(game.max_length + 1, UNTOUCHED, np.int32)
    run = prototype(7)(game.backend.provide(["playout_traced"]).playout_traced)
    arrays = [array.ctypes.data for array in (work._block, rng, out, moves, weights)]
    length = run(*arrays, game.max_length if limit is None else limit, trace.ctypes.data)
    return length, out.tolist(), trace[trace != UNTOUCHED].tolist(), work


def plain_traced(state: State, seed: int, limit: int | None = None) -> tuple[int, list[float], list[int]]:
    """The same uncompiled, but for the position."""
    game: Any = state.game
    out, trace = np.zeros(game.players), np.full(game.max_length + 1, UNTOUCHED, np.int32)
    record = game.backend.record(state.copy()._block)
    with np.errstate(over="ignore"):
        most = game.max_length if limit is None else limit
        length = game.rules["playout"](record, random_numbers.new(seed), out, most, trace)
    return int(length), out.tolist(), trace[trace != UNTOUCHED].tolist()


def check_traces(state: State, count: int) -> None:
    """Traces name legal moves that lead to the end which the payoffs tell of; told or not, a seed gives one playout;
    and one that is cut short has come as far along the same way."""
    game: Any = state.game
    for seed in range(count):
        length, payoffs, entries, _ = traced(state, seed)
        assert len(entries) == length > 0
        silent, lengths = all_payoffs(state, 1, seed=seed)
        assert (silent[0].tolist(), lengths[0]) == (payoffs, length)
        cut = seed % length
        shorter, _, cut_entries, left = traced(state, seed, limit=cut)
        assert shorter == TOO_LONG and cut_entries == entries[:cut]
        replay = state.copy()
        for ply, entry in enumerate(entries):
            if ply == cut:
                same_position(left, replay)
            player, move = divmod(entry, game.actions)
            assert player == replay.mover
            replay.play(move)
        assert replay.over and replay.returns() == payoffs


def same_position(one: State, other: State) -> None:
    """As far as the rules can tell."""
    assert str(one) == str(other)
    assert (one.mover, one.moves(), one.returns()) == (other.mover, other.moves(), other.returns())
