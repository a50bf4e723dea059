"""PUCT once more, with objects and dictionaries, slow and obvious."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from anyspace import rng as random_numbers
from anyspace.rng import below


class Node:
    def __init__(self, player: int) -> None:
        self.player, self.visits, self.reward = player, 0, 0.0
        self.children: dict[int, Node] = {}
        self.odds: dict[int, float] = {}

    def __getitem__(self, move: int) -> Node:
        return self.children[move]


class Twin:
    """One leaf at a time; the network's value is backed up."""

    def __init__(self, network: Any, seed: int, **options: Any) -> None:
        self.network, self.random = network, random_numbers.new(seed)
        self.options = {"c": 1.25, "form": "alphazero", "base": 19652.0, "first": "reduction", "reduction": 0.1,
                        "value": 0.0, **options}  # fmt: skip

    def look(self, node: Node, state: Any) -> list[float]:
        logits, value = self.network(state.planes()[None])
        moves = state.moves()
        weights = [1.0 if logits is None else math.exp(float(logits[0, move])) for move in moves]
        node.odds = {move: weight / sum(weights) for move, weight in zip(moves, weights, strict=True)}
        worth = [0.5 * (float(each) + 1.0) for each in value[0]]
        if len(worth) == state.game.players:
            return worth
        return [worth[0], 1.0 - worth[0]] if state.mover == 0 else [1.0 - worth[0], worth[0]]

    def run(self, state: Any, iterations: int) -> Node:
        root = Node(state.mover)
        self.look(root, state)
        for _ in range(iterations):
            self.iterate(root, state.copy())
        return root

    def iterate(self, root: Node, state: Any) -> None:
        path, node = [root], root
        while node.odds:
            move = self.choose(node)
            is_new = move not in node.children
            if is_new:
                node.children[move] = Node(state.mover)
            state.play(move)
            node = node[move]
            path.append(node)
            if is_new:
                break
        if state.over:
            rewards = [0.5 * (payoff + 1.0) for payoff in state.returns()]
        else:
            rewards = self.look(node, state)
        for each in path:
            each.visits += 1
            each.reward += rewards[each.player]

    @np.errstate(all="ignore")
    def choose(self, node: Node) -> int:
        best, chosen, ties = -math.inf, -1, 0
        for move in node.odds:
            score = self.score(node, move)
            if score > best:
                best, chosen, ties = score, move, 1
            elif score == best:
                ties += 1
                if below(self.random, ties) == 0:
                    chosen = move
        return chosen

    def score(self, node: Node, move: int) -> float:
        o, total = self.options, max(1, node.visits)
        child = node.children.get(move)
        n = child.visits if child else 0
        worth = child.reward / n if child else self.first(node)
        if o["form"] == "alphazero":
            c = o["c"] + math.log((total + o["base"] + 1) / o["base"])
            return worth + c * node.odds[move] * math.sqrt(total) / (1 + n)
        return worth + o["c"] * node.odds[move] * math.sqrt(math.log(total) / (1 + n))

    def first(self, node: Node) -> float:
        o = self.options
        if o["first"] == "constant":
            return o["value"]
        visits = sum(child.visits for child in node.children.values())
        mean = sum(child.reward for child in node.children.values()) / visits if visits else 0.5
        tried = sum(node.odds[move] for move in node.children)
        return mean - (o["reduction"] * math.sqrt(tried) if o["first"] == "reduction" else 0.0)


def visits_of(node: Any) -> Any:
    """All visits of a twin's tree, by moves."""
    return node.visits, {move: visits_of(child) for move, child in sorted(node.children.items())}


def visits_in(node: Any) -> Any:
    """The same of ours."""
    return node.visits, {child.move: visits_in(child) for child in sorted(node.children, key=lambda each: each.move)}


def noisy(actions: int, seed: int = 5) -> Any:
    """A network of random numbers that are always the same for the same position: each is looked at by itself, for
    products of matrices are rounded by how many rows they have."""
    weights: dict[int, Any] = {}

    def network(planes: Any) -> Any:
        flat = planes.reshape(len(planes), -1)
        if flat.shape[1] not in weights:
            drawn = np.random.default_rng(seed).normal(size=(flat.shape[1], actions + 1))
            weights[flat.shape[1]] = drawn.astype(np.float32)
        found = np.stack([np.sin(3.0 * each @ weights[flat.shape[1]]) for each in flat])
        return 1.5 * found[:, :actions], 0.8 * found[:, actions:]

    return network
