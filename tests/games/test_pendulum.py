"""The pendulum: against Gymnasium's own, step by step; edges; text of positions."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest
from uncompiled import uncompiled

from anyspace import CHANCE, OptionError, PositionError
from anyspace.games import pendulum


def made(**options: Any) -> Any:
    return uncompiled(pendulum.game(**options))


def cross_check(games: int) -> int:
    """Random torques here and in Pendulum-v1, which answers in 32 bits: angles, speeds, rewards. Returns the steps
    compared."""
    gymnasium = pytest.importorskip("gymnasium")
    source, compared = random.Random(1), 0
    for number in range(games):
        env = gymnasium.make("Pendulum-v1").unwrapped
        env.reset(seed=number)
        angle = source.uniform(-math.pi, math.pi)
        env.state = [angle, 0.0]
        state = made(steps=40, hold=1, discount=1.0, start_at=angle).start()
        total = 0.0
        while not state.over:
            move = state.move_of(source.uniform(-2, 2))
            seen, reward, *_ = env.step([state.vector(move)[0]])
            state.play(move)
            total += float(reward)
            assert state.returns()[0] == pytest.approx(total, abs=1e-4)
            assert seen == pytest.approx([math.cos(state["angle"]), math.sin(state["angle"]), state["speed"]], abs=1e-4)
            compared += 1
    return compared


def test_agrees_with_gymnasium() -> None:
    assert cross_check(5) == 200


def test_costs_by_hand() -> None:
    """Hanging at rest, no torque: it stays, and every action costs pi^2, discounted."""
    state = made(steps=3, hold=4, discount=0.5).start()
    middle = state.move_of(0.0)
    for _ in range(3):
        state.play(middle)
    assert state.over and state.returns()[0] == pytest.approx(-(math.pi**2) * 1.75)


def test_noise_is_a_move_of_chance() -> None:
    calm, rough = made(steps=2).start(), made(steps=2, noise=0.5).start()
    push = calm.move_of(1.0)
    calm.play(push)
    rough.play(push)
    assert rough.mover == CHANCE and rough.weights() == [0.2] * 5
    middle = rough.copy().play(2)
    assert (middle["angle"], middle["speed"]) == (calm["angle"], calm["speed"])
    assert rough.copy().play(4)["speed"] > middle["speed"] > rough.copy().play(0)["speed"]


def test_texts_of_positions() -> None:
    game = made(steps=5, noise=0.5)
    state = game.start()
    state.play(state.move_of(1.25))
    assert game.position(state.notation()).notation() == state.notation() and state.notation().startswith("3.14159")
    after = state.copy().play(3)
    assert game.position(after.notation())["speed"] == after["speed"]
    for wrong in ("1 0", "1,2,3 0", "x,0 0", "99,0 0", "1,0 9", "1,0 0 7"):
        with pytest.raises(PositionError):
            game.position(wrong)
    with pytest.raises(PositionError, match="waits for noise"):
        made().position("1,0 0 1")


@pytest.mark.parametrize(
    "options", [{"bins": 1}, {"steps": 0}, {"hold": True}, {"discount": 0}, {"noise": -1}, {"start_at": 4}]
)
def test_options_are_checked(options: Any) -> None:
    with pytest.raises(OptionError, match=r"pendulum: .* must be"):
        pendulum.game(**options)
