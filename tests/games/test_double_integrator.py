"""The double integrator: against a twin written as matrices, a plan that is known to be best, edges."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from uncompiled import uncompiled

from anyspace import CHANCE, OptionError
from anyspace.games import double_integrator

TICK = np.array([[1.0, 0.05], [0.0, 1.0]])
PUSH = np.array([0.0, 0.05])


def made(**options: Any) -> Any:
    return uncompiled(double_integrator.game(**options))


def cross_check(games: int) -> int:
    """Random pushes, with noise, here and as x' = A x + B u. Returns the steps compared."""
    source, compared = random.Random(1), 0
    for number in range(games):
        state = made(steps=10, hold=3, discount=0.9, noise=0.2).start(seed=number)
        x, total, factor = np.array([state["place"], state["speed"]]), 0.0, 1.0
        while not state.over:
            push = state.vector(state.move_of(source.uniform(-1.5, 1.5)))[0]
            state.play(state.move_of(push))
            assert state.mover == CHANCE
            outcome = source.randrange(5)
            state.play(outcome)
            for _ in range(3):
                x = TICK @ x + PUSH * (push + 0.2 * (outcome / 2 - 1))
            total -= factor * (x[0] ** 2 + 0.1 * push**2)
            factor *= 0.9
            assert [state["place"], state["speed"]] == pytest.approx(list(x), abs=1e-7)
            assert state.returns()[0] == pytest.approx(total, abs=1e-7)
            compared += 1
    return compared


def test_agrees_with_its_twin() -> None:
    assert cross_check(6) == 60


def test_starts_are_drawn_or_given() -> None:
    places = {float(made().start(seed=seed)["place"]) for seed in range(5)}
    assert len(places) == 5 and all(-1 <= place <= 1 for place in places)
    state = made(start_at=0.5).start(seed=1)
    assert (state["place"], state["speed"]) == (0.5, 0.0)


def test_a_body_at_rest_costs_nothing_where_it_belongs() -> None:
    state = made(steps=4, start_at=0).start()
    for _ in range(4):
        state.play(state.move_of(0.0))
    assert state.over and state.returns() == [0.0]


@pytest.mark.parametrize("options", [{"bins": 2000}, {"start_at": 2}, {"start_at": "left"}, {"discount": 1.5}])
def test_options_are_checked(options: Any) -> None:
    with pytest.raises(OptionError, match=r"double_integrator: .* must be"):
        double_integrator.game(**options)
