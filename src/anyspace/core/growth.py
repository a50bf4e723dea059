"""Room for nodes: what the memory bound of a search does when the pool is full."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..memory.fold import is_folded, unfold
from ..memory.kinds import COLLECT, ENSEMBLE, FLATTEN, RECYCLE, STOP, STUNT, UNBOUNDED
from ..memory.recycle import recycle_leaf
from ..memory.sweep import collect, flatten, start_over
from ..rules.codes import OK
from .policy import CAN_FOLD, CAN_RECYCLE, CAN_SHARE, CAN_SWEEP, Policy
from .questions import Scratch
from .sharing import GATE, lock, may_sweep, swept, unlock
from .tree import NO_NODE, Tree, add_node, adopt, attach, clear, free_node, is_shared, player_into, room, take_record

POOL_FULL = 1
"""Status of `run`: the next iteration may need a node and there is none. Nothing was changed or drawn."""


def make_room(tree: Tree, policy: Policy, scratch: Scratch) -> int:
    """Before an iteration, if the pool is full: what the bound does all at once. POOL_FULL asks the driver."""
    kind = policy.memory
    if kind == UNBOUNDED:
        return OK if room(tree) >= policy.spare else POOL_FULL
    if room(tree) > 0 or (kind == COLLECT and tree.pool[0].settled != 0):
        return OK
    if CAN_SWEEP and CAN_SHARE and is_shared(tree):
        sweep_alone(tree, policy, scratch)
    elif CAN_SWEEP:
        sweep(tree, policy, scratch)
    return POOL_FULL if kind == STOP else OK


def sweep_alone(tree: Tree, policy: Policy, scratch: Scratch) -> None:
    """In a shared tree: one thread sweeps while all others wait, unless another one has just done it."""
    if may_sweep(tree):
        if room(tree) == 0:
            sweep(tree, policy, scratch)
        swept(tree)


def sweep(tree: Tree, policy: Policy, scratch: Scratch) -> None:
    """The bounds that make room all at once. No iteration is under way."""
    kind = policy.memory
    if kind == ENSEMBLE:
        start_over(tree, policy.own, scratch.ledger)
    elif kind == FLATTEN:
        flatten(tree)
    elif kind == COLLECT:
        collect(tree, policy.threshold)


def grow(tree: Tree, policy: Policy, scratch: Scratch, parent: Any, move: int, untried: int) -> Any:
    """A new child of `parent`, by one of its `untried` moves; NO_NODE if there is no room for one. In a shared tree
    another thread may be quicker: then its child."""
    if CAN_SHARE and is_shared(tree):
        return grow_shared(tree, policy, scratch, parent, move, untried)
    child = fresh_node(tree, policy, parent, move, untried)
    if child != NO_NODE:
        adopt(tree, parent, child)
    return child


def grow_shared(tree: Tree, policy: Policy, scratch: Scratch, parent: Any, move: int, untried: int) -> Any:
    """The same where other threads do so as well."""
    if policy.memory in KEEPING:
        child = reserved_node(tree, scratch.reserve, move, player_into(tree, parent))
        if child == NO_NODE:
            return child
        kept = attach(tree, parent, child)
        scratch.reserve[NEXT] += np.uint32(kept == child)  # else it stays the next to be used
        return kept
    lock(tree, GATE)
    child = fresh_node(tree, policy, parent, move, untried)
    unlock(tree, GATE)
    if child == NO_NODE:
        return child
    kept = attach(tree, parent, child)
    if kept != child:
        lock(tree, GATE)
        free_node(tree, child)
        unlock(tree, GATE)
    return kept


KEEPING = (UNBOUNDED, STOP, STUNT)
"""The kinds that never take a node back: threads of a shared tree may fetch records before they need them."""

NEXT, END = 0, 1
LARGEST_RESERVE = 32


def reserved_node(tree: Tree, reserve: Any, move: int, player: int) -> Any:
    """The next record of this thread's reserve as a fresh node; NO_NODE if there are none to be had. To fetch
    several at a time keeps threads from meeting at the gate."""
    if reserve[NEXT] == reserve[END]:
        lock(tree, GATE)
        pool = tree.pool[0]
        if pool.free != NO_NODE:
            reserve[NEXT] = take_record(tree)
            reserve[END] = reserve[NEXT] + np.uint32(1)
        else:
            count = np.uint32(min(room(tree), max(1, min(LARGEST_RESERVE, room(tree) >> 6))))
            reserve[NEXT] = pool.next
            reserve[END] = pool.next + count
            pool.next += count
            pool.used += count
        unlock(tree, GATE)
        if reserve[NEXT] == reserve[END]:
            return np.uint32(NO_NODE)
    clear(tree, reserve[NEXT], move, player)
    return reserve[NEXT]


def return_reserve(tree: Tree, reserve: Any) -> None:
    """Give back the records that were fetched and not used."""
    if CAN_SHARE and is_shared(tree) and reserve[NEXT] != reserve[END]:
        lock(tree, GATE)
        while reserve[NEXT] != reserve[END]:
            free_node(tree, reserve[NEXT])
            reserve[NEXT] += np.uint32(1)
        unlock(tree, GATE)


def fresh_node(tree: Tree, policy: Policy, parent: Any, move: int, untried: int) -> Any:
    """A node for a child of `parent`, with what is known of an earlier one by the same move if that was folded."""
    child = np.uint32(NO_NODE)
    if has_room(tree, policy):
        child = add_node(tree, move, player_into(tree, parent))
        if CAN_FOLD and is_folded(tree, parent):
            unfold(tree, parent, child, untried)
    return child


def has_room(tree: Tree, policy: Policy) -> bool:
    """Within an iteration: whether a node can be added, after recycling one if that is the bound's way."""
    if room(tree) > 0:
        return True
    return CAN_RECYCLE and policy.memory == RECYCLE and recycle_leaf(tree)


def can_add(tree: Tree, policy: Policy) -> bool:
    """The same, asked beforehand. In a shared tree the room may be gone by the time it is needed."""
    if CAN_SHARE and is_shared(tree):
        lock(tree, GATE)
        answer = has_room(tree, policy)
        unlock(tree, GATE)
        return answer
    return has_room(tree, policy)
