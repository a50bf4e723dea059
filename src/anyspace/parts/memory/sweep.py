"""The bounds that make room all at once when the pool is full: Fuego-like collection, flattening, ensembles.

All three look at every record once. They run between iterations.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.binding import Loop
from ...core.policy import Policy
from ...core.questions import Scratch
from ...core.shared import return_reserve, yes
from ...core.sharing import begin_iteration, end_iteration, may_sweep, swept
from ...core.tree import FREE, NO_NODE, UNSEEN, Tree, free_node, is_root, plant, room
from ...rules.codes import OK


def bind_sweep(loop: Loop, sweep: Any) -> None:
    """`sweep(tree, policy, scratch)` when the pool is full; in a shared tree by one thread while all others wait."""
    begin, end = loop.begin, loop.end

    def make_room(tree: Any, policy: Any, scratch: Any) -> int:
        if room(tree) == 0:
            sweep(tree, policy, scratch)
        return OK

    def make_room_alone(tree: Any, policy: Any, scratch: Any) -> int:
        if room(tree) == 0 and may_sweep(tree):
            if room(tree) == 0:
                sweep(tree, policy, scratch)
            swept(tree)
        return OK

    def begin_when_swept(tree: Any) -> None:
        begin_iteration(tree)
        begin(tree)

    def end_and_let_sweep(tree: Any, status: int) -> int:
        end_iteration(tree)
        return end(tree, status)

    loop.make_room = make_room
    if loop.setup.shares_tree:
        loop.make_room, loop.begin, loop.end = make_room_alone, begin_when_swept, end_and_let_sweep
        loop.pays_at_once = loop.needs_rest = yes
        loop.reserve_size, loop.too_late = one_record, return_reserve  # a sweep would take a reserve for nodes


def bind_collection(loop: Loop, threshold: int) -> None:
    """Collection; `threshold` is the place of that number."""

    def sweep(tree: Any, policy: Any, scratch: Any) -> None:
        collect(tree, int(policy.numbers[threshold]))

    bind_sweep(loop, sweep)
    inner = loop.make_room

    def make_room(tree: Any, policy: Any, scratch: Any) -> int:
        return OK if tree.pool[0].settled != 0 else inner(tree, policy, scratch)

    loop.make_room = make_room


def one_record(tree: Tree) -> int:
    """For `reserve_size`."""
    return 1


def sweep_to_ledger(tree: Tree, policy: Policy, scratch: Scratch) -> None:
    """Ensemble."""
    start_over(tree, policy.own, scratch.ledger)


def sweep_to_first_ply(tree: Tree, policy: Policy, scratch: Scratch) -> None:
    """Flattening."""
    flatten(tree)


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
