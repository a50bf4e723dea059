"""Guesses of what is hidden, kept from move to move: a bag of positions, with one of which each iteration begins
(POMCP; Silver and Veness 2010).

`deal_particle` is one more way to deal the root's position; the rest of the search is that of core/hidden.py. Between
moves the bag follows the game: a particle makes the observer's own moves, draws what others (any move, or as a model of
them says) and chance do, and is dropped where the observer would have seen something else than it did. So a particle is
kept the likelier, the likelier it made the others' moves.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..machine.native import call
from ..rng import below, uniform
from ..rules.codes import CHANCE, NO_PARTICLES, NOTHING_SEEN, OK, OVER, UNANSWERED
from ..rules.table import Table
from .questions import Scratch, ask_mover, copy_state, draw_outcome, list_moves

EVENT = np.dtype([("own", np.int64), ("token", np.int64), ("paid", np.float64)])
"""What the observer noticed: a move of its own, or what it saw of another's; and, of a game for one player, what was
paid by then (not a number where that is not known)."""

DROPPED, KEPT = 0, 1
"""What becomes of a particle."""

CLOSE = 1e-9
"""Payoffs that differ by less are the same, as a share of the greater."""


class Desk(NamedTuple):
    """What the bag is worked on with; those of a `Scratch` that rules are asked with, and another state."""

    state: int
    spare: int
    moves: Any
    weights: Any
    payoffs: Any
    rng: Any
    tally: Any
    moves_at: int
    weights_at: int
    payoffs_at: int
    rng_at: int
    model: int
    """address of what says how often others make each move (parts/opponents/asking.py); 0: any is as likely"""


def deal_particle(game: Table, scratch: Scratch, bag: Any) -> int:
    """One of the bag's positions, any as likely. `bag`: how many there are, and their addresses."""
    n = bag[0]
    if n < 1 or n >= len(bag):
        return NO_PARTICLES
    return min(copy_state(game, scratch.state, bag[1 + below(scratch.rng, n)]), OK)


def carry(
    game: Table,
    desk: Any,
    observer: int,
    events: Any,
    sources: Any,
    n: int,
    targets: Any,
    made: int,
    tries: int,
    longest: int,
) -> int:
    """Take the `n` first of `sources`, each once and then any of them again, let each go through what happened, and put
    what was kept behind the `made` first of `targets`, until these are full or it was tried so often. Returns how many
    there are then, or what went wrong."""
    for tried in range(tries):
        if made >= len(targets):
            break
        status = copy_state(game, desk.state, sources[tried if tried < n else below(desk.rng, n)])
        if status >= 0:
            status = follow(game, desk, observer, events, longest)
        if status == KEPT:
            status = copy_state(game, targets[made], desk.state)
            made += 1
        if status < 0:
            return status
    return made


def follow(game: Table, desk: Any, observer: int, events: Any, longest: int) -> int:
    """KEPT if the position goes through these events and the observer is to move then; else DROPPED, or what went
    wrong."""
    for i in range(len(events)):
        event = events[i]
        if event.own != 0:
            status = silently(game, desk, observer, longest)
            if status == KEPT:
                status = make(game, desk, event.token)
        else:
            status = see(game, desk, observer, event.token, longest)
        if status == KEPT and event.paid == event.paid:
            status = is_paid(game, desk, event.paid)
        if status != KEPT:
            return status
    return silently(game, desk, observer, longest)


def make(game: Table, desk: Any, move: int) -> int:
    """The observer's own move, if it can be made."""
    n = list_moves(game, desk)
    if n < 0:
        return n
    for i in range(n):
        if desk.moves[i] == move:
            status = call(game.play, (desk.state, move))
            return status if status < 0 else KEPT
    return DROPPED


def is_paid(game: Table, desk: Any, paid: float) -> int:
    """Whether the observer, the only player, was paid what it was."""
    status = call(game.returns, (desk.state, desk.payoffs_at))
    if status < 0:
        return status
    return KEPT if abs(desk.payoffs[0] - paid) <= CLOSE * max(1.0, abs(paid)) else DROPPED


def silently(game: Table, desk: Any, observer: int, longest: int) -> int:
    """On to where the observer is to move, by what it does not notice."""
    for _ in range(longest):
        mover = ask_mover(game, desk)
        if mover == observer:
            return KEPT
        if mover < 0 and mover != CHANCE:
            return DROPPED if mover == OVER else mover
        token = draw_and_play(game, desk, observer, mover)
        if token != NOTHING_SEEN:
            return DROPPED if token > UNANSWERED else token
    return DROPPED


def see(game: Table, desk: Any, observer: int, token: int, longest: int) -> int:
    """Others and chance go on until the observer notices something: whether it is what it saw."""
    for _ in range(longest):
        mover = ask_mover(game, desk)
        if mover in (observer, OVER):
            return DROPPED
        if mover < 0 and mover != CHANCE:
            return mover
        seen = draw_and_play(game, desk, observer, mover)
        if seen < UNANSWERED:
            return seen
        if seen != NOTHING_SEEN:
            return KEPT if seen == token else DROPPED
    return DROPPED


def draw_and_play(game: Table, desk: Any, observer: int, mover: int) -> int:
    """A move of another or of chance (by its odds) is made: what the observer sees of it, or what went wrong."""
    n = list_moves(game, desk)
    if n < 0:
        return n
    move: Any = draw_outcome(game, desk, n) if mover == CHANCE else draw_of_another(desk, n)
    if move < 0:
        return move
    token: Any = np.int64(move)
    if game.observe != 0:
        token = call(game.observe, (desk.state, move, observer))
        if token < UNANSWERED:
            return token
    status = call(game.play, (desk.state, move))
    return status if status < 0 else token


def draw_of_another(desk: Any, n: int) -> int:
    """One of the `n` moves listed, by the model's odds; where it does not know, or there is none, any as likely."""
    if desk.model != 0:
        status = call(desk.model, (desk.state, desk.moves_at, n, desk.weights_at))
        if status < 0:
            return status
        left = uniform(desk.rng)
        for i in range(n):
            left -= desk.weights[i]
            if left < 0.0:
                return desk.moves[i]
    return desk.moves[below(desk.rng, n)]


def stir(
    game: Table, desk: Any, observer: int, sources: Any, n: int, targets: Any, first: int, end: int, steps: int
) -> int:
    """Put positions into `targets[first:end]` that were changed a little, several times over, by the game's rule
    `perturb`; what could not be, by what was seen, is taken back. Each is made of the source at its own place, or where
    there is none there of any. OK, or what went wrong."""
    for i in range(first, end):
        status = copy_state(game, desk.state, sources[i if i < n else below(desk.rng, n)])
        for _ in range(steps):
            if status >= 0:
                status = copy_state(game, desk.spare, desk.state)
            if status >= 0:
                status = call(game.perturb, (desk.state, observer, desk.rng_at))
            if status == DROPPED:
                status = copy_state(game, desk.state, desk.spare)
            if status < 0:
                return status
        status = min(status, copy_state(game, targets[i], desk.state))
        if status < 0:
            return status
    return OK
