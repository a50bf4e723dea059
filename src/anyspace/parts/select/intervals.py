"""Bounds of a node's value that are backed up from the leaves: what flat UCB and BAST have in common (Coquelin and
Munos, Bandit algorithms for tree search, 2007).

A leaf's value lies between mean - w and mean + w with

    w = c sqrt(ln(2 T n (n + 1) / beta) / (2 n))

for its n visits and the T nodes of the tree: then all bounds of all leaves hold at all times with a probability of at
least 1 - beta. Published for trees in which one player chooses: there a node's upper bound is the greatest of its
children's. For two players, one's gain being the other's loss, we keep a lower bound too: at the other's node the upper
bound is the least that its moves leave, 1 less the greatest of its children's lower bounds.

A leaf is a node some of whose moves have no node yet. Where chance moves, the bounds are the means of its outcomes'
bounds; where one of more than two players does, a node is judged by its own rewards, as a leaf is.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...core.binding import Loop
from ...core.tree import NO_NODE
from ...rules.codes import CHANCE, OVER
from .children import speaks_for_itself


def bind_intervals(loop: Loop, c: float, beta: float, own_slack: Any) -> None:
    """Nodes keep their bounds, and the child of the greatest upper bound is chosen. `own_slack(policy, depth)` says how
    far a node's value may be from the mean of its own rewards, beyond chance, if that is known to be bounded; else it
    is negative."""
    loop.field("upper", np.float64)
    loop.field("lower", np.float64)
    factor, risk = loop.number(c), loop.number(beta)
    players = loop.number(loop.setup.game.players)
    inner = loop.credit

    def credit(tree: Any, policy: Any, scratch: Any, which: int, i: int, node: Any, payoffs: Any) -> None:
        inner(tree, policy, scratch, which, i, node, payoffs)
        # N grows with the tree, and bounds that were backed up before are as wide as it was then: only its logarithm
        # enters
        size = max(1, tree.pool[0].used)
        width = interval_width(tree.nodes[node].visits, size, policy.numbers[factor], policy.numbers[risk])
        back_up(tree, node, width, own_slack(policy, i), policy.numbers[players])

    def bound(
        tree: Any, policy: Any, scratch: Any, node: Any, child: Any, worth: float, visits: Any, width: float
    ) -> float:
        upper = tree.extras[child].upper
        if upper != 0.0:
            return upper
        # a child without a node, or one that was not credited yet
        size = max(1, tree.pool[0].used)
        return worth + interval_width(visits, size, policy.numbers[factor], policy.numbers[risk])

    loop.credit, loop.bound = credit, bound


def interval_width(visits: Any, size: Any, c: float, beta: float) -> float:
    """w of a node visited so often, in a tree of `size` nodes."""
    n = float(max(1, visits))
    return c * math.sqrt(math.log(2.0 * size * n * (n + 1.0) / beta) / (2.0 * n))


def back_up(tree: Any, node: Any, width: float, slack: float, players: float) -> None:
    """Note the bounds of `node`, after its children."""
    known, record = tree.extras, tree.nodes[node]
    mean = record.reward / max(1, record.visits)
    own = width + (slack if record.mover != OVER else 0.0)
    if speaks_for_itself(tree, node, players):
        known[node].upper = mean + max(own, width)
        known[node].lower = mean - max(own, width)
        return
    if record.mover == CHANCE:
        upper, lower = mean_bounds(tree, node)
    else:
        upper, lower = greatest_bounds(tree, node)
        if record.mover != record.player:
            upper, lower = 1.0 - lower, 1.0 - upper
    if slack >= 0.0:
        upper = min(upper, mean + own)
        lower = max(lower, mean - own)
    known[node].upper = upper
    known[node].lower = lower


def greatest_bounds(tree: Any, node: Any) -> tuple[float, float]:
    """The greatest upper bound of the children of `node`, and the greatest lower one."""
    upper, lower = -1e300, -1e300
    child = tree.nodes[node].child
    while child != NO_NODE:
        upper = max(upper, tree.extras[child].upper)
        lower = max(lower, tree.extras[child].lower)
        child = tree.nodes[child].sibling
    return upper, lower


def mean_bounds(tree: Any, node: Any) -> tuple[float, float]:
    """The bounds of the outcomes of chance at `node`, each counted as often as it was drawn."""
    upper, lower, total = 0.0, 0.0, 0.0
    child = tree.nodes[node].child
    while child != NO_NODE:
        drawn = float(max(1, tree.nodes[child].visits))
        upper += drawn * tree.extras[child].upper
        lower += drawn * tree.extras[child].lower
        total += drawn
        child = tree.nodes[child].sibling
    return upper / total, lower / total
