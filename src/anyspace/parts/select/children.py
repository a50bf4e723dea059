"""Looking at all children of a node at once."""

from __future__ import annotations

from typing import Any

from ...core.tree import NO_NODE, Tree
from ...rules.codes import CHANCE


def count_children(tree: Tree, node: Any) -> int:
    """How many children `node` has."""
    n = 0
    child = tree.nodes[node].child
    while child != NO_NODE:
        n += 1
        child = tree.nodes[child].sibling
    return n


def speaks_for_itself(tree: Tree, node: Any, players: float) -> bool:
    """Whether `node` is to be judged by its own rewards, not by its children: it is a leaf of the tree (moves of it
    have no node yet, or it is final), or one of more than two players moves whose gain need not be the others' loss."""
    record = tree.nodes[node]
    if record.child == NO_NODE:
        return True
    if record.mover == CHANCE:  # outcomes that were never drawn are left out: they are rare
        return False
    return record.untried > 0 or record.mover < 0 or (players > 2 and record.mover != record.player)
