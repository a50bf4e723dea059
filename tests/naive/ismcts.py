"""ISMCTS, slow and obvious: SO and MO after Cowling, Powley and Whitehouse (2012), for comparison with the kernels.

Nodes are dictionaries of moves (or of what a tree's owner saw of them); determinizations, choices and playouts draw
from the same random stream in the same order as the kernels, so the two must agree visit for visit.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from naive.uct import _draw, _play_out

from anyspace import rng as random_numbers
from anyspace.rules.codes import NOTHING_SEEN
from anyspace.rules.game import CHANCE, AnyGame, State


@dataclass
class Node:
    player: int
    visits: int = 0
    available: int = 0
    reward: float = 0.0
    children: dict[int, Node] = field(default_factory=dict)


def search(game: AnyGame, root_state: State, iterations: int, c: float, seed: int, multi: bool) -> list[Node]:
    rng = random_numbers.new(seed)
    observer = root_state.mover
    roots = [Node(observer) for _ in range(game.players if multi else 1)]
    for _ in range(iterations):
        state = root_state.copy()
        _determinize(state, observer, rng)
        here = list(roots)
        paths = [[root] for root in roots]
        is_new = False
        while not is_new and not state.over:
            mover, moves = state.mover, state.moves()
            if mover == CHANCE:
                chooser, move = observer if multi else 0, _draw(state, moves, rng)
            else:
                chooser = mover if multi else 0
                move = _choose(here[chooser], moves, c, rng)
            for which, node in enumerate(here):
                token = state.observe(move, which) if multi else move
                if token == NOTHING_SEEN:
                    continue
                if token not in node.children:
                    is_new |= which == chooser
                    node.children[token] = Node(node.player if mover == CHANCE else mover, available=1)
                here[which] = node.children[token]
                paths[which].append(here[which])
            state.play(move)
        rewards = _play_out(game, state, rng)
        for path in paths:
            for node in path:
                node.visits += 1
                node.reward += rewards[node.player]
    return roots


def _determinize(state: State, observer: int, rng: Any) -> None:
    """As the kernels do: the rule itself, on the search's own stream."""
    state.game.backend._call["determinize"](state._block.ctypes.data, observer, rng.ctypes.data)


def _choose(node: Node, moves: list[int], c: float, rng: Any) -> int:
    best, best_bound, ties = -1, -1.0, 0
    for move, child in reversed(node.children.items()):
        if move not in moves:
            continue
        child.available += 1
        root = 1.0 / math.sqrt(child.visits)
        bound = root * (child.reward * root + c * math.sqrt(math.log(child.available)))
        if bound > best_bound:
            best, best_bound, ties = move, bound, 1
        elif bound == best_bound:
            ties += 1
            if random_numbers.below(rng, ties) == 0:
                best = move
    untried = [move for move in moves if move not in node.children]
    if untried:
        return untried[random_numbers.below(rng, len(untried))]
    return best
