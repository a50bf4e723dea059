"""Moves of a playout by what the game's `evaluate` says of the positions that they lead to: what the parts that look
ahead share. Values are in [0, 1], a player's; what is negative is a code that says what went wrong."""

from __future__ import annotations

from typing import Any

from ...core.loop import TOLERANCE
from ...core.questions import Scratch
from ...machine.native import call
from ...rng import below
from ...rules.codes import BAD_MOVER, BAD_PAYOFF, BAD_PRIOR, OVER, UNANSWERED
from ...rules.table import Table
from ..winning import play_copy


def mover_at(game: Table, scratch: Scratch, state: int) -> int:
    """Who moves at `state`: a player, CHANCE, OVER, or what went wrong."""
    mover = call(game.mover, (state,))
    if mover >= game.players or mover < OVER:
        scratch.tally[0].culprit = mover
        return BAD_MOVER if mover > UNANSWERED else mover
    return mover


def value_at(game: Table, scratch: Scratch, state: int, mover: int, player: int) -> float:
    """What the position at `state`, where `mover` is to move, is worth to `player`: what is paid if the game is over,
    else what it is taken to be. Overwrites `payoffs`."""
    status = call(game.returns if mover == OVER else game.evaluate, (state, scratch.payoffs_at))
    if status < 0:
        return float(status)
    value = (scratch.payoffs[player] - game.lowest) * game.scale
    if not (value >= -TOLERANCE and value <= 1.0 + TOLERANCE):
        scratch.tally[0].culprit = scratch.payoffs[player]
        return float(BAD_PAYOFF if mover == OVER else BAD_PRIOR)
    return max(value, 0.0)


def value_after(game: Table, scratch: Scratch, spare: int, state: int, move: int, player: int) -> float:
    """What the position after `move` at `state` is worth to `player`. Tried at `spare`."""
    status = play_copy(game, spare, state, move)
    mover = mover_at(game, scratch, spare) if status >= 0 else status
    if mover < OVER:
        return float(mover)
    return value_at(game, scratch, spare, mover, player)


def some_of(rng: Any, order: Any, n: int, most: Any) -> Any:
    """Put the numbers below `n` into `order`, the first `most` of them at random (all if `most` is 0). Returns how many
    those are."""
    for i in range(n):
        order[i] = i
    wanted = n if most == 0 or most > n else most
    for i in range(wanted):
        j = i + below(rng, n - i)
        other = order[i]
        order[i] = order[j]
        order[j] = other
    return wanted
