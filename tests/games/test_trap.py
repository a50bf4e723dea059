"""The trap: payoffs by hand, a twin that adds up, and the exact value of every first step."""

from __future__ import annotations

import random
from typing import Any

import pytest
from uncompiled import uncompiled

from anyspace import CHANCE, OptionError, PositionError
from anyspace.games import trap


def made(**options: Any) -> Any:
    return uncompiled(trap.game(**options))


def cross_check(games: int) -> int:
    """Random walks, added up anew. Returns the games compared."""
    source = random.Random(1)
    for _ in range(games):
        state, x = made(noise=0.1, outcomes=11).start(), 0.0
        for step in range(2):
            action = source.random()
            assert state.mover == 0 and state["made"] == step
            state.play(state.move_of(action))
            assert state.mover == CHANCE and len(state.moves()) == 11
            outcome = source.randrange(11)
            state.play(outcome)
            x += action + 0.01 * outcome
        assert state.over and state["x"] == pytest.approx(x, abs=1e-7)
        assert state.returns() == [70.0 if x < 1 else 0.0 if x < 1.7 else 100.0]
    return games


def test_agrees_with_its_twin() -> None:
    assert cross_check(60) == 60


@pytest.mark.parametrize(
    ("steps", "pays"), [((0, 0), 70), ((0.5, 0.49), 70), ((0.5, 0.6), 0), ((1, 0.69), 0), ((0.8, 1), 100)]
)
def test_payoffs(steps: tuple[float, float], pays: float) -> None:
    state = made(noise=0).start()
    for step in steps:
        state.play(state.move_of(step))
    assert state.over and state.returns() == [pays]


def test_texts_of_positions() -> None:
    game = made()
    state = game.start()
    state.play(state.move_of(0.75))
    assert game.position(state.notation()).notation() == state.notation() and state.notation().endswith(" 1 drifts")
    for wrong in ("0.5", "x 1", "9 1", "0.5 7", "0.5 1 what", "0.5 0 drifts"):
        with pytest.raises(PositionError):
            game.position(wrong)


@pytest.mark.parametrize("options", [{"bins": 1}, {"noise": 2}, {"outcomes": 1}])
def test_options_are_checked(options: Any) -> None:
    with pytest.raises(OptionError, match=r"trap: .* must be"):
        trap.game(**options)
