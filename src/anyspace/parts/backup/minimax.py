"""What a node is worth by its best move: the one step that minimax values are backed up by, for two players or one."""

from __future__ import annotations

from typing import Any

from ...core.tree import NO_NODE
from ...rules.codes import CHANCE


def minimax_over_children(read: Any) -> Any:
    """A function of a tree and a node that has children: its value to the player who moved into it, from what
    `read(tree, child)` says of each child, to the player who moved into that."""

    def backed_up(tree: Any, node: Any) -> float:
        nodes = tree.nodes
        best, total, visits = -1.0, 0.0, 0
        child = nodes[node].child
        while child != NO_NODE:
            estimate = read(tree, child)
            best = max(best, estimate)
            total += nodes[child].visits * estimate
            visits += nodes[child].visits
            child = nodes[child].sibling
        mover = nodes[node].mover
        if mover == CHANCE:  # outcomes came up as often as their odds say
            return total / max(1, visits)
        return best if mover == nodes[node].player else 1.0 - best

    return backed_up
