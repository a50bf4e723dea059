"""The generic playout: uniformly random moves to the end of the game (the survey's default policy).

Compiled together with the rules it calls, so that a whole playout is one call for the engine. `mover`, `moves`,
`play`, `returns`, `weights` and `pick` below are placeholders: `table.py` binds a game's own rules in their place.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..rng import below, happens, uniform
from .codes import BAD_MOVE_COUNT, BAD_PICK, BAD_WEIGHTS, CHANCE, NO_REPLY, OVER, TOO_LONG

mover: Any = None
moves: Any = None
play: Any = None
returns: Any = None
weights: Any = None
draw: Any = None
listed: Any = None
pick: Any = None
reply: Any = None
MAX_MOVES = 0
ACTIONS = 0

SURE = 1 << 32
"""What stands for the probability 1 where only whole numbers are passed."""


def pick_weighted(rng: Any, weight: Any, n: int) -> int:
    """An index below `n` with probability proportional to its weight; negative if the weights make no sense."""
    total = 0.0
    for i in range(n):
        if not weight[i] >= 0.0:
            return BAD_WEIGHTS
        total += weight[i]
    if not (total > 0.0 and total < 1e300):
        return BAD_WEIGHTS
    rest = uniform(rng) * total
    for i in range(n):
        rest -= weight[i]
        if rest < 0.0:
            return i
    last = n - 1  # rounding left a crumb: the last possible outcome takes it
    while weight[last] == 0.0:
        last -= 1
    return last


def random_playout(state: Any, rng: Any, out: Any, buffer: Any, weight: Any, limit: int) -> int:
    """Play `state` to its end; payoffs to `out`. Returns the number of moves, or a code."""
    for ply in range(limit + 1):
        player = mover(state)
        if player == OVER:
            returns(state, out)
            return ply
        if ply == limit:
            break
        move = draw(state, player, rng, buffer, weight)
        if move < 0:
            return move
        play(state, move)
    return TOO_LONG


def random_playout_traced(state: Any, rng: Any, out: Any, buffer: Any, weight: Any, limit: int, trace: Any) -> int:
    """The same, telling its moves: `trace[k] = mover * ACTIONS + move`, -1 for a move of chance."""
    for ply in range(limit + 1):
        player = mover(state)
        if player == OVER:
            returns(state, out)
            return ply
        if ply == limit:
            break
        move = draw(state, player, rng, buffer, weight)
        if move < 0:
            return move
        trace[ply] = player * ACTIONS + move if player >= 0 else -1
        play(state, move)
    return TOO_LONG


def random_playout_replying(
    state: Any, rng: Any, out: Any, buffer: Any, weight: Any, limit: int, trace: Any, last: int, often: float
) -> int:
    """The same where the game may know a reply to the `last` move, which is played with probability `often`."""
    for ply in range(limit + 1):
        player = mover(state)
        if player == OVER:
            returns(state, out)
            return ply
        if ply == limit:
            break
        move: Any = NO_REPLY
        if player != CHANCE and happens(rng, often):
            move = np.int64(reply(state, last, rng))
        if move == NO_REPLY:
            move = draw(state, player, rng, buffer, weight)
            if move < 0:
                return move
        trace[ply] = player * ACTIONS + move if player >= 0 else -1
        last = move if player >= 0 else NO_REPLY
        play(state, move)
    return TOO_LONG


# ---- a move, or a code, which is negative


def draw_uniform(state: Any, player: int, rng: Any, buffer: Any, weight: Any) -> Any:
    """Any of the legal moves."""
    n = moves(state, buffer)
    if n < 1 or n > MAX_MOVES:
        return BAD_MOVE_COUNT
    return np.int64(buffer[below(rng, n)])


def draw_weighted(state: Any, player: int, rng: Any, buffer: Any, weight: Any) -> Any:
    """The same, chance by its odds."""
    n = moves(state, buffer)
    if n < 1 or n > MAX_MOVES:
        return BAD_MOVE_COUNT
    if player != CHANCE:
        return np.int64(buffer[below(rng, n)])
    weights(state, weight)
    choice = pick_weighted(rng, weight, n)
    return np.int64(buffer[choice]) if choice >= 0 else choice


def draw_picked(state: Any, player: int, rng: Any, buffer: Any, weight: Any) -> Any:
    """The move that the game picks, which need not list them all; what chance does is drawn as ever."""
    if player == CHANCE:
        return listed(state, player, rng, buffer, weight)
    move = np.int64(pick(state, rng))
    return move if move >= 0 else np.int64(BAD_PICK)


def how_to_draw(rules: Mapping[str, Any], facts: Mapping[str, Any], bind: Any) -> Any:
    """Which of these a game's own rules call for, bound to them."""
    of_rules = {name: rules.get(name) for name in ("moves", "weights")}
    draw = bind(draw_weighted if "weights" in rules else draw_uniform, **of_rules, **facts)
    return bind(draw_picked, listed=draw, pick=rules["pick"]) if "pick" in rules else draw
