"""UNLEO: the best way to look for a maximum with few and noisy measurements, as a game (Auger and Teytaud 2010;
survey, IV-J4).

Where it is known what functions are likely (a prior), there is an optimal algorithm for so many measurements: after
each, measure where the expected result of all that follows is best. It is far too dear to calculate, and UCT comes
near to it.

The prior is a table of functions, one a row, over the points that can be measured. A simulation draws the truth by
how well functions agree with what was measured so far; measures where the tree says, with noise; and is worth the
expected value of the point that would be recommended in the end. What is measured is rounded to bins, so that a
result can be met again. The tree grows by UCB1 with progressive widening.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..errors import OptionError
from .arrays import array_of

Measure = Callable[[int], float]
"""What is measured at a point, noise and all."""


@dataclass
class _Node:
    visits: int = 0
    arms: dict[int, list[float]] = field(default_factory=dict)
    """by point: visits and the sum of rewards"""


@dataclass
class Unleo:
    """The search. functions: the prior, a function a row, a point a column. noise: the standard deviation of a
    measurement. budget: measurements. simulations: before each. c: of UCB1, in units of the range of all functions.
    widening: a node visited t times knows t^widening points. bins: that a measurement is rounded to."""

    functions: Any
    noise: float
    budget: int
    simulations: int = 500
    c: float = 0.2
    widening: float = 0.5
    bins: int = 8
    seed: int = 0

    def __post_init__(self) -> None:
        complaint = "unleo: functions must be a table of finite numbers, a function a row"
        self.functions = array_of(self.functions, complaint)
        if self.functions.ndim != 2 or 0 in self.functions.shape or not np.isfinite(self.functions).all():
            raise OptionError(complaint)
        if not (self.noise > 0 and math.isfinite(self.noise)):
            raise OptionError(f"unleo: noise must be above 0, not {self.noise!r}")
        for name in ("budget", "simulations", "bins"):
            if (
                isinstance(getattr(self, name), bool)
                or not isinstance(getattr(self, name), int)
                or getattr(self, name) < 1
            ):
                raise OptionError(f"unleo: {name} must be 1 or more, not {getattr(self, name)!r}")
        self.least, self.greatest = float(self.functions.min()), float(self.functions.max())
        self.random = np.random.default_rng(self.seed)
        self.log_weights = np.zeros(len(self.functions))
        self.measured: list[tuple[int, float]] = []

    @property
    def span(self) -> float:
        return max(self.greatest - self.least, 1e-12)

    def optimise(self, measure: Measure) -> int:
        """Measure until the budget is spent; the point to recommend."""
        while len(self.measured) < self.budget:
            point = self.next_point()
            self.tell(point, measure(point))
        return self.recommended()

    def tell(self, point: int, value: float) -> None:
        """What was measured."""
        if not math.isfinite(value):
            raise OptionError(f"unleo: a measurement must be a finite number, not {value!r}")
        self.measured.append((point, value))
        self.log_weights = self.log_weights + self.agreement(point, value)

    def agreement(self, point: int, value: float) -> Any:
        """How likely every function makes a measurement, in logarithms."""
        return -0.5 * ((self.functions[:, point] - value) / self.noise) ** 2

    def recommended(self) -> int:
        """Where the mean of the functions, weighted by how well they agree with what was measured, is greatest."""
        return int(np.argmax(weights_of(self.log_weights) @ self.functions))

    def next_point(self) -> int:
        """The point that was chosen most often at the root."""
        nodes: dict[tuple[tuple[int, int], ...], _Node] = {(): _Node()}
        odds = np.cumsum(weights_of(self.log_weights))
        for _ in range(self.simulations):
            drawn = int(np.searchsorted(odds, self.random.random()))
            self.simulate(nodes, min(drawn, len(odds) - 1))  # rounding may leave a crumb
        root = nodes[()]
        return max(root.arms, key=lambda point: root.arms[point][0])

    def simulate(self, nodes: dict[tuple[tuple[int, int], ...], _Node], truth: int) -> None:
        """One truth, measurements to the end of the budget, and what the recommendation is worth."""
        log_weights = self.log_weights
        place: tuple[tuple[int, int], ...] = ()
        path: list[tuple[_Node, int]] = []
        inside = True
        for _ in range(self.budget - len(self.measured)):
            node = nodes.get(place) if inside else None
            if node is None:
                if inside:
                    nodes[place] = _Node()
                inside = False
                point = int(self.random.integers(self.functions.shape[1]))
            else:
                point = self.select(node)
                path.append((node, point))
            value = self.functions[truth, point] + self.noise * self.random.normal()
            log_weights = log_weights + self.agreement(point, value)
            place = (*place, (point, int((value - self.least) / self.span * self.bins)))
        expected = float((weights_of(log_weights) @ self.functions).max())  # over all truths that would look like this
        reward = (expected - self.least) / self.span
        for node, point in path:
            node.visits += 1
            arm = node.arms.setdefault(point, [0.0, 0.0])
            arm[0] += 1
            arm[1] += reward

    def select(self, node: _Node) -> int:
        """By UCB1 among the points that the node knows, or a new one if it is to know one more."""
        points = self.functions.shape[1]
        if len(node.arms) < min(points, math.ceil((node.visits + 1) ** self.widening)):
            return int(self.random.choice([point for point in range(points) if point not in node.arms]))
        log = math.log(node.visits + 1)
        return max(
            node.arms, key=lambda p: node.arms[p][1] / node.arms[p][0] + self.c * math.sqrt(log / node.arms[p][0])
        )


def weights_of(log_weights: Any) -> Any:
    """Odds that add up to 1."""
    odds = np.exp(log_weights - log_weights.max())
    return odds / odds.sum()


def measure_at_random(functions: Any, noise: float, budget: int, measure: Measure, seed: int = 0) -> int:
    """What is recommended after random measurements: what UNLEO is compared with."""
    search, source = Unleo(functions, noise, budget, seed=seed), np.random.default_rng(seed)
    for _ in range(budget):
        point = int(source.integers(search.functions.shape[1]))
        search.tell(point, measure(point))
    return search.recommended()


def hills(count: int, points: int, width: float, seed: int) -> Any:
    """Functions with one hill each, somewhere on a line of points: a prior to try things on."""
    source = np.random.default_rng(seed)
    tops = source.uniform(0, points - 1, size=(count, 1))
    return np.exp(-0.5 * ((np.arange(points)[None] - tops) / width) ** 2)
