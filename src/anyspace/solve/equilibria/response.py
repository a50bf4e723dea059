"""What strategies are worth, and what the best answer to them is: exactly, on a game that is unfolded.

A strategy is one number a move of every information set: how often to play it. NashConv is the sum over all players of
what each would gain by the best answer to the others; 0 in an equilibrium. Exploitability is NashConv over the number
of players.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...machine.jit import compile_kernel
from .unfolded import Unfolded


def edge_odds(nodes: Any, infoset: Any, first: Any, strategy: Any, odds: Any) -> None:
    """How likely each node is, given its parent."""
    for node in range(1, len(nodes)):
        group = infoset[nodes[node].parent]
        odds[node] = strategy[first[group] + nodes[node].edge] if group >= 0 else nodes[node].odds


def back_up(nodes: Any, odds: Any, values: Any, payoffs: Any, player: int) -> None:
    """What every node is worth to a player."""
    for node in range(len(nodes)):
        values[node] = payoffs[node, player]
    for node in range(len(nodes) - 1, 0, -1):
        values[nodes[node].parent] += odds[node] * values[node]


def value_of(
    nodes: Any, payoffs: Any, infoset: Any, first: Any, strategy: Any, odds: Any, values: Any, player: int
) -> float:
    """What the game is worth to a player if all play by the strategy."""
    edge_odds(nodes, infoset, first, strategy, odds)
    back_up(nodes, odds, values, payoffs, player)
    return values[0]


def best_response(
    nodes: Any,
    payoffs: Any,
    infoset: Any,
    first: Any,
    owner: Any,
    level: Any,
    strategy: Any,
    answer: Any,
    odds: Any,
    reach: Any,
    values: Any,
    worth: Any,
    player: int,
    levels: int,
) -> float:
    """What the best answer to the others' strategy is worth to a player; `answer` becomes that strategy. From the last
    decisions to the first: those of one level are settled together, once all after them are."""
    for slot in range(len(strategy)):
        answer[slot] = strategy[slot]
    edge_odds(nodes, infoset, first, strategy, odds)
    reach[0] = 1.0
    for node in range(1, len(nodes)):
        own = nodes[nodes[node].parent].mover == player
        reach[node] = reach[nodes[node].parent] * (1.0 if own else odds[node])
    for now in range(levels - 1, -1, -1):
        edge_odds(nodes, infoset, first, answer, odds)
        back_up(nodes, odds, values, payoffs, player)
        for slot in range(len(worth)):
            worth[slot] = 0.0
        for node in range(1, len(nodes)):
            group = infoset[nodes[node].parent]
            if group >= 0 and owner[group] == player and level[group] == now:
                worth[first[group] + nodes[node].edge] += reach[node] * values[node]
        for group in range(len(owner)):
            if owner[group] == player and level[group] == now:
                best = first[group]
                for slot in range(first[group], first[group + 1]):
                    answer[slot] = 0.0
                    if worth[slot] > worth[best]:
                        best = slot
                answer[best] = 1.0
    return value_of(nodes, payoffs, infoset, first, answer, odds, values, player)


@dataclass(frozen=True)
class Exploited:
    """How far a strategy is from an equilibrium."""

    values: list[float]
    """what the game is worth to each player if all play by it"""
    best: list[float]
    """what each would get by the best answer to the others"""

    @property
    def nash_conv(self) -> float:
        """What all players together would gain, each by its best answer."""
        return sum(best - value for best, value in zip(self.best, self.values, strict=True))

    @property
    def exploitability(self) -> float:
        """The same for one player, on average."""
        return self.nash_conv / len(self.values)


def exploited(tree: Unfolded, strategy: Any) -> Exploited:
    """How far `strategy`, one number a move, is from an equilibrium."""
    count, nodes = len(tree.nodes), tree.nodes.view(np.recarray)
    odds, reach, values = np.zeros(count), np.zeros(count), np.zeros(count)
    answer, worth = np.zeros(tree.slots), np.zeros(tree.slots)
    given = np.ascontiguousarray(strategy, np.float64)
    fixed = (nodes, tree.payoffs, tree.infoset, tree.first)
    found: tuple[list[float], list[float]] = ([], [])
    for player in range(tree.game.players):
        own = tree.level[tree.owner == player]
        levels = int(own.max()) + 1 if len(own) else 0
        found[0].append(float(_kernel("value")(*fixed, given, odds, values, player)))
        groups = (tree.owner, tree.level, given, answer, odds, reach, values, worth, player, levels)
        found[1].append(float(_kernel("best")(*fixed, *groups)))
    return Exploited(*found)


def best_answer(tree: Unfolded, strategy: Any, player: int) -> Any:
    """The best answer of a player to the others' strategy: one number a move, 1 or 0 for its own."""
    count, nodes = len(tree.nodes), tree.nodes.view(np.recarray)
    odds, reach, values = np.zeros(count), np.zeros(count), np.zeros(count)
    answer, worth = np.zeros(tree.slots), np.zeros(tree.slots)
    given = np.ascontiguousarray(strategy, np.float64)
    levels = int(tree.level.max()) + 1
    _kernel("best")(
        *(nodes, tree.payoffs, tree.infoset, tree.first, tree.owner, tree.level),
        *(given, answer, odds, reach, values, worth, player, levels),
    )
    return answer


def _kernel(name: str) -> Any:
    if name not in _made:
        function: Any = {"value": value_of, "best": best_response}[name]
        _made[name] = compile_kernel(function, "equilibria: best responses")
    return _made[name]


_made: dict[str, Any] = {}
