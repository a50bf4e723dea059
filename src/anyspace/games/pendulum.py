"""The pendulum: swung up and kept up by a motor too weak to lift it, as Gymnasium's Pendulum-v1.

A pole hangs on an axle; an action is a torque from -2 to 2 for `hold` ticks of 0.05 s (g = 10, mass and length 1):

    speed += 0.05 (15 sin(angle) + 3 (torque + noise))        at most 8 either way
    angle += 0.05 speed

where an angle of 0 is upright. A tick costs angle^2 + 0.1 speed^2 + 0.001 torque^2 of the moment before it; an action
the mean of its ticks' costs, times `discount` to the power of the actions before it; the payoff is minus the sum of
`steps` such costs. It starts hanging, or, with `start_at`, at that angle, at rest. With `noise` chance adds one of
five torques, from -noise to noise, each as likely.

Actions are vectors of one number (docs/continuous.md); `bins` of them are listed.
"""

from __future__ import annotations

import math
from typing import Any

from ..rng import Rng
from ..rules.game import Game
from ..rules.vectors import coordinate
from .control import ControlOptions, begin, control_game, control_state

TORQUE, TICK, FASTEST = 2.0, 0.05, 8.0
FIELDS = ("angle", "speed")
STATE = control_state(FIELDS)


def game(
    bins: int = 5,
    steps: int = 40,
    hold: int = 3,
    discount: float = 0.95,
    noise: float = 0.0,
    start_at: float = math.pi,
) -> Game:
    options = ControlOptions("pendulum", bins, steps, hold, discount, noise)
    options.number("start_at", start_at, -math.pi, math.pi)

    def start(state: Any, rng: Rng) -> None:
        state.angle = start_at
        state.speed = 0.0
        begin(state)

    def act(state: Any, move: int) -> None:
        state.push = coordinate(move, 0, 1, -TORQUE, TORQUE)

    def move_on(state: Any, disturbance: float) -> float:
        """`hold` ticks; what they cost."""
        cost = 0.0
        for _ in range(hold):
            angle = (state.angle + math.pi) % (2.0 * math.pi) - math.pi
            cost += angle * angle + 0.1 * state.speed * state.speed + 0.001 * state.push * state.push
            speed = state.speed + TICK * (15.0 * math.sin(angle) + 3.0 * (state.push + disturbance))
            state.speed = min(max(speed, -FASTEST), FASTEST)
            state.angle = angle + TICK * state.speed
        return cost / hold

    def shown(state: Any) -> str:
        return f"angle {math.degrees(state.angle):+.1f}, speed {state.speed:+.4f}"

    return control_game(options, STATE, ((-TORQUE, TORQUE),), start, act, move_on, shown, FIELDS, FASTEST)
