"""The trap: two steps to the right, of which the first must be bold (Couëtoux et al., Continuous upper confidence
trees, 2011).

A walker at 0 goes twice, each time by an action from 0 to 1, and chance adds a little, from 0 to `noise`. Where it ends
pays: 70 below 1, nothing from 1 to 1.7, 100 beyond. Who stays near 0 gets 70 for certain; 100 takes a first step of 0.7
or more and then a second as bold. After a bold first step a random second one mostly ends in the trap, so the first
looks bad until the second is known; and chance, which never brings the same thing twice, keeps it from being known.

Actions are vectors of one number (docs/continuous.md); `bins` of them are listed. Chance has `outcomes` different ones,
evenly from 0 to `noise`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import OptionError, PositionError
from ..rng import Rng
from ..rules.game import CHANCE, OVER, Game, declare
from ..rules.vectors import any_vector, coordinate, grid
from .notation import words_in

STATE = np.dtype([("x", np.float64), ("made", np.int8), ("drifting", np.int8)])
EDGE, FAR = 1.0, 1.7
SAFE, BEST = 70.0, 100.0
STEPS = 2
ROOM = 4096
"""Actions that a node of a search may have."""


def game(bins: int = 5, noise: float = 0.01, outcomes: int = 1000) -> Game:
    if isinstance(bins, bool) or not isinstance(bins, int) or not 2 <= bins <= ROOM:
        raise OptionError(f"trap: bins must be a whole number from 2 to {ROOM:,}, not {bins!r}")
    if isinstance(noise, bool) or not isinstance(noise, int | float) or not 0 <= noise <= 1:
        raise OptionError(f"trap: noise must be a number from 0 to 1, not {noise!r}")
    if isinstance(outcomes, bool) or not isinstance(outcomes, int) or not 2 <= outcomes <= ROOM:
        raise OptionError(f"trap: outcomes must be a whole number from 2 to {ROOM:,}, not {outcomes!r}")

    def start(state: Any, rng: Rng) -> None:
        state.x = 0.0
        state.made = 0
        state.drifting = 0

    def mover(state: Any) -> int:
        if state.drifting:
            return CHANCE
        return OVER if state.made == STEPS else 0

    def moves(state: Any, out: Any) -> int:
        if not state.drifting:
            return grid(out, bins, 1)
        for i in range(outcomes):
            out[i] = i
        return outcomes

    def pick(state: Any, rng: Rng) -> int:
        return any_vector(rng, 1)

    def play(state: Any, move: int) -> None:
        if state.drifting:
            state.x += noise * (move / (outcomes - 1))
            state.drifting = 0
        else:
            state.x += coordinate(move, 0, 1, 0.0, 1.0)
            state.made += 1
            state.drifting = noise > 0.0

    def returns(state: Any, out: Any) -> None:
        out[0] = SAFE if state.x < EDGE else 0.0 if state.x < FAR else BEST

    def render(state: Any) -> str:
        cells = [" "] * 21
        for i in range(21):
            cells[i] = "." if i / 10 < EDGE else " " if i / 10 < FAR else "="
        cells[min(20, int(state.x * 10 + 0.5))] = "o"
        return "".join(cells) + f"\nat {state.x:.4f} after {state.made} steps"

    def notation(state: Any) -> str:
        """The place, the steps made, and `drifts` where chance is next."""
        return f"{float(state.x)!r} {state.made}" + (" drifts" if state.drifting else "")

    def from_notation(state: Any, text: str) -> None:
        place, made, drifts = words_in(text, "x made", "drifts")
        try:
            state.x, state.made = float(place), int(made)
        except ValueError:
            raise PositionError("expected a place such as 0.75 and the steps made") from None
        if not 0 <= state.x <= STEPS * (1 + noise) or not 0 <= state.made <= STEPS or drifts not in ("", "drifts"):
            raise PositionError(f"the place is from 0 to {STEPS * (1 + noise):g}, the steps from 0 to {STEPS}")
        state.drifting = drifts == "drifts"
        if state.drifting and (noise == 0 or state.made == 0):
            raise PositionError("chance follows a step, where there is noise")

    return declare(
        globals(),
        locals(),
        name="trap",
        state=STATE,
        players=1,
        payoffs=(0, BEST),
        max_moves=ROOM,
        max_length=2 * STEPS,
        box=((0.0, 1.0),),
    )
