"""Searches of many positions in lockstep, one evaluation for all of them at a time: a Gumbel root, or PUCT.

Each position has a small tree of its own. In a step every tree descends to a leaf; the leaves of all trees are
evaluated together; what comes of it goes back up. A batch is thus as large as the number of games, without virtual
losses, and no search waits for more than one network call a simulation. It is plain Python: 64 games of Connect Four
with a network of 4 blocks and 32 channels take 116 microseconds a simulation, of which the network is 64, and compiled
searches that are stepped one by one (search/lockstep.py) 162.

Gumbel (Danihelka et al. 2022): at the root g + logits is drawn, the best `considered` moves are tried, and half of them
dropped again and again by g + logits + sigma(q), sigma(q) = (50 + max N) * scale * q. What is learnt is
softmax(logits + sigma(completed q)), where moves without a visit count as the mix of the network's value and those that
have some. PUCT (Silver et al. 2018): the visits, with Dirichlet noise at the root.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ..rules.game import CHANCE, AnyGame, State
from .learner import Evaluator
from .self_play import Thought
from .settings import Settings
from .shape import Shape, shape_of

C_VISIT, C_SCALE, CONSIDERED = 50.0, 0.3, 16
"""Of Gumbel. The scale is for values from 0 to 1 that are not stretched."""

C_BASE, C_INIT = 19_652.0, 1.25
NOISE, NOISE_SHARE = 10.0, 0.25
"""Of PUCT: Dirichlet noise with a concentration of this in all, and how much of the odds it is."""


class Node:
    """A position: its moves, what the network says of them, what came of trying them."""

    __slots__ = ("block", "children", "count", "logits", "mover", "moves", "odds", "totals", "values", "visits")

    def __init__(self, game: AnyGame, block: Any) -> None:
        rules = game.backend
        self.block, self.mover = block, rules.mover(block)
        self.moves: list[int] = rules.moves(block) if self.mover >= CHANCE else []
        self.values: Any = None
        """to every player, from -1 to 1; None while it has not been evaluated"""
        self.logits: Any = None
        self.odds: list[float] = []
        n = len(self.moves)
        self.count, self.visits, self.totals = 0, [0] * n, [0.0] * n
        self.children: list[Node | None] = [None] * n

    def q(self, k: int) -> float:
        """The mean of what came of a move, to who makes it."""
        return self.totals[k] / self.visits[k]


class Tree:
    """The search of one position."""

    def __init__(self, game: AnyGame, state: State, source: np.random.Generator) -> None:
        self.game, self.source = game, source
        self.root = Node(game, state.copy()._block)
        self.path: list[tuple[Node, int]] = []
        self.sums = [0.0] * game.players

    def descend(self, first: int) -> Node:
        """To a node that has no value yet, or is final; from the root by its `first` move."""
        node, k, self.path = self.root, first, []
        while True:
            self.path.append((node, k))
            child = node.children[k]
            if child is None:
                block = self.game.backend.copy(node.block)
                self.game.backend.play(block, node.moves[k])
                child = node.children[k] = Node(self.game, block)
            node = child
            if node.mover == CHANCE:
                weights = self.game.backend.weights(node.block)
                k = int(self.source.choice(len(weights), p=np.array(weights) / sum(weights)))
            elif node.values is None or not node.moves:
                return node
            else:
                k = best_by_puct(node, node.values[node.mover])

    def back_up(self, values: Any) -> None:
        """What the leaf is worth, to everybody on the path."""
        self.sums = [total + value for total, value in zip(self.sums, values, strict=True)]
        for node, k in self.path:
            node.count += 1
            node.visits[k] += 1
            if node.mover != CHANCE:
                node.totals[k] += values[node.mover]


def best_by_puct(node: Node, unvisited: float) -> int:
    """The move with the greatest Q + c P sqrt(N) / (1 + n). One without a visit counts as the position itself, less."""
    c = (C_INIT + math.log((node.count + C_BASE + 1) / C_BASE)) * math.sqrt(node.count or 1)
    best, chosen, unvisited = -math.inf, 0, unvisited - FIRST_PLAY
    for k, (odds, visits) in enumerate(zip(node.odds, node.visits, strict=True)):
        value = node.totals[k] / visits if visits else unvisited
        score = value + c * odds / (1 + visits)
        if score > best:
            best, chosen = score, k
    return chosen


GUESSES = 4
"""Of a position in which something is hidden; each is searched with all simulations."""

FIRST_PLAY = 0.2
"""By how much a move without a visit counts as worse than its position."""


class Planner:
    """A `Thinker`: the searches of many positions, with one evaluator."""

    def __init__(self, game: AnyGame, evaluate: Evaluator, settings: Settings, seed: int) -> None:
        self.game, self.evaluate, self.settings = game, evaluate, settings
        self.shape = shape_of(game)
        self.source = np.random.default_rng(seed)

    def think(self, states: Sequence[State], explore: bool) -> list[Thought]:
        """Search them all; where something is hidden, guesses of them, so that nobody peeks."""
        if not self.game.hides:
            return self._search(states, explore)
        seeds = self.source.integers(1 << 62, size=(len(states), GUESSES))
        guesses = [
            state.determinize(state.mover, int(s)) for state, row in zip(states, seeds, strict=True) for s in row
        ]
        found = self._search(guesses, explore)
        return [self._mean(found[k : k + GUESSES], explore) for k in range(0, len(found), GUESSES)]

    def _mean(self, thoughts: list[Thought], explore: bool) -> Thought:
        """What all guesses say together; the move is drawn by it, or the best of it."""
        policy = np.mean([thought.policy for thought in thoughts], axis=0)
        odds = policy.astype(np.float64) / policy.sum(dtype=np.float64)
        move = int(self.source.choice(len(odds), p=odds)) if explore else int(odds.argmax())
        return Thought(policy, np.mean([thought.value for thought in thoughts], axis=0), move)

    def _search(self, states: Sequence[State], explore: bool) -> list[Thought]:
        trees = [Tree(self.game, state, self.source) for state in states]
        self._evaluate([tree.root for tree in trees])
        kind = GumbelRoot if self.settings.target == "gumbel" else PuctRoot
        roots = [kind(tree.root, self.settings.simulations, explore, self.source) for tree in trees]
        for _ in range(self.settings.simulations):
            leaves = [tree.descend(root.next()) for tree, root in zip(trees, roots, strict=True)]
            self._evaluate(leaves)
            for tree, leaf in zip(trees, leaves, strict=True):
                tree.back_up(leaf.values)
        thoughts = [root.thought(self.shape) for root in roots]
        if self.shape.values == 1:
            return thoughts
        means = [np.array(tree.sums) / self.settings.simulations for tree in trees]
        return [replace(thought, value=mean) for thought, mean in zip(thoughts, means, strict=True)]

    def _evaluate(self, nodes: list[Node]) -> None:
        """Give values to those that have none."""
        waiting = [node for node in nodes if node.values is None and node.moves]
        for node in nodes:
            if node.values is None and not node.moves:
                least, greatest = self.game.payoffs
                payoffs = np.asarray(self.game.backend.returns(node.block))
                node.values = (2.0 * (payoffs - least) / (greatest - least) - 1.0).tolist()
        if not waiting:
            return
        planes = np.stack([self.game.backend.planes(node.block, node.mover) for node in waiting])
        logits, values = self.evaluate(planes)
        for node, row, value in zip(waiting, logits, values, strict=True):
            node.logits = row[node.moves].astype(np.float64)
            odds = np.exp(node.logits - node.logits.max())
            node.odds = (odds / odds.sum()).tolist()
            node.values = everybodys(value, node.mover, self.game.players)


def everybodys(value: Any, mover: int, players: int) -> list[float]:
    """A network's value as one for every player."""
    if len(value) == players:
        return value.tolist()
    return [float(value[0]) if player == mover else -float(value[0]) for player in range(players)]


