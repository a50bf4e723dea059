"""Contextual Monte Carlo: in playouts, a move that goes well with one's last move is played after it (Rimmel and
Teytaud 2010).

A tile is two moves that a player made one after the other (whatever the others did between them); its value is the mean
reward of the iterations in which the player did so, in the tree or after it. In a playout, with probability p, of the
moves that make a tile with the player's last move the one of the greatest value is played, if that tile was seen often
enough and is worth more than the threshold; else whatever the search's playout would play.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.binding import Loop
from ...rng import uniform
from ..options import number
from ..playout.codes import LearningPlayout, code_of, player_of
from ..playout.grams import learn_pair, owner_of, pair_tables, row_of
from ..tracing import trace_moves


@dataclass(frozen=True)
class Contextual(LearningPlayout):
    """A move that did well after the player's own last move is played again after it.

    p: how often that is tried. least: how often a tile, one's own move after one's last, must have been seen.
    threshold: which mean reward it must exceed. kept: share of what was learnt that stays after each move of the game,
    0 to 1.
    """

    p: float = 0.5
    least: float = 10.0
    threshold: float = 0.5
    kept: float = 1.0
    kind = "reply"
    reference = "Rimmel and Teytaud 2010; survey, VI-A2"

    def __post_init__(self) -> None:
        number(self, "p", 0, 1)
        number(self, "least", 1)
        number(self, "threshold", 0, 1)
        self.check_kept()

    def bind(self, loop: Loop) -> None:
        trace_moves(loop)
        p, least, threshold = loop.number(self.p), loop.number(self.least), loop.number(self.threshold)
        owners, sums, liked = pair_tables(loop, self.kept)
        teach, inner = loop.teach, loop.choose

        def learn_tiles(tree: Any, game: Any, policy: Any, scratch: Any, payoffs: Any) -> None:
            teach(tree, game, policy, scratch, payoffs)
            tables, enough = tree.tables, policy.numbers[least]
            for k in range(1, scratch.told[1]):
                code = np.int64(scratch.trace[k])
                if code >= 0:
                    player = player_of(game, code)
                    last, action = own_last(game, scratch, player, k), code - player * game.actions
                    if last >= 0:
                        reward = payoffs[player]
                        learn_pair(tables[owners], tables[sums], tables[liked], last, action, player, reward, enough)

        def choose_tile(tree: Any, game: Any, policy: Any, scratch: Any, mover: int, n: int, ply: int) -> int:
            if uniform(scratch.rng) < policy.numbers[p]:
                last = own_last(game, scratch, mover, scratch.told[1])
                row = row_of(len(tree.tables[owners]), last)
                if last >= 0 and tree.tables[owners][row] == owner_of(last, mover):
                    after, bar = tree.tables[liked][row], 1.0 + policy.numbers[threshold]
                    found = best_tile(game, scratch, after, bar, mover, n)
                    if found != NO_TILE:
                        return found
            return inner(tree, game, policy, scratch, mover, n, ply)

        loop.teach, loop.choose = learn_tiles, choose_tile


NO_TILE = -1


def own_last(game: Any, scratch: Any, player: Any, end: Any) -> Any:
    """The code of the last of the first `end` moves that `player` made; -1 if it made none."""
    lowest = np.int64(player) * game.actions
    k = np.int64(end) - 1
    while k >= 0:
        code = np.int64(scratch.trace[k])
        if code >= lowest and code < lowest + game.actions:
            return code
        k -= 1
    return np.int64(-1)


def best_tile(game: Any, scratch: Any, liked: Any, bar: float, mover: int, n: int) -> int:
    """Which of the `n` moves listed has the greatest entry by action, NO_TILE if none exceeds `bar`, which is 1 more
    than the threshold; or what went wrong."""
    best, best_value, base = NO_TILE, bar, mover * game.actions
    for i in range(n):
        code = code_of(game, scratch, mover, scratch.moves[i])
        if code < 0:
            return code
        value = np.float64(liked[code - base])
        if value > best_value:
            best, best_value = i, value
    return best
