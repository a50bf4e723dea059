"""The tree: a pool of fixed-size records linked by index, left child and right sibling.

Invariants, verified by `check`:
- record 0 is never used: index 0 is `NO_NODE`, so zeroed memory is an empty tree;
- every record below `pool.next` is either in the tree (reached once from the root) or in the free list;
- a node's children all have different moves, and one more per move that `untried` does not count;
- `visits` of a node is the number of iterations that passed through it: those that ended in it and those that went
  on to a child; `0 <= reward <= visits`.

A node's reward is that of the player who moved into it, so that a parent compares its children without asking whose
they are: right for any number of players (max^n).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..rules.backend import aligned_bytes
from ..rules.codes import CHANCE

NO_NODE = 0
UNSEEN = -3
"""`mover` of a node from which nobody has moved yet: the rules were not asked."""

NODE = np.dtype(
    [
        ("reward", np.float64),  # sum over visits, each in [0, 1], of the player who moved into the node
        ("visits", np.int32),
        ("available", np.int32),  # hidden information: how often the move could have been chosen
        ("child", np.uint32),  # the newest child, or NO_NODE
        ("sibling", np.uint32),  # the next older sibling, or NO_NODE; in the free list: the next free record
        ("move", np.int32),  # the move into the node
        ("untried", np.uint16),  # legal moves that have no child; meaningless while `mover` is UNSEEN
        ("player", np.int8),  # who moved into the node (whose reward it keeps)
        ("mover", np.int8),  # who moves from it: a player, CHANCE, OVER or UNSEEN
    ]
)
"""32 bytes: two to a cache line. What recycling needs (two links) is a column of its own, 40 bytes in all."""

POOL = np.dtype(
    [
        ("root", np.uint32),
        ("next", np.uint32),  # the first record that was never used
        ("free", np.uint32),  # head of the free list, or NO_NODE
        ("used", np.uint32),  # nodes in the tree
    ]
)

LARGEST_POOL = 2**32 - 1


class Tree(NamedTuple):
    """What kernels know of the tree."""

    nodes: Any
    """NODE [capacity + 1]"""
    pool: Any
    """POOL [1]"""


def new_tree(capacity: int) -> Tree:
    """An empty tree with room for `capacity` nodes."""
    nodes = aligned_bytes((capacity + 1) * NODE.itemsize).view(NODE).view(np.recarray)
    pool = np.zeros(1, POOL).view(np.recarray)
    pool[0].next = 1
    return Tree(nodes, pool)


def grown(tree: Tree, capacity: int) -> Tree:
    """The same tree with room for `capacity` nodes; indices keep their meaning."""
    larger = new_tree(capacity)
    larger.nodes[: len(tree.nodes)] = tree.nodes
    larger.pool[0] = tree.pool[0]
    return larger


# ---- kernels -----------------------------------------------------------------------------------------------------


def has_room(tree: Tree) -> bool:
    """Whether one more node can be added."""
    return tree.pool[0].free != NO_NODE or tree.pool[0].next < len(tree.nodes)


def add_node(tree: Tree, move: int, player: int) -> Any:
    """A fresh node, not yet linked to a parent. There must be room."""
    nodes = tree.nodes
    pool = tree.pool[0]
    node = pool.free
    if node != NO_NODE:
        pool.free = nodes[node].sibling
    else:
        node = pool.next
        pool.next += np.uint32(1)
    pool.used += np.uint32(1)
    record = nodes[node]
    record.reward = 0.0
    record.visits = 0
    record.available = 0
    record.child = NO_NODE
    record.sibling = NO_NODE
    record.move = move
    record.untried = 0
    record.player = player
    record.mover = UNSEEN
    return node


def add_child(tree: Tree, parent: Any, move: int) -> Any:
    """A new child of `parent`. An outcome of chance keeps the reward of whoever led to the chance."""
    nodes = tree.nodes
    mover = nodes[parent].mover
    child = add_node(tree, move, nodes[parent].player if mover == CHANCE else mover)
    nodes[child].sibling = nodes[parent].child
    nodes[parent].child = child
    return child


def child_by_move(tree: Tree, parent: Any, move: int) -> Any:
    """The child that `move` leads to, or NO_NODE."""
    nodes = tree.nodes
    child = nodes[parent].child
    while child != NO_NODE and nodes[child].move != move:
        child = nodes[child].sibling
    return child


def plant(tree: Tree, mover: int) -> None:
    """Forget everything; a lone root from which `mover` moves."""
    pool = tree.pool[0]
    pool.next = 1
    pool.free = NO_NODE
    pool.used = 0
    pool.root = add_node(tree, -1, mover)


def advance(tree: Tree, move: int) -> bool:
    """Make the child that `move` leads to the root and free all other nodes; False if there is no such child."""
    nodes = tree.nodes
    pool = tree.pool[0]
    kept = child_by_move(tree, pool.root, move)
    if kept == NO_NODE:
        return False
    waiting = pool.root
    nodes[waiting].sibling = NO_NODE
    while waiting != NO_NODE:  # a list linked by `sibling`: free its head, put the head's children in front
        node = waiting
        waiting = nodes[node].sibling
        child = nodes[node].child
        while child != NO_NODE:
            following = nodes[child].sibling
            if child != kept:
                nodes[child].sibling = waiting
                waiting = child
            child = following
        nodes[node].sibling = pool.free
        pool.free = node
        pool.used -= np.uint32(1)
    nodes[kept].sibling = NO_NODE
    pool.root = kept
    return True


# ---- the checker -------------------------------------------------------------------------------------------------


def check(tree: Tree) -> None:
    """Raise AssertionError where an invariant of the tree does not hold. Slow; for tests."""
    nodes, pool = tree.nodes, tree.pool[0]
    reached = np.zeros(pool.next, bool)
    waiting = [int(pool.root)]
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
        below = sum(int(nodes[child].visits) for child in children)
        assert record.visits >= below, f"node {node}: {record.visits} visits, its children have {below}"
        assert -1e-6 <= record.reward <= record.visits + 1e-6, f"node {node}: reward {record.reward} of {record.visits}"
        moves = [int(nodes[child].move) for child in children]
        assert len(set(moves)) == len(moves), f"node {node}: two children by one move"
        assert not children or record.mover >= CHANCE, f"node {node}: children of a position where nobody moves"
        waiting += children
    free = 0
    node = int(pool.free)
    while node != NO_NODE:
        assert not reached[node], f"node {node} is free and in the tree"
        reached[node] = True
        free += 1
        node = int(nodes[node].sibling)
    assert reached[1:].all(), "a record is neither in the tree nor free"
    assert pool.used + free == pool.next - 1, f"{pool.used} used, {free} free, {pool.next - 1} ever taken"
