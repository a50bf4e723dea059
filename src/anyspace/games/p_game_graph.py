"""The rules of a `p_game` with transpositions: a player's own moves may come in any order.

A game is cut into stretches of as many turns of each player as `transpositions` says, or it is one single stretch. In
a stretch a position is how often each player has made each move. The sum must not depend on the order either, so edges
are made of what does not: each move, counting whether it is made for the first, second, ... time, is worth something by
itself, 0 to 127 to whoever makes it, and -63 to 63 together with each move of the other player. What a move adds thus
depends on all that the other player has done. At the end of a stretch the position becomes the root of the next one:
its numbers are new ones, other than after any other stretch.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..rules.game import OVER
from .p_game_values import Shape, after_counts, pair_value, token, token_size


def state_type(shape: Shape) -> Any:
    return np.dtype(
        [
            ("root", np.uint64),  # the hash of the tree and of all stretches before this one
            ("total", np.int32),  # the sum of the edges so far
            ("ply", np.int8),
            ("counts", np.uint8, (2, shape.branching)),  # how often each player has made each move in this stretch
        ]
    )


def rules(shape: Shape) -> dict[str, Any]:
    branching, depth, groups = shape.branching, shape.depth, shape.groups
    stretch = 2 * shape.turns

    def begin(state: Any, root: Any) -> None:
        state.root = root
        state.total = 0
        state.ply = 0
        state.counts[:] = 0

    def mover(state: Any) -> int:
        return OVER if state.ply == depth else state.ply & 1

    def play(state: Any, move: int) -> None:
        state.total += signed_edge(state, move)
        state.counts[state.ply & 1, move] += 1
        state.ply += 1
        if state.ply % stretch == 0 and state.ply < depth:
            state.root = after_counts(state.root, state.counts, branching)
            state.counts[:] = 0

    def signed_edge(state: Any, move: int) -> int:
        """What the move adds to the sum."""
        player = np.int64(state.ply & 1)
        time = np.int64(state.counts[player, move]) + 1
        size = token_size(state.root, player, move, time, groups, branching)
        value = size if player == 0 else -size
        mine = token(player, move, time)
        for other in range(branching):
            for i in range(state.counts[1 - player, other]):
                theirs = token(1 - player, other, i + 1)
                value += pair_value(state.root, mine if player == 0 else theirs, theirs if player == 0 else mine)
        return value

    def key(state: Any) -> Any:
        return after_counts(state.root, state.counts, branching)

    return locals()
