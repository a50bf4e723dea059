"""Sailing: from corner to corner of a lake while the wind turns, at the least cost (Vanderbei 1996; Kocsis and
Szepesvári 2006).

A boat on a lake of `size` times `size` cells goes from (0, 0) to the opposite corner, one cell a move, in one of eight
directions. What a move costs depends on the angle to where the wind blows: 1 with it, then 2, 3 and 4; straight into
the wind is not allowed, nor is leaving the lake. With `tack`, 3 more where the wind now comes over the other side.
After each move the wind may turn by a step, by chance. The payoff is what was paid, negative, each move's cost times
`discount` to the power of the moves before it. After ten moves a cell of the lake's length it is over.

Directions, of moves and winds: north 0, north-east 1, and so on to north-west 7.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import OptionError, PositionError
from ..rng import below
from ..rules.game import CHANCE, OVER, Game, declare
from .notation import whole, words_in

NAMES = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
STEPS = np.array([(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)], np.int64)
COSTS = np.array([1.0, 2.0, 3.0, 4.0])
"""By the angle between move and wind, in eighths of a turn."""
INTO = 4
DELAY = 3.0
STILL = 0
"""No tack: the wind comes from behind."""

WINDS = np.array(
    [
        [0.4, 0.3, 0.0, 0.0, 0.0, 0.0, 0.0, 0.3],
        [0.4, 0.3, 0.3, 0.0, 0.0, 0.0, 0.0, 0.0],
        [0.0, 0.4, 0.3, 0.3, 0.0, 0.0, 0.0, 0.0],
        [0.0, 0.0, 0.4, 0.3, 0.3, 0.0, 0.0, 0.0],
        [0.0, 0.0, 0.0, 0.4, 0.2, 0.4, 0.0, 0.0],
        [0.0, 0.0, 0.0, 0.0, 0.3, 0.3, 0.4, 0.0],
        [0.0, 0.0, 0.0, 0.0, 0.0, 0.3, 0.3, 0.4],
        [0.4, 0.0, 0.0, 0.0, 0.0, 0.0, 0.3, 0.3],
    ]
)
"""How likely each wind is after each."""

STATE = np.dtype(
    [
        ("x", np.int8),
        ("y", np.int8),
        ("wind", np.int8),
        ("tack", np.int8),  # STILL, or which side the wind came over: 1 or 2
        ("turning", np.int8),  # whether the wind is to turn now
        ("moved", np.int16),
        ("factor", np.float64),  # of the next cost
        ("paid", np.float64),
    ]
)


def game(size: int = 5, tack: bool = False, discount: float = 0.95) -> Game:
    if isinstance(size, bool) or not isinstance(size, int) or not 2 <= size <= 100:
        raise OptionError(f"sailing: size must be a whole number from 2 to 100, not {size!r}")
    if not isinstance(tack, bool):
        raise OptionError(f"sailing: tack must be true or false, not {tack!r}")
    if isinstance(discount, bool) or not isinstance(discount, int | float) or not 0 < discount <= 1:
        raise OptionError(f"sailing: discount must be a number above 0, at most 1, not {discount!r}")
    horizon = 10 * size

    def start(state: Any, rng: Any) -> None:
        state.x = state.y = 0
        state.wind = below(rng, 8)
        state.tack = STILL
        state.turning = 0
        state.moved = 0
        state.factor = 1.0
        state.paid = 0.0

    def mover(state: Any) -> int:
        if (state.x == size - 1 and state.y == size - 1) or state.moved == horizon:
            return OVER
        return CHANCE if state.turning else 0

    def angle(heading: int, wind: int) -> int:
        """Between a heading and where the wind blows: 0 to 4 eighths of a turn."""
        turn = (heading - wind) % 8
        return min(turn, 8 - turn)

    def moves(state: Any, out: Any) -> int:
        n = 0
        wind = int(state.wind)
        for heading in range(8):
            if state.turning:
                allowed = WINDS[wind, heading] > 0.0
            else:
                x, y = state.x + STEPS[heading, 0], state.y + STEPS[heading, 1]
                allowed = 0 <= x < size and 0 <= y < size and angle(heading, wind) != INTO
            if allowed:
                out[n] = heading
                n += 1
        return n

    def weights(state: Any, out: Any) -> None:
        n = 0
        for wind in range(8):
            if WINDS[state.wind, wind] > 0.0:
                out[n] = WINDS[state.wind, wind]
                n += 1

    def play(state: Any, move: int) -> None:
        if state.turning:
            state.wind = move
            state.turning = 0
            return
        wind = int(state.wind)
        cost = COSTS[angle(move, wind)]
        if tack:
            turn = (move - wind) % 8
            side = STILL if turn % 4 == 0 else 1 if turn < 4 else 2
            if side != STILL and state.tack != STILL and side != state.tack:
                cost += DELAY
            state.tack = side if side != STILL else state.tack
        state.paid += state.factor * cost
        state.factor *= discount
        state.x += STEPS[move, 0]
        state.y += STEPS[move, 1]
        state.moved += 1
        state.turning = 1

    def returns(state: Any, out: Any) -> None:
        out[0] = -state.paid

    def move_name(state: Any, move: int) -> str:
        return NAMES[move]

    def render(state: Any) -> str:
        rows = []
        for y in range(size - 1, -1, -1):
            cells = ["o" if (x, y) == (size - 1, size - 1) else "." for x in range(size)]
            if y == state.y:
                cells[state.x] = "B"
            rows.append(" ".join(cells))
        turning = ", about to turn" if state.turning else ""
        return "\n".join([*rows, f"wind to {NAMES[state.wind]}{turning}, paid {state.paid:.2f} in {state.moved} moves"])

    def notation(state: Any) -> str:
        """Column, row, wind, the side it came over, moves made, and `turns` if the wind is to."""
        side = "-" if state.tack == STILL else str(state.tack)
        return f"{state.x},{state.y} {NAMES[state.wind]} {side} {state.moved}" + (" turns" if state.turning else "")

    def from_notation(state: Any, text: str) -> None:
        """As if nothing had been paid so far: costs of the past are not part of a position's text."""
        where, wind, side, moved, turns = words_in(text, "x,y wind tack moved", "turns")
        if where.count(",") != 1 or wind not in NAMES or side not in ("-", "1", "2") or turns not in ("", "turns"):
            raise PositionError("expected a cell such as 2,3, a wind such as ne, a tack (-, 1 or 2) and the moves made")
        state.x, state.y = (whole(word, "a coordinate", 0, size - 1) for word in where.split(","))
        state.wind, state.tack = NAMES.index(wind), 0 if side == "-" else int(side)
        state.moved, state.turning = whole(moved, "the moves made", 0, horizon), int(turns == "turns")
        state.factor = discount ** int(state.moved)

    return declare(
        globals(),
        locals(),
        name="sailing",
        state=STATE,
        players=1,
        payoffs=None,
        max_moves=8,
        actions=8,
        max_length=2 * horizon,
    )
