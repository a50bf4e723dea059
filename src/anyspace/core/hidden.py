"""The tree policy under hidden information: Information Set MCTS (Cowling, Powley and Whitehouse 2012).

Every iteration guesses what the player at the root cannot know (a determinization) and plays in that guess. Nodes
stand for information sets: which moves are legal differs from guess to guess, so a child counts how often it was
*available*, and UCB1 takes that count in place of the parent's visits.

- SINGLE (SO-ISMCTS): one tree, in which all players choose.
- MULTI (MO-ISMCTS): a tree for each player, descended together. The mover chooses in its own tree; every other tree
  follows what its owner sees of the move. A tree that has no such node and no room for one is left behind.
"""

from __future__ import annotations

from typing import Any

from ..machine.native import call
from ..parts.memory.fold import folded_bound, is_folded, prefers_refutation
from ..parts.memory.kinds import RECYCLE
from ..parts.select.ucb1 import root_of_log, ucb1
from ..rng import below
from ..rules.codes import CHANCE, NOTHING_SEEN, OK, OVER
from ..rules.table import Table
from .descend import step_to
from .growth import can_add, grow
from .policy import CAN_FOLD, CAN_RECYCLE, MULTI, Policy
from .questions import Scratch, ask_mover, draw_outcome, list_moves
from .sharing import availability_step, lock_node, unlock_node
from .tree import NO_NODE, Tree, child_by_move, is_shared
from .untried import mark, pick_marked, pick_unfolded, slot_of, unmark

LEFT_BEHIND = 1 << 30
"""Added to the depth of a tree that does not follow any more; taken off again at the end of the descent."""


def descend_hidden(tree: Tree, game: Table, policy: Policy, scratch: Scratch) -> int:
    """From the roots to a node that is new or final, in the determinization that was dealt. OK, or what went wrong."""
    status = OK
    for which in range(len(tree.roots)):
        scratch.depths[which] = 0
        step_to(tree, policy, scratch, which, tree.roots[which])
    is_new = False
    while not is_new and status >= 0:
        mover = ask_mover(game, scratch)
        if mover < 0 and mover != CHANCE:
            status = OK if mover == OVER else mover
            break
        n = list_moves(game, scratch)
        if n < 0:
            status = n
            break
        chooser = mover if policy.information == MULTI else 0
        if mover == CHANCE:
            chooser = policy.own
            move = draw_outcome(game, scratch, n)
        else:
            move = choose(tree, policy, scratch, chooser, mover, n)
        if move < 0:
            status = OK if move == STAY else move
            break
        is_new = follow_all(tree, game, policy, scratch, mover, chooser, move)
        status = call(game.play, (scratch.state, move))
    for which in range(len(tree.roots)):
        scratch.depths[which] &= LEFT_BEHIND - 1
    return status


STAY = -99
"""Answer of `choose`: this tree ends here, the playout begins."""


def follows(scratch: Scratch, which: int) -> bool:
    """Whether tree `which` is still with the play, and its path has room for one more."""
    return scratch.depths[which] < scratch.paths.shape[1]


def follow_all(tree: Tree, game: Table, policy: Policy, scratch: Scratch, mover: int, chooser: int, move: int) -> bool:
    """Every tree takes the step it sees. True if the chooser's tree got a new node, or could get none."""
    is_new = False
    for which in range(len(tree.roots)):
        if not follows(scratch, which):
            is_new |= which == chooser
            continue
        token = move
        if policy.information == MULTI and which != mover and game.observe != 0:
            token = call(game.observe, (scratch.state, move, which))
            if token == NOTHING_SEEN:
                continue
        node = scratch.paths[which, scratch.depths[which] - 1]
        if tree.nodes[node].mover != mover:
            tree.nodes[node].mover = mover
        lock_node(tree, policy, node)
        if which == chooser and mover != CHANCE:
            child = scratch.paths[which, scratch.depths[which]]
        else:
            child = child_by_move(tree, node, token)
        if child == NO_NODE:
            child = grow(tree, policy, scratch, node, token, 0)
            is_new |= which == chooser
            if child != NO_NODE:
                tree.nodes[child].available += 1
        unlock_node(tree, policy, node)
        if child == NO_NODE:
            is_new |= which == chooser
            scratch.depths[which] += LEFT_BEHIND
        else:
            step_to(tree, policy, scratch, which, child)
    return is_new


