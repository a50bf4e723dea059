"""Room for nodes: what the memory bound of a search does when the pool is full."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..parts.memory.fold import is_folded, unfold
from ..parts.memory.kinds import COLLECT, ENSEMBLE, FLATTEN, RECYCLE, STOP, UNBOUNDED
from ..parts.memory.recycle import recycle_leaf
from ..parts.memory.second_chance import recycle_untouched
from ..parts.memory.sweep import collect, flatten, start_over
from ..rules.codes import OK
from .policy import CAN_FOLD, CAN_RECYCLE, CAN_SHARE, CAN_SWEEP, Policy
from .questions import Scratch
from .sharing import GATE, enlist, lock, may_sweep, pay, swept, unlock
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
    nodes, reserve = tree.nodes, scratch.reserve
    if reserve[0] == NO_NODE:
        fetch_records(tree, policy, reserve)
    child = reserve[0]
    if child == NO_NODE:
        return child
    next_in_reserve = nodes[child].sibling
    clear(tree, child, move, player_into(tree, parent))
    if CAN_FOLD and is_folded(tree, parent):
        lock(tree, GATE)
        unfold(tree, parent, child, untried)
        unlock(tree, GATE)
    kept = attach(tree, parent, child)
    if kept == child:
        reserve[0] = next_in_reserve
        if CAN_RECYCLE and policy.memory == RECYCLE:
            enlist(tree, parent)
    else:
        nodes[child].sibling = next_in_reserve  # the record stays in reserve
        if CAN_SWEEP:
            return_reserve(tree, reserve)  # a sweep would take it for a node
    return kept


LARGEST_RESERVE = 32
LARGEST_RECYCLED_RESERVE = 16


def fetch_records(tree: Tree, policy: Policy, reserve: Any) -> None:
    """Records for this thread alone, several at a time where there are enough: it keeps threads from meeting at the
    gate. The reserve is a list linked by `sibling`."""
    lock(tree, GATE)
    wanted = 1
    if not CAN_SWEEP and room(tree) > 0:
        wanted = max(1, min(LARGEST_RESERVE, room(tree) >> 6))
    elif policy.memory == RECYCLE:
        wanted = max(1, min(LARGEST_RECYCLED_RESERVE, len(tree.nodes) >> 6))
    while wanted > 0 and has_room(tree, policy):
        record = take_record(tree)
        tree.nodes[record].sibling = reserve[0]
        reserve[0] = record
        wanted -= 1
    unlock(tree, GATE)


def settle(tree: Tree, scratch: Scratch) -> None:
    """A thread is done with a shared tree for now: it keeps nothing, and owes nothing."""
    return_reserve(tree, scratch.reserve)
    for which in range(len(tree.roots)):
        pay(tree, tree.roots[which], scratch.owed[which])


def return_reserve(tree: Tree, reserve: Any) -> None:
    """Give back the records that were fetched and not used."""
    if CAN_SHARE and is_shared(tree) and reserve[0] != NO_NODE:
        lock(tree, GATE)
        while reserve[0] != NO_NODE:
            record = reserve[0]
            reserve[0] = tree.nodes[record].sibling
            free_node(tree, record)
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
    if not CAN_RECYCLE or policy.memory != RECYCLE:
        return False
    return recycle_untouched(tree) if CAN_SHARE and is_shared(tree) else recycle_leaf(tree)


def can_add(tree: Tree, policy: Policy, reserve: Any) -> bool:
    """The same, asked beforehand. In a shared tree nothing is done yet: the answer may be wrong by the time it counts,
    and then the iteration ends here."""
    if CAN_SHARE and is_shared(tree):
        return reserve[0] != NO_NODE or room(tree) > 0 or policy.memory == RECYCLE
    return has_room(tree, policy)
