"""Exact values of games with simultaneous moves: backward induction, a linear program for every joint decision."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from anyspace.rules.game import CHANCE, State


def matrix_value(matrix: Any) -> tuple[float, Any]:
    """What the row player of a zero-sum matrix game gets at least, and how often to play each row for it."""
    optimize = pytest.importorskip("scipy.optimize")
    rows, columns = matrix.shape
    found = optimize.linprog(
        [0.0] * rows + [-1.0],
        A_ub=np.hstack([-matrix.T, np.ones((columns, 1))]),
        b_ub=np.zeros(columns),
        A_eq=[[1.0] * rows + [0.0]],
        b_eq=[1.0],
        bounds=[(0, None)] * rows + [(None, None)],
    )
    return float(found.x[-1]), found.x[:-1]


def exact_value(state: State, known: dict[bytes, float] | None = None) -> float:
    """What the first of two players gets if both play best, of a game whose payoffs sum to 0."""
    known = {} if known is None else known
    if state.over:
        return state.returns()[0]
    key = bytes(state)
    if key not in known:
        if state.mover == CHANCE:
            odds = state.weights()
            known[key] = sum(
                odd * exact_value(state.copy().play(move), known) for odd, move in zip(odds, state.moves(), strict=True)
            )
        else:
            known[key] = matrix_value(joint_matrix(state, known))[0]
    return known[key]


def joint_matrix(state: State, known: dict[bytes, float]) -> Any:
    """Values of all joint moves of two players who choose at once."""
    assert state.mover == 0 and state.together() == 1
    seconds = state.copy().play(state.moves()[0]).moves()
    return np.array(
        [[exact_value(state.copy().play(first).play(second), known) for second in seconds] for first in state.moves()]
    )
