"""What is known of a node beside its statistics, by the rules of the game: asked by parts that prove.

By itself a search knows nothing of the kind, and every move counts.
"""

from __future__ import annotations

from typing import Any

from ..rules.codes import NOBODY
from .tree import Tree


def known_winner(tree: Tree, node: Any) -> int:
    """Hook: the player who is certain to win from `node`, by what the game itself says of it; NOBODY if it says
    nothing. (Such a node need not have children. A root is searched all the same: a move is wanted.)"""
    return NOBODY


def is_dropped(tree: Tree, child: Any) -> bool:
    """Hook: whether `child` need not be looked at: its parent is worth the same without it."""
    return False


def has_all(tree: Tree, node: Any) -> bool:
    """Hook: whether every move of `node` that needs to be looked at has a node."""
    return bool(tree.nodes[node].untried == 0)
