"""The chain whose slips are not known: learning while acting (Dearden, Friedman and Russell 1998; Strens 2000).

Places stand in a row. `on` goes to the next one and pays nothing, at the last place it stays there and pays 10; `back`
returns to the first one and pays 2. Now and then the agent slips, and what happens is what the other move does. How
often is not known: all odds are equally likely at first, and the state counts what happened (for each move apart, or
for both together). What chance does next is drawn by these counts, which is the same as drawing the world at the start
and learning about it. So the best plan of this game is the best way to learn and earn at once, and forward search
sparse sampling of it is Bayesian FSSS (BFS3, Asmuth and Littman 2011).

    on 0, back 1        what happens: meant 0, slip 1
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import OptionError
from ..rules.game import CHANCE, OVER, Game, declare

ON, BACK = 0, 1
MEANT, SLIP = 0, 1
AT_THE_END, FOR_RETURNING = 10, 2


def game(places: int = 5, horizon: int = 20, tied: bool = False) -> Game:
    for name, given, least, most in (("places", places, 2, 100), ("horizon", horizon, 1, 1000)):
        if isinstance(given, bool) or not isinstance(given, int) or not least <= given <= most:
            raise OptionError(f"unknown_chain: {name} must be a whole number from {least} to {most:,}, not {given!r}")
    if not isinstance(tied, bool):
        raise OptionError(f"unknown_chain: tied must be true or false, not {tied!r}")
    kinds = 1 if tied else 2

    state_type = np.dtype(
        [
            ("seen", np.int16, (2, 2)),  # of each move: as meant, slips
            ("place", np.int16),
            ("made", np.int16),
            ("chosen", np.int8),  # what is tried just now; -1 if nothing is
            ("total", np.int32),
        ]
    )

    def start(state: Any, rng: Any) -> None:
        state.seen[:] = 0
        state.place = 0
        state.made = 0
        state.chosen = -1
        state.total = 0

    def mover(state: Any) -> int:
        if state.chosen >= 0:
            return CHANCE
        return OVER if state.made == horizon else 0

    def moves(state: Any, out: Any) -> int:
        out[0] = 0
        out[1] = 1
        return 2

    def weights(state: Any, out: Any) -> None:
        """By Laplace's rule, which is exact where all odds are equally likely at first."""
        which = state.chosen % kinds
        meant, slips = state.seen[which, MEANT] + 1.0, state.seen[which, SLIP] + 1.0
        out[MEANT] = meant / (meant + slips)
        out[SLIP] = slips / (meant + slips)

    def play(state: Any, move: int) -> None:
        if state.chosen < 0:
            state.chosen = move
            return
        state.seen[state.chosen % kinds, move] += 1
        done = state.chosen ^ move  # a slip is the other move
        state.chosen = -1
        state.made += 1
        if done == BACK:
            state.place = 0
            state.total += FOR_RETURNING
        elif state.place == places - 1:
            state.total += AT_THE_END
        else:
            state.place += 1

    def returns(state: Any, out: Any) -> None:
        out[0] = state.total

    def move_name(state: Any, move: int) -> str:
        return ("meant", "slip")[move] if state.chosen >= 0 else ("on", "back")[move]

    def render(state: Any) -> str:
        row = " ".join("o" if place == state.place else "." for place in range(places))
        known = ", ".join(
            f"{name} {state.seen[which, MEANT]} as meant, {state.seen[which, SLIP]} slips"
            for which, name in enumerate(("moves",) if kinds == 1 else ("on", "back"))
        )
        tried = f", trying {('on', 'back')[state.chosen]}" if state.chosen >= 0 else ""
        return f"{row}\n{known}\n{state.made} of {horizon} moves, {state.total} so far{tried}"

    return declare(
        globals(),
        locals(),
        name="unknown_chain",
        state=state_type,
        players=1,
        payoffs=(0, AT_THE_END * horizon),
        max_moves=2,
        actions=2,
        max_length=2 * horizon,
    )
