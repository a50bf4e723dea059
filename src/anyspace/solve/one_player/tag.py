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

from ...core.questions import copy_state
from ...machine.native import call
from ...parts.options import number, whole
from ...rules.codes import TOO_LONG
from ...rules.game import AnyGame
from ...rules.table import Table
from .desk import DONE, LONGEST, PAUSED, SCORE, STAGE, Desk
from .method import Method
from .nodes import CLOSED, NO_NODE, ROOT, USED, Nodes, add_child, close, credit, new_nodes, plant
from .playing import play_out
from .sp_mcts import legal_moves, untried_move

BEGINS, GOES_ON = range(2)

KEEP, DELTA = range(2)


class Ascent(NamedTuple):
    """A tree, and the best lines through it."""

    nodes: Nodes
    hits: Any
    """int32 [nodes]: on how many of the best lines a node is"""
    scores: Any
    """float64 [keep]"""
    paths: Any
    """int32 [keep, longest]"""
    depths: Any
    """int64 [keep]"""
    facts: Any
    """int64 [1]: how many lines there are"""


def search_on(game: Table, desk: Desk, own: Ascent, limit: int) -> int:
    """So many playouts at most. DONE when the tree is full or all is known, PAUSED, or what went wrong."""
    nodes, control = own.nodes, desk.control
    if control[STAGE] == BEGINS:
        plant(nodes)
        own.facts[0] = 0
        for node in range(len(own.hits)):
            own.hits[node] = 0
        control[STAGE] = GOES_ON
    for _ in range(limit):
        if nodes.records[ROOT].untried == CLOSED or int(nodes.facts[USED]) >= len(nodes.records):
            control[STAGE] = BEGINS
            return DONE
        depth = descend(game, desk, own)
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


def descend(game: Table, desk: Desk, own: Ascent) -> int:
    """From the root to a node that is new or final: how many moves, or what went wrong."""
    nodes = own.nodes
    status = copy_state(game, desk.states[1], desk.states[0])
    if status < 0:
        return status
    node, depth = ROOT, 0
    nodes.path[0] = ROOT
    while True:
        if nodes.records[node].untried != 0:
            n = legal_moves(game, desk, nodes, node)
            if n <= 0:
                return n if n < 0 else depth
        is_new = nodes.records[node].untried > 0
        child = add_child(nodes, node, untried_move(desk, nodes, node, n)) if is_new else best_child(own, node)
        if child == NO_NODE:
            return depth
        if depth >= desk.control[LONGEST]:
            return TOO_LONG
        move = nodes.records[child].move
        desk.path[depth] = move
        status = call(game.play, (desk.states[1], move))
        if status < 0:
            return status
        depth += 1
        nodes.path[depth] = child
        node = child
        if is_new:
            return depth


def bound(hits: float, visits: float, slack: float) -> float:
    """How often at most, with some certainty, an arm gives one of the best scores; `slack` is a."""
    return (hits + slack + math.sqrt(2.0 * hits * slack + slack * slack)) / visits


def best_child(own: Ascent, node: int) -> int:
    """The child with the greatest bound that is not closed, or NO_NODE."""
    nodes, children = own.nodes, 0
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
            score = bound(own.hits[child], max(1, record.visits), slack)
            if score > most:
                best, most = child, score
        child = record.sibling
    return best


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
            own.hits[own.paths[place, i]] -= 1
    else:
        own.facts[0] += 1
    own.scores[place], own.depths[place] = score, depth
    for i in range(depth + 1):
        own.paths[place, i] = own.nodes.path[i]
        own.hits[own.nodes.path[i]] += 1


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
            hits=np.zeros(self.nodes, np.int32),
            scores=np.zeros(self.keep),
            paths=np.zeros((self.keep, game.max_length + 2), np.int32),
            depths=np.zeros(self.keep, np.int64),
            facts=np.zeros(1, np.int64),
        )
