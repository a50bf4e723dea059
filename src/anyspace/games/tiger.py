"""The tiger problem: two doors, a tiger behind one of them, and a listener who errs (Kaelbling, Littman and Cassandra
1998).

`listen` costs 1 and tells the side of the tiger, rightly in 85 of 100 cases. Opening a door pays 10, or costs 100 if
the tiger is behind it; then the tiger is put behind either door anew. Each reward counts `discount` to the power of the
moves before it; after `horizon` moves it is over.

Where the tiger will be put is drawn at the start, all of it unseen: a guess draws it again, by what was heard.

    listen 0, left 1, right 2        heard: left 0, right 1
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import OptionError
from ..rng import below, uniform
from ..rules.game import CHANCE, OVER, Game, declare

LISTEN, LEFT, RIGHT = 0, 1, 2
NAMES = ("listen", "left", "right")
RIGHTLY = 0.85
COST, GAIN, LOSS = -1.0, 10.0, -100.0


def game(horizon: int = 20, discount: float = 0.95) -> Game:
    if isinstance(horizon, bool) or not isinstance(horizon, int) or not 1 <= horizon <= 1000:
        raise OptionError(f"tiger: horizon must be a whole number from 1 to 1,000, not {horizon!r}")
    if isinstance(discount, bool) or not isinstance(discount, int | float) or not 0 < discount <= 1:
        raise OptionError(f"tiger: discount must be a number above 0, at most 1, not {discount!r}")

    state_type = np.dtype(
        [
            ("tiger", np.int8, horizon),  # behind which door after how many were opened; unseen
            ("opened", np.int16),
            ("moved", np.int16),
            ("lead", np.int16),  # how much oftener it was heard on the right than on the left since the last door
            ("listening", np.int8),
            ("factor", np.float64),
            ("total", np.float64),
        ]
    )

    def start(state: Any, rng: Any) -> None:
        for i in range(horizon):
            state.tiger[i] = below(rng, 2)
        state.opened = 0
        state.moved = 0
        state.lead = 0
        state.listening = 0
        state.factor = 1.0
        state.total = 0.0

    def mover(state: Any) -> int:
        if state.listening:
            return CHANCE
        return OVER if state.moved == horizon else 0

    def moves(state: Any, out: Any) -> int:
        n = 2 if state.listening else 3
        for move in range(n):
            out[move] = move
        return n

    def weights(state: Any, out: Any) -> None:
        side = state.tiger[state.opened]
        out[side] = RIGHTLY
        out[1 - side] = 1.0 - RIGHTLY

    def play(state: Any, move: int) -> None:
        if state.listening:
            state.lead += 2 * move - 1
            state.listening = 0
            return
        reward = COST
        if move == LISTEN:
            state.listening = 1
        else:
            reward = LOSS if state.tiger[state.opened] == move - LEFT else GAIN
            state.opened += 1
            state.lead = 0
        state.total += state.factor * reward
        state.factor *= discount
        state.moved += 1

    def returns(state: Any, out: Any) -> None:
        out[0] = state.total

    def determinize(state: Any, observer: int, rng: Any) -> None:
        """While a sound is under way nothing is known of it: it is drawn by where the tiger is in the guess."""
        if state.opened < horizon:
            lead = min(max(float(state.lead), -100.0), 100.0)  # as certain as numbers get, and none overflows
            odds = (RIGHTLY / (1.0 - RIGHTLY)) ** lead
            state.tiger[state.opened] = uniform(rng) < odds / (1.0 + odds)
        for i in range(int(state.opened) + 1, horizon):
            state.tiger[i] = below(rng, 2)

    def move_name(state: Any, move: int) -> str:
        return NAMES[move + 1] if state.listening else NAMES[move]

    def view(state: Any, observer: int) -> str:
        heard = "even" if state.lead == 0 else f"{abs(state.lead)} more on the {'right' if state.lead > 0 else 'left'}"
        said = ", listening" if state.listening else ""
        done = f"{state.moved} of {horizon} moves, {state.opened} doors opened, {state.total:.2f} so far"
        return f"{done}\nheard: {heard}{said}"

    def render(state: Any) -> str:
        side = "-" if state.opened == horizon else ("left", "right")[state.tiger[state.opened]]
        return f"{view(state, 0)}\ntiger: {side}"

    return declare(
        globals(),
        locals(),
        name="tiger",
        state=state_type,
        players=1,
        payoffs=None,
        max_moves=3,
        actions=3,
        max_length=2 * horizon,
    )
