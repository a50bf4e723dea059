"""The tree policy where everything is seen: UCT.

A node remembers who moves from it and how many of its moves are untried, so a node whose moves all have children is
passed without asking the rules anything.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..machine.native import call
from ..parts.memory.fold import children_lead, is_folded, prefers_refutation
from ..parts.memory.kinds import RECYCLE
from ..parts.memory.recycle import leave_queue
from ..parts.select.ucb1 import best_child, root_of_log
from ..rules.codes import CHANCE, OK, OVER
from ..rules.table import Table
from .growth import grow
from .policy import CAN_FOLD, CAN_RECYCLE, CAN_SHARE, Policy
from .questions import Scratch, ask_mover, draw_outcome, list_moves
from .sharing import come_to, lock_node, unlock_node
from .tree import NO_NODE, UNSEEN, Tree, child_by_move, is_shared, set_mover
from .untried import mark_children, pick_unfolded, pick_untried, unmark


def descend(tree: Tree, game: Table, policy: Policy, scratch: Scratch) -> int:
    """From the root to a node that is new or final (or cannot grow), playing its moves. OK, or what went wrong."""
    nodes = tree.nodes
    node = tree.roots[0]
    scratch.depths[0] = 0
    is_new = False
    longest = scratch.paths.shape[1]
    while True:
        step_to(tree, policy, scratch, 0, node)
        if is_new or scratch.depths[0] == longest:
            return OK
        mover: Any = np.int64(nodes[node].mover)
        first_time = mover == UNSEEN
        if first_time:
            mover = ask_mover(game, scratch)
            if mover < OVER:
                return mover
        if mover == OVER:
            set_mover(tree, node, OVER, 0)
            return OK
        child = NO_NODE
        if mover == CHANCE or first_time or wants_to_grow(tree, node, policy):
            n = list_moves(game, scratch)
            if n < 0:
                return n
            if first_time:
                set_mover(tree, node, mover, n)
            outcome = draw_outcome(game, scratch, n) if mover == CHANCE else 0
            if outcome < 0:
                return outcome
            lock_node(tree, policy, node)
            if mover == CHANCE:
                move = outcome
                child = child_by_move(tree, node, move)
            else:
                move = choose_move(tree, node, policy, scratch, n)
            if child == NO_NODE and move >= 0:
                child = grow(tree, policy, scratch, node, move, nodes[node].untried)
                is_new = child != NO_NODE
            unlock_node(tree, policy, node)
            if move < 0 and not is_shared(tree):  # else another thread has just tried the last one
                return move
        if child == NO_NODE:
            if nodes[node].child == NO_NODE or mover == CHANCE:
                return OK  # there is no room to grow: the playout starts here
            lock_node(tree, policy, node)
            child = best_child(nodes, node, policy.exploration, scratch.rng)
            unlock_node(tree, policy, node)
        status = call(game.play, (scratch.state, nodes[child].move))
        if status < 0:
            return status
        node = child


def step_to(tree: Tree, policy: Policy, scratch: Scratch, which: int, node: Any) -> None:
    """Tree `which` goes on to `node`."""
    depth = scratch.depths[which]
    scratch.paths[which, depth] = node
    scratch.depths[which] = depth + 1
    if CAN_SHARE and is_shared(tree):
        if depth > 0:  # nobody recycles a root, nor chooses it
            come_to(tree, policy, node)
    elif CAN_RECYCLE and policy.memory == RECYCLE:
        leave_queue(tree, node)


def wants_to_grow(tree: Tree, node: Any, policy: Policy) -> bool:
    """At a decision that was passed before: whether to expand it. Moves that were never tried come before all others;
    those whose nodes were recycled and folded compete with the children."""
    if tree.nodes[node].untried == 0:
        return False
    return not (CAN_FOLD and children_lead(tree, node, policy.exploration))


def choose_move(tree: Tree, node: Any, policy: Policy, scratch: Scratch, n: int) -> int:
    """The move to expand, any untried one of the `n` listed; BAD_MOVE_COUNT if none is."""
    nodes = tree.nodes
    if CAN_FOLD and is_folded(tree, node):
        spread = policy.exploration * root_of_log(nodes[node].visits)
        if prefers_refutation(tree, node, int(nodes[node].untried), spread):
            return tree.folds[node].move
        mark_children(nodes, node, scratch.moves, n, scratch.marks)
        move = pick_unfolded(tree, node, scratch.moves, n, scratch.marks, scratch.rng)
        unmark(scratch.marks, scratch.moves, n)
        return move
    return pick_untried(nodes, node, scratch.moves, n, scratch.marks, scratch.rng)
