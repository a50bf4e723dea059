"""The leftmost path problem: a binary tree of depth 60; the score is the length of the unbroken run of steps to the
left at the beginning.

Random play scores about one step, and one leaf in 2^60 has the best score; nested search of level 1 finds it always,
because its first step that is not yet left is always the one to be changed (Cazenave 2009).

Moves: 0 is left, 1 is right.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..rng import bits
from ..rules.codes import TOO_LONG
from ..rules.game import OVER, Game, declare
from .board_key import scramble
from .instances import whole_option

LEFT, RIGHT = 0, 1
LONGEST = 10_000
LOWEST_BIT = np.uint64(1)

STATE = np.dtype([("made", np.int16), ("run", np.int16)])  # steps in all, and to the left before the first to the right


def start(state: Any, rng: Any) -> None:
    state.made = 0
    state.run = 0


def moves(state: Any, out: Any) -> int:
    out[0], out[1] = LEFT, RIGHT
    return 2


def play(state: Any, move: int) -> None:
    state.run += move == LEFT and state.run == state.made
    state.made += 1


def returns(state: Any, out: Any) -> None:
    """An unfinished path pays for its run so far."""
    out[0] = state.run


def code(state: Any, move: int) -> Any:
    return 2 * int(state.made) + move


def key(state: Any) -> Any:
    return scramble(np.uint64(np.int64(state.made) * (LONGEST + 1) + np.int64(state.run) + 1))


def move_name(state: Any, move: int) -> str:
    return "left" if move == LEFT else "right"


def game(depth: int = 60) -> Game:
    """`depth` 1 to 10,000."""
    whole_option("leftmost_path", "depth", depth, 1, LONGEST)

    def mover(state: Any) -> int:
        return OVER if state.made == depth else 0

    def playout(state: Any, rng: Any, out: Any, limit: int, trace: Any) -> int:
        """Random steps, a bit each."""
        made: Any = np.int64(state.made)
        run: Any = np.int64(state.run)
        length: Any = min(depth - made, limit)
        for step in range(length):
            move = np.int64(bits(rng) & LOWEST_BIT)
            run += move == LEFT and run == made
            made += 1
            if trace is not None:
                trace[step] = move
        state.made, state.run = made, run
        if made < depth:
            return TOO_LONG
        out[0] = run
        return length

    def render(state: Any) -> str:
        whole = "" if state.run == state.made else ", broken"
        return f"{state.made} of {depth} steps, the first {state.run} to the left{whole}"

    return declare(
        globals(),
        locals(),
        name="leftmost_path",
        state=STATE,
        players=1,
        payoffs=(0, depth),
        max_moves=2,
        max_length=depth,
        actions=2,
        trusted=True,
    )
