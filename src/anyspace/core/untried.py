"""Which of the legal moves have a node and which do not, in time linear in their number and without storing them.

Nodes do not keep the list of their untried moves (it would dwarf the node): the rules list the legal moves anew, and
those that have children are told from the others. `marks` is a hash set of moves with open addressing: `move + 1` in
an entry, `-(move + 1)` once the move is known to have a node, 0 where it is empty. It is empty again after every use.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..rng import below
from ..rules.codes import BAD_ACTION, BAD_MOVE_COUNT, NAMED, OK
from ..rules.table import Table
from .questions import Scratch
from .tree import NO_NODE, Tree

TRIES = 4
"""Draws that may hit a move with a child before the list is sifted: while most moves are untried, one is enough."""


def marks_for(max_moves: int) -> Any:
    """An empty set with room for `max_moves` at a quarter of its entries."""
    return np.zeros(1 << (4 * max_moves - 1).bit_length(), np.int32)


def slot_of(marks: Any, move: int) -> int:
    """Where `move` is, or would go. Games number their moves densely, so the number itself is the best hash."""
    last = len(marks) - 1
    slot = move & last
    while marks[slot] != 0 and abs(marks[slot]) != move + 1:
        slot = (slot + 1) & last
    return slot


def mark(marks: Any, moves: Any, n: int) -> None:
    """Put the first `n` of `moves` into the empty set."""
    for i in range(n):
        marks[slot_of(marks, moves[i])] = moves[i] + 1


def mark_children(nodes: Any, parent: Any, moves: Any, n: int, marks: Any) -> None:
    """Mark the first `n` of `moves`, those with a child of `parent` as such."""
    mark(marks, moves, n)
    child = nodes[parent].child
    while child != NO_NODE:
        slot = slot_of(marks, nodes[child].move)
        marks[slot] = -marks[slot]
        child = nodes[child].sibling


def unmark(marks: Any, moves: Any, n: int) -> None:
    """Empty the set again. Every entry lies in the unbroken run that begins where its search begins, so wiping the
    rest of the run from each beginning wipes all, in whatever order."""
    last = len(marks) - 1
    for i in range(n):
        slot = moves[i] & last
        while marks[slot] != 0:
            marks[slot] = 0
            slot = (slot + 1) & last


def pick_marked(moves: Any, n: int, marks: Any, rng: Any) -> int:
    """A uniformly random one of the first `n` of `moves` that is not known to have a node."""
    left = 0
    for i in range(n):
        left += marks[slot_of(marks, moves[i])] > 0
    if left == 0:
        return BAD_MOVE_COUNT
    skip = below(rng, left)
    for i in range(n):
        if marks[slot_of(marks, moves[i])] > 0:
            if skip == 0:
                return moves[i]
            skip -= 1
    return BAD_MOVE_COUNT


def pick_untried(nodes: Any, parent: Any, moves: Any, n: int, marks: Any, rng: Any) -> int:
    """A uniformly random one of the first `n` of `moves` that no child of `parent` has."""
    for _ in range(TRIES):
        move = moves[below(rng, n)]
        if not has_child(nodes, parent, move):
            return move
    mark_children(nodes, parent, moves, n, marks)
    move = pick_marked(moves, n, marks, rng)
    unmark(marks, moves, n)
    return move


def has_child(nodes: Any, parent: Any, move: int) -> bool:
    """Whether a child of `parent` was reached by `move`."""
    child = nodes[parent].child
    while child != NO_NODE and nodes[child].move != move:
        child = nodes[child].sibling
    return child != NO_NODE


# ---- the child of every move ---------------------------------------------------------------------------------------


def place_of(game: Table, scratch: Scratch, move: int) -> int:
    """Where `scratch.places` has the child that `move` leads to: by the move's own number where the game says how many
    there are, else where the move is marked."""
    if game.actions > 0:
        return action_of(move)
    return slot_of(scratch.marks, move)


def action_of(move: int) -> int:
    """A move's place in tables of `game.actions` entries."""
    return move if move < NAMED else move - NAMED


def check_actions(game: Table, scratch: Scratch, n: int) -> int:
    """Whether the `n` moves listed have places in such tables. OK or BAD_ACTION."""
    for i in range(n):
        if action_of(scratch.moves[i]) >= game.actions:
            scratch.tally[0].culprit = scratch.moves[i]
            return BAD_ACTION
    return OK


def place_children(tree: Tree, game: Table, scratch: Scratch, node: Any, n: int) -> None:
    """Note for each of the `n` moves listed which child of `node` it leads to."""
    nodes = tree.nodes
    if game.actions == 0:
        mark(scratch.marks, scratch.moves, n)
    child = nodes[node].child
    while child != NO_NODE:
        scratch.places[place_of(game, scratch, nodes[child].move)] = child
        child = nodes[child].sibling
