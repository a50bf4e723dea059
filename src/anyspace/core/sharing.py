"""A tree that several threads search at once: who may touch what, and when.

- Statistics are added to by atomic instructions: no update is lost. Whoever reads a node in between may see a visit
  whose reward is not there yet; a node that was just added has no visits yet, and a bound of 0.
- Children are added at the head of their parent's list by compare-and-swap; a move gets one child, whoever was first.
- Records are taken and given back within the GATE, several at a time; so is everything that the recycling queue is
  made of (memory/second_chance.py).
- Recycling: a thread *holds* the nodes of its path. The recycler *claims* a node that nobody holds, takes a child of
  it, and lets it go; who comes to a claimed node waits. So a child whose parent is held is safe, and so is every path.
  Roots count as held.
- Every iteration passes the root: its own visits, which only enter a logarithm, it is told of now and then.
- With lock="node" whoever chooses among a node's children has its stripe of locks. No thread has two of them; the gate
  comes last.
- With lock="global" the tree belongs to one thread from the first choice to the last, and again while it is updated.
- Sweeps (ensemble, flattening, collection) wait until no iteration is under way, and none begins meanwhile.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..machine.atomic import (
    add16,
    add32,
    add_float,
    address_of,
    and32,
    fetch,
    load32,
    or32,
    pause,
    store32,
    swap32,
)
from ..machine.native import call
from ..rng import below
from .policy import Policy
from .tree import (
    CHILD_AT,
    NO_NODE,
    RECORD,
    REWARD_AT,
    UNSEEN,
    UNTRIED_AT,
    VISITS_AT,
    Tree,
    child_by_move,
    holder_slot,
    is_queued,
    is_root,
    push_back,
)

GATE, WHOLE_TREE, SWEEPING, BUSY, FIRST_STRIPE = range(5)
STRIPES = 64
LINE = 64
"""Bytes of a cache line; every lock has one to itself."""

LOCK_WORDS = (FIRST_STRIPE + STRIPES) * LINE // 4

CLAIMED = 1 << 30
"""Added to the number of a node's holders while a child of it is recycled."""

TOUCHED = 1 << 29
"""Set in the same word by every visit, cleared when the recycler passes by."""

PATIENCE = 100
"""Looks at a lock before its owner is given the processor: it may be waiting for it."""


def wait_while(tree: Tree, address: Any, value: int) -> None:
    """Until the word at `address` is something else."""
    looks = 0
    while load32(address) == value:
        looks += 1
        breathe(looks, tree.pool[0].yield_at)


def breathe(looks: int, yield_at: int) -> None:
    """Between two looks at something that another thread will change."""
    pause()
    if looks % PATIENCE == 0 and yield_at != 0:
        call(yield_at, ())


def lock(tree: Tree, which: Any) -> None:
    """Wait for a lock and take it."""
    address = address_of(tree.locks) + which * LINE
    while not swap32(address, 0, 1):
        wait_while(tree, address, 1)


def unlock(tree: Tree, which: Any) -> None:
    """Give a lock back."""
    store32(address_of(tree.locks) + which * LINE, 0)


# ---- what one thread asks, and need not ----------------------------------------------------------------------------


def is_shared() -> bool:
    """Hook: whether several threads may search this tree at once."""
    return False


def lock_node(tree: Tree, policy: Policy, node: Any) -> None:
    """Hook: before choosing among the children of `node`."""


def unlock_node(tree: Tree, policy: Policy, node: Any) -> None:
    """Hook: after it."""


def lock_tree(tree: Tree) -> None:
    """Hook: before a descent and before an update."""


def unlock_tree(tree: Tree) -> None:
    """Hook: after it."""


def lock_stripe(tree: Tree, policy: Policy, node: Any) -> None:
    """For `lock_node`, where nodes are locked."""
    lock(tree, FIRST_STRIPE + np.int64(node) % STRIPES)


def unlock_stripe(tree: Tree, policy: Policy, node: Any) -> None:
    """And for `unlock_node`."""
    unlock(tree, FIRST_STRIPE + np.int64(node) % STRIPES)


def lock_whole(tree: Tree) -> None:
    """For `lock_tree`, where the whole tree is locked."""
    lock(tree, WHOLE_TREE)


def unlock_whole(tree: Tree) -> None:
    """And for `unlock_tree`."""
    unlock(tree, WHOLE_TREE)


# ---- statistics ---------------------------------------------------------------------------------------------------


def leave_virtual_loss(tree: Tree, policy: Policy, node: Any) -> None:
    """On the way down: visits without reward, so that other threads look elsewhere."""
    if policy.virtual_loss != 0:
        add32(address_of(tree.nodes) + np.int64(node) * RECORD + VISITS_AT, policy.virtual_loss)


def fetch_path(tree: Tree, path: Any, depth: int) -> None:
    """Before a shared path is updated: all its nodes at once, not one after the other, from wherever they were changed
    last."""
    for i in range(1, depth):
        fetch(address_of(tree.nodes) + np.int64(path[i]) * RECORD)


def credit_atomically(tree: Tree, policy: Policy, node: Any, reward: float) -> None:
    """One visit and its reward; what was lost virtually is given back."""
    address = address_of(tree.nodes) + np.int64(node) * RECORD
    add_float(address + REWARD_AT, reward)
    if policy.virtual_loss != 1:
        add32(address + VISITS_AT, 1 - policy.virtual_loss)


OFTEN, RARELY = 256, 16


def credit_root(tree: Tree, policy: Policy, owed: Any, root: Any, reward: float) -> None:
    """The same for the root of a shared tree, which is told of several visits at once when it has many."""
    owed.visits += 1
    owed.reward += reward
    if pays_at_once() or policy.threads == 1 or owed.visits >= RARELY or tree.nodes[root].visits < OFTEN:
        pay(tree, root, owed)


