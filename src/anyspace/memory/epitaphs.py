"""Refutations that outlive their nodes: an attempt at the open problem of the memory-bounded paper.

Recycling forgets. A move that looked good until a reply refuted it is rarely visited, its subtree is recycled, and in
time the move itself; tried again it looks as good as on the first day, and the same subtree is built and dropped over
and over. Here a recycled node leaves an epitaph: its visits and mean, in a small table under a hash of the moves that
led to it. A move with an epitaph is not untried: it competes by its old statistics, and only if it wins does it get a
node again, with what was learnt. Writing and reading are one look at one entry each; the table counts towards the
memory bound.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.tree import NO_NODE, Tree
from ..core.untried import slot_of
from ..rng import below
from ..select.ucb1 import ucb1

HASH_STEP, HASH_SHIFT = np.uint64(0x9E3779B97F4A7C15), np.uint64(32)


WHOLE = 65_535
"""A mean of 1, and the most visits that an epitaph speaks of."""


def path_hash(tree: Tree, parent: Any, move: int) -> Any:
    """The hash of the moves that lead to `parent` and of `move` after them."""
    mixed = (np.uint64(tree.hashes[parent]) * HASH_STEP + np.uint64(move + 1)) * HASH_STEP
    return np.uint32(mixed >> HASH_SHIFT)


def entry_of(tree: Tree, path: Any) -> Any:
    """Where the epitaph of a path is, if it has one."""
    return (np.uint64(path) * np.uint64(len(tree.epitaphs))) >> HASH_SHIFT


def remembered(tree: Tree, parent: Any, move: int) -> bool:
    """Whether `move` at `parent` has an epitaph."""
    path = path_hash(tree, parent, move)
    epitaph = tree.epitaphs[entry_of(tree, path)]
    return epitaph.visits > 0 and epitaph.path == path


def remembered_bound(tree: Tree, parent: Any, move: int, spread: float) -> float:
    """UCB1 of a move that has an epitaph."""
    epitaph = tree.epitaphs[entry_of(tree, path_hash(tree, parent, move))]
    visits = np.int64(epitaph.visits)
    return ucb1(epitaph.mean / WHOLE * visits, visits, spread)


def recall(tree: Tree, parent: Any, child: Any) -> None:
    """Name a new node by its path, and give it back what a recycled one knew, no more than its parent has seen."""
    nodes = tree.nodes
    path = path_hash(tree, parent, nodes[child].move)
    tree.hashes[child] = path
    epitaph = tree.epitaphs[entry_of(tree, path)]
    if epitaph.visits > 0 and epitaph.path == path:
        visits = max(1, min(np.int64(epitaph.visits), np.int64(nodes[parent].visits)))
        nodes[child].reward = epitaph.mean / WHOLE * visits
        nodes[child].visits = visits
        nodes[child].available = visits
        epitaph.visits = 0


def bury(tree: Tree, node: Any) -> None:
    """Write the epitaph of a node that is about to be recycled. Of two on one place the more visited stays, but
    every challenge halves its claim."""
    epitaph = tree.epitaphs[entry_of(tree, tree.hashes[node])]
    visits = np.int64(tree.nodes[node].visits)
    if visits >= np.int64(epitaph.visits):
        epitaph.path = tree.hashes[node]
        epitaph.visits = min(visits, WHOLE)
        epitaph.mean = round(tree.nodes[node].reward / visits * WHOLE)
    else:
        epitaph.visits = np.int64(epitaph.visits) // 2


NONE_OF_THESE = -1
"""Answer of `pick_remembered`: a move that has a node is better."""


def pick_remembered(tree: Tree, parent: Any, moves: Any, n: int, marks: Any, spread: float, rng: Any) -> int:
    """Of the first `n` of `moves` that have no node: a random one without an epitaph if there is one; else the one
    whose epitaph gives the greatest bound, if no child's is greater. `marks` tells who has a node (untried.py)."""
    fresh, chosen, best_bound = 0, NONE_OF_THESE, -1.0
    for i in range(n):
        if marks[slot_of(marks, moves[i])] < 0:
            continue
        if not remembered(tree, parent, moves[i]):
            fresh += 1
            if below(rng, fresh) == 0:
                chosen = moves[i]
        elif fresh == 0:
            bound = remembered_bound(tree, parent, moves[i], spread)
            if bound > best_bound:
                chosen, best_bound = moves[i], bound
    if fresh > 0:
        return chosen
    child = tree.nodes[parent].child
    while child != NO_NODE:
        is_legal = marks[slot_of(marks, tree.nodes[child].move)] < 0
        if is_legal and ucb1(tree.nodes[child].reward, tree.nodes[child].visits, spread) > best_bound:
            return NONE_OF_THESE
        child = tree.nodes[child].sibling
    return chosen
