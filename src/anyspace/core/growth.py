"""Room for nodes, and how a tree grows. What a memory bound does differently it says by replacing these."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..rules.codes import OK
from .policy import Policy
from .questions import Scratch
from .tree import NO_NODE, Tree, add_node, adopt, player_into, room

POOL_FULL = 1
"""Status of `run`: the next iteration may need a node and there is none. Nothing was changed or drawn."""


def make_room(tree: Tree, policy: Policy, scratch: Scratch) -> int:
    """Hook: before an iteration. POOL_FULL asks the driver to make the pool larger, or to stop."""
    return OK if room(tree) >= policy.spare else POOL_FULL


def has_room(tree: Tree, policy: Policy) -> bool:
    """Hook: within an iteration, whether a node can be added (after making room for it, if that is the bound's way)."""
    return room(tree) > 0


def can_add(tree: Tree, policy: Policy, scratch: Scratch) -> bool:
    """Hook: the same, asked beforehand."""
    return has_room(tree, policy)


def grow(tree: Tree, policy: Policy, scratch: Scratch, parent: Any, move: int, untried: int) -> Any:
    """Hook: a new child of `parent`, by one of its `untried` moves; NO_NODE if there is no room for one."""
    child = np.uint32(NO_NODE)
    if has_room(tree, policy):
        child = add_node(tree, move, player_into(tree, parent))
        born(tree, parent, child, untried)
        adopt(tree, parent, child)
    return child


def born(tree: Tree, parent: Any, child: Any, untried: int) -> None:
    """Hook: `child` is about to become a child of `parent`; nobody else knows of it yet. Only the child may be written
    to."""


def lost(tree: Tree, parent: Any, victim: Any) -> None:
    """Hook: `victim`, a child of `parent`, is about to be recycled."""