def pays_at_once() -> bool:
    """Hook: whether a root is told of every visit. (A sweep would take away what they were of.)"""
    return False


def pay(tree: Tree, root: Any, owed: Any) -> None:
    """Tell the root what it is owed."""
    if owed.visits > 0:
        address = address_of(tree.nodes) + np.int64(root) * RECORD
        add_float(address + REWARD_AT, owed.reward)
        add32(address + VISITS_AT, owed.visits)
        owed.visits = 0
        owed.reward = 0.0


def availability_step(tree: Tree, policy: Policy, node: Any, rng: Any) -> int:
    """Hook: what a visit of `node` adds to the availability of its children that can be chosen."""
    return 1


def rare_availability_step(tree: Tree, policy: Policy, node: Any, rng: Any) -> int:
    """For `availability_step` in a shared tree: where a node was visited often, a write to every child every time would
    be most of the traffic between processors: so there now and then several at once. The counts only enter a
    logarithm."""
    if policy.threads == 1 or tree.nodes[node].visits < OFTEN:
        return 1
    return RARELY if below(rng, RARELY) == 0 else 0


# ---- growing --------------------------------------------------------------------------------------------------------


def attach(tree: Tree, parent: Any, child: Any) -> Any:
    """Shared trees: link a fresh node to its parent. If another thread was first to add a child by the same move, that
    one is returned, and the fresh node is linked to nothing."""
    nodes = tree.nodes
    link = address_of(nodes) + np.int64(parent) * RECORD + CHILD_AT
    while True:
        newest = np.uint32(load32(link))
        nodes[child].sibling = newest
        other = child_by_move(tree, parent, nodes[child].move)
        if other != NO_NODE:
            return other
        if swap32(link, np.int64(newest), np.int64(child)):
            add16(address_of(nodes) + np.int64(parent) * RECORD + UNTRIED_AT, -1)
            return child


def set_mover_once(tree: Tree, node: Any, mover: int, untried: int) -> None:
    """For `set_mover`: both at once, and only the first time."""
    record = tree.nodes[node]
    fresh = (np.int64(record.player) & 255) << 16 | (np.int64(UNSEEN) & 255) << 24
    seen = np.int64(untried) | (np.int64(record.player) & 255) << 16 | (np.int64(mover) & 255) << 24
    swap32(address_of(tree.nodes) + np.int64(node) * RECORD + UNTRIED_AT, fresh, seen)


# ---- recycling ----------------------------------------------------------------------------------------------------


def holders_of(tree: Tree, node: Any) -> Any:
    """Where the number of the node's holders is."""
    return address_of(tree.holders) + holder_slot(tree, node) * 4


def hold(tree: Tree, node: Any) -> None:
    """From now on `node` is on this thread's path. If a child of it is just being recycled, wait until that is done."""
    address = holders_of(tree, node)
    before = add32(address, 1)
    if before & TOUCHED == 0:
        or32(address, TOUCHED)
    if before & CLAIMED != 0:
        word = load32(address)
        while word & CLAIMED != 0:
            wait_while(tree, address, word)
            word = load32(address)


def leave_path(tree: Tree, path: Any, depth: int) -> None:
    """The path is left, from the leaf to the root: who holds a child holds its parent."""
    for i in range(depth - 1, 0, -1):
        add32(holders_of(tree, path[i]), -1)


def claim(tree: Tree, node: Any, even_touched: bool) -> bool:
    """Whether nobody holds `node`, which is no root, and it is claimed now. If it was visited since the recycler last
    came by, it is only claimed if `even_touched`; else that is forgotten."""
    if is_root(tree, node):
        return False
    address = holders_of(tree, node)
    if swap32(address, 0, CLAIMED) or (even_touched and swap32(address, TOUCHED, CLAIMED)):
        return True
    and32(address, ~TOUCHED)
    return False


def let_go(tree: Tree, node: Any) -> None:
    """The end of a claim."""
    add32(holders_of(tree, node), -CLAIMED)


def enlist(tree: Tree, node: Any) -> None:
    """A held node has got a child: from now on it is in the recycling queue."""
    if not is_queued(tree, node):
        lock(tree, GATE)
        if not is_queued(tree, node):  # another thread may have been quicker
            push_back(tree, node)
        unlock(tree, GATE)


# ---- sweeps -------------------------------------------------------------------------------------------------------


def begin_iteration(tree: Tree) -> None:
    """Wait until no sweep is under way, and keep others from starting."""
    busy = address_of(tree.locks) + BUSY * LINE
    sweeping = address_of(tree.locks) + SWEEPING * LINE
    add32(busy, 1)
    while load32(sweeping) != 0:
        add32(busy, -1)
        wait_while(tree, sweeping, 1)
        add32(busy, 1)


def end_iteration(tree: Tree) -> None:
    """Let sweeps start."""
    add32(address_of(tree.locks) + BUSY * LINE, -1)


def may_sweep(tree: Tree) -> bool:
    """Between two iterations of this thread: True for the one thread that is to sweep, once all others are between two
    iterations of theirs; False where another one did."""
    sweeping = address_of(tree.locks) + SWEEPING * LINE
    if not swap32(sweeping, 0, 1):
        wait_while(tree, sweeping, 1)
        return False
    busy = address_of(tree.locks) + BUSY * LINE
    under_way = load32(busy)
    while under_way != 0:  # looked at once a turn: a second look might see 0, and wait for it to change
        wait_while(tree, busy, under_way)
        under_way = load32(busy)
    return True


def swept(tree: Tree) -> None:
    """The sweep is done."""
    store32(address_of(tree.locks) + SWEEPING * LINE, 0)
