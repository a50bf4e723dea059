"""Room for nodes: what the memory bound of a search does when the pool is full."""

from __future__ import annotations

from typing import Any

from ..memory.fold import is_folded, unfold
from ..memory.kinds import COLLECT, ENSEMBLE, FLATTEN, RECYCLE, STOP, UNBOUNDED
from ..memory.recycle import recycle_leaf
from ..memory.sweep import collect, flatten, start_over
from ..rules.codes import OK
from .policy import CAN_FOLD, CAN_RECYCLE, CAN_SWEEP, Policy
from .questions import Scratch
from .tree import Tree, add_child, room

POOL_FULL = 1
"""Status of `run`: the next iteration may need a node and there is none. Nothing was changed or drawn."""


def make_room(tree: Tree, policy: Policy, scratch: Scratch) -> int:
    """Before an iteration, if the pool is full: what the bound does all at once. POOL_FULL asks the driver."""
    kind = policy.memory
    if kind == UNBOUNDED:
        return OK if room(tree) >= policy.spare else POOL_FULL
    if room(tree) > 0:
        return OK
    if CAN_SWEEP and kind == ENSEMBLE:
        start_over(tree, policy.own, scratch.ledger)
    elif CAN_SWEEP and kind == FLATTEN:
        flatten(tree)
    elif CAN_SWEEP and kind == COLLECT and tree.pool[0].settled == 0:
        collect(tree, policy.threshold)
    return POOL_FULL if kind == STOP else OK


def grow(tree: Tree, parent: Any, move: int, untried: int) -> Any:
    """A new child of `parent`, by one of its `untried` moves, with what is known of an earlier one if that was folded.
    There must be room."""
    child = add_child(tree, parent, move)
    if CAN_FOLD and is_folded(tree, parent):
        unfold(tree, parent, child, untried)
    return child


def can_add(tree: Tree, policy: Policy) -> bool:
    """Within an iteration: whether a node can be added, after recycling one if that is the bound's way."""
    if room(tree) > 0:
        return True
    return CAN_RECYCLE and policy.memory == RECYCLE and recycle_leaf(tree)
