"""The double integrator: a body on a line is brought to rest at 0 by pushing it (as in Mansley, Weinstein and Littman
2011, and Santamaría, Sutton and Ram 1997).

A body has a place and a speed, both from -1 to 1 where it starts and within ten times that later. An action is a push
from -1.5 to 1.5 for a tick of 0.05 s, times `hold` ticks:

    place += 0.05 speed        speed += 0.05 (push + noise)

Each action costs place^2 + 0.1 push^2 (at its end), times `discount` to the power of the actions before it; the payoff
is minus the sum of `steps` such costs. With `noise` chance adds one of five pushes, from -noise to noise, each as
likely.

Actions are vectors of one number (docs/continuous.md); `bins` of them are listed.
"""

from __future__ import annotations

from typing import Any

from ..rng import Rng, uniform
from ..rules.game import Game
from ..rules.vectors import coordinate
from .control import ControlOptions, begin, control_game, control_state

PUSH, TICK, FARTHEST = 1.5, 0.05, 10.0
FIELDS = ("place", "speed")
STATE = control_state(FIELDS)


def game(
    bins: int = 5,
    steps: int = 40,
    hold: int = 4,
    discount: float = 0.95,
    noise: float = 0.0,
    start_at: float | None = None,
) -> Game:
    options = ControlOptions("double_integrator", bins, steps, hold, discount, noise)
    options.number("start_at", 0.0 if start_at is None else start_at, -1, 1)
    drawn, given = start_at is None, 0.0 if start_at is None else float(start_at)

    def start(state: Any, rng: Rng) -> None:
        state.place = 2.0 * uniform(rng) - 1.0 if drawn else given
        state.speed = 2.0 * uniform(rng) - 1.0 if drawn else 0.0
        begin(state)

    def act(state: Any, move: int) -> None:
        state.push = coordinate(move, 0, 1, -PUSH, PUSH)

    def move_on(state: Any, disturbance: float) -> float:
        """`hold` ticks; what they cost."""
        for _ in range(hold):
            state.place += TICK * state.speed
            state.speed += TICK * (state.push + disturbance)
        state.place = min(max(state.place, -FARTHEST), FARTHEST)
        state.speed = min(max(state.speed, -FARTHEST), FARTHEST)
        return state.place * state.place + 0.1 * state.push * state.push

    def shown(state: Any) -> str:
        return f"place {state.place:+.4f}, speed {state.speed:+.4f}"

    return control_game(options, STATE, ((-PUSH, PUSH),), start, act, move_on, shown, FIELDS, FARTHEST)
