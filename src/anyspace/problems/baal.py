"""BAAL: whom to ask next, a game for one player (Rolet, Sebag and Teytaud 2009; survey, IV-C3).

There are examples without labels, and a label costs. The learner may ask for so many; which ones, so that what it has
learnt by then errs least? Everything that is consistent with the labels so far is a *version space*; whichever of it
is true, all are equally likely. A simulation draws the truth from it, asks for examples as the tree policy says, lets
the truth answer, and is worth how near what would be learnt comes to that truth.

Classes are told apart by a plane through the origin, as in the paper. Samples of the version space come from a random
walk (hit and run, where the paper has billiards). What is learnt is their mean. The tree grows by UCB1 with progressive
widening: a node visited t times knows t^b examples.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..errors import OptionError
from .arrays import array_of

Oracle = Callable[[int], int]
"""The label of an example, 1 or -1."""

Asked = tuple[tuple[int, int], ...]
"""Examples and their labels, in the order in which they were asked for."""


class VersionSpace:
    """Planes that agree with labels: `samples` of them, unit vectors in rows."""

    def __init__(self, x: Any, samples: int, seed: int) -> None:
        self.x, self.random = x, np.random.default_rng(seed)
        self.planes = unit(self.random.normal(size=(samples, x.shape[1])))
        self.asked: list[tuple[int, int]] = []

    def learn(self, example: int, label: int) -> None:
        """One more label. Samples that disagree are replaced by walks from those that agree."""
        self.asked.append((example, label))
        sides = np.array([label * self.x[number] for number, label in self.asked])
        agree = (self.planes @ sides.T > 0).all(1)
        if not agree.any():
            start = feasible(sides)
            if start is None:
                raise OptionError("baal: no plane through the origin agrees with these labels")
            good = start[None]
        else:
            good = self.planes[agree]
        missing = len(self.planes) - len(good)
        if missing > 0:
            self.planes = np.vstack([good, self.walk(good[self.random.integers(len(good), size=missing)], sides)])

    def walk(self, points: Any, sides: Any, steps: int = 30) -> Any:
        """From points of the space to others: each goes along a random great circle, to anywhere on its part of it."""
        for _ in range(steps):
            ways = self.random.normal(size=points.shape)
            ways = unit(ways - (ways * points).sum(1, keepdims=True) * points)
            here, there = (
                points @ sides.T,
                ways @ sides.T,
            )  # cos t here + sin t there > 0: within a quarter of pi/2 - phase
            phase = np.arctan2(there, here)
            low = (phase - math.pi / 2).max(1)
            high = (phase + math.pi / 2).min(1)
            turn = self.random.uniform(low, np.maximum(high, low))[:, None]
            moved = unit(np.cos(turn) * points + np.sin(turn) * ways)
            valid = ((moved @ sides.T) > 0).all(1, keepdims=True)
            points = np.where(valid, moved, points)
        return points

    def learnt(self) -> Any:
        """The mean of the planes that agree (the Bayes point)."""
        return unit(self.planes.mean(0))


def feasible(sides: Any) -> Any:
    """A plane with all of these on its positive side, by the perceptron; None if none is found soon."""
    plane = unit(sides.mean(0) + 1e-9)
    for _ in range(20_000):
        wrong = np.nonzero(sides @ plane <= 0)[0]
        if len(wrong) == 0:
            return unit(plane)
        plane = plane + sides[wrong[0]]
    return None


def unit(vectors: Any) -> Any:
    """Of length 1."""
    return vectors / np.maximum(np.linalg.norm(vectors, axis=-1, keepdims=True), 1e-300)


def error_of(plane: Any, truth: Any) -> float:
    """How often two planes disagree on examples that are spread evenly around the origin: their angle over pi."""
    return float(np.arccos(np.clip(np.dot(plane, truth), -1.0, 1.0)) / math.pi)


@dataclass
class _Node:
    visits: int = 0
    arms: dict[int, list[float]] = field(default_factory=dict)
    """by example: visits and the sum of rewards"""


@dataclass
class Baal:
    """The search for the next question. x: examples in rows. budget: labels in all. simulations: for every question.
    c: of UCB1. widening: b above. samples: planes that stand for the version space."""

    x: Any
    budget: int
    simulations: int = 500
    c: float = 0.1
    widening: float = 0.5
    samples: int = 300
    seed: int = 0

    def __post_init__(self) -> None:
        self.x = examples_of(self.x)
        if not 1 <= self.budget <= len(self.x):
            raise OptionError(f"baal: budget must be from 1 to the {len(self.x)} examples, not {self.budget!r}")
        self.space = VersionSpace(self.x, self.samples, self.seed)
        self.random = np.random.default_rng(self.seed + 1)

    def learn(self, oracle: Oracle) -> Any:
        """Ask until the budget is spent; the plane that was learnt."""
        while len(self.space.asked) < self.budget:
            example = self.next_question()
            label = oracle(example)
            if label not in (1, -1):
                raise OptionError(f"baal: a label is 1 or -1, not {label!r}")
            self.space.learn(example, label)
        return self.space.learnt()

    def next_question(self) -> int:
        """The example that was asked for most often at the root."""
        nodes: dict[Asked, _Node] = {(): _Node()}
        labels = np.where(self.space.planes @ self.x.T > 0, 1, -1)  # plane by example
        left = self.budget - len(self.space.asked)
        for _ in range(self.simulations):
            self.simulate(nodes, labels, left)
        root = nodes[()]
        return max(root.arms, key=lambda example: root.arms[example][0])

    def simulate(self, nodes: dict[Asked, _Node], labels: Any, left: int) -> None:
        """One truth, questions to the end of the budget, and what came of it."""
        truth = int(self.random.integers(len(labels)))
        agree = np.ones(len(labels), bool)
        place: Asked = ()
        path: list[tuple[_Node, int]] = []
        known = {example for example, _ in self.space.asked}
        inside = True
        for _ in range(left):
            node = nodes.get(place) if inside else None
            if node is None:
                if inside:
                    nodes[place] = _Node()
                inside = False
                example = self.any_example(known)
            else:
                example = self.select(node, known)
                path.append((node, example))
            known.add(example)
            agree &= labels[:, example] == labels[truth, example]
            place = (*place, (example, int(labels[truth, example])))
        learnt = unit(self.space.planes[agree].mean(0))
        reward = 1.0 - error_of(learnt, self.space.planes[truth])
        for node, example in path:
            node.visits += 1
            arm = node.arms.setdefault(example, [0.0, 0.0])
            arm[0] += 1
            arm[1] += reward

    def select(self, node: _Node, known: set[int]) -> int:
        """By UCB1 among the examples that the node knows, or a new one if it is to know one more."""
        free = len(self.x) - len(known)
        if len(node.arms) < min(free, math.ceil((node.visits + 1) ** self.widening)):
            return self.any_example(known | node.arms.keys())
        log = math.log(node.visits + 1)
        return max(
            node.arms, key=lambda e: node.arms[e][1] / node.arms[e][0] + self.c * math.sqrt(log / node.arms[e][0])
        )

    def any_example(self, known: set[int]) -> int:
        """One that was not asked for."""
        while True:
            example = int(self.random.integers(len(self.x)))
            if example not in known:
                return example


def examples_of(x: Any) -> Any:
    """Examples in rows. Raises `OptionError` where they are none."""
    complaint = "baal: x must be examples in rows, of finite numbers"
    x = array_of(x, complaint)
    if x.ndim != 2 or len(x) < 1 or not np.isfinite(x).all():
        raise OptionError(complaint)
    return x


def ask_at_random(x: Any, budget: int, oracle: Oracle, samples: int = 300, seed: int = 0) -> Any:
    """What is learnt from random questions: what BAAL is compared with."""
    x = examples_of(x)
    space = VersionSpace(x, samples, seed)
    for example in np.random.default_rng(seed).permutation(len(x))[:budget]:
        space.learn(int(example), oracle(int(example)))
    return space.learnt()
