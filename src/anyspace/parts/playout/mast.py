"""MAST, the move-average sampling technique: in playouts, moves that did well wherever they were played are played more
often (Finnsson and Björnsson 2008; the greedy form Tak, Winands and Björnsson 2012).

For every player and move, Q is the mean reward of all iterations in which the player made that move, in the tree or
after it. A move that nobody made yet has Q = 1. In a playout

    greedy   with probability 1 - epsilon the move with the greatest Q, else any move
    gibbs    a move with odds exp(Q / temperature)

`tree_only` learns from moves in the tree alone (TO-MAST, Finnsson and Björnsson 2010).

This also is the history heuristic at the playout's level (survey, VI-A5): its table, for every player and move the mean
reward (parts/bias/move_table.py), is what Q is.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.binding import Loop
from ...rng import below, uniform
from ..options import number, one_of
from ..tracing import trace_moves
from .codes import LearningPlayout, code_of, codes_of, player_of

METHODS = ("greedy", "gibbs")


@dataclass(frozen=True)
class Mast(LearningPlayout):
    """Moves that did well anywhere are preferred in playouts.

    method: "greedy" or "gibbs". epsilon: greedy, how often any move is played. temperature: gibbs, the smaller the
    greedier. tree_only: learn only from moves in the tree. kept: share of what was learnt that stays after each move of
    the game, 0 to 1.
    """

    method: str = "greedy"
    epsilon: float = 0.4
    temperature: float = 0.1
    tree_only: bool = False
    kept: float = 1.0
    kind = "playout"
    reference = "Finnsson and Björnsson 2008; survey, VI-A5"

    def __post_init__(self) -> None:
        one_of(self, "method", METHODS)
        number(self, "epsilon", 0, 1)
        number(self, "temperature", 0.001)
        self.check_kept()

    def bind(self, loop: Loop) -> None:
        trace_moves(loop)
        gibbs, tree_only = self.method == "gibbs", self.tree_only
        epsilon, coldness = loop.number(self.epsilon), loop.number(1.0 / self.temperature)
        codes = codes_of(loop)
        sums = loop.table(np.float32, (codes, 2), kept=self.kept)  # rewards, and how often
        appeal = loop.table(np.float32, (codes,), kept=1.0 if self.kept else 0.0)  # 0 for a move that was never made
        teach = loop.teach

        def learn_moves(tree: Any, game: Any, policy: Any, scratch: Any, payoffs: Any) -> None:
            teach(tree, game, policy, scratch, payoffs)
            known, liked = tree.tables[sums], tree.tables[appeal]
            for k in range(scratch.told[0] if tree_only else scratch.told[1]):
                code = np.int64(scratch.trace[k])
                if code >= 0:
                    known[code, 0] += np.float32(payoffs[player_of(game, code)])
                    known[code, 1] += np.float32(1.0)
                    lacks = 1.0 - np.float64(known[code, 0]) / np.float64(known[code, 1])
                    liked[code] = math.exp(-lacks * policy.numbers[coldness]) - 1.0 if gibbs else -lacks

        def choose_greedily(tree: Any, game: Any, policy: Any, scratch: Any, mover: int, n: int, ply: int) -> int:
            if uniform(scratch.rng) < policy.numbers[epsilon]:
                return below(scratch.rng, n)
            return greatest(game, scratch, tree.tables[appeal], mover, n)

        def choose_by_odds(tree: Any, game: Any, policy: Any, scratch: Any, mover: int, n: int, ply: int) -> int:
            return by_odds(game, scratch, tree.tables[appeal], mover, n)

        loop.teach, loop.choose = learn_moves, choose_by_odds if gibbs else choose_greedily


def greatest(game: Any, scratch: Any, liked: Any, mover: int, n: int) -> int:
    """The index of the move with the greatest entry in a table by code; ties are broken at random."""
    moves = scratch.moves
    best, best_value, ties = 0, np.float32(-1e30), 0
    for i in range(n):
        code = code_of(game, scratch, mover, moves[i])
        if code < 0:
            return code
        value = liked[code]
        if value > best_value:
            best, best_value, ties = i, value, 1
        elif value == best_value:
            ties += 1
    if ties == 1:
        return best
    skip = below(scratch.rng, ties)
    for i in range(best, n):
        if liked[code_of(game, scratch, mover, moves[i])] == best_value:
            if skip == 0:
                return i
            skip -= 1
    return best  # another thread has changed the table meanwhile


def by_odds(game: Any, scratch: Any, liked: Any, mover: int, n: int) -> int:
    """The index of a move, drawn with odds 1 + its entry in a table by code."""
    odds, total = scratch.weights, 0.0
    for i in range(n):
        code = code_of(game, scratch, mover, scratch.moves[i])
        if code < 0:
            return code
        total += 1.0 + np.float64(liked[code])
        odds[i] = total
    drawn = uniform(scratch.rng) * total
    for i in range(n):
        if drawn < odds[i]:
            return i
    return n - 1
