"""The tree: a pool of fixed-size records linked by index, left child and right sibling.

Invariants, verified by `check.check`:
- record 0 is never used: index 0 is `NO_NODE`, so zeroed memory is an empty tree;
- every record below `pool.next` is either in the tree (reached once from a root) or in the free list;
- a node's children all have different moves;
- between iterations the recycling queue holds every node that has children and no other; whatever has children below
  it stands nearer to the front, so the front's children are all leaves (but for shared trees, which keep no order);
- `visits` of a node is the number of iterations that passed through it: those that ended in it and those that went
  on to a child, whether that has a node still or is folded; `0 <= reward <= visits`. (But where nodes share a list of
  children, which count what came by any of them.)

A node's reward is that of the player who moved into it, so that a parent compares its children without asking whose
they are: right for any number of players (max^n).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

NO_NODE = 0
UNSEEN = -3
"""`mover` of a node from which nobody has moved yet: the rules were not asked."""
FREE = -4
"""`mover` of a record in the free list."""
TOLD = -5
"""`mover` of a node whose children are what its tree's owner is told of others' moves (core/together.py)."""

NODE = np.dtype(
    [
        ("reward", np.float64),  # sum over visits, each in [0, 1], of the player who moved into the node
        ("visits", np.int32),
        ("available", np.int32),  # hidden information: how often the move could have been chosen
        ("child", np.uint32),  # the newest child, or NO_NODE
        ("sibling", np.uint32),  # the next older sibling, or NO_NODE; in the free list: the next free record
        ("move", np.int32),  # the move into the node, or what the tree's owner saw of it
        ("untried", np.uint16),  # legal moves that have no child; meaningless while `mover` is UNSEEN
        ("player", np.int8),  # who moved into the node (whose reward it keeps)
        ("mover", np.int8),  # who moves from it: a player, CHANCE, OVER or UNSEEN
    ]
)
"""32 bytes: two to a cache line. What recycling needs (two links) is a column of its own, 40 bytes in all."""

RECORD = NODE.itemsize
_OFFSETS: Any = NODE.fields
CHILD_AT, UNTRIED_AT, VISITS_AT, REWARD_AT = (
    int(_OFFSETS[field][1]) for field in ("child", "untried", "visits", "reward")
)
assert UNTRIED_AT % 4 == 0  # `untried`, `player` and `mover` are one aligned word: see `set_mover`

LINKS = np.dtype([("previous", np.uint32), ("next", np.uint32)])
"""A node's place in the recycling queue: a column of its own, of length 1 where nothing is recycled."""

FOLD = np.dtype(
    [
        ("move", np.int32),  # the most visited of the lost children
        ("visits", np.uint16),  # its visits, 0 if there is none
        ("value", np.uint16),  # its mean reward, WHOLE for 1
        ("rest_visits", np.uint32),  # of the other lost children together
        ("rest_value", np.uint16),
        ("lost", np.uint16),  # how many they are
    ]
)
"""What a node remembers of recycled children: a column of its own, of length 1 where nothing is folded. 16 bytes."""

POOL = np.dtype(
    [
        ("next", np.uint32),  # the first record that was never used
        ("free", np.uint32),  # head of the free list, or NO_NODE
        ("used", np.uint32),  # nodes in the tree
        ("front", np.uint32),  # of the recycling queue: the inner node that was updated longest ago, or NO_NODE
        ("back", np.uint32),
        ("recycled", np.int64),  # nodes taken from the tree to make room, by whatever method
        ("settled", np.int64),  # 1 once a collection found nothing: later ones would find nothing either
        ("waiting", np.int64),  # leaves that a network is looking at: their paths are not backed up yet
        ("yield_at", np.int64),  # shared trees: the system's function that gives the processor away, or 0
    ]
)

UNQUEUED = 2**32 - 1
"""`previous` of a node that was taken out of the recycling queue."""

LARGEST_POOL = 2**32 - 2


class Tree(NamedTuple):
    """What kernels know of the tree, or of one tree a player, all in one pool. Columns that a search does not need have
    length 1: what is asked of node 0, which is none, is all zeros."""

    nodes: Any
    """NODE [capacity + 1]"""
    queue: Any
    """LINKS [capacity + 1]"""
    roots: Any
    """uint32 [trees]"""
    folds: Any
    """FOLD [capacity + 1]: see parts/memory/fold.py"""
    holders: Any
    """int32 [capacity + 1, rounded up]: shared and recycled, how many threads have a node on their path (see
    `holder_slot`)"""
    extras: Any
    """a record [capacity + 1] with the fields that parts ask for: `tree.extras[node].prior`"""
    rows: Any
    """a tuple of arrays [capacity + 1, width]: what parts keep of a node that is many numbers (one a move, one a
    player); each part knows its place"""
    tables: Any
    """a tuple of arrays: what parts keep for the whole search"""
    locks: Any
    """int32 [LOCK_WORDS], or [1]: shared, see sharing.py"""
    pool: Any
    """POOL [1]"""


def is_root(tree: Tree, node: Any) -> bool:
    """Whether `node` is the root of a tree."""
    found = False
    for root in tree.roots:
        found |= root == node
    return found


def is_queued(tree: Tree, node: Any) -> bool:
    """Shared trees: whether `node` is in the recycling queue."""
    return tree.queue[node].previous != UNQUEUED


def holder_slot(tree: Tree, node: Any) -> Any:
    """Where in `holders` a node's are: nodes that were added one after the other are often busy together, so theirs
    are not neighbours on one cache line."""
    index = np.int64(node)
    return (index & 15) * (len(tree.holders) >> 4) + (index >> 4)