def choose(tree: Tree, policy: Policy, scratch: Scratch, which: int, mover: int, n: int) -> int:
    """The move to play, of the `n` that are legal in this determinization: one that has no node yet, or the one with
    the greatest bound. STAY if this tree is left behind or has nothing to choose from."""
    if not follows(scratch, which):
        return STAY
    nodes, moves, marks = tree.nodes, scratch.moves, scratch.marks
    node = scratch.paths[which, scratch.depths[which] - 1]
    mark(marks, moves, n)
    lock_node(tree, policy, node)
    step = availability_step(tree, policy, node, scratch.rng)
    reorders = CAN_RECYCLE and policy.memory == RECYCLE and not is_shared(tree)
    best, best_child, best_bound, ties, known = -1, NO_NODE, -1.0, 0, 0
    first, latest, others_first, others_latest = NO_NODE, NO_NODE, NO_NODE, NO_NODE
    child = nodes[node].child
    while child != NO_NODE:
        record = nodes[child]
        following = record.sibling
        slot = slot_of(marks, record.move)
        if marks[slot] != 0:
            marks[slot] = -marks[slot]  # has a node
            if step > 0:
                record.available += step
            known += 1
            bound = ucb1(record.reward, record.visits, policy.exploration * root_of_log(record.available))
            if bound > best_bound:
                best, best_child, best_bound, ties = record.move, child, bound, 1
            elif bound == best_bound:
                ties += 1
                if below(scratch.rng, ties) == 0:
                    best, best_child = record.move, child
            if reorders:  # in order of access, the latest first: see memory/recycle.py
                if latest == NO_NODE:
                    first = child
                else:
                    nodes[latest].sibling = child
                latest = child
        elif reorders:
            if others_latest == NO_NODE:
                others_first = child
            else:
                nodes[others_latest].sibling = child
            others_latest = child
        child = following
    if latest != NO_NODE and others_latest != NO_NODE:
        nodes[node].child = first
        nodes[latest].sibling = others_first
        nodes[others_latest].sibling = NO_NODE
    if CAN_FOLD and known < n and is_folded(tree, node):
        best, best_child = choose_folded(tree, policy, scratch, node, n, n - known, best, best_child, best_bound)
    elif known < n and (best < 0 or can_add(tree, policy, scratch.reserve)):
        best, best_child = pick_marked(moves, n, marks, scratch.rng), NO_NODE
    unlock_node(tree, policy, node)
    unmark(marks, moves, n)
    scratch.paths[which, scratch.depths[which]] = best_child  # where `follow_all` looks for it
    return best


def choose_folded(
    tree: Tree,
    policy: Policy,
    scratch: Scratch,
    node: Any,
    n: int,
    untried: int,
    best: int,
    best_child: Any,
    bound: float,
) -> tuple[int, Any]:
    """Where children were recycled and folded: the `untried` moves compete with the best child that was found."""
    fold, marks = tree.folds[node], scratch.marks
    spread = policy.exploration * root_of_log(tree.nodes[node].visits)
    is_legal = fold.visits > 0 and marks[slot_of(marks, fold.move)] > 0
    leads = bound >= folded_bound(tree, node, untried, is_legal, spread)
    if best >= 0 and (leads or not can_add(tree, policy, scratch.reserve)):
        return best, best_child
    if is_legal and prefers_refutation(tree, node, untried, spread):
        return fold.move, NO_NODE
    return pick_unfolded(tree, node, scratch.moves, n, marks, scratch.rng), NO_NODE
