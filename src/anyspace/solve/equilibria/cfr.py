"""Counterfactual regret minimization (Zinkevich, Johanson, Bowling and Piccione 2007), on a game that is unfolded.

Iteration by iteration, player by player, every information set plays in proportion to its positive regrets; what is
played on average, weighted by how likely its owner makes it that the set is reached, tends to an equilibrium of two
players whose payoffs sum to a constant. With `plus` (Tammelin 2014) regrets are never negative and later iterations
weigh more: far fewer iterations.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ... import numeric
from ...errors import OptionError
from ...machine.jit import compile_kernel
from ...rules.game import AnyGame
from ...search.budget import Budget, Stopwatch
from ...search.interrupt import Interruptible
from .response import Exploited, back_up, edge_odds, exploited
from .strategy import Strategy
from .unfolded import MOST_NODES, Unfolded, unfolded

SLICE_NODES = 4_000_000
"""Nodes passed between two looks at the clock."""


def regret_matched(first: Any, regrets: Any, strategy: Any) -> None:
    """What to play, by the regrets."""
    for group in range(len(first) - 1):
        total = 0.0
        for slot in range(first[group], first[group + 1]):
            total += max(0.0, regrets[slot])
        for slot in range(first[group], first[group + 1]):
            if total > 0.0:
                strategy[slot] = max(0.0, regrets[slot]) / total
            else:
                strategy[slot] = 1.0 / (first[group + 1] - first[group])


def iterate(
    nodes: Any,
    payoffs: Any,
    infoset: Any,
    first: Any,
    owner: Any,
    regrets: Any,
    averages: Any,
    strategy: Any,
    odds: Any,
    reach: Any,
    values: Any,
    players: int,
    done: int,
    iterations: int,
    plus: bool,
) -> None:
    """So many iterations; `reach` is [nodes, 2]: by the player's own moves, and by all others'."""
    for i in range(iterations):
        weight = float(done + i + 1) if plus else 1.0
        for player in range(players):
            regret_matched(first, regrets, strategy)
            edge_odds(nodes, infoset, first, strategy, odds)
            reach[0, 0] = reach[0, 1] = 1.0
            for node in range(1, len(nodes)):
                parent = nodes[node].parent
                own = nodes[parent].mover == player
                reach[node, 0] = reach[parent, 0] * (odds[node] if own else 1.0)
                reach[node, 1] = reach[parent, 1] * (1.0 if own else odds[node])
            back_up(nodes, odds, values, payoffs, player)
            for node in range(1, len(nodes)):
                parent = nodes[node].parent
                if nodes[parent].mover == player:
                    slot = first[infoset[parent]] + nodes[node].edge
                    regrets[slot] += reach[parent, 1] * (values[node] - values[parent])
                    averages[slot] += weight * reach[parent, 0] * odds[node]
            if plus:
                for group in range(len(owner)):
                    if owner[group] == player:
                        for slot in range(first[group], first[group + 1]):
                            regrets[slot] = max(0.0, regrets[slot])


class CFR:
    """Solves a game that is small enough to be unfolded. plus: CFR+."""

    def __init__(self, game: AnyGame | Unfolded, plus: bool = False, most: int = MOST_NODES) -> None:
        if not isinstance(plus, bool):
            raise OptionError(f"CFR: plus must be True or False, not {plus!r}")
        if numeric.whole(most) is None or most < 1:
            raise OptionError(f"CFR: most must be a whole number of histories, not {most!r}")
        self.tree = game if isinstance(game, Unfolded) else unfolded(game, most)
        self.game, self.plus, self.done = self.tree.game, plus, 0
        count, slots = len(self.tree.nodes), self.tree.slots
        self._regrets, self._averages, self._strategy = np.zeros(slots), np.zeros(slots), np.zeros(slots)
        self._odds, self._reach, self._values = np.zeros(count), np.zeros((count, 2)), np.zeros(count)

    def run(self, *, iterations: int | None = None, seconds: float | None = None) -> CFR:
        """So much more. Ctrl-C ends it, and what was done stays."""
        budget = Budget(iterations, seconds)
        slice_ = max(1, SLICE_NODES // (len(self.tree.nodes) * self.game.players))
        self._iterate(0)  # compiled before the clock starts
        clock, target = Stopwatch(budget), None if budget.iterations is None else self.done + budget.iterations
        with Interruptible() as interrupt:
            while not interrupt.requested and (target is None or self.done < target):
                if budget.seconds is not None and clock.elapsed >= budget.seconds:
                    break
                self._iterate(slice_ if target is None else min(slice_, target - self.done))
        return self

    def _iterate(self, iterations: int) -> None:
        tree = self.tree
        kernel = _made.get("iterate") or _made.setdefault("iterate", compile_kernel(iterate, "equilibria: CFR"))  # type: ignore[arg-type]
        kernel(
            *(tree.nodes.view(np.recarray), tree.payoffs, tree.infoset, tree.first, tree.owner),
            *(self._regrets, self._averages, self._strategy, self._odds, self._reach, self._values),
            *(self.game.players, self.done, iterations, self.plus),
        )
        self.done += iterations

    @property
    def average(self) -> Any:
        """How often to play each move of every information set, one number a move."""
        return normalized(self.tree, self._averages)

    @property
    def strategy(self) -> Strategy:
        """The same, to be asked about positions."""
        return Strategy.of_unfolded(self.tree, self.average)

    def exploited(self) -> Exploited:
        """How far it is from an equilibrium."""
        return exploited(self.tree, self.average)


def normalized(tree: Unfolded, weights: Any) -> Any:
    """Weights as probabilities, set by set; any move where all are 0."""
    sets = np.repeat(np.arange(len(tree.owner)), np.diff(tree.first))
    totals = np.bincount(sets, weights=weights, minlength=len(tree.owner))[sets]
    return np.where(totals > 0.0, weights / np.where(totals > 0.0, totals, 1.0), tree.uniform())


_made: dict[str, Any] = {}
