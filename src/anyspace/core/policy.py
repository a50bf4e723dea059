"""The options of a search as kernels know them: numbers. Whatever is not a number is a function bound into the loop."""

from __future__ import annotations

from typing import NamedTuple

PERFECT, SINGLE, MULTI = range(3)
"""What the search may look at: everything; one player's information set; every player's own."""


class Policy(NamedTuple):
    """Every field is read in the kernels' inner loops."""

    playout_limit: int
    cut_playouts: bool
    """At the limit: True scores the position as it stands, False reports TOO_LONG."""
    information: int
    """PERFECT, SINGLE or MULTI"""
    observer: int
    """the player who decides at the root"""
    own: int
    """the tree in which that player decides"""
    threads: int
    """how many search the tree at once (leaves are only played out by others)"""
    virtual_loss: int
    """visits without reward that a thread leaves on its path while it is under way; 0 where the tree is not shared"""
    spare: int
    """unbounded trees: how many nodes one iteration may add; with less room the pool grows first"""
    target: int
    """visits of the root when the budget is spent; 0 where it is not in iterations"""
    numbers: tuple[float, ...]
    """what the parts have in numbers; each knows its places"""
