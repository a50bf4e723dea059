"""What problems of control have in common: one number pushed at a time, a cost a step, a discount, noise by chance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import OptionError, PositionError
from ..rng import Rng
from ..rules.game import CHANCE, OVER, Game, declare
from ..rules.vectors import any_vector, grid
from .notation import whole, words_in

OUTCOMES = 5
"""Of noise: evenly from -noise to noise."""
ROOM = 1024
"""Actions that a node of a search may have."""


def control_state(fields: tuple[str, ...]) -> np.dtype[Any]:
    """Numbers of the problem's own, and what all have."""
    numbers = [(field, np.float64) for field in (*fields, "push", "factor", "total")]
    return np.dtype([*numbers, ("made", np.int16), ("drifting", np.int8)])


def begin(state: Any) -> None:
    """For `start`: what all have."""
    state.push = 0.0  # the action, while chance is to add to it
    state.made = 0
    state.drifting = 0
    state.factor = 1.0
    state.total = 0.0


@dataclass(frozen=True)
class ControlOptions:
    """Options that these games share, checked."""

    name: str
    bins: int
    steps: int
    hold: int
    discount: float
    noise: float

    def __post_init__(self) -> None:
        for option, least, most in (("bins", 2, ROOM), ("steps", 1, 1000), ("hold", 1, 100)):
            given = getattr(self, option)
            if isinstance(given, bool) or not isinstance(given, int) or not least <= given <= most:
                raise OptionError(f"{self.name}: {option} must be a whole number from {least} to {most}, not {given!r}")
        self.number("discount", self.discount, 0.01, 1)
        self.number("noise", self.noise, 0, 10)

    def number(self, option: str, given: Any, least: float, most: float) -> None:
        """Raises `OptionError` unless an option is a number in a range."""
        if isinstance(given, bool) or not isinstance(given, int | float) or not least <= given <= most:
            raise OptionError(f"{self.name}: {option} must be a number from {least:g} to {most:g}, not {given!r}")


def control_game(
    options: ControlOptions,
    state_type: np.dtype[Any],
    box: Any,
    start: Any,
    act: Any,
    move_on: Any,
    shown: Any,
    fields: tuple[str, ...],
    farthest: float,
) -> Game:
    """The game: `act(state, move)` writes the push, `move_on(state, noise)` goes on by a step and gives its cost.
    `fields` of the state, no further from 0 than `farthest`, are its text."""
    bins, steps, noise, discount = options.bins, options.steps, float(options.noise), float(options.discount)

    def mover(state: Any) -> int:
        if state.drifting:
            return CHANCE
        return OVER if state.made == steps else 0

    def moves(state: Any, out: Any) -> int:
        if not state.drifting:
            return grid(out, bins, 1)
        for i in range(OUTCOMES):
            out[i] = i
        return OUTCOMES

    def pick(state: Any, rng: Rng) -> int:
        return any_vector(rng, 1)

    def play(state: Any, move: int) -> None:
        if not state.drifting:
            act(state, move)
            if noise > 0.0:
                state.drifting = 1
                return
        disturbance = noise * (2.0 * move / (OUTCOMES - 1) - 1.0) if state.drifting else 0.0
        state.drifting = 0
        state.total -= state.factor * move_on(state, disturbance)
        state.factor *= discount
        state.push = 0.0
        state.made += 1

    def returns(state: Any, out: Any) -> None:
        out[0] = state.total

    def render(state: Any) -> str:
        pushed = f", pushed {state.push:+.4f}" if state.drifting else ""
        return f"{shown(state)}{pushed}, after {state.made} of {steps} steps, {state.total:+.3f} so far"

    def notation(state: Any) -> str:
        """The numbers of the position, the steps made, and the push where chance is next."""
        numbers = ",".join(repr(float(getattr(state, field))) for field in fields)
        return f"{numbers} {state.made}" + (f" {float(state.push)!r}" if state.drifting else "")

    def from_notation(state: Any, text: str) -> None:
        """As if nothing had been paid so far: costs of the past are not part of a position's text."""
        where, made, push = words_in(text, f"{','.join(fields)} made", "push")
        try:
            numbers = [float(word) for word in where.split(",")]
            pushed = float(push) if push else 0.0
        except ValueError:
            raise PositionError(f"expected numbers {','.join(fields)}, the steps made, and perhaps a push") from None
        (low, high) = box[0]
        if len(numbers) != len(fields) or not all(abs(number) <= farthest for number in numbers):
            raise PositionError(f"{','.join(fields)} are numbers no further from 0 than {farthest:g}")
        if not low <= pushed <= high or (push and noise == 0):
            raise PositionError(f"a push is from {low:g} to {high:g}, and waits for noise only")
        for field, number in zip(fields, numbers, strict=True):
            setattr(state, field, number)
        state.made = whole(made, "the steps made", 0, steps)
        state.push, state.drifting = pushed, int(bool(push))
        state.factor = discount ** int(state.made)

    return declare(
        globals(),
        locals(),
        name=options.name,
        state=state_type,
        players=1,
        payoffs=None,
        max_moves=ROOM,
        max_length=2 * steps,
        box=box,
    )
