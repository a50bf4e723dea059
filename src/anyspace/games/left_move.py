"""The left move problem: a binary tree of depth 60; the score is the number of steps to the left.

The rules are those of `left_right`, of which this is the form in the papers on nested search (Cazenave 2009, Rosin
2011): 60 steps, and a move's code is the step it is made at and which way it goes, so that a policy learns every step
by itself. As in the papers, positions are not told apart by how many steps went left: there is no `key`.

Moves: 0 is left, 1 is right.
"""

from __future__ import annotations

from typing import Any

from ..rules.game import Game, declare
from . import left_right
from .instances import whole_option


def code(state: Any, move: int) -> Any:
    return 2 * int(state.made) + move


def game(depth: int = 60) -> Game:
    """`depth` 1 to 10,000."""
    whole_option("left_move", "depth", depth, 1, left_right.LONGEST)
    same: Any = left_right.game(depth)
    return declare(
        {name: rule for name, rule in same.rules.items() if name != "key"},
        globals(),
        name="left_move",
        state=same.state,
        players=1,
        payoffs=same.payoffs,
        max_moves=2,
        max_length=depth,
        actions=2,
        trusted=True,
        move_name=same.move_name,
        render=same.render,
    )
