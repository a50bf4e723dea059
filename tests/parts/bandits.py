"""A bandit for selection parts: a root, a child an arm, and the search's own functions to choose and to learn, run as
plain Python. An arm is a function of a source of random numbers and the number of pulls so far that gives a reward in
[0, 1]; so arms may change, which no game's can."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from uncompiled import plain_search

from anyspace.core import descend, loop
from anyspace.core.layout import new_tree
from anyspace.core.tree import add_child, plant
from anyspace.lab.reproduce.checks.arms import coins

Arm = Callable[[random.Random, int], float]


def coin(odds: float) -> Arm:
    """1 with probability `odds`, else 0."""
    return lambda source, pulls: float(source.random() < odds)


def band(mean: float, width: float) -> Arm:
    """Anything within `width` of the mean."""
    return lambda source, pulls: mean + width * (2.0 * source.random() - 1.0)


class Bandit:
    """Arms, and a search that pulls them."""

    def __init__(self, arms: Sequence[Arm], part: Any, seed: int = 1) -> None:
        game = coins((0.5,) * len(arms))
        self.search = plain_search(game, part, seed=seed)
        self.search.run(game.start(), iterations=1)  # for its working memory
        self.scratch, self.policy = self.search.workspaces[0].scratch, self.search.policy
        self.arms, self.source, self.pulls = arms, random.Random(seed), 0
        self._enter, self._choose = self._plain(descend.step_to), self._plain(descend.pick_child)
        self._credit = self._plain(loop.credit_paths)
        self.tree: Any = new_tree(len(arms) + 1, self.search.layout)
        self._plain(plant)(self.tree, 0)
        self.root = self.tree.roots[0]
        self.tree.nodes[self.root].mover = 0
        self.children = [self._plain(add_child)(self.tree, self.root, i) for i in range(len(arms))]
        self.tree.nodes[self.root].untried = 0

    def _plain(self, function: Any) -> Callable[..., Any]:
        return np.errstate(all="ignore")(self.search.loop.plain(function))

    def choose(self) -> int:
        """The arm to pull: each once, then by the part."""
        self.scratch.depths[0] = 0
        self._enter(self.tree, self.policy, self.scratch, 0, self.root)
        if self.pulls < len(self.arms):
            return self.pulls
        return self.children.index(self._choose(self.tree, self.policy, self.scratch, self.root))

    def learn(self, arm: int, reward: float) -> None:
        """The arm that was chosen brought a reward."""
        self._enter(self.tree, self.policy, self.scratch, 0, self.children[arm])
        self.scratch.payoffs[0] = reward
        self._credit(self.tree, self.policy, self.scratch, self.scratch.payoffs)
        self.pulls += 1

    def pull(self, times: int = 1) -> None:
        """Choose and learn."""
        for _ in range(times):
            arm = self.choose()
            self.learn(arm, self.arms[arm](self.source, self.pulls))

    def set(self, visits: Sequence[int], rewards: Sequence[float]) -> None:
        """Every arm was pulled so often and won that much."""
        for child, n, reward in zip(self.children, visits, rewards, strict=True):
            self.tree.nodes[child].visits, self.tree.nodes[child].reward = n, reward
        self.tree.nodes[self.root].visits = self.pulls = sum(visits)

    @property
    def visits(self) -> list[int]:
        """Of every arm."""
        return [int(self.tree.nodes[child].visits) for child in self.children]

    def field(self, name: str) -> list[float]:
        """What the part keeps of every arm."""
        return [float(self.tree.extras[child][name]) for child in self.children]


def regret(arms: Sequence[Arm], means: Sequence[float], part: Any, pulls: int, seeds: Sequence[int]) -> float:
    """What was lost, on average over the seeds, by not always pulling the best arm."""
    total = 0.0
    for seed in seeds:
        played = Bandit(arms, part, seed)
        played.pull(pulls)
        total += sum((max(means) - mean) * n for mean, n in zip(means, played.visits, strict=True))
    return total / len(seeds)
