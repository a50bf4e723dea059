"""The tree's invariants (tree.py lists them), verified record by record. Slow; for tests."""

from __future__ import annotations

import numpy as np

from ..rules.codes import CHANCE
from .tree import FREE, NO_NODE, TOLD, Tree


def check(tree: Tree) -> None:
    """Raise AssertionError where an invariant of the tree does not hold."""
    nodes, pool = tree.nodes, tree.pool[0]
    reached = np.zeros(pool.next, bool)
    waiting = [int(root) for root in tree.roots]
    inner = set()
    shares = "link" in (tree.extras.dtype.names or ())  # children of several nodes that stand for one position
    while waiting:
        node = waiting.pop()
        assert not reached[node], f"node {node} is reached twice"
        reached[node] = True
        record = nodes[node]
        children = []
        child = int(record.child)
        while child != NO_NODE:
            assert child < pool.next, f"node {child} lies outside the pool"
            children.append(child)
            child = int(nodes[child].sibling)
            assert len(children) <= pool.next, f"the children of node {node} form a circle"
        if children:
            inner.add(node)
        below = sum(int(nodes[child].visits) for child in children)
        if len(tree.folds) > 1:
            below += int(tree.folds[node].visits) + int(tree.folds[node].rest_visits)
        assert shares or record.visits >= below, f"node {node}: {record.visits} visits, its children have {below}"
        assert -1e-6 <= record.reward <= record.visits + 1e-6, f"node {node}: reward {record.reward} of {record.visits}"
        moves = [int(nodes[child].move) for child in children]
        assert len(set(moves)) == len(moves), f"node {node}: two children by one move"
        moved = record.mover >= CHANCE or record.mover == TOLD
        assert not children or moved, f"node {node}: children of a position where nobody moves"
        waiting += children
    free = 0
    node = int(pool.free)
    while node != NO_NODE:
        assert not reached[node], f"node {node} is free and in the tree"
        assert nodes[node].mover == FREE, f"node {node} is in the free list and not marked so"
        reached[node] = True
        free += 1
        node = int(nodes[node].sibling)
    assert reached[1:].all(), "a record is neither in the tree nor free"
    assert pool.used + free == pool.next - 1, f"{pool.used} used, {free} free, {pool.next - 1} ever taken"
    if len(tree.queue) > 1:
        check_queue(tree, inner)


def check_queue(tree: Tree, inner: set[int]) -> None:
    """The queue's part of `check`; `inner` are the nodes that have children."""
    place: dict[int, int] = {}
    previous, node = NO_NODE, int(tree.pool[0].front)
    while node != NO_NODE:
        assert node not in place, f"node {node} is queued twice"
        assert tree.queue[node].previous == previous, f"node {node}: the queue's links disagree"
        place[node] = len(place)
        previous, node = node, int(tree.queue[node].next)
    assert tree.pool[0].back == previous, "the queue ends elsewhere"
    assert set(place) == inner, "the queue holds the inner nodes and no other"
    for node in inner if len(tree.locks) == 1 else ():
        child = int(tree.nodes[node].child)
        while child != NO_NODE:
            assert child not in inner or place[child] < place[node], f"node {child} stands behind its parent {node}"
            child = int(tree.nodes[child].sibling)
