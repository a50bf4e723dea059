"""Actions that are vectors: nodes whose children are drawn from the game's box instead of listed by its rules.

A node has no more children than the game's `max_moves`, for which working memory is made; `untried` counts down from
there. Everything else in the loop is as ever: a child's move is its vector (rules/vectors.py).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...core.binding import Loop, Setup
from ...core.descend import NEW, may_expand, pick_child, untried_move
from ...core.growth import grow
from ...core.policy import PERFECT
from ...core.sharing import lock_node, unlock_node
from ...core.tree import NO_NODE, UNSEEN, child_by_move, set_mover
from ...rng import below
from ...rules.vectors import any_vector, grid_move

NONE_LEFT = -1
"""No new action was found."""

TRIES = 8
"""Draws that may hit an action that has a node already."""


def no_vectors(setup: Setup) -> str | None:
    """Why actions cannot be drawn in this search; None if they can."""
    if setup.game.box is None:
        return f"the moves of {setup.game.name} are no vectors: it declares no box"
    if setup.information != PERFECT:
        return "actions that are vectors are searched where everything is seen: guesses would have to share them"
    return None


def draw_actions(loop: Loop, most_of: Callable[[Any], int]) -> None:
    """`pick` for such nodes: at most `most_of(policy)` children, drawn by `untried_move` whenever `may_expand` says
    so."""

    def pick(tree: Any, game: Any, policy: Any, scratch: Any, node: Any, mover: int) -> Any:
        nodes, most = tree.nodes, most_of(policy)
        if nodes[node].mover == UNSEEN:
            set_mover(tree, node, mover, most)
        if nodes[node].untried != 0 and may_expand(tree, policy, scratch, 0, node):
            lock_node(tree, policy, node)
            move = untried_move(tree, game, policy, scratch, node, most)
            child = np.int64(NO_NODE)
            if move >= 0 and nodes[node].untried != 0:
                child = np.int64(grow(tree, policy, scratch, node, move, nodes[node].untried))
            unlock_node(tree, policy, node)
            if child != NO_NODE:
                return child + NEW
        return pick_child(tree, policy, scratch, node)

    loop.pick = pick


def drawn_anywhere(axes: int) -> Any:
    """For `untried_move`: uniformly from the box."""

    def draw(tree: Any, game: Any, policy: Any, scratch: Any, node: Any, n: int) -> int:
        for _ in range(TRIES):
            move = any_vector(scratch.rng, axes)
            if child_by_move(tree, node, move) == NO_NODE:
                return move
        return NONE_LEFT

    return draw


def drawn_from_grid(axes: int, place: int) -> Any:
    """For `untried_move`: any bin without a node; how many an axis has stands at `place` of the policy's numbers."""

    def draw(tree: Any, game: Any, policy: Any, scratch: Any, node: Any, n: int) -> int:
        first, count = below(scratch.rng, n), int(policy.numbers[place])
        for i in range(n):
            move = grid_move((first + i) % n, count, axes)
            if child_by_move(tree, node, move) == NO_NODE:
                return move
        return NONE_LEFT

    return draw
