"""UCT, slow and obvious: the survey's Algorithm 2 with objects and dictionaries, for comparison with the kernels.

It draws from the same random stream in the same order, so the two must agree visit for visit.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from anyspace import rng as random_numbers
from anyspace.core.untried import TRIES
from anyspace.rules.game import CHANCE, OVER, AnyGame, State


@dataclass
class Node:
    player: int
    visits: int = 0
    reward: float = 0.0
    children: dict[int, Node] = field(default_factory=dict)


def search(game: AnyGame, root_state: State, iterations: int, c: float, seed: int) -> Node:
    rng = random_numbers.new(seed)
    root = Node(root_state.mover)
    for _ in range(iterations):
        state, node = root_state.copy(), root
        path = [root]
        while not state.over:
            moves = state.moves()
            untried = [move for move in moves if move not in node.children]
            if state.mover == CHANCE:
                move = _draw(state, moves, rng)
            elif untried:
                move = _any_untried(moves, untried, rng)
            else:
                move = _best(node, c, rng)
            is_new = move not in node.children
            if is_new:
                node.children[move] = Node(node.player if state.mover == CHANCE else state.mover)
            node = node.children[move]
            path.append(node)
            state.play(move)
            if is_new:
                break
        rewards = _play_out(game, state, rng)
        for visited in path:
            visited.visits += 1
            visited.reward += rewards[visited.player]
    return root


def _any_untried(moves: list[int], untried: list[int], rng: object) -> int:
    for _ in range(TRIES):
        move = moves[random_numbers.below(rng, len(moves))]
        if move in untried:
            return move
    return untried[random_numbers.below(rng, len(untried))]


def _best(node: Node, c: float, rng: object) -> int:
    def bound(child: Node) -> float:
        root = 1.0 / math.sqrt(child.visits)  # Q/N + c sqrt(ln n / N), in the kernel's order of rounding
        return root * (child.reward * root + c * math.sqrt(math.log(node.visits)))

    newest_first = list(reversed(node.children.items()))
    top = max(bound(child) for _, child in newest_first)
    ties = [move for move, child in newest_first if bound(child) == top]
    chosen = ties[0]
    if len(ties) > 1:
        for seen, move in enumerate(ties, 1):
            if random_numbers.below(rng, seen) == 0:
                chosen = move
    return chosen


def _draw(state: State, moves: list[int], rng: object) -> int:
    weights = state.game.backend.weights(state._block)
    if len(set(weights)) == 1 and "weights" not in getattr(state.game, "rules", {}):
        return moves[random_numbers.below(rng, len(moves))]
    rest = random_numbers.uniform(rng) * sum(weights)
    for move, weight in zip(moves, weights, strict=True):
        rest -= weight
        if rest < 0:
            return move
    return moves[-1]


def _play_out(game: AnyGame, state: State, rng: object) -> list[float]:
    while state.mover != OVER:
        moves = state.moves()
        state.play(_draw(state, moves, rng) if state.mover == CHANCE else moves[random_numbers.below(rng, len(moves))])
    least, greatest = game.payoffs
    return [(payoff - least) * (1.0 / (greatest - least)) for payoff in state.returns()]
