"""UCB1 whose exploration constant is tuned while it searches: Sironi and Winands, On-line parameter tuning for
Monte-Carlo tree search in general game playing (2018); the survey's V-B9 on tuning.

A few values of c, at equal ratios from `low` to `high`, are the arms of a bandit. At the root of every iteration UCB1
chooses one of them, by the rewards of the iterations that each had before:

    mean reward with c_k  +  explore * sqrt(ln (iterations) / (iterations with c_k))

and UCT goes down the tree with it. The arm is then credited with the iteration's reward. Every player has a bandit of
its own, for the nodes where it chooses, credited with its own reward: with one for all, the best c would be that which
makes the opponents play badly.

Ours: the values and `explore`. The bandits are forgotten with the tree. Statistics of nodes are shared by all values of
c. Differences between values are small beside the noise of one playout, so it takes thousands of iterations to prefer
one, and what is lost with a bad one until then is the price: a constant that was tuned off-line (`anyspace lab tune`)
is better.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.binding import Loop
from ...core.tree import NO_NODE
from ...errors import OptionError
from ..options import number, whole
from ..part import Part
from .ucb1 import inverse_root, root_of_log

COUNT, SUM = range(2)
"""What is kept of an arm: iterations, and their rewards."""

ARM, C = range(2)
"""What is noted for an iteration and a player: the arm that was chosen, and its value."""

MOST_VALUES = 64


@dataclass(frozen=True)
class AdaptiveC(Part):
    """Selection by UCB1 with an exploration constant that a bandit chooses for every iteration.

    low, high: the least and the greatest value of c, above 0. values: how many there are, at equal ratios, from 2.
    explore: how much the bandit explores them, 0 or more.
    """

    low: float = 0.25
    high: float = 2.0
    values: int = 4
    explore: float = 0.7
    kind = "select"
    reference = "Sironi and Winands 2018; survey, V-B9"

    def __post_init__(self) -> None:
        number(self, "low", 1e-9)
        number(self, "high", 1e-9)
        whole(self, "values", 2, MOST_VALUES)
        number(self, "explore")
        if self.low > self.high:
            raise OptionError(f"{type(self).__name__}: low must not be above high, not {self.low:g} and {self.high:g}")

    def bind(self, loop: Loop) -> None:
        players = loop.setup.game.players
        arms = loop.table(np.float64, (players, self.values, 2))
        chosen = loop.note(np.float64, (players, 2))
        low, high, explore = loop.number(self.low), loop.number(self.high), loop.number(self.explore)
        inner_entered, inner_learn = loop.entered, loop.learn

        def entered(tree: Any, policy: Any, scratch: Any, which: int, depth: int, node: Any) -> None:
            inner_entered(tree, policy, scratch, which, depth, node)
            if depth == 0:
                table, note, numbers = tree.tables[arms], scratch.notes[chosen], policy.numbers
                for player in range(table.shape[0]):
                    arm = best_arm(table[player], numbers[explore])
                    note[player, ARM] = arm
                    note[player, C] = value_of(arm, table.shape[1], numbers[low], numbers[high])

        def bound(
            tree: Any, policy: Any, scratch: Any, node: Any, child: Any, worth: float, visits: Any, width: float
        ) -> float:
            who = tree.nodes[node].mover if child == NO_NODE else tree.nodes[child].player
            return worth + scratch.notes[chosen][max(0, who), C] * width * inverse_root(visits)

        def learn(tree: Any, game: Any, policy: Any, scratch: Any, payoffs: Any, length: int) -> int:
            status = inner_learn(tree, game, policy, scratch, payoffs, length)
            # where several iterations are under way in one tree, some sums may be lost or another's
            table, note = tree.tables[arms], scratch.notes[chosen]
            for player in range(table.shape[0]):
                arm = np.int64(note[player, ARM])
                table[player, arm, COUNT] += 1.0
                table[player, arm, SUM] += payoffs[player]
            return status

        loop.entered, loop.learn = entered, learn
        loop.spread, loop.bound = root_of_trials, bound


def root_of_trials(tree: Any, policy: Any, node: Any, trials: Any) -> float:
    """For `spread`: sqrt(ln N)."""
    return root_of_log(trials)


def best_arm(arms: Any, explore: float) -> int:
    """UCB1 over the rows of `arms`; each is tried once first, and of equals the first is taken."""
    total = 0.0
    for arm in range(arms.shape[0]):
        if arms[arm, COUNT] == 0.0:
            return arm
        total += arms[arm, COUNT]
    width = explore * math.sqrt(math.log(total))
    best, most = 0, -1.0
    for arm in range(arms.shape[0]):
        count = arms[arm, COUNT]
        bound = arms[arm, SUM] / count + width / math.sqrt(count)
        if bound > most:
            best, most = arm, bound
    return best


def value_of(arm: int, count: int, low: float, high: float) -> float:
    """The arm's c: equal ratios from `low` to `high`."""
    return low * (high / low) ** (arm / (count - 1))
