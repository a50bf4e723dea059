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
from ..rng import below
from ..rules.codes import BAD_SCORE, CHANCE, NOTHING_SEEN, OK, OVER, UNANSWERED
from ..rules.table import Table
from .descend import arrived, may_expand, played, reached, step_to
from .growth import can_add, grow
from .policy import MULTI, Policy
from .questions import Scratch, ask_mover, draw_outcome, list_moves
from .select import LOWEST, is_sound, score, spread
from .sharing import availability_step, lock_node, unlock_node
from .tree import NO_NODE, Tree, child_by_move
from .untried import mark, pick_marked, slot_of, unmark

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
            move = choose(tree, game, policy, scratch, chooser, mover, n)
        if move < 0:
            status = OK if move == STAY else move
            break
        status = follow_all(tree, game, policy, scratch, mover, chooser, move)
        if status < 0:
            break
        is_new = status != OK
        status = call(game.play, (scratch.state, move))
        played(game, policy, scratch, mover, move)
        if is_new and status >= 0 and follows(scratch, chooser):
            status = arrived(tree, game, policy, scratch, scratch.paths[chooser, scratch.depths[chooser] - 1])
    for which in range(len(tree.roots)):
        scratch.depths[which] &= LEFT_BEHIND - 1
    return status


STAY = -99
"""Answer of `choose`: this tree ends here, the playout begins."""


def follows(scratch: Scratch, which: int) -> bool:
    """Whether tree `which` is still with the play, and its path has room for one more."""
    return scratch.depths[which] < scratch.paths.shape[1]


def follow_all(tree: Tree, game: Table, policy: Policy, scratch: Scratch, mover: int, chooser: int, move: int) -> int:
    """Every tree takes the step it sees. 1 if the chooser's tree got a new node, or could get none; else OK, or what
    went wrong."""
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
            if token < UNANSWERED:
                return token
        is_new |= follow(tree, policy, scratch, which, mover, token, which == chooser and mover != CHANCE) & (
            which == chooser
        )
    return 1 if is_new else OK


def follow(tree: Tree, policy: Policy, scratch: Scratch, which: int, mover: int, token: int, chosen: bool) -> bool:
    """Tree `which`, which is still with the play, takes a step: to the child that was `chosen`, or to the one of what
    its owner sees. True if it got a new node, or could get none."""
    is_new = False
    node = scratch.paths[which, scratch.depths[which] - 1]
    if tree.nodes[node].mover != mover:
        tree.nodes[node].mover = mover
    lock_node(tree, policy, node)
    child = scratch.paths[which, scratch.depths[which]] if chosen else child_by_move(tree, node, token)
    if child == NO_NODE:
        child = grow(tree, policy, scratch, node, token, 0)
        is_new = True
        if child != NO_NODE:
            tree.nodes[child].available += 1
    unlock_node(tree, policy, node)
    if child == NO_NODE:
        scratch.depths[which] += LEFT_BEHIND
    else:
        step_to(tree, policy, scratch, which, child)
    return is_new


def choose(tree: Tree, game: Table, policy: Policy, scratch: Scratch, which: int, mover: int, n: int) -> int:
    """The move to play, of the `n` that are legal in this determinization: one that has no node yet, or the one with
    the greatest bound. STAY if this tree is left behind or has nothing to choose from."""
    if not follows(scratch, which):
        return STAY
    nodes, moves, marks = tree.nodes, scratch.moves, scratch.marks
    node = scratch.paths[which, scratch.depths[which] - 1]
    status = reached(tree, game, policy, scratch, which, node)
    if status < 0:
        return status
    mark(marks, moves, n)
    lock_node(tree, policy, node)
    step = availability_step(tree, policy, node, scratch.rng)
    best, best_child, best_bound, ties, known, sound = -1, NO_NODE, LOWEST, 0, 0, True
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
            width = spread(tree, policy, node, record.available)
            bound = score(tree, policy, scratch, node, child, record.reward, record.visits, width)
            sound = sound & is_sound(bound)
            if bound > best_bound:
                best, best_child, best_bound, ties = record.move, child, bound, 1
            elif bound == best_bound:
                ties += 1
                if below(scratch.rng, ties) == 0:
                    best, best_child = record.move, child
            if orders_children():
                if latest == NO_NODE:
                    first = child
                else:
                    nodes[latest].sibling = child
                latest = child
        elif orders_children():
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
    if known < n:
        best, best_child = or_untried(
            tree, game, policy, scratch, which, node, mover, n, n - known, best, best_child, best_bound
        )
    unlock_node(tree, policy, node)
    unmark(marks, moves, n)
    scratch.paths[which, scratch.depths[which]] = best_child  # where `follow_all` looks for it
    return (best if best >= 0 else min(best, STAY)) if sound else BAD_SCORE


def orders_children() -> bool:
    """Hook: whether a node's children are to be kept in order of access, the latest first (parts/memory/recycle.py)."""
    return False


def or_untried(
    tree: Tree,
    game: Table,
    policy: Policy,
    scratch: Scratch,
    which: int,
    node: Any,
    mover: int,
    n: int,
    untried: int,
    best: int,
    best_child: Any,
    bound: float,
) -> tuple[int, Any]:
    """Hook: where `untried` of the `n` moves have no node (they are marked), the move to play and its child: one of
    them, or the best child that was found and its `bound`, if there is one. Here: they come before all others."""
    if may_expand(tree, policy, scratch, which, node) and (best < 0 or can_add(tree, policy, scratch)):
        return pick_marked(scratch.moves, n, scratch.marks, scratch.rng), NO_NODE
    return best, best_child
