"""Node recycling: Powley, Cowling and Whitehouse, Memory Bounded Monte Carlo Tree Search (2017).

A full pool gives up the leaf whose statistics were least recently *accessed*, that is, looked at by the selection.
Finding it takes no search:

- The queue holds the inner nodes. One leaves it when an iteration visits it and returns to its back when the
  iteration updates it, children before parents. So of two nodes, one below the other, the lower stands nearer to the
  front; the front's children are all leaves.
- A node's children are accessed together, whenever the node is visited, and then it goes to the back. So the least
  recently accessed leaf is a child of the front.
- Where only some children can be chosen (hidden information) those are accessed and the others are not: the list of
  children is kept in order of access, latest first, and its last one is the victim.

Nodes on the path of the iteration under way are not in the queue, so none of their children is ever taken.

Trees that several threads share are recycled in about the same order: second_chance.py.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.binding import Loop
from ...core.growth import lost
from ...core.policy import Policy
from ...core.shared import yes
from ...core.tree import NO_NODE, Tree, free_node, push_back, room, unlink
from .full import go_on


def bind_recycling(loop: Loop) -> None:
    """One thread in the tree."""
    entered, credit = loop.entered, loop.credit

    def leave_queue(tree: Any, policy: Any, scratch: Any, which: int, depth: int, node: Any) -> None:
        entered(tree, policy, scratch, which, depth, node)
        if tree.nodes[node].child != NO_NODE:
            unlink(tree, node)

    def credit_and_requeue(tree: Any, policy: Any, scratch: Any, which: int, i: int, node: Any, payoffs: Any) -> None:
        credit(tree, policy, scratch, which, i, node, payoffs)
        if tree.nodes[node].child != NO_NODE:
            push_back(tree, node)

    loop.queued = True
    loop.make_room, loop.has_room = go_on, has_room_or_recycles
    loop.entered, loop.credit = leave_queue, credit_and_requeue
    loop.orders_children = yes


def has_room_or_recycles(tree: Tree, policy: Policy) -> bool:
    """For `has_room`."""
    return room(tree) > 0 or recycle_leaf(tree)


def recycle_leaf(tree: Tree) -> bool:
    """Free the least recently accessed leaf; False if every inner node is on the path of an iteration."""
    nodes, pool = tree.nodes, tree.pool[0]
    parent = pool.front
    if parent == NO_NODE:
        return False
    before = NO_NODE
    victim = nodes[parent].child
    while nodes[victim].sibling != NO_NODE:
        before = victim
        victim = nodes[victim].sibling
    if before == NO_NODE:
        nodes[parent].child = NO_NODE
        unlink(tree, parent)
    else:
        nodes[before].sibling = NO_NODE
    nodes[parent].untried += np.uint16(1)
    lost(tree, parent, victim)
    free_node(tree, victim)
    pool.recycled += 1
    return True
