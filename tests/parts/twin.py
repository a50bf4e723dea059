"""UCT whose choice can be told otherwise, slow and obvious, for comparison with parts.

It draws from the same random stream in the same order as the kernels, so the two must agree visit for visit.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from naive.uct import _any_untried, _play_out

from anyspace import Search
from anyspace import rng as random_numbers
from anyspace.rules.game import AnyGame, State

FIRST = 1e9


@dataclass
class Node:
    """A position that was visited; `reward` is that of `player`, who moved into it."""

    player: int
    state: State
    move: int = -1
    parent: Node | None = None
    visits: int = 0
    reward: float = 0.0
    children: dict[int, Node] = field(default_factory=dict)
    extra: dict[str, Any] = field(default_factory=dict)

    @property
    def mean(self) -> float:
        return self.reward / self.visits


def ucb1(node: Node, child: Node, c: float = 1.0) -> float:
    return child.mean + c * math.sqrt(math.log(node.visits)) * (1 / math.sqrt(child.visits))


@dataclass
class Twin:
    """A search: what differs from plain UCT is given as functions. `competes`: whether moves that were never tried have
    a score, or come before all others as in plain UCT."""

    game: AnyGame
    seed: int
    score: Callable[[Node, Node], float] = ucb1
    unvisited: Callable[[Node, int], float] = lambda node, move: FIRST
    arrived: Callable[[Node], None] = lambda node: None
    reached: Callable[[Node], None] = lambda node: None
    learn: Callable[[list[Node], list[tuple[int, int]], list[float]], None] = lambda path, moves, rewards: None
    competes: bool = True

    def run(self, start: State, iterations: int) -> Node:
        self.rng = random_numbers.new(self.seed)
        root = Node(start.mover, start.copy())
        for _ in range(iterations):
            node, path = root, [root]
            while True:
                self.reached(node)
                if node.state.over:
                    break
                move = self.choose(node)
                is_new = move not in node.children
                if is_new:
                    node.children[move] = Node(node.state.mover, node.state.copy().play(move), move, node)
                    self.arrived(node.children[move])
                node = node.children[move]
                path.append(node)
                if is_new:
                    break
            told = [(visited.player, visited.move) for visited in path[1:]]
            rewards = self.play_out(node.state.copy(), told)
            for visited in path:
                visited.visits += 1
                visited.reward += rewards[visited.player]
            self.learn(path, told, rewards)
        return root

    def play_out(self, state: State, told: list[tuple[int, int]]) -> list[float]:
        played, play = [], state.play

        class Watched:
            """The state, but for telling its moves."""

            def __getattr__(self, name: str) -> Any:
                return getattr(state, name)

            def play(self, move: int) -> None:
                played.append((state.mover, move))
                play(move)

        rewards = _play_out(self.game, Watched(), self.rng)  # type: ignore[arg-type]
        told += played
        return rewards

    def choose(self, node: Node) -> int:
        moves = node.state.moves()
        untried = [move for move in moves if move not in node.children]
        if not untried:
            return self.best_child(node)
        if not self.competes:
            return _any_untried(moves, untried, self.rng)
        return self.first_of_best(
            [
                (self.score(node, node.children[move]) if move in node.children else self.unvisited(node, move), move)
                for move in moves
            ]
        )

    def first_of_best(self, scored: list[tuple[float, int]]) -> int:
        """Ties are broken as they come."""
        best, best_score, ties = -1, -1e300, 0
        for bound, move in scored:
            if bound > best_score:
                best, best_score, ties = move, bound, 1
            elif bound == best_score:
                ties += 1
                if random_numbers.below(self.rng, ties) == 0:
                    best = move
        return best

    def best_child(self, node: Node) -> int:
        newest_first = [(self.score(node, child), move) for move, child in reversed(node.children.items())]
        top = max(bound for bound, _ in newest_first)
        ties = [move for bound, move in newest_first if bound == top]
        chosen = ties[0]
        if len(ties) > 1:
            for seen, move in enumerate(ties, 1):
                if random_numbers.below(self.rng, seen) == 0:
                    chosen = move
        return chosen


def tree_of(search: Search) -> Any:
    """Moves, visits and rewards of the whole tree."""

    def walk(node: Any) -> Any:
        return {child.move: (child.visits, round(child.mean, 9), walk(child)) for child in node.children}

    return walk(search.root)


def tree_of_twin(root: Node) -> Any:
    """The same of a twin."""
    return {move: (node.visits, round(node.mean, 9), tree_of_twin(node)) for move, node in root.children.items()}
