"""Tic-tac-toe for learners: uncompiled, and solved."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from uncompiled import uncompiled

from anyspace import load
from anyspace.rules.game import State
from anyspace.training.examples import Examples, Gathering
from anyspace.training.shape import shape_of


@cache
def three() -> Any:
    """The game, one for all tests."""
    return uncompiled(load("tic_tac_toe"))


def value(state: State, known: dict[bytes, float]) -> float:
    """To player 0, with best play."""
    key = bytes(state)
    if key not in known:
        if state.over:
            known[key] = state.returns()[0]
        else:
            after = [value(state.copy().play(move), known) for move in state.moves()]
            known[key] = max(after) if state.mover == 0 else min(after)
    return known[key]


@cache
def solved() -> Examples:
    """Positions after a mark in the corner, with all moves that keep their value, and their value."""
    game = three()
    shape, known, seen = shape_of(game), dict[bytes, float](), set[bytes]()
    gathering = Gathering(shape)

    def visit(state: State) -> None:
        if state.over or bytes(state) in seen:
            return
        seen.add(bytes(state))
        sign, moves = 1 - 2 * state.mover, state.moves()
        worth = np.array([sign * value(state.copy().play(move), known) for move in moves])
        policy = np.zeros(shape.actions, np.float32)
        policy[moves] = worth == worth.max()
        gathering.add(state, moves, policy / policy.sum(), [worth.max()])
        for move in moves:
            visit(state.copy().play(move))

    visit(game.after("a1 b2"))
    return gathering.examples()
