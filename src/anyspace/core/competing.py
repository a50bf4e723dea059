"""Expansion where all moves compete: a move that has no node yet has a score too, and gets a node when it wins.

"Expand all children" is a meaning, not a storage. First play urgency, AMAF values and priors compare moves that were
never tried with those that were; the winner alone gets a record, so memory, recycling and threads stay as they are.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..rng import below
from ..rules.codes import BAD_SCORE, OK
from ..rules.table import Table
from .descend import NEW, may_expand, pick_child
from .growth import can_add, grow
from .policy import Policy
from .questions import Scratch, list_moves
from .select import LOWEST, is_sound, score, spread
from .sharing import lock_node, unlock_node
from .tree import NO_NODE, UNSEEN, Tree, set_mover
from .untried import check_actions, place_children, place_of, slot_of, unmark

FIRST = 1e9
"""The score of a move that comes before all that were tried."""


def unvisited(
    tree: Tree, game: Table, policy: Policy, scratch: Scratch, node: Any, mover: int, i: int, width: float
) -> float:
    """Hook: the score of `scratch.moves[i]`, a legal move at `node` that has no node; `width` as for `score`."""
    return FIRST


def consider(tree: Tree, game: Table, policy: Policy, scratch: Scratch, node: Any, mover: int, n: int) -> int:
    """Hook: the `n` moves in `scratch.moves` are about to be compared at `node`, whose position the state is. OK, or
    what went wrong."""
    return OK


def list_again(tree: Tree, game: Table, scratch: Scratch, node: Any) -> int:
    """Hook: the legal moves at `node`, whose position the state is, into `scratch.moves`; how many, or what went wrong.
    They are asked for again and again: a part that can afford it remembers them."""
    return list_moves(game, scratch)


def remembering(place: int) -> Any:
    """For `list_again`: with a row int32 [1 + max_moves] a node at this place, the rules are asked once."""

    def list_again(tree: Any, game: Any, scratch: Any, node: Any) -> int:
        row, moves = tree.rows[place][node], scratch.moves
        n: Any = np.int64(row[0])
        if n > 0:
            for i in range(n):
                moves[i] = row[i + 1]
            return n
        n = np.int64(list_moves(game, scratch))
        for i in range(n):
            row[i + 1] = moves[i]
        row[0] = max(n, 0)
        return n

    return list_again


def pick_competing(tree: Tree, game: Table, policy: Policy, scratch: Scratch, node: Any, mover: int) -> Any:
    """For `pick`: the move with the greatest score, whether it has a node or not. Ties are broken at random."""
    nodes, moves, places = tree.nodes, scratch.moves, scratch.places
    first_time = nodes[node].mover == UNSEEN
    if not first_time and nodes[node].untried == 0:
        return pick_child(tree, policy, scratch, node)
    n = list_again(tree, game, scratch, node)
    if n < 0:
        return np.int64(n)
    if first_time:
        set_mover(tree, node, mover, n)
    status = check_actions(game, scratch, n) if game.actions > 0 else OK
    if status == OK:
        status = consider(tree, game, policy, scratch, node, mover, n)
    if status < 0:
        return np.int64(status)
    expands = may_expand(tree, policy, scratch, 0, node) and can_add(tree, policy, scratch)
    lock_node(tree, policy, node)
    place_children(tree, game, scratch, node, n)
    width = spread(tree, policy, node, max(1, nodes[node].visits))
    best, best_move, best_score, ties, sound = np.uint32(NO_NODE), -1, LOWEST, 0, True
    for i in range(n):
        at = place_of(game, scratch, moves[i])
        child = places[at]
        places[at] = NO_NODE
        if child != NO_NODE:
            bound = score(tree, policy, scratch, node, child, nodes[child].reward, nodes[child].visits, width)
        elif expands:
            bound = unvisited(tree, game, policy, scratch, node, mover, i, width)
        else:
            continue
        sound = sound & is_sound(bound)
        if bound > best_score:
            best, best_move, best_score, ties = child, moves[i], bound, 1
        elif bound == best_score:
            ties += 1
            if below(scratch.rng, ties) == 0:
                best, best_move = child, moves[i]
    if game.actions == 0:
        unmark(scratch.marks, moves, n)
    found = np.int64(best)
    if best == NO_NODE and best_move >= 0 and sound:
        found = np.int64(grow(tree, policy, scratch, node, best_move, nodes[node].untried))
        found += NEW if found != NO_NODE else np.int64(0)
    unlock_node(tree, policy, node)
    if not sound:
        return np.int64(BAD_SCORE)
    return found if found != NO_NODE or best_move < 0 else pick_child(tree, policy, scratch, node)


def or_untried_competing(
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
    """For `hidden.or_untried`: the same under hidden information."""
    if not may_expand(tree, policy, scratch, which, node) or (best >= 0 and not can_add(tree, policy, scratch)):
        return best, best_child
    status = check_actions(game, scratch, n) if game.actions > 0 else OK
    if status == OK:
        status = consider(tree, game, policy, scratch, node, mover, n)
    if status < 0:
        return status, best_child
    width = spread(tree, policy, node, max(1, tree.nodes[node].visits))
    ties = 1
    for i in range(n):
        if scratch.marks[slot_of(scratch.marks, scratch.moves[i])] > 0:
            found = unvisited(tree, game, policy, scratch, node, mover, i, width)
            if not is_sound(found):
                return BAD_SCORE, best_child
            if found > bound:
                best, best_child, bound, ties = scratch.moves[i], NO_NODE, found, 1
            elif found == bound:
                ties += 1
                if below(scratch.rng, ties) == 0:
                    best, best_child = scratch.moves[i], NO_NODE
    return best, best_child
