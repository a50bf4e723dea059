"""The tree policy where everything is seen: UCT.

A node remembers who moves from it and how many of its moves are untried, so a node whose moves all have children is
passed without asking the rules anything.
"""

from __future__ import annotations

from typing import Any

from ..memory.fold import children_lead, is_folded, prefers_refutation
from ..memory.kinds import RECYCLE
from ..memory.recycle import leave_queue
from ..rules.codes import CHANCE, OK, OVER
from ..rules.table import Table
from ..select.ucb1 import best_child, root_of_log
from .growth import can_add, grow
from .native import call
from .policy import CAN_FOLD, CAN_RECYCLE, Policy
from .questions import Scratch, ask_mover, copy_state, draw_outcome, list_moves
from .tree import NO_NODE, UNSEEN, Tree, child_by_move
from .untried import mark_children, pick_unfolded, pick_untried, unmark


def descend(tree: Tree, game: Table, policy: Policy, scratch: Scratch) -> int:
    """From the root to a node that is new or final (or cannot grow), playing its moves. OK, or what went wrong."""
    nodes = tree.nodes
    status = copy_state(game, scratch.state, scratch.root)
    if status < 0:
        return status
    node = tree.roots[0]
    depth = 0
    is_new = False
    longest = scratch.paths.shape[1]
    while True:
        scratch.paths[0, depth] = node
        depth += 1
        scratch.depths[0] = depth
        if CAN_RECYCLE and policy.memory == RECYCLE:
            leave_queue(tree, node)
        if is_new or depth == longest:
            return OK
        first_time = nodes[node].mover == UNSEEN
        if first_time:
            mover = ask_mover(game, scratch)
            if mover < OVER:
                return mover
            nodes[node].mover = mover
        if nodes[node].mover == OVER:
            return OK
        child = NO_NODE
        if nodes[node].mover == CHANCE or first_time or wants_to_grow(tree, node, policy):
            n = list_moves(game, scratch)
            if n < 0:
                return n
            if first_time:
                nodes[node].untried = n
            move = choose_move(tree, node, game, policy, scratch, n)
            if move < 0:
                return move
            if nodes[node].mover == CHANCE:
                child = child_by_move(tree, node, move)
            if child == NO_NODE and can_add(tree, policy):
                child = grow(tree, node, move, nodes[node].untried)
                nodes[node].untried -= 1
                is_new = True
        if child == NO_NODE:
            if nodes[node].child == NO_NODE or nodes[node].mover == CHANCE:
                return OK  # there is no room to grow: the playout starts here
            child = best_child(nodes, node, policy.exploration, scratch.rng)
        status = call(game.play, (scratch.state, nodes[child].move))
        if status < 0:
            return status
        node = child


def wants_to_grow(tree: Tree, node: Any, policy: Policy) -> bool:
    """At a decision that was passed before: whether to expand it. Moves that were never tried come before all others;
    those whose nodes were recycled and folded compete with the children."""
    if tree.nodes[node].untried == 0:
        return False
    return not (CAN_FOLD and children_lead(tree, node, policy.exploration))


def choose_move(tree: Tree, node: Any, game: Table, policy: Policy, scratch: Scratch, n: int) -> int:
    """The move to expand, out of the `n` listed: at a decision any untried one, at chance any outcome by its odds."""
    nodes = tree.nodes
    if nodes[node].mover == CHANCE:
        return draw_outcome(game, scratch, n)
    if CAN_FOLD and is_folded(tree, node):
        spread = policy.exploration * root_of_log(nodes[node].visits)
        if prefers_refutation(tree, node, int(nodes[node].untried), spread):
            return tree.folds[node].move
        mark_children(nodes, node, scratch.moves, n, scratch.marks)
        move = pick_unfolded(tree, node, scratch.moves, n, scratch.marks, scratch.rng)
        unmark(scratch.marks, scratch.moves, n)
        return move
    return pick_untried(nodes, node, scratch.moves, n, scratch.marks, scratch.rng)
