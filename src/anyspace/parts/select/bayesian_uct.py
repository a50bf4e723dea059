"""Bayesian UCT: Tesauro, Rajan and Segal, Bayesian inference in Monte-Carlo Tree Search (2010); the survey's V-A2.

What is believed of a node's value is a normal distribution, kept by its mean mu and variance s^2:

- a leaf's is that of Beta(prior + wins, prior + losses);
- an inner node's is that of the greatest of its children, as if these were independent. The mean and the variance of
  the greater of two normal variables are known outright (Clark, The greatest of a finite set of random variables,
  1961); for more they are taken one after the other, each result for normal again.

So a node is worth what its best child is, not what its visits have earned on average. Chosen is the child of the
greatest

    mu + c sqrt(2 ln N / n)        (Bayes-UCT1, sigma=False)
    mu + c sqrt(2 ln N) s          (Bayes-UCT2, sigma=True)

(The survey prints the second with the root of 2 ln N / n, which would count the visits twice: s shrinks with them.)

A node some of whose moves have no node yet is a leaf here. With two players one's gain is taken for the other's loss;
with more, a node at which another one moves than moved into it is judged by its own rewards, as a leaf is. Where chance
moves, the outcomes' means are averaged as often as they were drawn.

On two-ply trees of bandits the second is ahead of the first and both of UCT, as published. The published trees are
there from the start; in one that grows, a leaf's playouts are more wrong than s says, the more so the deeper the best
moves lie, and siblings in real games are not independent: there UCT may be ahead of both.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.binding import Loop, Setup
from ...core.policy import PERFECT
from ...core.tree import NO_NODE
from ...errors import OptionError
from ...rules.codes import CHANCE
from ..options import number
from ..part import Part
from .children import speaks_for_itself
from .ucb1 import inverse_root, root_of_log

ROOT_2 = math.sqrt(2.0)
ROOT_2_PI = math.sqrt(2.0 * math.pi)

LEAST = 1e-30
"""No variance is less: 0 says that nothing was noted yet."""


@dataclass(frozen=True)
class BayesianUCT(Part):
    """Selection by what is believed of the best below each child.

    sigma: how uncertain a child is says the belief (True) or the number of its visits (False). c: how much to explore,
    0 or more; 1 as published. prior: wins, and as many losses, that every leaf is believed to have had, above 0.
    """

    sigma: bool = True
    c: float = 1.0
    prior: float = 1.0
    kind = "select"
    reference = "Tesauro, Rajan and Segal 2010; survey, V-A2"

    def __post_init__(self) -> None:
        if not isinstance(self.sigma, bool):
            raise OptionError(f"BayesianUCT: sigma must be True or False, not {self.sigma!r}")
        number(self, "c")
        number(self, "prior", 1e-6)

    def refusal(self, setup: Setup) -> str | None:
        if setup.information != PERFECT:
            return "it judges a node by its best child, and under hidden information that one may not be legal"
        return None

    def bind(self, loop: Loop) -> None:
        loop.field("belief_mean", np.float64)
        loop.field("belief_variance", np.float64)
        c, prior = loop.number(self.c), loop.number(self.prior)
        players = loop.number(loop.setup.game.players)
        inner = loop.credit

        def credit(tree: Any, policy: Any, scratch: Any, which: int, i: int, node: Any, payoffs: Any) -> None:
            inner(tree, policy, scratch, which, i, node, payoffs)
            judge(tree, node, policy.numbers[prior], policy.numbers[players])

        def value(tree: Any, policy: Any, scratch: Any, node: Any, child: Any, reward: float, visits: Any) -> float:
            known = tree.extras[child]
            if known.belief_variance > 0.0:
                return known.belief_mean
            return leaf_mean(reward, visits, policy.numbers[prior])

        def spread(tree: Any, policy: Any, node: Any, trials: Any) -> float:
            return policy.numbers[c] * ROOT_2 * root_of_log(max(1, trials))

        def bound_by_sigma(
            tree: Any, policy: Any, scratch: Any, node: Any, child: Any, worth: float, visits: Any, width: float
        ) -> float:
            scatter = tree.extras[child].belief_variance
            if scatter == 0.0:  # a child without a node, or one that has not been credited yet
                scatter = leaf_variance(worth * visits, visits, policy.numbers[prior])
            return worth + width * math.sqrt(scatter)

        loop.credit, loop.value, loop.spread = credit, value, spread
        loop.bound = bound_by_sigma if self.sigma else bound_by_visits


def bound_by_visits(
    tree: Any, policy: Any, scratch: Any, node: Any, child: Any, worth: float, visits: Any, width: float
) -> float:
    """For `bound`: as UCB1's."""
    return worth + width * inverse_root(visits)