def room(tree: Tree) -> int:
    """How many nodes can be added."""
    return int(len(tree.nodes) - 1 - np.int64(tree.pool[0].used))


def add_node(tree: Tree, move: int, player: int) -> Any:
    """A fresh node, not yet linked to a parent. There must be room."""
    node = take_record(tree)
    clear(tree, node, move, player)
    return node


def take_record(tree: Tree) -> Any:
    """A record that nobody uses. There must be room."""
    pool = tree.pool[0]
    node = pool.free
    if node != NO_NODE:
        pool.free = tree.nodes[node].sibling
    else:
        node = pool.next
        pool.next += np.uint32(1)
    pool.used += np.uint32(1)
    return node


def clear(tree: Tree, node: Any, move: int, player: int) -> None:
    """Make a record a node that knows nothing."""
    record = tree.nodes[node]
    record.reward = 0.0
    record.visits = 0
    record.available = 0
    record.child = NO_NODE
    record.sibling = NO_NODE
    record.move = move
    record.untried = 0
    record.player = player
    record.mover = UNSEEN
    blank(tree, node)


def blank(tree: Tree, node: Any) -> None:
    """Hook: clear what parts keep of a node, which is about to be born. Nothing, where they keep nothing."""


def free_node(tree: Tree, node: Any) -> None:
    """Give a node back; nothing may link to it any more."""
    pool = tree.pool[0]
    tree.nodes[node].mover = FREE
    tree.nodes[node].sibling = pool.free
    pool.free = node
    pool.used -= np.uint32(1)


def add_child(tree: Tree, parent: Any, move: int) -> Any:
    """A new child of `parent`."""
    child = add_node(tree, move, player_into(tree, parent))
    adopt(tree, parent, child)
    return child


def player_into(tree: Tree, parent: Any) -> int:
    """Whose reward the children of `parent` keep: where no player moves, an outcome of chance, say, that of whoever led
    there."""
    mover = tree.nodes[parent].mover
    return tree.nodes[parent].player if mover < 0 else mover


def adopt(tree: Tree, parent: Any, child: Any) -> None:
    """Link a fresh node to its parent."""
    tree.nodes[child].sibling = tree.nodes[parent].child
    tree.nodes[parent].child = child
    tree.nodes[parent].untried -= np.uint16(1)


def set_mover(tree: Tree, node: Any, mover: int, untried: int) -> None:
    """Hook: note who moves from `node` and by how many moves."""
    tree.nodes[node].mover = mover
    tree.nodes[node].untried = untried


def child_by_move(tree: Tree, parent: Any, move: int) -> Any:
    """The child that `move` leads to, or NO_NODE."""
    nodes = tree.nodes
    child = nodes[parent].child
    while child != NO_NODE and nodes[child].move != move:
        child = nodes[child].sibling
    return child


def plant(tree: Tree, mover: int) -> None:
    """Forget everything; lone roots from which `mover` moves."""
    pool = tree.pool[0]
    pool.next = 1
    pool.free = NO_NODE
    pool.used = 0
    pool.front = NO_NODE
    pool.back = NO_NODE
    pool.settled = 0
    for i in range(len(tree.roots)):
        tree.roots[i] = add_node(tree, -1, mover)


def unlink(tree: Tree, node: Any) -> None:
    """Take an inner node out of the recycling queue."""
    queue, pool = tree.queue, tree.pool[0]
    previous, following = queue[node].previous, queue[node].next
    if previous == NO_NODE:
        pool.front = following
    else:
        queue[previous].next = following
    if following == NO_NODE:
        pool.back = previous
    else:
        queue[following].previous = previous
    queue[node].previous = UNQUEUED


def push_back(tree: Tree, node: Any) -> None:
    """Put an inner node at the back of the recycling queue."""
    queue, pool = tree.queue, tree.pool[0]
    queue[node].previous = pool.back
    queue[node].next = NO_NODE
    if pool.back == NO_NODE:
        pool.front = node
    else:
        queue[pool.back].next = node
    pool.back = node


def home(tree: Tree, node: Any) -> Any:
    """Hook: the node that has the children of `node`'s position, where trees are read. Its own, but where several nodes
    share one list (parts/value/shared_lists.py)."""
    return node


def leaving(tree: Tree, root: Any, kept: Any) -> None:
    """Hook: of what hangs below `root` all is about to be freed but `kept`, its child, and what hangs below that."""


def advance(tree: Tree, which: int, move: int) -> bool:
    """In tree `which`, make the child that `move` leads to the root and free all other nodes; False if there is no
    such child, and then nothing is changed. No iteration is under way: every inner node is in the queue."""
    nodes = tree.nodes
    kept = child_by_move(tree, tree.roots[which], move)
    if kept == NO_NODE:
        return False
    leaving(tree, tree.roots[which], kept)
    queued = len(tree.queue) > 1
    waiting = tree.roots[which]
    nodes[waiting].sibling = NO_NODE
    while waiting != NO_NODE:  # a list linked by `sibling`: free its head, put the head's children in front
        node = waiting
        waiting = nodes[node].sibling
        child = nodes[node].child
        if queued and child != NO_NODE:
            unlink(tree, node)
        while child != NO_NODE:
            following = nodes[child].sibling
            if child != kept:
                nodes[child].sibling = waiting
                waiting = child
            child = following
        free_node(tree, node)
    nodes[kept].sibling = NO_NODE
    tree.roots[which] = kept
    return True
