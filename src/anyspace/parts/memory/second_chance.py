"""Node recycling in a tree that several threads share: the paper's order, approximately, without its traffic.

Exact order (recycle.py) would have every thread move every node of its path within one queue after every iteration.
Here a visit only marks a node as touched. The recycler goes round the queue of inner nodes: one that is held, or was
touched since it last came by, gets a second chance at the back; of the first that was not, it takes the leaf child
with the fewest visits. So what is taken was not looked at for about as long as one round lasts.

A step passes over at most MOST_PASSED nodes, then there is no room: O(1), whatever the size of the pool.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.binding import Loop
from ...core.growth import lost
from ...core.policy import Policy
from ...core.questions import Scratch
from ...core.sharing import claim, enlist, hold, leave_path, let_go
from ...core.tree import NO_NODE, UNQUEUED, Tree, free_node, holder_slot, push_back, room, unlink
from .full import go_on

SECOND_CHANCES, MOST_PASSED = 32, 64
"""Nodes passed over because they were touched; for whatever reason."""


LARGEST_RESERVE = 16


def bind_second_chance(loop: Loop) -> None:
    """Several threads in the tree."""
    entered, leave, blank = loop.entered, loop.leave, loop.blank

    def hold_and_enter(tree: Any, policy: Any, scratch: Any, which: int, depth: int, node: Any) -> None:
        if depth > 0:  # nobody recycles a root
            hold(tree, node)
        entered(tree, policy, scratch, which, depth, node)

    def leave_paths(tree: Any, policy: Any, scratch: Any) -> None:
        for which in range(len(tree.roots)):
            leave_path(tree, scratch.paths[which], scratch.depths[which])
        leave(tree, policy, scratch)

    def blank_holders(tree: Any, node: Any) -> None:
        blank(tree, node)
        tree.queue[node].previous = UNQUEUED
        tree.holders[holder_slot(tree, node)] = 0

    loop.queued = True
    loop.make_room, loop.has_room, loop.can_add = go_on, has_room_or_recycles, may_add
    loop.entered, loop.leave, loop.blank = hold_and_enter, leave_paths, blank_holders
    loop.attached, loop.reserve_size = enlist, reserve_size


def has_room_or_recycles(tree: Tree, policy: Policy) -> bool:
    """For `has_room`."""
    return room(tree) > 0 or recycle_untouched(tree)


def may_add(tree: Tree, policy: Policy, scratch: Scratch) -> bool:
    """For `can_add`: most likely; nothing is done yet."""
    return True


def reserve_size(tree: Tree) -> int:
    """For `reserve_size`."""
    return min(LARGEST_RESERVE, len(tree.nodes) >> 6)


def recycle_untouched(tree: Tree) -> bool:
    """Within the gate: free a leaf that was not looked at lately. False if there is none, or none was found."""
    pool = tree.pool[0]
    for passed in range(MOST_PASSED):
        parent = pool.front
        if parent == NO_NODE:
            return False
        if claim(tree, parent, passed >= SECOND_CHANCES):
            victim = take_leaf(tree, parent)
            if victim != NO_NODE:
                lost(tree, parent, victim)
                free_node(tree, victim)
                pool.recycled += 1
            is_leaf = tree.nodes[parent].child == NO_NODE
            if is_leaf:
                unlink(tree, parent)
            let_go(tree, parent)
            if victim != NO_NODE:
                return True
        unlink(tree, parent)
        push_back(tree, parent)
    return False


def take_leaf(tree: Tree, parent: Any) -> Any:
    """Unlink the leaf child of a claimed node that has the fewest visits, of equals the oldest; NO_NODE if all have
    children."""
    nodes = tree.nodes
    victim = before_victim = before = np.uint32(NO_NODE)
    child = nodes[parent].child
    while child != NO_NODE:
        if nodes[child].child == NO_NODE and (victim == NO_NODE or nodes[child].visits <= nodes[victim].visits):
            victim, before_victim = child, before
        before = child
        child = nodes[child].sibling
    if victim != NO_NODE:
        if before_victim == NO_NODE:
            nodes[parent].child = nodes[victim].sibling
        else:
            nodes[before_victim].sibling = nodes[victim].sibling
        nodes[parent].untried += np.uint16(1)
    return victim
