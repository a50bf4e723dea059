"""Games that are made to tell selections apart: bandits, trees of bandits, a smooth function, a chain."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from anyspace import CHANCE, OVER, Game, State
from anyspace.lab.reproduce.checks.arms import TREE, odds_of

# ---- trees of bandits (Tesauro, Rajan and Segal 2010) ---------------------------------------------------------------


def salt_of(state: State) -> int:
    """Which tree it is."""
    return int(state._block.view(TREE)["salt"][0])


def true_value(salt: int, branching: int, depth: int, ply: int = 0, leaf: int = 0) -> float:
    """What the first player wins if both play as well as can be."""
    if ply == depth:
        return odds_of(salt, leaf)
    values = [true_value(salt, branching, depth, ply + 1, leaf * branching + i) for i in range(branching)]
    return max(values) if ply % 2 == 0 else min(values)


# ---- one player -----------------------------------------------------------------------------------------------------

WALK = np.dtype([("ply", np.int8), ("place", np.int64), ("won", np.int8)])


def one_player(name: str, depth: int, branching: int, final: Any, paid: Any) -> Game:
    """Someone makes moves until `final(ply, place)` says that they are over; then a coin pays 1 with the probability
    `paid(ply, place)`. A place is the number whose digits are the moves."""

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
        out[1] = paid(state.ply, state.place)
        out[0] = 1.0 - out[1]

    def returns(state: Any, out: Any) -> None:
        out[0] = float(max(state.won, 0))

    return Game(
        name=name, state=WALK, players=1, max_moves=max(2, branching), payoffs=(0.0, 1.0), max_length=depth + 1,
        start=start, mover=mover, moves=moves, play=play, weights=weights, returns=returns,
    )  # fmt: skip


def bandit(odds: tuple[float, ...]) -> Game:
    """One move, to one of several coins."""

    def final(ply: int, place: int) -> bool:
        return ply == 1

    def paid(ply: int, place: int) -> float:
        return odds[place]

    return one_player("bandit", 1, len(odds), final, paid)


def smooth(depth: int = 10) -> Game:
    """The number line from 0 to 1, halved `depth` times; then a coin pays with the odds `smooth_at(x)` in the middle of
    what is left (Coquelin and Munos 2007, section 7)."""

    def final(ply: int, place: int) -> bool:
        return ply == depth

    def paid(ply: int, place: int) -> float:
        return smooth_at((place + 0.5) / 2.0**depth)

    return one_player(f"smooth_{depth}", depth, 2, final, paid)


def smooth_at(x: float) -> float:
    """It changes at most 2 pi + 1/2 times as fast as x."""
    return abs(math.sin(4.0 * math.pi * x) + math.cos(x)) / 2.0


def chain(depth: int = 10) -> Game:
    """Go on (1) or stop (0): to stop after d moves more pays (depth - 1 - d) / depth on average, to have gone on to the
    end 1. So every stop looks better than what comes soon after (Coquelin and Munos 2007, section 3)."""

    def final(ply: int, place: int) -> bool:
        return ply == depth or (ply > 0 and place % 2 == 0)

    def paid(ply: int, place: int) -> float:
        return 1.0 if place % 2 == 1 and ply == depth else (depth - ply) / depth

    return one_player(f"chain_{depth}", depth, 2, final, paid)
