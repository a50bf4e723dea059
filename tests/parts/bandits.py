"""A bandit and its players: the formulas of the selection parts as plain functions, pulled many times. An arm is a
function of a source of random numbers that gives rewards in [0, 1]."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from anyspace import rng as random_numbers
from anyspace.parts.select.gaussian_ucb import OVERDUE, is_overdue, normal_width
from anyspace.parts.select.kl_ucb import kl_bound, kl_exploration
from anyspace.parts.select.pac_ucb import pac_exploration
from anyspace.parts.select.thompson import draw_belief
from anyspace.parts.select.ucb1 import ucb1
from anyspace.parts.select.ucb1_tuned import tuned_width
from anyspace.parts.select.ucb_v import bernstein_width
from anyspace.parts.select.variance import lack, variance
from anyspace.parts.select.win_rate import race

Arm = Callable[[random.Random], float]


@dataclass
class Pulled:
    """What is known of an arm."""

    visits: int = 0
    reward: float = 0.0
    shortfall: float = 0.0

    @property
    def mean(self) -> float:
        return self.reward / self.visits

    @property
    def variance(self) -> float:
        return variance(self.mean, self.shortfall, self.visits)


Index = Callable[[Pulled, int, int, Any], float]
"""The score of an arm, given all pulls so far, the number of arms and a generator's state."""


def coin(odds: float) -> Arm:
    """1 with probability `odds`, else 0."""
    return lambda source: float(source.random() < odds)


def band(mean: float, width: float) -> Arm:
    """Anything within `width` of the mean."""
    return lambda source: mean + width * (2.0 * source.random() - 1.0)


def play(arms: Sequence[Arm], index: Index, pulls: int, seed: int) -> list[Pulled]:
    """Every arm once, then always the one with the greatest index."""
    source, rng = random.Random(seed), random_numbers.new(seed)
    known = [Pulled() for _ in arms]
    for n in range(pulls):
        i = n if n < len(arms) else max(range(len(arms)), key=lambda i: index(known[i], n, len(arms), rng))
        reward = arms[i](source)
        known[i].visits += 1
        known[i].reward += reward
        known[i].shortfall += lack(reward)
    return known


def regret(arms: Sequence[Arm], means: Sequence[float], index: Index, pulls: int, seeds: Sequence[int]) -> float:
    """What was lost, on average over the seeds, by not always pulling the best arm."""
    losses = [
        sum((max(means) - mean) * arm.visits for mean, arm in zip(means, play(arms, index, pulls, seed), strict=True))
        for seed in seeds
    ]
    return sum(losses) / len(losses)


# ---- the formulas ---------------------------------------------------------------------------------------------------


def by_ucb1(c: float = math.sqrt(2.0)) -> Index:
    """As first published, unless told otherwise."""
    return lambda arm, n, k, rng: ucb1(arm.reward, arm.visits, c * math.sqrt(math.log(n)))


def by_ucb1_tuned(arm: Pulled, n: int, k: int, rng: Any) -> float:
    return arm.mean + tuned_width(arm.variance, arm.visits, math.log(n))


def by_ucb_v(arm: Pulled, n: int, k: int, rng: Any) -> float:
    return arm.mean + bernstein_width(arm.variance, arm.visits, 1.2 * math.log(n), 1.0)


def by_pac_ucb(arm: Pulled, n: int, k: int, rng: Any) -> float:
    return arm.mean + bernstein_width(arm.variance, arm.visits, pac_exploration(arm.visits, math.log(k / 0.05), 1.3), 1.0)


def by_gaussian_ucb(arm: Pulled, n: int, k: int, rng: Any) -> float:
    if is_overdue(arm.visits, 8.0 * math.log(n)):
        return OVERDUE
    return arm.mean + normal_width(arm.variance, arm.visits, 16.0 * math.log(n))


def by_kl_ucb(arm: Pulled, n: int, k: int, rng: Any) -> float:
    return kl_bound(arm.mean, kl_exploration(n, 0.0) / arm.visits)


def by_thompson(arm: Pulled, n: int, k: int, rng: Any) -> float:
    return draw_belief(rng, arm.mean, arm.visits, 1.0, 1.0)


def by_win_rate(arm: Pulled, n: int, k: int, rng: Any) -> float:
    return race(rng, arm.mean)
