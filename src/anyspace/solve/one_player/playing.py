"""Playouts of one player: asking the rules, choosing, and keeping the best line."""

from __future__ import annotations

import math
from typing import Any

from ...core.questions import copy_state
from ...machine.atomic import address_of
from ...machine.native import call
from ...rng import below
from ...rules.codes import BAD_MOVE_COUNT, BAD_MOVER, BAD_PAYOFF, CHANCE, OVER, TOO_LONG, UNANSWERED
from ...rules.playout import pick_weighted
from ...rules.table import Table
from .desk import (
    BEST,
    CULPRIT,
    GREATEST,
    LEAST,
    LENGTH,
    LONGEST,
    MOVES_PLAYED,
    PLAYOUTS,
    SCORE,
    WAY,
    WEIGHED,
    Desk,
    copy_first,
)

WHOLE, STEPS, SENSIBLE = range(3)
"""How playouts are played: in one call of the game's own; move by move among all legal moves; among those that the game
would have playouts choose from."""

MEETS_CHANCE = -120
"""There is nobody to decide."""


def is_over(game: Table, state: Any, desk: Desk) -> int:
    """1 if the game has ended, 0 if the player is to move; or what went wrong."""
    mover = call(game.mover, (state,))
    if mover == 0:
        return 0
    if mover == OVER:
        return 1
    desk.scores[CULPRIT] = mover
    return MEETS_CHANCE if mover == CHANCE else BAD_MOVER if mover > UNANSWERED else mover


def list_all(game: Table, state: Any, desk: Desk, row: int) -> int:
    """The legal moves into a row of `moves`: how many, or what went wrong."""
    n = call(game.moves, (state, address_of(desk.moves[row])))
    if n < 1 or n > game.max_moves:
        desk.scores[CULPRIT] = n
        return BAD_MOVE_COUNT if n > UNANSWERED else n
    return n


def list_sensible(game: Table, state: Any, desk: Desk, row: int) -> int:
    """Those that playouts choose from."""
    if desk.control[WAY] != SENSIBLE:
        return list_all(game, state, desk, row)
    n = call(game.playout_moves, (state, address_of(desk.moves[row])))
    if n < 1 or n > game.max_moves:
        desk.scores[CULPRIT] = n
        return BAD_MOVE_COUNT if n > UNANSWERED else n
    return n


def weigh(game: Table, state: Any, desk: Desk, row: int, n: int) -> int:
    """What the game's `prior` says of the moves of a row, into `weights`. 0, or what went wrong."""
    return call(game.prior, (state, address_of(desk.moves[row]), n, address_of(desk.weights)))


def assess(game: Table, state: Any, desk: Desk) -> int:
    """The payoff of a position into `scores[SCORE]`. 0, or what went wrong."""
    status = call(game.returns, (state, address_of(desk.payoffs)))
    return status if status < 0 else check(desk)


def check(desk: Desk) -> int:
    """The payoff in `payoffs` into `scores[SCORE]`, if it is one."""
    score = desk.payoffs[0]
    if not (math.isfinite(score) and score >= desk.scores[LEAST] and score <= desk.scores[GREATEST]):
        desk.scores[CULPRIT] = score
        return BAD_PAYOFF
    desk.scores[SCORE] = score
    return 0


def play_out(game: Table, desk: Desk, which: int, depth: int) -> int:
    """Play state `which`, which is `depth` moves from the start, to its end: moves into `path` from there on, the
    payoff into `scores[SCORE]`. Returns the length of the whole line, or what went wrong."""
    limit = desk.control[LONGEST]
    state = desk.states[which]
    if desk.control[WAY] == WHOLE:
        length = call(
            game.playout_traced,
            (
                state,
                address_of(desk.rng),
                address_of(desk.payoffs),
                address_of(desk.moves[which]),
                address_of(desk.weights),
                limit,
                address_of(desk.path) + 4 * depth,
            ),
        )
        if length < 0:
            return length
        status = check(desk)
        return finished(desk, depth + length, length) if status >= 0 else status
    for ply in range(limit + 1):
        ended = is_over(game, state, desk)
        if ended < 0:
            return ended
        if ended == 1:
            status = assess(game, state, desk)
            return finished(desk, depth + ply, ply) if status >= 0 else status
        n = list_sensible(game, state, desk, which)
        if n < 0:
            return n
        choice = below(desk.rng, n)
        if desk.control[WEIGHED] != 0:
            status = weigh(game, state, desk, which, n)
            if status < 0:
                return status
            choice = pick_weighted(desk.rng, desk.weights, n)
            if choice < 0:
                return choice
        move = desk.moves[which, choice]
        desk.path[depth + ply] = move
        status = call(game.play, (state, move))
        if status < 0:
            return status
    return TOO_LONG


def finished(desk: Desk, length: int, played: int) -> int:
    """A playout has ended: `path` has `length` moves, of which it made `played`. Keeps the line if it is the best."""
    desk.control[PLAYOUTS] += 1
    desk.control[MOVES_PLAYED] += played
    if desk.scores[SCORE] > desk.scores[BEST]:
        desk.scores[BEST] = desk.scores[SCORE]
        desk.control[LENGTH] = length
        copy_first(desk.best, desk.path, length)
    return length


def step(game: Table, desk: Desk, target: int, source: int, move: int) -> int:
    """State `target` becomes state `source` after a move. 0, or what went wrong."""
    status = copy_state(game, desk.states[target], desk.states[source])
    if status >= 0:
        status = call(game.play, (desk.states[target], move))
    return min(status, 0)
