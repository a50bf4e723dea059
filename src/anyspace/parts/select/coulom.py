"""Crazy Stone's selection of 2006: Coulom, Efficient selectivity and backup operators in Monte-Carlo Tree Search,
section 3.2. The first program to be called Monte Carlo Tree Search chose its moves so.

With the N children in order of their means, mu_0 > mu_1 > ..., and s_i^2 the variance of what is estimated of child i,
child i is chosen with a probability proportional to

    exp(-2.4 (mu_0 - mu_i) / sqrt(2 (s_0^2 + s_i^2))) + e_i,    e_i = (0.1 + 2^-i + a_i) / N

about the probability that it is better than the best: 2.4 makes the exponential fit the normal distribution. A child of
n visits and rewards X in [0, 1] has s^2 = (sum X^2 - n mu^2 + 1) / (n + 1) / min(n, 500): one game more is imagined, as
far off as can be (in the paper 4 P^2, the square of the range of scores on P points), and what is known is never taken
to be more certain than 500 games make it, for the playouts change as the tree grows.

Only the selection is Coulom's here: nodes keep the mean of their rewards, where he backed up a mix of mean and maximum,
and a move gets a node when it is first played. a_i is 1 for moves that put stones into atari: other games know no such
moves, it is 0.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from ...core.binding import Loop, Setup
from ...core.policy import PERFECT
from ...core.select import score
from ...core.tree import NO_NODE
from ...rules.playout import pick_weighted
from ..options import number
from ..part import Part
from .variance import keep_shortfall, variance

RANKS = 16
"""How many of the best children get their 2^-i: from there on it is nothing."""

TAKEN = -1e200


@dataclass(frozen=True)
class Coulom2006(Part):
    """Selection at random, by how likely each child is to be better than the best.

    steepness: how fast the odds fall with the distance from the best, 0 or more; 2.4 as published. least: what every
    child gets in any case, together with all others, above 0; 0.1 as published.
    """

    steepness: float = 2.4
    least: float = 0.1
    kind = "select"
    name = "coulom"
    reference = "Coulom 2006; survey, III-A"
    consistent = "no: every child keeps a share of the visits, so values are those of players who err as often"

    def __post_init__(self) -> None:
        number(self, "steepness")
        number(self, "least", 1e-9)

    def refusal(self, setup: Setup) -> str | None:
        if setup.information != PERFECT:
            return "it weighs the children of a node against the best, and under hidden information not all are legal"
        return None

    def bind(self, loop: Loop) -> None:
        keep_shortfall(loop)
        steepness, least = loop.number(self.steepness), loop.number(self.least)

        def best_child(tree: Any, policy: Any, scratch: Any, node: Any) -> Any:
            n, best, best_place = weigh(tree, policy, scratch, node)
            if n == 0:
                return best
            urgencies(scratch.scores, scratch.weights, n, best_place, policy.numbers[steepness], policy.numbers[least])
            place = pick_weighted(scratch.rng, scratch.weights, n)
            child = best if place < 0 else tree.nodes[node].child
            for _ in range(place):
                if tree.nodes[child].sibling != NO_NODE:
                    child = tree.nodes[child].sibling
            return child

        loop.best_child = best_child


def weigh(tree: Any, policy: Any, scratch: Any, node: Any) -> tuple[int, Any, int]:
    """The means of the children into `scratch.scores`, and their variances into `scratch.weights`. How many they are,
    the best and its place in the list."""
    nodes = tree.nodes
    n, best, best_place = 0, nodes[node].child, 0
    child = nodes[node].child
    while child != NO_NODE and n < len(scratch.scores):
        visits = max(1, nodes[child].visits)
        mean = score(tree, policy, scratch, node, child, nodes[child].reward, nodes[child].visits, 0.0)
        scratch.scores[n] = mean
        scratch.weights[n] = uncertainty(mean, tree.extras[child].shortfall, visits)
        if mean > scratch.scores[best_place]:
            best, best_place = child, n
        n += 1
        child = nodes[child].sibling
    return n, best, best_place


def uncertainty(mean: float, shortfall: float, visits: Any) -> float:
    """s^2 of a child."""
    return (variance(mean, shortfall, visits) * visits + 1.0) / (visits + 1.0) / min(visits, 500)


def urgencies(means: Any, weights: Any, n: int, best: int, steepness: float, least: float) -> None:
    """From the means and variances of `n` children, that with the place `best` the greatest, to their weights. Destroys
    the means."""
    top, spread = means[best], weights[best]
    for i in range(n):
        distance = (top - means[i]) / math.sqrt(2.0 * (spread + weights[i]))
        weights[i] = math.exp(-steepness * distance) + least / n
    bonus = 1.0 / n
    for _ in range(min(n, RANKS)):
        leader = 0
        for i in range(n):
            if means[i] > means[leader]:
                leader = i
        weights[leader] += bonus
        means[leader] = TAKEN
        bonus *= 0.5
