"""FUSE: feature selection as a game for one player (Gaudel and Sebag 2010; survey, VII-H).

A position is a set of features. A move adds one, or stops. What a set is worth is how well its nearest neighbours
tell the classes of some examples apart (the area under the ROC curve), on a small fresh sample each time: cheap and
noisy, as a playout is.

- **Selection** by UCB1-tuned, among the moves that a node knows.
- **Many moves**: a node that was visited t times knows the t^b best-looking ones, b = 1/2; how a feature looks says
  RAVE, the mean worth of sets that had it: of those that began as this node does (local) and of all (global).
- **Stopping** is a feature too. In a playout it is drawn with probability 1 - q^n after n features.
- **At the end**, FUSE is the most visited path; FUSE^R ranks all features by their global RAVE.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..errors import OptionError
from .arrays import array_of

STOP = -1
"""The move that adds nothing more."""


@dataclass(frozen=True)
class FuseResult:
    """What FUSE found."""

    features: list[int]
    """the most visited path, in the order of its moves"""
    ranking: list[int]
    """all features that were ever in a set, best first (FUSE^R)"""
    scores: Any
    """float [features]: each one's global RAVE, the mean worth of the sets that had it; nan for none"""
    playouts: int


@dataclass
class _Arm:
    visits: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, reward: float) -> None:
        self.visits += 1
        self.total += reward
        self.squares += reward * reward

    @property
    def mean(self) -> float:
        return self.total / self.visits if self.visits else 0.0


@dataclass
class _Node:
    visits: int = 0
    arms: dict[int, _Arm] = field(default_factory=dict)
    local: dict[int, _Arm] = field(default_factory=dict)
    """RAVE of this node: sets that began like it, by feature"""


@dataclass
class Fuse:
    """The search. `x` are examples in rows, `y` their classes, two of them.

    exploration: of UCB1-tuned. widening: b above. q: how likely a playout goes on, the more features the less.
    neighbours: k of the nearest-neighbour judge. sample: examples that a set is judged by. locality: how many visits
    make local RAVE count as much as global RAVE.
    """

    x: Any
    y: Any
    exploration: float = 0.25
    widening: float = 0.5
    q: float = 0.8
    neighbours: int = 5
    sample: int = 50
    locality: float = 20.0
    most: int = 0
    """features of a set at most; 0: all"""
    seed: int = 0

    def __post_init__(self) -> None:
        self.x, self.y = checked(self.x, self.y)
        for name, least, greatest in (("exploration", 0, 1e6), ("widening", 0.01, 1), ("q", 0.01, 0.9999)):
            if not least <= getattr(self, name) <= greatest:
                raise OptionError(f"fuse: {name} must be from {least} to {greatest}, not {getattr(self, name)!r}")
        if not 1 <= self.neighbours < len(self.x):
            raise OptionError(f"fuse: neighbours must be from 1 to {len(self.x) - 1}, not {self.neighbours!r}")
        if self.sample < 2:
            raise OptionError(f"fuse: sample must be 2 or more, not {self.sample!r}")
        self.features = self.x.shape[1]
        self.most = self.most or self.features
        self.random = np.random.default_rng(self.seed)
        self.nodes: dict[frozenset[int], _Node] = {frozenset(): _Node()}
        self.everywhere: dict[int, _Arm] = {}
        self.playouts = 0

    def run(self, playouts: int) -> FuseResult:
        """So many more; what was learnt before stays. Ctrl-C ends it early."""
        try:
            for _ in range(playouts):
                self.iterate()
        except KeyboardInterrupt:
            pass
        return self.result()

    def result(self) -> FuseResult:
        """What is known now."""
        chosen: list[int] = []
        node = self.nodes[frozenset()]
        while node.arms:
            move = max(node.arms, key=lambda move: node.arms[move].visits)
            if move == STOP:
                break
            chosen.append(move)
            found = self.nodes.get(frozenset(chosen))
            if found is None:
                break
            node = found
        scores = np.full(self.features, np.nan)
        for feature, arm in self.everywhere.items():
            if feature != STOP:
                scores[feature] = arm.mean
        seen = [feature for feature in range(self.features) if not math.isnan(scores[feature])]
        return FuseResult(chosen, sorted(seen, key=lambda feature: -scores[feature]), scores, self.playouts)

    # ---- one iteration

    def iterate(self) -> None:
        """Descend, play out, judge, tell."""
        chosen: frozenset[int] = frozenset()
        path: list[tuple[frozenset[int], int]] = []
        stopped = False
        while not stopped and chosen in self.nodes:
            move = self.select(chosen)
            path.append((chosen, move))
            stopped = move == STOP
            chosen = chosen if stopped else chosen | {move}
        if chosen not in self.nodes:
            self.nodes[chosen] = _Node()
        final = chosen if stopped else self.played_out(chosen)
        reward = self.judge(sorted(final))
        self.playouts += 1
        for feature in final:
            self.everywhere.setdefault(feature, _Arm()).add(reward)
        for place, move in path:
            node = self.nodes[place]
            node.visits += 1
            node.arms.setdefault(move, _Arm()).add(reward)
            for feature in final - place:
                node.local.setdefault(feature, _Arm()).add(reward)
            if final == place:
                node.local.setdefault(STOP, _Arm()).add(reward)

    def select(self, place: frozenset[int]) -> int:
        """One of the moves that the node knows, by UCB1-tuned, or the best-looking of the others if it is to know one
        more."""
        node = self.nodes[place]
        left = [feature for feature in range(self.features) if feature not in place]
        if not left or len(place) >= self.most:
            return STOP
        if len(node.arms) <= len(left) and math.floor((node.visits + 1) ** self.widening) > len(node.arms):
            others = [move for move in ([STOP] if place else []) + left if move not in node.arms]
            if others:
                looks = [self.looks(node, move) for move in others]
                best = max(looks)
                return int(self.random.choice([m for m, look in zip(others, looks, strict=True) if look == best]))
        log = math.log(max(node.visits, 2))

        def bound(arm: _Arm) -> float:
            variance = arm.squares / arm.visits - arm.mean**2 + math.sqrt(2 * log / arm.visits)
            return arm.mean + math.sqrt(self.exploration * log / arm.visits * min(0.25, variance))

        return max(node.arms, key=lambda move: bound(node.arms[move]))

    def looks(self, node: _Node, move: int) -> float:
        """RAVE: local where there is much of it, global where there is little; 1 where there is neither."""
        local, everywhere = node.local.get(move), self.everywhere.get(move)
        if local is None and everywhere is None:
            return 1.0
        visits = local.visits if local else 0
        share = self.locality / (self.locality + visits) if everywhere else 0.0
        return (1 - share) * (local.mean if local else 0.0) + share * (everywhere.mean if everywhere else 0.0)

    def played_out(self, chosen: frozenset[int]) -> frozenset[int]:
        """Random features until it stops."""
        left = [feature for feature in range(self.features) if feature not in chosen]
        order = self.random.permutation(left).tolist()
        found = set(chosen)
        while order and len(found) < self.most and (not found or self.random.random() < self.q ** len(found)):
            found.add(order.pop())
        return frozenset(found)

    def judge(self, chosen: list[int]) -> float:
        """The area under the ROC curve of the share of the first class among the nearest neighbours; 0.5 knows
        nothing."""
        if not chosen:
            return 0.5
        sample = self.random.choice(len(self.x), min(self.sample, len(self.x)), replace=False)
        points = self.x[:, chosen]
        some = points[sample]
        distances = (some * some).sum(1)[:, None] - 2 * some @ points.T + (points * points).sum(1)[None]
        distances[np.arange(len(sample)), sample] = np.inf  # nobody is a neighbour of itself
        near = np.argpartition(distances, self.neighbours - 1, axis=1)[:, : self.neighbours]
        return auc(self.y[near].mean(1), self.y[sample])


