"""Games that are made to tell selections apart: bandits, trees of bandits, a smooth function, a chain."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ....rng import below
from ....rules.game import CHANCE, OVER, Game, State

# ---- one player ------------------------------------------------------------------------------------------------------

WALK = np.dtype([("ply", np.int8), ("place", np.int64), ("won", np.int8)])


def _walk(name: str, depth: int, branching: int, final: Any, odds: Any, paid: Any) -> Game:
    """Moves until `final(ply, place)`; then a coin comes up 1 with probability `odds(ply, place)`, and the payoff is
    `paid(place, coin)`. A place is the number whose digits are the moves."""

    def start(state: Any, rng: Any) -> None:
        state.ply = state.place = 0
        state.won = -1

    def mover(state: Any) -> int:
        return 0 if not final(state.ply, state.place) else CHANCE if state.won < 0 else OVER

    def moves(state: Any, out: Any) -> int:
        n = 2 if final(state.ply, state.place) else branching
        for i in range(n):
            out[i] = i
        return n

    def play(state: Any, move: int) -> None:
        if final(state.ply, state.place):
            state.won = move
        else:
            state.place = state.place * branching + move
            state.ply += 1

    def weights(state: Any, out: Any) -> None:
        out[1] = odds(state.ply, state.place)
        out[0] = 1.0 - out[1]

    def returns(state: Any, out: Any) -> None:
        out[0] = paid(state.place, max(state.won, 0))

    return Game(
        name=name, state=WALK, players=1, max_moves=max(2, branching), payoffs=(0.0, 1.0), max_length=depth + 1,
        start=start, mover=mover, moves=moves, play=play, weights=weights, returns=returns,
    )  # fmt: skip


def _heads(place: int, coin: int) -> float:
    return float(coin)


def _after_one(ply: int, place: int) -> bool:
    return ply == 1


def coins(means: Sequence[float] | Callable[[int], float], count: int = 0) -> Game:
    """A bandit whose arms pay 1 or 0. With a function, arms may change: for searches that are not compiled."""
    if callable(means):
        now = means

        def changing(ply: int, place: int) -> float:
            return now(int(place))

        return _walk("coins", 1, count, _after_one, changing, _heads)
    table = np.array(means)

    def fixed(ply: int, place: int) -> float:
        return table[place]

    return _walk("coins", 1, len(table), _after_one, fixed, _heads)


def narrow(means: Sequence[float], width: float) -> Game:
    """A bandit whose arms pay `width` more or less than their mean."""
    table = np.array(means)

    def fair(ply: int, place: int) -> float:
        return 0.5

    def paid(place: int, coin: int) -> float:
        return table[place] + width * (2 * coin - 1)

    return _walk("narrow", 1, len(table), _after_one, fair, paid)


def smooth(depth: int) -> Game:
    """The number line from 0 to 1, halved `depth` times; then a coin with the odds `smooth_at` (Coquelin and Munos
    2007, section 7)."""

    def final(ply: int, place: int) -> bool:
        return ply == depth

    def odds(ply: int, place: int) -> float:
        return smooth_at((place + 0.5) / 2.0**depth)

    return _walk("smooth", depth, 2, final, odds, _heads)


def smooth_at(x: float) -> float:
    """It changes at most 2 pi + 1/2 times as fast as x."""
    return abs(math.sin(4.0 * math.pi * x) + math.cos(x)) / 2.0


def chain(depth: int) -> Game:
    """Go on (1) or stop (0): to stop pays the less the later, to have gone on to the end 1 (Coquelin and Munos 2007,
    section 3)."""

    def final(ply: int, place: int) -> bool:
        return ply == depth or (ply > 0 and place % 2 == 0)

    def odds(ply: int, place: int) -> float:
        return 1.0 if place % 2 == 1 and ply == depth else (depth - ply) / depth

    return _walk("chain", depth, 2, final, odds, _heads)


def astray(depth: int) -> Game:
    """At each of `depth` steps left (0) or right (1). All left pays 1, else a third of the share of steps to the right:
    the mean leads away from what can be reached."""

    def final(ply: int, place: int) -> bool:
        return ply == depth

    def odds(ply: int, place: int) -> float:
        return 1.0

    def paid(place: int, coin: int) -> float:
        right = 0
        for i in range(depth):
            right += (place >> i) & 1
        return 1.0 if right == 0 else right / depth / 3.0

    return _walk("astray", depth, 2, final, odds, paid)


# ---- trees of bandits (Tesauro, Rajan and Segal 2010) ----------------------------------------------------------------

TREE = np.dtype([("salt", np.int64), ("ply", np.int8), ("leaf", np.int64), ("won", np.int8)])
MASK, MULTIPLIER = (1 << 31) - 1, 48271


def odds_of(salt: int, leaf: int) -> float:
    """The odds at a leaf of the tree `salt`: a hash, uniform on [0, 1)."""
    word = (salt * 40503 + leaf * 10007 + 12345) & MASK
    for _ in range(4):
        word = (word * MULTIPLIER + 11) & MASK
        word ^= word >> 15
    return word / (MASK + 1.0)


def bandit_tree(branching: int, depth: int) -> Game:
    """Two players move in turn, `depth` moves in all, then a coin decides whether the first one wins: at every leaf
    another coin. Which tree it is, is drawn at the start."""

    def start(state: Any, rng: Any) -> None:
        state.salt = below(rng, MASK)
        state.ply = state.leaf = state.won = 0

    def mover(state: Any) -> int:
        return state.ply % 2 if state.ply < depth else CHANCE if state.ply == depth else OVER

    def moves(state: Any, out: Any) -> int:
        n = branching if state.ply < depth else 2
        for i in range(n):
            out[i] = i
        return n

    def play(state: Any, move: int) -> None:
        if state.ply < depth:
            state.leaf = state.leaf * branching + move
        else:
            state.won = move
        state.ply += 1

    def weights(state: Any, out: Any) -> None:
        out[1] = odds_of(state.salt, state.leaf)
        out[0] = 1.0 - out[1]

    def returns(state: Any, out: Any) -> None:
        out[0] = float(state.won)
        out[1] = 1.0 - out[0]

    return Game(
        name="bandit_tree", state=TREE, players=2, max_moves=max(2, branching), payoffs=(0.0, 1.0),
        max_length=depth + 1, start=start, mover=mover, moves=moves, play=play, weights=weights, returns=returns,
    )  # fmt: skip


def true_value(state: State, branching: int, depth: int) -> float:
    """What the first player wins from the start of a tree of bandits if both play as well as can be."""
    salt = int(state["salt"])
    values = np.array([odds_of(salt, leaf) for leaf in range(branching**depth)])
    for ply in reversed(range(depth)):
        rows = values.reshape(-1, branching)
        values = rows.max(axis=1) if ply % 2 == 0 else rows.min(axis=1)
    return float(values[0])