def judge(tree: Any, node: Any, prior: float, players: float) -> None:
    """Note what is believed of `node`, after its children."""
    record = tree.nodes[node]
    if speaks_for_itself(tree, node, players):
        mean = leaf_mean(record.reward, record.visits, prior)
        scatter = leaf_variance(record.reward, record.visits, prior)
    elif record.mover == CHANCE:
        mean, scatter = average_of_outcomes(tree, node, prior)
    else:
        mean, scatter = greatest_of_children(tree, node, prior)
        if record.mover != record.player:
            mean = 1.0 - mean
    tree.extras[node].belief_mean = mean
    tree.extras[node].belief_variance = scatter


def belief(tree: Any, node: Any, prior: float) -> tuple[float, float]:
    """What is believed of `node`, mean and variance. In a shared tree it may not have been credited yet."""
    known, record = tree.extras[node], tree.nodes[node]
    if known.belief_variance > 0.0:
        return known.belief_mean, known.belief_variance
    return leaf_mean(record.reward, record.visits, prior), leaf_variance(record.reward, record.visits, prior)


def greatest_of_children(tree: Any, node: Any, prior: float) -> tuple[float, float]:
    """What is believed of the best child of `node`."""
    child = tree.nodes[node].child
    mean, scatter = belief(tree, child, prior)
    child = tree.nodes[child].sibling
    while child != NO_NODE:
        other_mean, other_scatter = belief(tree, child, prior)
        mean, scatter = greater_of(mean, scatter, other_mean, other_scatter)
        child = tree.nodes[child].sibling
    return mean, scatter


def average_of_outcomes(tree: Any, node: Any, prior: float) -> tuple[float, float]:
    """What is believed of a node at which chance moves: uncertain are its outcomes, and how likely each is."""
    first, second, scatter, total = 0.0, 0.0, 0.0, 0.0
    child = tree.nodes[node].child
    while child != NO_NODE:
        mean, other_scatter = belief(tree, child, prior)
        drawn = float(max(1, tree.nodes[child].visits))
        first += drawn * mean
        second += drawn * mean * mean
        scatter += drawn * drawn * other_scatter
        total += drawn
        child = tree.nodes[child].sibling
    first /= total
    return first, scatter / (total * total) + max(second / total - first * first, 0.0) / (total + 1.0)


def leaf_mean(reward: float, visits: Any, prior: float) -> float:
    """Of Beta(prior + R, prior + n - R)."""
    return (prior + reward) / (2.0 * prior + visits)


def leaf_variance(reward: float, visits: Any, prior: float) -> float:
    """Of the same."""
    total = 2.0 * prior + visits
    mean = (prior + reward) / total
    return max(mean * (1.0 - mean) / (total + 1.0), LEAST)


def greater_of(mean: float, scatter: float, other_mean: float, other_scatter: float) -> tuple[float, float]:
    """Mean and variance of the greater of two independent normal variables (Clark 1961)."""
    a = math.sqrt(scatter + other_scatter)
    if a == 0.0:
        return max(mean, other_mean), 0.0
    gap = mean - other_mean
    density = math.exp(-0.5 * (gap / a) * (gap / a)) / ROOT_2_PI
    share = 0.5 * math.erfc(-gap / a / ROOT_2)
    rest = 0.5 * math.erfc(gap / a / ROOT_2)
    # moments about the other's mean: less is lost than about 0
    first = gap * share + a * density
    second = (gap * gap + scatter) * share + other_scatter * rest + gap * a * density
    return other_mean + first, max(second - first * first, LEAST)