def auc(scores: Any, classes: Any) -> float:
    """How often a score of class 1 is above one of class 0; ties count half."""
    ones, zeros = scores[classes == 1], scores[classes == 0]
    if len(ones) == 0 or len(zeros) == 0:
        return 0.5
    above = (ones[:, None] > zeros[None]).mean()
    return float(above + 0.5 * (ones[:, None] == zeros[None]).mean())


def checked(x: Any, y: Any) -> tuple[Any, Any]:
    """Examples on one scale, mean 0 and deviation 1, and their classes as 0 and 1."""
    x = array_of(x, "fuse: x must be examples in rows, all of them numbers")
    y = array_of(y, "fuse: y must be a class for each example", None)
    if x.ndim != 2 or y.ndim != 1 or len(x) != len(y) or len(x) < 3 or x.shape[1] < 1:
        raise OptionError(
            f"fuse: x must be examples in rows and y a class for each, not of shapes {x.shape}, {y.shape}"
        )
    if not np.isfinite(x).all():
        raise OptionError("fuse: x has numbers that are not finite")
    classes = np.unique(y)
    if len(classes) != 2:
        raise OptionError(f"fuse: there must be two classes, not {len(classes)}")
    deviation = x.std(0)
    return (x - x.mean(0)) / np.where(deviation > 0, deviation, 1.0), (y == classes[1]).astype(int)


def xor_problem(examples: int = 300, features: int = 20, seed: int = 0) -> tuple[Any, Any]:
    """The class is whether the signs of the first two features differ: each of them alone says nothing."""
    source = np.random.default_rng(seed)
    x = source.normal(size=(examples, features))
    return x, ((x[:, 0] > 0) != (x[:, 1] > 0)).astype(int)


def selector(**options: Any) -> Any:
    """FUSE as a selector of scikit-learn, for pipelines: `selector(playouts=2000, keep=5)`. `keep`: so many of the
    ranking; 0: the path."""
    from .fuse_selector import selector_class

    return selector_class()(**options)
