"""Threshold ascent in a tree: TAG (de Mesmay, Rimmel, Voronenko and Püschel 2009; Streeter and Smith 2006).

Where only the best line counts, an arm is worth how often it gives one of the best scores of all, not what it gives on
average. Of all lines so far the best `keep` are remembered with their paths; a child that was on S of them in n visits
has the bound

    S / n + (a + sqrt(2 S a + a^2)) / n,    a = ln(2 N k / delta)

of Chernoff's inequality, N being the visits of its parent and k its children. A line that is pushed out by a better one
is taken off its path: the threshold rises by itself, and payoffs need no scale. As published it climbs in a graph of
decisions; here in its tree.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ...machine.jit import bind
from ...parts.options import number, whole
from ...rules.game import AnyGame
from ...rules.table import Table
from . import descending
from .desk import DONE, PAUSED, SCORE, STAGE, Desk
from .method import Method
from .nodes import CLOSED, NO_NODE, ROOT, USED, Nodes, close, credit, new_nodes, plant
from .playing import play_out

BEGINS, GOES_ON = range(2)

KEEP, DELTA = range(2)


class Ascent(NamedTuple):
    """A tree, and the best lines through it."""

    nodes: Nodes
    scores: Any
    """float64 [keep]"""
    paths: Any
    """int32 [keep, longest]"""
    depths: Any
    """int64 [keep]"""
    facts: Any
    """int64 [1]: how many lines there are"""


def bound(hits: float, visits: float, slack: float) -> float:
    """How often at most, with some certainty, an arm gives one of the best scores; `slack` is a."""
    return (hits + slack + math.sqrt(2.0 * hits * slack + slack * slack)) / visits


def best_child(nodes: Nodes, node: int) -> int:
    """The child with the greatest bound that is not closed, or NO_NODE."""
    children = 0
    child = nodes.records[node].child
    while child != NO_NODE:
        children += 1
        child = nodes.records[child].sibling
    slack = math.log(2.0 * max(1, nodes.records[node].visits) * max(1, children) / nodes.numbers[DELTA])
    best, most = NO_NODE, -math.inf
    child = nodes.records[node].child
    while child != NO_NODE:
        record = nodes.records[child]
        if record.untried != CLOSED:
            score = bound(record.hits, max(1, record.visits), slack)
            if score > most:
                best, most = child, score
        child = record.sibling
    return best


descend = bind(descending.descend, best_child=best_child)


def search_on(game: Table, desk: Desk, own: Ascent, limit: int) -> int:
    """So many playouts at most. DONE when the tree is full or all is known, PAUSED, or what went wrong."""
    nodes, control = own.nodes, desk.control
    if control[STAGE] == BEGINS:
        plant(nodes)
        own.facts[0] = 0
        control[STAGE] = GOES_ON
    for _ in range(limit):
        if nodes.records[ROOT].untried == CLOSED or int(nodes.facts[USED]) >= len(nodes.records):
            control[STAGE] = BEGINS
            return DONE
        depth = descend(game, desk, nodes)
        if depth < 0:
            return depth
        length = play_out(game, desk, 1, depth)
        if length < 0:
            return length
        credit(nodes, depth, desk.scores[SCORE])
        remember(own, depth, desk.scores[SCORE])
        if length == depth:
            close(nodes, depth)
    return PAUSED


def remember(own: Ascent, depth: int, score: float) -> None:
    """A line joins the best ones if it is one of them; the worst of these leaves."""
    place = own.facts[0]
    if place == len(own.scores):
        place = 0
        for i in range(1, len(own.scores)):
            if own.scores[i] < own.scores[place]:
                place = i
        if score <= own.scores[place]:
            return
        for i in range(own.depths[place] + 1):
            own.nodes.records[own.paths[place, i]].hits -= 1
    else:
        own.facts[0] += 1
    own.scores[place], own.depths[place] = score, depth
    for i in range(depth + 1):
        own.paths[place, i] = own.nodes.path[i]
        own.nodes.records[own.nodes.path[i]].hits += 1


@dataclass(frozen=True)
class TAG(Method):
    """Threshold ascent in a tree.

    keep: how many of the best lines count. delta: with which probability bounds may be wrong. nodes: how many the tree
    has. tabu, prior: as for NRPA, in playouts.
    """

    keep: int = 100
    delta: float = 0.1
    nodes: int = 500_000
    prior: bool = False
    tabu: bool = True
    name = "tag"
    reference = "de Mesmay, Rimmel, Voronenko and Püschel 2009; Streeter and Smith 2006; survey, IV-H"

    def __post_init__(self) -> None:
        whole(self, "keep", 1, 100_000)
        number(self, "delta", 1e-9, 1.0)
        whole(self, "nodes", 3, 10**8)

    kernel = staticmethod(search_on)

    def complete(self, own: Any) -> bool:
        return int(own.nodes.records[ROOT].untried) == CLOSED

    def own(self, game: AnyGame) -> Ascent:
        return Ascent(
            nodes=new_nodes(self.nodes, game.max_length, [float(self.keep), self.delta]),
            scores=np.zeros(self.keep),
            paths=np.zeros((self.keep, game.max_length + 2), np.int32),
            depths=np.zeros(self.keep, np.int64),
            facts=np.zeros(1, np.int64),
        )
