"""Copying the most visited nodes of a tree, for whoever looks on; kernels may search it meanwhile.

Nothing is locked and nothing is trusted: links are checked before they are followed, chains are followed only so far,
and what does not fit is left out. So a copy of a tree that changes may be a little older here than there, but it is
always a tree, and nothing outside the pool is ever read.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .tree import FREE, NO_NODE, Tree, home

ROW = np.dtype(
    [
        ("reward", np.float64),
        ("visits", np.int32),
        ("move", np.int32),
        ("parent", np.int32),  # its row, which stands before this one; -1 for the root
        ("depth", np.int32),
        ("player", np.int8),
    ]
)
"""A node that was copied."""

WAITING = np.dtype([("visits", np.int32), ("node", np.uint32), ("parent", np.int32)])
"""A node whose parent was copied: a heap of these, the most visited one at the top."""

ROOM = 4
"""Places in the heap for every row that is wanted."""

LONGEST_CHAIN = 1 << 16
"""No node has more children."""


def copy_top(tree: Tree, root: Any, rows: Any, heap: Any, spare: Any) -> int:
    """Copy the root and the most visited nodes below it into `rows`, parents before their children, the more visited
    first; returns how many. `heap` has more entries than there are rows, `spare` as many."""
    nodes = tree.nodes
    wanted = len(rows)
    size = push(heap, 0, nodes[root].visits, root, -1)
    count, least = 0, 0
    while size > 0 and count < wanted:
        node, parent = heap[0].node, heap[0].parent
        size = pop(heap, size)
        record, row = nodes[node], rows[count]
        row.visits = record.visits
        row.reward = record.reward
        row.move = record.move
        row.player = record.player
        row.parent = parent
        row.depth = 0 if parent < 0 else rows[parent].depth + 1
        holder = home(tree, node)
        child = nodes[holder].child if holder < len(nodes) else np.uint32(NO_NODE)
        links = 0
        while child != NO_NODE and child < len(nodes) and links < LONGEST_CHAIN:
            visits, following = nodes[child].visits, nodes[child].sibling
            if visits > least and nodes[child].mover != FREE:
                if size == len(heap):
                    size = keep_best(heap, spare, size, wanted - count)
                    least = spare[size - 1].visits
                size = push(heap, size, visits, child, count)
            child = following
            links += 1
        count += 1
    return count


def keep_best(heap: Any, spare: Any, size: int, wanted: int) -> int:
    """Keep so many of the most visited entries; returns how many there are now. In order they are a heap again."""
    kept = 0
    while size > 0 and kept < wanted:
        spare[kept] = heap[0]
        kept += 1
        size = pop(heap, size)
    for i in range(kept):
        heap[i] = spare[i]
    return kept


def push(heap: Any, size: int, visits: Any, node: Any, parent: int) -> int:
    """One more entry; returns how many there are now. There must be room."""
    at = size
    while at > 0 and heap[(at - 1) >> 1].visits < visits:
        heap[at] = heap[(at - 1) >> 1]
        at = (at - 1) >> 1
    heap[at].visits = visits
    heap[at].node = node
    heap[at].parent = parent
    return size + 1


def pop(heap: Any, size: int) -> int:
    """Take the most visited entry away; returns how many are left."""
    size -= 1
    visits = heap[size].visits
    at = 0
    while 2 * at + 1 < size:
        below = 2 * at + 1
        if below + 1 < size and heap[below + 1].visits > heap[below].visits:
            below += 1
        if heap[below].visits <= visits:
            break
        heap[at] = heap[below]
        at = below
    heap[at] = heap[size]
    return size
