"""The bounds that make room all at once when the pool is full: Fuego-like collection, flattening, ensembles.

All three look at every record once. They run between iterations.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.tree import FREE, NO_NODE, UNSEEN, Tree, free_node, is_root, plant

KEPT = -5
"""`mover` of a node of the first ply while a flattening is under way."""


def collect(tree: Tree, threshold: int) -> None:
    """Fuego's garbage collection (Enzenberger et al. 2010): drop all nodes with fewer visits than `threshold`.

    A node has at least the visits of any node below it, so what hangs below a dropped node is dropped as well.
    """
    nodes, pool = tree.nodes, tree.pool[0]
    before = pool.used
    for node in range(1, pool.next):
        kept = nodes[node].visits >= threshold or is_root(tree, node)
        if nodes[node].mover != FREE and kept:
            drop_young_children(nodes, node, threshold)
    for node in range(1, pool.next):
        if nodes[node].mover != FREE and nodes[node].visits < threshold and not is_root(tree, node):
            free_node(tree, np.uint32(node))
    pool.recycled += before - pool.used
    pool.settled = pool.used == before


def drop_young_children(nodes: Any, parent: Any, threshold: int) -> None:
    """Unlink the children with fewer visits than `threshold`; their moves are untried again."""
    kept = NO_NODE
    child = nodes[parent].child
    nodes[parent].child = NO_NODE
    while child != NO_NODE:
        following = nodes[child].sibling
        if nodes[child].visits < threshold:
            nodes[parent].untried += np.uint16(1)
        elif kept == NO_NODE:
            nodes[parent].child = child
            nodes[child].sibling = NO_NODE
            kept = child
        else:
            nodes[kept].sibling = child
            nodes[child].sibling = NO_NODE
            kept = child
        child = following


def flatten(tree: Tree) -> None:
    """Tree flattening: keep the first ply with its statistics, drop the rest."""
    nodes, pool = tree.nodes, tree.pool[0]
    before = pool.used
    for i in range(len(tree.roots)):
        child = nodes[tree.roots[i]].child
        while child != NO_NODE:
            nodes[child].mover = KEPT
            child = nodes[child].sibling
    for node in range(1, pool.next):
        if nodes[node].mover == KEPT:
            nodes[node].mover = UNSEEN
            nodes[node].untried = 0
            nodes[node].child = NO_NODE
        elif nodes[node].mover != FREE and not is_root(tree, node):
            free_node(tree, np.uint32(node))
    pool.recycled += before - pool.used


LEDGER = np.dtype([("move", np.int32), ("visits", np.int64), ("reward", np.float64)])
"""Statistics of the first ply kept outside the tree; the first entry without visits ends it."""


def start_over(tree: Tree, own: int, ledger: Any) -> None:
    """Ensemble: note the first ply's statistics outside the tree, and discard the tree (Fern and Lewis 2011)."""
    note_first_ply(tree, own, ledger)
    pool = tree.pool[0]
    pool.recycled += pool.used
    plant(tree, tree.nodes[tree.roots[own]].player)


def note_first_ply(tree: Tree, own: int, ledger: Any) -> None:
    """Add visits and rewards of the first ply of tree `own` to the ledger, move by move."""
    nodes = tree.nodes
    child = nodes[tree.roots[own]].child
    while child != NO_NODE:
        entry = 0
        while ledger[entry].visits > 0 and ledger[entry].move != nodes[child].move:
            entry += 1
        ledger[entry].move = nodes[child].move
        ledger[entry].visits += nodes[child].visits
        ledger[entry].reward += nodes[child].reward
        child = nodes[child].sibling
