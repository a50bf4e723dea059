"""UCT+: how far a mean may be off, passed up from the children (Van den Broeck, Driessens and Ramon 2009; survey,
IV-H6).

    X + c * E

X is what a child is worth and E its standard error, both recomputed from its own children when a playout is backed up:

    X = sum of p X',  E^2 = sum of p^2 E'^2     p: an outcome's odds, among those seen; elsewhere its share of visits
    X = mean,  E^2 = (n V + 1/4) / (n + 1) / n  where there are no children yet, V being the variance of n rewards

The odds are known, so which outcomes happened to come up oftener does not move X, and that outcomes differ does not
make it uncertain. 1/4 is one more playout that nobody has seen, half the range away. At opponents' moves, shares of
visits stand for a model of them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.binding import Loop, Setup
from ...core.descend import NEW
from ...core.tree import NO_NODE
from ...rules.codes import CHANCE
from ..options import number
from ..part import Part
from .variance import keep_shortfall, variance

UNSEEN_PLAYOUT = 0.25
"""The squared distance of a playout that nobody has seen, and what a child may be off before its first one is told."""


@dataclass(frozen=True)
class UCTPlus(Part):
    """A child's value and its standard error, both from its own children.

    c: how many standard errors are added.
    """

    c: float = 2.0
    kind = "select"
    name = "uct_plus"
    reference = "Van den Broeck, Driessens and Ramon 2009; survey, IV-H6"
    consistent = "no: a move whose playouts all went badly is not tried again as others are tried more often"

    def __post_init__(self) -> None:
        number(self, "c")

    def refusal(self, setup: Setup) -> str | None:
        if setup.game.players > 2:
            return f"values are passed up between two players, and {setup.game.name} has {setup.game.players}"
        return None

    def bind(self, loop: Loop) -> None:
        keep_shortfall(loop)
        for name in ("estimate", "error"):  # X and E
            loop.field(name, np.float64)
        c, credit, value = loop.number(self.c), loop.credit, loop.value
        keep_odds(loop)

        def credit_and_pass_up(
            tree: Any, policy: Any, scratch: Any, which: int, i: int, node: Any, payoffs: Any
        ) -> None:
            credit(tree, policy, scratch, which, i, node, payoffs)
            if not from_children(tree, node):
                from_playouts(tree, node)

        def passed_up(tree: Any, policy: Any, scratch: Any, node: Any, child: Any, reward: float, visits: Any) -> float:
            if child == NO_NODE or tree.extras[child].error == 0.0:
                return value(tree, policy, scratch, node, child, reward, visits)
            return tree.extras[child].estimate

        def bound(
            tree: Any, policy: Any, scratch: Any, node: Any, child: Any, worth: float, visits: Any, width: float
        ) -> float:
            error = tree.extras[child].error
            return worth + policy.numbers[c] * (error if error > 0.0 else math.sqrt(UNSEEN_PLAYOUT))

        loop.credit, loop.value, loop.bound, loop.spread = credit_and_pass_up, passed_up, bound, no_spread


def keep_odds(loop: Loop) -> None:
    """Every outcome of chance keeps its weight among those of its event, as `tree.extras[node].odds`; it is 0 in
    guesses of what is hidden, where an event's outcomes have other odds every time."""
    loop.field("odds", np.float64)
    inner = loop.follow_chance

    def follow_chance(tree: Any, game: Any, policy: Any, scratch: Any, node: Any) -> Any:
        child = inner(tree, game, policy, scratch, node)
        if child >= NEW:
            fresh = np.uint32(child & (NEW - 1))
            weight = 1.0
            if game.weights != 0:
                at = 0
                while at < len(scratch.moves) - 1 and scratch.moves[at] != tree.nodes[fresh].move:
                    at += 1
                weight = scratch.weights[at]
            tree.extras[fresh].odds = weight
        return child

    loop.follow_chance = follow_chance


def no_spread(tree: Any, policy: Any, node: Any, trials: Any) -> float:
    """For `spread`: how often the parent was visited does not matter."""
    return 0.0


def from_playouts(tree: Any, node: Any) -> None:
    """X and E of the rewards that a node has seen itself."""
    record, extra = tree.nodes[node], tree.extras[node]
    visits = max(1, record.visits)
    extra.estimate = record.reward / visits
    extra.error = standard_error(extra.estimate, extra.shortfall, visits)


def standard_error(mean: float, shortfall: float, visits: Any) -> float:
    """Of the mean of `visits` rewards, and one more that nobody has seen."""
    return math.sqrt((visits * variance(mean, shortfall, visits) + UNSEEN_PLAYOUT) / (visits + 1) / visits)


def from_children(tree: Any, node: Any) -> bool:
    """X and E from a node's children, if they have been told of a playout; whether they have."""
    nodes, extras = tree.nodes, tree.extras
    at_chance = nodes[node].mover == CHANCE
    weights, total, squares = 0.0, 0.0, 0.0
    child = nodes[node].child
    while child != NO_NODE:
        if extras[child].error > 0.0:
            weight = np.float64(nodes[child].visits)
            if at_chance and extras[child].odds > 0.0:
                weight = extras[child].odds
            estimate = extras[child].estimate
            weights += weight
            total += weight * (estimate if nodes[child].player == nodes[node].player else 1.0 - estimate)
            squares += (weight * extras[child].error) ** 2
        child = nodes[child].sibling
    if not weights > 0.0:
        return False
    extras[node].estimate = total / weights
    extras[node].error = math.sqrt(squares) / weights
    return True
