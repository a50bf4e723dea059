"""The tree policy where everything is seen.

A node remembers who moves from it and how many of its moves are untried, so a node whose moves all have children is
passed without asking the rules anything.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..machine.native import call
from ..rules.codes import BAD_SCORE, CHANCE, OK, OVER
from ..rules.table import Table
from .growth import grow
from .policy import Policy
from .questions import Scratch, ask_mover, draw_outcome, list_moves
from .select import best_child
from .sharing import is_shared, lock_node, unlock_node
from .tree import NO_NODE, UNSEEN, Tree, child_by_move, set_mover
from .untried import pick_untried

NEW = np.int64(1 << 40)
"""Added by `pick` to the index of a child that was not there before: the playout begins there."""


def descend(tree: Tree, game: Table, policy: Policy, scratch: Scratch) -> int:
    """Hook: from the root to a node that is new or final, or cannot grow, playing its moves. OK, or what went wrong."""
    nodes = tree.nodes
    node: Any = tree.roots[0]
    scratch.depths[0] = 0
    is_new = False
    longest = scratch.paths.shape[1]
    while True:
        step_to(tree, policy, scratch, 0, node)
        if is_new:
            return arrived(tree, game, policy, scratch, node)
        if scratch.depths[0] == longest or stops(tree, policy, scratch, node):
            return OK
        status = reached(tree, game, policy, scratch, 0, node)
        if status < 0:
            return status
        mover: Any = np.int64(nodes[node].mover)
        if mover == UNSEEN:
            mover = ask_mover(game, scratch)
            if mover < OVER:
                return mover
        if mover == OVER:
            set_mover(tree, node, OVER, 0)
            return OK
        if mover == CHANCE:
            child = follow_chance(tree, game, policy, scratch, node)
        else:
            child = pick(tree, game, policy, scratch, node, mover)
        if child <= NO_NODE:
            return min(child, OK)  # there is no room to grow: the playout starts here; or what went wrong
        is_new = child >= NEW
        node = np.uint32(child & (NEW - 1))
        status = call(game.play, (scratch.state, nodes[node].move))
        if status < 0:
            return status
        played(game, policy, scratch, mover, nodes[node].move)


def step_to(tree: Tree, policy: Policy, scratch: Scratch, which: int, node: Any) -> None:
    """Tree `which` goes on to `node`."""
    depth = scratch.depths[which]
    scratch.paths[which, depth] = node
    scratch.depths[which] = depth + 1
    entered(tree, policy, scratch, which, depth, node)


def follow_chance(tree: Tree, game: Table, policy: Policy, scratch: Scratch, node: Any) -> Any:
    """Hook: at a chance event, draw an outcome by its odds. As `pick`."""
    n = list_moves(game, scratch)
    if n < 0:
        return np.int64(n)
    if tree.nodes[node].mover == UNSEEN:
        set_mover(tree, node, CHANCE, n)
    outcome = draw_outcome(game, scratch, n)
    if outcome < 0:
        return np.int64(outcome)
    lock_node(tree, policy, node)
    child = np.int64(child_by_move(tree, node, outcome))
    if child == NO_NODE:
        child = np.int64(grow(tree, policy, scratch, node, outcome, tree.nodes[node].untried))
        child += NEW if child != NO_NODE else np.int64(0)
    unlock_node(tree, policy, node)
    return child


def pick(tree: Tree, game: Table, policy: Policy, scratch: Scratch, node: Any, mover: int) -> Any:
    """Hook: at a decision, the child to go on to, NEW added if it was just made; NO_NODE to stay; or what went wrong.

    Here (UCT): moves that were never tried come before all others, in random order; then the best child."""
    nodes = tree.nodes
    first_time = nodes[node].mover == UNSEEN
    if first_time or (nodes[node].untried != 0 and may_expand(tree, policy, scratch, 0, node)):
        n = list_moves(game, scratch)
        if n < 0:
            return np.int64(n)
        if first_time:
            set_mover(tree, node, mover, n)
        if not first_time or may_expand(tree, policy, scratch, 0, node):
            lock_node(tree, policy, node)
            move = untried_move(tree, game, policy, scratch, node, n)
            child = np.int64(NO_NODE)
            if move >= 0:
                child = np.int64(grow(tree, policy, scratch, node, move, nodes[node].untried))
            unlock_node(tree, policy, node)
            if child != NO_NODE:
                return child + NEW
            if move < 0 and not is_shared():  # else another thread has just tried the last one
                return np.int64(move)
    return pick_child(tree, policy, scratch, node)


def pick_child(tree: Tree, policy: Policy, scratch: Scratch, node: Any) -> Any:
    """The best child, as `pick`; NO_NODE if there is none."""
    if tree.nodes[node].child == NO_NODE:
        return np.int64(NO_NODE)
    lock_node(tree, policy, node)
    child = best_child(tree, policy, scratch, node)
    unlock_node(tree, policy, node)
    return np.int64(child) if child != NO_NODE else np.int64(BAD_SCORE)


def may_expand(tree: Tree, policy: Policy, scratch: Scratch, which: int, node: Any) -> bool:
    """Hook: whether a child may be added to `node`, which has untried moves; if not, the choice is among its children,
    or the playout starts here."""
    return True


def untried_move(tree: Tree, game: Table, policy: Policy, scratch: Scratch, node: Any, n: int) -> int:
    """Hook: the move to expand, any untried one of the `n` listed; BAD_MOVE_COUNT if none is."""
    return pick_untried(tree.nodes, node, scratch.moves, n, scratch.marks, scratch.rng)


def entered(tree: Tree, policy: Policy, scratch: Scratch, which: int, depth: int, node: Any) -> None:
    """Hook: the path of tree `which` goes on to `node`, its `depth`-th."""


def stops(tree: Tree, policy: Policy, scratch: Scratch, node: Any) -> bool:
    """Hook: whether the descent ends in `node`, which is not new: its value is known, say."""
    return False


def reached(tree: Tree, game: Table, policy: Policy, scratch: Scratch, which: int, node: Any) -> int:
    """Hook: the descent in tree `which` has come to `node`, which is not new and where it will go on if the game does;
    the state is its position. OK, or what went wrong."""
    return OK


def played(game: Table, policy: Policy, scratch: Scratch, mover: int, move: int) -> None:
    """Hook: a move was played in the tree."""


def arrived(tree: Tree, game: Table, policy: Policy, scratch: Scratch, node: Any) -> int:
    """Hook: the move into `node`, which is new, was played: the state is its position. OK, or what went wrong."""
    return OK
