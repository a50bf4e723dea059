"""The tree of one player: what came of every line that went through a node, in the game's own units.

Node 0 is none, node 1 the root. Children are linked, the newest first. Nothing is scaled when it is kept: a formula
that needs values in [0, 1] takes the range of all scores so far when it asks, so payoffs need no bounds. A node below
which everything was seen is closed: nothing is to be found there any more. With the root all is known.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from .desk import Desk

NODE = np.dtype(
    [
        ("total", np.float64),
        ("squares", np.float64),  # of scores less the first one: sums of squares of large numbers lose their difference
        ("most", np.float64),
        ("visits", np.int32),
        ("move", np.int32),
        ("child", np.int32),
        ("sibling", np.int32),
        ("untried", np.int32),  # legal moves without a child; UNKNOWN before the rules were asked, or CLOSED
        ("parent", np.int32),
        ("hits", np.int32),  # TAG: on how many of the best lines it is
        ("spare", np.int32),
    ]
)

NO_NODE, ROOT = 0, 1
UNKNOWN, CLOSED = -1, -2

USED, TELLS, LOWEST, HIGHEST = range(4)


class Nodes(NamedTuple):
    """A pool of nodes and what is known of all of them together."""

    records: Any
    """NODE [nodes]"""
    path: Any
    """int32 [longest]: the nodes of this iteration"""
    facts: Any
    """float64 [4]: nodes used; whether any score is known; the lowest and the highest; the first is what squares are
    taken from"""
    numbers: Any
    """float64: what the method's formula takes"""


def new_nodes(count: int, longest: int, numbers: list[float]) -> Nodes:
    """An empty pool."""
    return Nodes(
        records=np.zeros(count, NODE).view(np.recarray),
        path=np.zeros(longest + 2, np.int32),
        facts=np.zeros(4),
        numbers=np.array(numbers, np.float64),
    )


def plant(nodes: Nodes) -> None:
    """A root and nothing else. The range of scores is kept."""
    nodes.facts[USED] = ROOT + 1
    blank(nodes, ROOT, -1, NO_NODE)


def blank(nodes: Nodes, node: int, move: int, parent: int) -> None:
    """A node of which nothing is known."""
    record = nodes.records[node]
    record.total, record.squares, record.most = 0.0, 0.0, -np.inf
    record.visits, record.move, record.child, record.sibling = 0, move, NO_NODE, NO_NODE
    record.untried, record.parent, record.hits = UNKNOWN, parent, 0


def add_child(nodes: Nodes, node: int, move: int) -> int:
    """A new child, or NO_NODE where there is no room."""
    made = int(nodes.facts[USED])
    if made >= len(nodes.records):
        return NO_NODE
    nodes.facts[USED] += 1
    blank(nodes, made, move, node)
    nodes.records[made].sibling = nodes.records[node].child
    nodes.records[node].child = made
    if nodes.records[node].untried > 0:
        nodes.records[node].untried -= 1
    return made


def child_by(nodes: Nodes, node: int, move: int) -> int:
    """The child that a move leads to, or NO_NODE."""
    child = nodes.records[node].child
    while child != NO_NODE and nodes.records[child].move != move:
        child = nodes.records[child].sibling
    return child


def credit(nodes: Nodes, depth: int, score: float) -> None:
    """What nodes learn from a score: those of the path, of which there are `depth` and the root."""
    if nodes.facts[TELLS] == 0.0:
        nodes.facts[TELLS], nodes.facts[LOWEST], nodes.facts[HIGHEST] = 1.0, score, score
    nodes.facts[LOWEST] = min(nodes.facts[LOWEST], score)
    nodes.facts[HIGHEST] = max(nodes.facts[HIGHEST], score)
    for i in range(depth + 1):
        add_score(nodes, nodes.path[i], score)


def add_score(nodes: Nodes, node: int, score: float) -> None:
    """The same for one node."""
    record = nodes.records[node]
    if record.visits > 0:  # Welford: squares of what differs from the mean
        before = record.total / record.visits
        after = (record.total + score) / (record.visits + 1)
        record.squares += (score - before) * (score - after)
    record.total += score
    record.most = max(record.most, score)
    record.visits += 1


def close(nodes: Nodes, depth: int) -> None:
    """The last node of the path, `depth` moves from the root, is final: it is closed, and whatever has only closed
    children."""
    nodes.records[nodes.path[depth]].untried = CLOSED
    for i in range(depth - 1, -1, -1):
        record = nodes.records[nodes.path[i]]
        if record.untried != 0:
            return
        child = record.child
        while child != NO_NODE:
            if nodes.records[child].untried != CLOSED:
                return
            child = nodes.records[child].sibling
        record.untried = CLOSED


def span(nodes: Nodes) -> float:
    """How far apart scores are."""
    return max(nodes.facts[HIGHEST] - nodes.facts[LOWEST], 1e-12)


def insert_line(nodes: Nodes, desk: Desk, depth: int, length: int, score: float) -> None:
    """The rest of a line, all of it, as nodes below the last one of the path, as far as there is room."""
    node = nodes.path[depth]
    for i in range(depth, length):
        node = add_child(nodes, node, desk.path[i])
        if node == NO_NODE:
            return
        add_score(nodes, node, score)
