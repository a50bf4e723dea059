"""LeftRight: one player steps left or right; the score is the number of steps to the left.

The game of Saffidine, Cazenave and Méhat (2010) for search in graphs. A position is how many steps have been made and
how many of them to the left: `steps` steps make a tree of 2^steps ways, but a graph of hardly steps^2 / 2 positions.
All else about it is plain: left is always right.

Moves: 0 is left, 1 is right.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..bits import popcount
from ..errors import OptionError
from ..rng import MIX_1, bits
from ..rules.codes import TOO_LONG
from ..rules.game import OVER, Game, declare

LEFT, RIGHT = 0, 1
LONGEST = 10_000
WORD = 64
ONE, HALF = np.uint64(1), np.uint64(32)

STATE = np.dtype([("made", np.int16), ("left", np.int16)])  # steps in all, and to the left


def start(state: Any, rng: Any) -> None:
    state.made = 0
    state.left = 0


def moves(state: Any, out: Any) -> int:
    out[0], out[1] = LEFT, RIGHT
    return 2


def play(state: Any, move: int) -> None:
    state.made += 1
    state.left += move == LEFT


def returns(state: Any, out: Any) -> None:
    """An unfinished game pays for the steps so far."""
    out[0] = state.left


def key(state: Any) -> Any:
    word = np.uint64(np.int64(state.made) * (LONGEST + 1) + np.int64(state.left) + 1) * MIX_1
    return (word ^ (word >> HALF)) * MIX_1


def move_name(state: Any, move: int) -> str:
    return "left" if move == LEFT else "right"


def game(steps: int = 300) -> Game:
    """`steps` 1 to 10,000."""
    if isinstance(steps, bool) or not isinstance(steps, int) or not 1 <= steps <= LONGEST:
        raise OptionError(f"left_right: steps must be a whole number from 1 to {LONGEST}, not {steps!r}")

    def mover(state: Any) -> int:
        return OVER if state.made == steps else 0

    def playout(state: Any, rng: Any, out: Any, limit: int, trace: Any) -> int:
        """Uniformly random steps, 64 at a time: those to the left are the bits that are set."""
        length = min(steps - int(state.made), limit)
        left: Any = np.int64(state.left)
        for begin in range(0, length, WORD):
            count = min(length - begin, WORD)
            word = bits(rng) >> np.uint64(WORD - count)
            left += np.int64(popcount(word))
            if trace is not None:
                for i in range(count):
                    trace[begin + i] = RIGHT - np.int64(word >> np.uint64(count - 1 - i) & ONE)
        state.left = left
        state.made += length
        if state.made < steps:
            return TOO_LONG
        out[0] = left
        return length

    def evaluate(state: Any, out: Any) -> None:
        """What random steps would make of it."""
        out[0] = state.left + 0.5 * (steps - state.made)

    def render(state: Any) -> str:
        return f"{state.made} of {steps} steps, {state.left} to the left"

    return declare(
        globals(),
        locals(),
        name="left_right",
        state=STATE,
        players=1,
        payoffs=(0, steps),
        max_moves=2,
        max_length=steps,
        actions=2,
        trusted=True,
    )