class GumbelRoot:
    """Which move of the root is tried next, and what is learnt from it."""

    def __init__(self, root: Node, simulations: int, explore: bool, source: np.random.Generator) -> None:
        self.root = root
        n = len(root.moves)
        self.noise = source.gumbel(size=n) if explore else np.zeros(n)
        order = np.argsort(-(self.noise + root.logits), kind="stable")
        self.left = order[: min(CONSIDERED, n, simulations)].tolist()
        self.phases = max(math.ceil(math.log2(len(self.left))), 1)
        self.simulations, self.turns = simulations, list[int]()

    def next(self) -> int:
        """Every move that is left in turn, as often as the phase has it; then half of them are dropped."""
        if not self.turns:
            if self.root.count and len(self.left) > 1:
                self.left = sorted(self.left, key=lambda k: -self._score(k))[: -(-len(self.left) // 2)]
            each = max(1, self.simulations // (self.phases * len(self.left)))
            self.turns = self.left[::-1] * each
        return self.turns.pop()

    def _sigma(self, q: Any) -> Any:
        return (C_VISIT + max(self.root.visits)) * C_SCALE * 0.5 * (q + 1.0)

    def _score(self, k: int) -> float:
        q = self.root.q(k) if self.root.visits[k] else self.root.values[self.root.mover]
        return float(self.noise[k] + self.root.logits[k] + self._sigma(q))

    def _completed(self) -> Any:
        """Q of all moves; those without a visit get the mix of the network's value and of what was found."""
        root, visited = self.root, [k for k, n in enumerate(self.root.visits) if n]
        value = root.values[root.mover]
        if visited:
            total, odds = sum(root.visits), sum(root.odds[k] for k in visited)
            found = sum(root.odds[k] * root.q(k) for k in visited) / max(odds, 1e-12)
            value = (value + total * found) / (1 + total)
        return np.array([root.q(k) if root.visits[k] else value for k in range(len(root.moves))])

    def thought(self, shape: Shape) -> Thought:
        """The improved policy, its value (bad moves were tried as often as good ones, so their mean tells little), and
        the winner of the halving."""
        completed = self._completed()
        improved = self.root.logits + self._sigma(completed)
        odds = np.exp(improved - improved.max())
        odds /= odds.sum()
        most = max(self.root.visits[k] for k in self.left)
        finalists = [k for k in self.left if self.root.visits[k] == most]
        chosen = max(finalists, key=self._score)
        return a_thought(self.root, odds, chosen, shape, float(np.dot(odds, completed)))


class PuctRoot:
    """The same by PUCT."""

    def __init__(self, root: Node, simulations: int, explore: bool, source: np.random.Generator) -> None:
        self.root, self.explore, self.source = root, explore, source
        if explore:
            n = len(root.moves)
            noise = source.dirichlet([NOISE / n] * n)
            root.odds = [(1 - NOISE_SHARE) * p + NOISE_SHARE * e for p, e in zip(root.odds, noise, strict=True)]

    def next(self) -> int:
        """By the formula that is used everywhere."""
        return best_by_puct(self.root, self.root.values[self.root.mover])

    def thought(self, shape: Shape) -> Thought:
        """The visits; what is played is drawn by them while games are to differ."""
        odds = np.array(self.root.visits, np.float64)
        odds /= odds.sum()
        chosen = int(self.source.choice(len(odds), p=odds)) if self.explore else int(odds.argmax())
        return a_thought(self.root, odds, chosen, shape, sum(self.root.totals) / sum(self.root.visits))


def a_thought(root: Node, odds: Any, chosen: int, shape: Shape, value: float) -> Thought:
    """As it is learnt from."""
    policy = np.zeros(shape.actions, np.float32)
    policy[root.moves] = odds
    return Thought(policy, value, root.moves[chosen])
