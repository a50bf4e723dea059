"""The options of a search as kernels know them: numbers."""

from __future__ import annotations

from typing import NamedTuple

PERFECT, SINGLE, MULTI = range(3)
"""What the search may look at: everything; one player's information set; every player's own."""


CAN_RECYCLE = CAN_FOLD = CAN_SWEEP = True
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
    spare: int
    """UNBOUNDED: how many nodes one iteration may add; with less room the pool grows first"""
