"""The options of a search as kernels know them: numbers."""

from __future__ import annotations

from typing import NamedTuple

PERFECT, SINGLE, MULTI = range(3)
"""What the search may look at: everything; one player's information set; every player's own."""


FREE, NODE_LOCKS, GLOBAL = range(3)
"""How threads that share a tree keep out of each other's way: atomic instructions alone; a lock on the node that is
being looked at; a lock on the whole tree."""

CAN_RECYCLE = CAN_FOLD = CAN_SWEEP = CAN_SHARE = True
"""Switches: `kernels.kernel` compiles the loop without what a search does not use. What is only skipped still crowds
the registers of what is not: a quarter of Connect Four's time, measured."""


class Policy(NamedTuple):
    """Every field is read in the kernels' inner loops: integers, floats and booleans only."""

    exploration: float
    playout_limit: int
    cut_playouts: bool
    """At the limit: True scores the position as it stands, False reports TOO_LONG."""
    information: int
    """PERFECT, SINGLE or MULTI"""
    observer: int
    """the player who decides at the root"""
    own: int
    """the tree in which that player decides"""
    memory: int
    """a kind of memory/kinds.py"""
    threshold: int
    """COLLECT: nodes with fewer visits are dropped"""
    lock: int
    """FREE, NODE_LOCKS or GLOBAL; nothing where the tree is not shared"""
    threads: int
    """how many search the tree at once (leaves are only played out by others)"""
    virtual_loss: int
    """visits without reward that a thread leaves on its path while it is under way; 0 where the tree is not shared"""
    spare: int
    """UNBOUNDED: how many nodes one iteration may add; with less room the pool grows first"""
