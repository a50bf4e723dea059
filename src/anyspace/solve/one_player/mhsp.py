"""Mean-based heuristic search for planning (Pellier, Bouzy and Métivier 2010), and A* to compare it with.

Both grow a tree of positions that are worth what they promise: the score so far less the heuristic. MHSP goes down to
the child with the greatest mean, without exploration (what was never looked at is worth what it promises at best),
gives the leaf all its children and tells the nodes above what the best of them promises. A* takes the leaf that
promises most of all; a position that is over and still promises most ends it, and no line pays more if the heuristic
never says too much. Of positions with one `key`, where the game has that rule, it looks at the first. Neither plays
out; a first random line sees to it that there is one. An iteration is a leaf that gets its children.

Of equal children MHSP takes the one that was listed last; every thread but the first lists them in an order of its own,
so that threads grow different trees. A* sees all leaves that promise most in any order: it has one thread.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ...core.questions import copy_state
from ...machine.atomic import address_of
from ...machine.native import call
from ...parts.options import whole
from ...rng import GOLDEN, shuffle
from ...rules.codes import TOO_LONG
from ...rules.game import AnyGame
from ...rules.table import Table
from .desk import DONE, LONGEST, PAUSED, PLAYOUTS, SCORE, STAGE, WHICH, Desk
from .method import Method
from .nodes import CLOSED, NO_NODE, ROOT, USED, Nodes, add_child, add_score, close, credit, new_nodes, plant
from .playing import finished, list_all, play_out, step
from .promise import OVER, promise
from .weights import NO_CODE

BEGINS, GOES_ON = range(2)


def begin(game: Table, desk: Desk, nodes: Nodes) -> int:
    """A root, and a first line. 0, or what went wrong."""
    plant(nodes)
    desk.control[STAGE] = GOES_ON
    status = copy_state(game, desk.states[1], desk.states[0])
    if status >= 0:
        status = play_out(game, desk, 1, 0)
    return min(status, 0)


def grow(game: Table, desk: Desk, nodes: Nodes, node: int, depth: int) -> int:
    """All children of a node, whose position is state 1, `depth` moves from the start, each worth what it promises. 1,
    0 where there is no room for them, or what went wrong. Lines that end are told."""
    if depth >= desk.control[LONGEST]:
        return TOO_LONG
    n = list_all(game, desk.states[1], desk, 1)
    if n < 0:
        return n
    if int(nodes.facts[USED]) + n > len(nodes.records):
        return 0
    if desk.control[WHICH] > 0:
        shuffle(desk.rng, desk.moves[1], n)
    nodes.records[node].untried = 0
    for i in range(n):
        move = desk.moves[1, i]
        status = step(game, desk, 2, 1, move)
        if status < 0:
            return status
        status = promise(game, desk, desk.states[2])
        if status < 0:
            return status
        child = add_child(nodes, node, move)
        add_score(nodes, child, desk.scores[SCORE])
        if status == OVER:
            nodes.records[child].untried = CLOSED
            desk.path[depth] = move
            finished(desk, depth + 1, 1)
            desk.control[PLAYOUTS] -= 1
    desk.control[PLAYOUTS] += 1
    return 1


def best_of(nodes: Nodes, node: int) -> int:
    """The child with the greatest mean that is not closed, or NO_NODE."""
    best, most = NO_NODE, -math.inf
    child = nodes.records[node].child
    while child != NO_NODE:
        record = nodes.records[child]
        if record.untried != CLOSED and record.total / record.visits > most:
            best, most = child, record.total / record.visits
        child = record.sibling
    return best


def search_on(game: Table, desk: Desk, own: Nodes, limit: int) -> int:
    """So many leaves at most. DONE when the tree is full or all is known, PAUSED, or what went wrong."""
    if desk.control[STAGE] == BEGINS and limit > 0:
        status = begin(game, desk, own)
        if status < 0:
            return status
    for _ in range(limit):
        if own.records[ROOT].untried == CLOSED:
            desk.control[STAGE] = BEGINS
            return DONE
        status = copy_state(game, desk.states[1], desk.states[0])
        if status < 0:
            return status
        node, depth = ROOT, 0
        own.path[0] = ROOT
        while own.records[node].untried == 0:
            node = best_of(own, node)
            move = own.records[node].move
            desk.path[depth] = move
            status = call(game.play, (desk.states[1], move))
            if status < 0:
                return status
            depth += 1
            own.path[depth] = node
        status = grow(game, desk, own, node, depth)
        if status < 0:
            return status
        if status == 0:
            desk.control[STAGE] = BEGINS
            return DONE
        best, most = own.records[node].child, -math.inf
        while best != NO_NODE:
            most = max(most, own.records[best].total)
            best = own.records[best].sibling
        credit(own, depth, most)
        close_if_done(own, depth)
    return PAUSED


def close_if_done(nodes: Nodes, depth: int) -> None:
    """The last node of the path is closed if all its children are."""
    child = nodes.records[nodes.path[depth]].child
    while child != NO_NODE:
        if nodes.records[child].untried != CLOSED:
            return
        child = nodes.records[child].sibling
    close(nodes, depth)


@dataclass(frozen=True)
class MHSP(Method):
    """Mean-based heuristic search for planning.

    nodes: how many the tree has.
    """

    nodes: int = 1_000_000
    reference = "Pellier, Bouzy and Métivier 2010; survey, IV-J"
    needs = ("heuristic",)
    states = 3

    def __post_init__(self) -> None:
        whole(self, "nodes", 3, 10**8)

    kernel = staticmethod(search_on)

    def complete(self, own: Any) -> bool:
        return True

    def certain(self, own: Any) -> bool:
        return int(own.records[ROOT].untried) == CLOSED

    def own(self, game: AnyGame) -> Any:
        return new_nodes(self.nodes, game.max_length, [0.0])


# ---- A*


class Frontier(NamedTuple):
    """A tree, and its leaves as a heap: the one that promises most comes first, of equals the deepest."""

    nodes: Nodes
    heap: Any
    """int32 [nodes]"""
    depths: Any
    """int32 [nodes]"""
    seen: Any
    """uint64 [2**bits]: the keys of positions, where the game tells them"""
    facts: Any
    """int64 [3]: how many leaves there are; whether the best line is certain; the bits"""


def comes_first(own: Frontier, a: int, b: int) -> bool:
    """Whether leaf `a` is looked at before leaf `b`."""
    one, other = own.nodes.records[a].total, own.nodes.records[b].total
    return one > other or (one == other and own.depths[a] > own.depths[b])


def push(own: Frontier, node: int) -> None:
    """One more leaf."""
    heap, at = own.heap, own.facts[0]
    own.facts[0] += 1
    heap[at] = node
    while at > 0 and comes_first(own, heap[at], heap[(at - 1) // 2]):
        above = (at - 1) // 2
        heap[at], heap[above] = heap[above], heap[at]
        at = above


def pop(own: Frontier) -> int:
    """The first leaf, which is none any more."""
    heap = own.heap
    first = heap[0]
    own.facts[0] -= 1
    count = own.facts[0]
    heap[0] = heap[count]
    at = 0
    while True:
        best = at
        for below in (2 * at + 1, 2 * at + 2):
            if below < count and comes_first(own, heap[below], heap[best]):
                best = below
        if best == at:
            return first
        heap[at], heap[best] = heap[best], heap[at]
        at = best


def look_on(game: Table, desk: Desk, own: Frontier, limit: int) -> int:
    """So many leaves at most. DONE when the best line is known or the tree is full, PAUSED, or what went wrong."""
    nodes = own.nodes
    if desk.control[STAGE] == BEGINS and limit > 0:
        status = begin(game, desk, nodes)
        if status < 0:
            return status
        own.facts[0], own.facts[1], own.depths[ROOT] = 0, 0, 0
        push(own, ROOT)
    for _ in range(limit):
        if own.facts[0] == 0:
            own.facts[1] = 1
            return DONE
        node = pop(own)
        if nodes.records[node].untried == CLOSED:
            own.facts[1] = 1
            return DONE
        status = go_to(game, desk, nodes, node, own.depths[node])
        if status >= 0:
            status = grow(game, desk, nodes, node, own.depths[node])
        if status < 0:
            return status
        if status == 0:
            return DONE
        child = nodes.records[node].child
        while child != NO_NODE:
            own.depths[child] = own.depths[node] + 1
            status = is_new(game, desk, own, nodes.records[child].move)
            if status < 0:
                return status
            if status == 1:
                push(own, child)
            child = nodes.records[child].sibling
    return PAUSED


def is_new(game: Table, desk: Desk, own: Frontier, move: int) -> int:
    """Whether the position after a move from state 1 is one that was not met before, as far as the game can tell: 1 or
    0, or what went wrong."""
    if game.key == 0:
        return 1
    status = step(game, desk, 2, 1, move)
    if status >= 0:
        status = call(game.key, (desk.states[2], address_of(desk.codes)))
    if status < 0:
        return status
    key = desk.codes[0] if desk.codes[0] != NO_CODE else GOLDEN
    place = np.int64((key * GOLDEN) >> np.uint64(64 - own.facts[2]))
    while own.seen[place] != NO_CODE:
        if own.seen[place] == key:
            return 0
        place = (place + 1) & (len(own.seen) - 1)
    own.seen[place] = key
    return 1


def go_to(game: Table, desk: Desk, nodes: Nodes, node: int, depth: int) -> int:
    """State 1 becomes that of a node, by the moves that lead there, which are in `path` then."""
    for i in range(depth - 1, -1, -1):
        desk.path[i] = nodes.records[node].move
        node = nodes.records[node].parent
    status = copy_state(game, desk.states[1], desk.states[0])
    for i in range(depth):
        if status >= 0:
            status = call(game.play, (desk.states[1], desk.path[i]))
    return min(status, 0)


@dataclass(frozen=True)
class AStar(Method):
    """A*: the best line for certain, where the heuristic never says too much and there is room.

    nodes: how many the tree has.
    """

    nodes: int = 1_000_000
    name = "a_star"
    uses = ("key",)
    reference = "Hart, Nilsson and Raphael 1968"
    needs = ("heuristic",)
    alone = True
    states = 3

    def __post_init__(self) -> None:
        whole(self, "nodes", 3, 10**8)

    kernel = staticmethod(look_on)

    def complete(self, own: Any) -> bool:
        return True

    def certain(self, own: Any) -> bool:
        return bool(own.facts[1])

    def own(self, game: AnyGame) -> Frontier:
        bits = (2 * self.nodes).bit_length()
        return Frontier(
            nodes=new_nodes(self.nodes, game.max_length, [0.0]),
            heap=np.zeros(self.nodes, np.int32),
            depths=np.zeros(self.nodes, np.int32),
            seen=np.zeros(1 << bits, np.uint64),
            facts=np.array([0, 0, bits], np.int64),
        )
