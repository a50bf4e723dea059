"""Choosing among the moves that have no child yet, in time linear in their number and without storing them.

Nodes do not keep the list of their untried moves (it would dwarf the node): the rules list the legal moves anew and
those that have children are taken out. `marks` is a hash set of moves with open addressing, `move + 1` in an entry
and 0 where it is empty; it is empty again after every use.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..rng import below
from ..rules.codes import BAD_MOVE_COUNT
from .tree import NO_NODE


TRIES = 4
"""Draws that may hit a move with a child before the list is sifted: while most moves are untried, one is enough."""


def marks_for(max_moves: int) -> Any:
    """An empty set with room for `max_moves` at a quarter of its entries."""
    return np.zeros(1 << (4 * max_moves - 1).bit_length(), np.int32)


def home_of(marks: Any, move: int) -> int:
    """Where the search for `move` begins. Games number their moves densely, so the number itself is the best hash."""
    return move & (len(marks) - 1)


def slot_of(marks: Any, move: int) -> int:
    """Where `move` is, or would go."""
    last = len(marks) - 1
    slot = home_of(marks, move)
    while marks[slot] != 0 and marks[slot] != move + 1:
        slot = (slot + 1) & last
    return slot


def has_child(nodes: Any, parent: Any, move: int) -> bool:
    """Whether a child of `parent` was reached by `move`."""
    child = nodes[parent].child
    while child != NO_NODE and nodes[child].move != move:
        child = nodes[child].sibling
    return child != NO_NODE


def pick_untried(nodes: Any, parent: Any, moves: Any, n: int, marks: Any, rng: Any) -> int:
    """A uniformly random one of the first `n` of `moves` that no child of `parent` has. There must be one."""
    for _ in range(TRIES):
        move = moves[below(rng, n)]
        if not has_child(nodes, parent, move):
            return move
    child = nodes[parent].child
    while child != NO_NODE:
        move = nodes[child].move
        marks[slot_of(marks, move)] = move + 1
        child = nodes[child].sibling
    left = 0
    for i in range(n):
        move = moves[i]
        moves[left] = move
        left += marks[slot_of(marks, move)] == 0  # without a branch: which moves are left cannot be predicted
    unmark(nodes, parent, marks)
    return moves[below(rng, left)] if left > 0 else BAD_MOVE_COUNT


def unmark(nodes: Any, parent: Any, marks: Any) -> None:
    """Empty the set again. Every entry lies in the unbroken run that begins at its home, so wiping the rest of the
    run from each home wipes all, in whatever order."""
    last = len(marks) - 1
    child = nodes[parent].child
    while child != NO_NODE:
        slot = home_of(marks, nodes[child].move)
        while marks[slot] != 0:
            marks[slot] = 0
            slot = (slot + 1) & last
        child = nodes[child].sibling
