"""Which of the legal moves have a node and which do not, in time linear in their number and without storing them.

Nodes do not keep the list of their untried moves (it would dwarf the node): the rules list the legal moves anew, and
those that have children are told from the others. `marks` is a hash set of moves with open addressing: `move + 1` in
an entry, `-(move + 1)` once the move is known to have a node, 0 where it is empty. It is empty again after every use.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..rng import below
from ..rules.codes import BAD_MOVE_COUNT
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


def pick_unfolded(tree: Tree, parent: Any, moves: Any, n: int, marks: Any, rng: Any) -> int:
    """The same, leaving out the move that `parent` remembers by itself, if it does (memory/fold.py)."""
    fold = tree.folds[parent]
    if fold.visits > 0:
        slot = slot_of(marks, fold.move)
        marks[slot] = -abs(marks[slot])
    return pick_marked(moves, n, marks, rng)


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
