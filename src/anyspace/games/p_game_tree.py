"""The rules of a `p_game` that is a tree: every way leads to a position of its own."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..rules.game import OVER
from .p_game_values import DECIDED, Shape, child_of, edge_size, is_trap, strike

STATE = np.dtype(
    [
        ("node", np.uint64),  # the hash of the tree and of the moves so far
        ("total", np.int32),  # the sum of their edges
        ("ply", np.int8),
        ("trap", np.int8),  # how many moves the player who has been trapped is away from the end; 0: nobody is
    ]
)


def rules(shape: Shape) -> dict[str, Any]:
    branching, depth, groups, level = shape.branching, shape.depth, shape.groups, shape.trap_level
    trapping = shape.traps > 0.0
    threshold = round(shape.traps * 2**32)

    def begin(state: Any, root: Any) -> None:
        state.node = root
        state.total = 0
        state.ply = 0
        state.trap = 0

    def mover(state: Any) -> int:
        return OVER if state.ply == depth or abs(state.total) >= DECIDED else state.ply & 1

    def play(state: Any, move: int) -> None:
        state.total += signed_edge(state, move)
        child = child_of(state.node, move)
        if trapping:
            spring_or_set(state, move, child)
        state.node = child
        state.ply += 1

    def signed_edge(state: Any, move: int) -> int:
        """What the move adds to the sum."""
        size = edge_size(state.node, move, groups, branching)
        return size if state.ply & 1 == 0 else -size

    def spring_or_set(state: Any, move: int, child: Any) -> None:
        """A trap is set by the move that walks into it. The other player then has to find one move a turn, `level`
        moves of both deep; what the trapped one does meanwhile changes nothing."""
        if state.trap == 0:
            if state.ply + 1 + level <= depth and is_trap(child, threshold):
                state.trap = level
        elif state.trap & 1 == 0:
            state.trap -= 1
        elif move != strike(state.node, branching):
            state.trap = 0
        else:
            state.trap -= 1
            if state.trap == 0:
                state.total = DECIDED if state.ply & 1 == 0 else -DECIDED

    def key(state: Any) -> Any:
        return state.node

    return locals()
