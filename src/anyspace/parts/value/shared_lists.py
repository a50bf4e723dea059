"""One list of children a position, whichever way it was reached: how a tree becomes a graph and stays a tree.

Every node is a move into a position. A table by the game's `key` says of every position which node has its children,
its *holder*; the other nodes of that position have none. When a descent comes to one of those, the list moves there,
two links in all, and it is the holder from now on. So what a descent walks is always a path of a tree: whoever looks
at a path, or at the children of a node on it, need not know of any of this; recycling and growth stay as they are.

Where a position comes back on one path, its list stays where it is: the tree would end in itself.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.tree import FREE, NO_NODE, UNSEEN, Tree, push_back, unlink
from .transpositions import PROBES


def find_place(keys: Any, key: Any) -> Any:
    """Where the table has a key, or a place for it, which is its own from now on; 0 if there is none. Keys are taken
    out again: one may stand behind a gap."""
    last = len(keys) - 1
    at = np.int64(key) & last
    free = np.int64(0)
    for _ in range(PROBES):
        if at != 0:
            if keys[at] == key:
                return np.uint32(at)
            if keys[at] == 0 and free == 0:
                free = at
        at = (at + 1) & last
    if free != 0:
        keys[free] = key
    return np.uint32(free)


def holder_of(tree: Tree, holders: Any, entry: Any) -> Any:
    """The node that has the children of the position at `entry`; NO_NODE if there is none, or it is gone."""
    holder = holders[entry]
    if holder >= tree.pool[0].next or tree.nodes[holder].mover == FREE or tree.extras[holder].entry != entry:
        return np.uint32(NO_NODE)
    return holder


def take_list(tree: Tree, holder: Any, node: Any) -> None:
    """The children of `holder` become those of `node`, which stands for the same position and has none."""
    nodes = tree.nodes
    nodes[node].child = nodes[holder].child
    nodes[node].untried = nodes[holder].untried
    nodes[node].mover = nodes[holder].mover
    nodes[holder].child = NO_NODE
    nodes[holder].untried = 0
    nodes[holder].mover = UNSEEN
    if len(tree.queue) > 1:
        unlink(tree, holder)
        push_back(tree, node)


def claim(tree: Tree, holders: Any, path: Any, depth: int, node: Any) -> None:
    """A descent comes to `node`, the `depth`-th of its path: it becomes the holder, unless that is on the path."""
    extra = tree.extras[node]
    extra.link = depth
    holder = holder_of(tree, holders, extra.entry)
    seen = np.int64(tree.extras[holder].link)  # if it is on this path, that is where
    if holder == node or (holder != NO_NODE and seen < depth and path[seen] == holder):
        return
    if tree.nodes[holder].child != NO_NODE:
        take_list(tree, holder, node)
    holders[extra.entry] = node


def keep_lists(tree: Tree, holders: Any, members: Any, root: Any, kept: Any) -> None:
    """All but what hangs below `kept` is about to go: every position there gets its list, if that is elsewhere. How
    many nodes every position will have is counted in `members`.

    Parents before their children, so a list never moves to a node below its holder. That of the old root goes with it:
    `kept` is in it."""
    nodes, extras = tree.nodes, tree.extras
    members[:] = 0
    moved = False
    done = np.uint32(NO_NODE)
    extras[kept].link = NO_NODE
    waiting = np.uint32(kept)  # both are lists by `link`
    while waiting != NO_NODE:
        node = waiting
        waiting = extras[node].link
        entry = extras[node].entry
        if entry != 0:
            members[entry] += 1
        if entry != 0 and members[entry] == 1:
            holder = holder_of(tree, holders, entry)
            if holder != node and holder != root and nodes[holder].child != NO_NODE:
                take_list(tree, holder, node)
                moved = True
            holders[entry] = node
        extras[node].link = done
        done = node
        child = nodes[node].child
        while child != NO_NODE:
            extras[child].link = waiting
            waiting = child
            child = nodes[child].sibling
    if moved and len(tree.queue) > 1:
        requeue(tree, done)


def requeue(tree: Tree, first: Any) -> None:
    """Nodes linked by `link`, children before their parents, to the back of the recycling queue in that order."""
    node = first
    while node != NO_NODE:
        if tree.nodes[node].child != NO_NODE:
            unlink(tree, node)
            push_back(tree, node)
        node = tree.extras[node].link
