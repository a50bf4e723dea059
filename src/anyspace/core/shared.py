"""The loop's questions answered for a tree that several threads search (sharing.py says how they keep out of each
other's way)."""

from __future__ import annotations

from typing import Any

from .growth import born, has_room
from .policy import Policy
from .questions import Scratch
from .sharing import GATE, attach, credit_atomically, credit_root, leave_virtual_loss, lock, pay, unlock
from .tree import NO_NODE, Tree, clear, free_node, player_into, room, take_record

LARGEST_RESERVE = 32


def yes() -> bool:
    """For hooks that ask whether."""
    return True


def enter(tree: Tree, policy: Policy, scratch: Scratch, which: int, depth: int, node: Any) -> None:
    """For `entered`. Nobody chooses a root."""
    if depth > 0:
        leave_virtual_loss(tree, policy, node)


def credit_shared(tree: Tree, policy: Policy, scratch: Scratch, which: int, i: int, node: Any, payoffs: Any) -> None:
    """For `credit`."""
    reward = payoffs[tree.nodes[node].player]
    if i == 0:
        credit_root(tree, policy, scratch.owed[which], node, reward)
    else:
        credit_atomically(tree, policy, node, reward)


def can_add_shared(tree: Tree, policy: Policy, scratch: Scratch) -> bool:
    """For `can_add`. The answer may be wrong by the time it counts, and then the iteration ends here."""
    return scratch.reserve[0] != NO_NODE or room(tree) > 0


def grow_shared(tree: Tree, policy: Policy, scratch: Scratch, parent: Any, move: int, untried: int) -> Any:
    """For `grow`. Another thread may be quicker: then its child."""
    nodes, reserve = tree.nodes, scratch.reserve
    if reserve[0] == NO_NODE:
        fetch_records(tree, policy, reserve)
    child = reserve[0]
    if child == NO_NODE:
        return child
    next_in_reserve = nodes[child].sibling
    clear(tree, child, move, player_into(tree, parent))
    born(tree, parent, child, untried)
    kept = attach(tree, parent, child)
    if kept == child:
        reserve[0] = next_in_reserve
        attached(tree, parent)
    else:
        nodes[child].sibling = next_in_reserve  # the record stays in reserve
        too_late(tree, reserve)
    return kept


def attached(tree: Tree, parent: Any) -> None:
    """Hook: `parent` has got a child."""


def too_late(tree: Tree, reserve: Any) -> None:
    """Hook: the record that was fetched was not needed, and stays in reserve."""


def reserve_size(tree: Tree) -> int:
    """Hook: how many records to fetch at a time."""
    return min(LARGEST_RESERVE, room(tree) >> 6)


def fetch_records(tree: Tree, policy: Policy, reserve: Any) -> None:
    """Records for this thread alone, several at a time where there are enough: it keeps threads from meeting at the
    gate. The reserve is a list linked by `sibling`."""
    lock(tree, GATE)
    wanted = max(1, reserve_size(tree))
    while wanted > 0 and has_room(tree, policy):
        record = take_record(tree)
        tree.nodes[record].sibling = reserve[0]
        reserve[0] = record
        wanted -= 1
    unlock(tree, GATE)


def settle_shared(tree: Tree, scratch: Scratch) -> None:
    """For `settle`."""
    return_reserve(tree, scratch.reserve)
    for which in range(len(tree.roots)):
        pay(tree, tree.roots[which], scratch.owed[which])


def return_reserve(tree: Tree, reserve: Any) -> None:
    """Give back the records that were fetched and not used."""
    if reserve[0] != NO_NODE:
        lock(tree, GATE)
        while reserve[0] != NO_NODE:
            record = reserve[0]
            reserve[0] = tree.nodes[record].sibling
            free_node(tree, record)
        unlock(tree, GATE)
