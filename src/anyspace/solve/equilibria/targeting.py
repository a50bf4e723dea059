"""The kernel of online outcome sampling (Lisý, Lanctot and Bowling 2015): outcome sampling that mostly plays games
which lead to the position at hand.

A share `targeting` of the games is aimed: they begin with a deal that the player at hand cannot tell from the true one,
and follow the moves that were made; all others are sampled as ever. What came of a game is weighed by how likely it was
to be sampled either way,

    l = targeting T + (1 - targeting) N,

N being the product of what was drawn by the players; T the same without the moves that were followed, over the
probabilities of the outcomes of chance that were followed and of such a deal; 0 for a game that leads elsewhere. (The
odds of chance that were drawn are in all of them, and cancel.)
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ...machine.atomic import address_of
from ...machine.native import call
from ...rng import uniform
from ...rules.codes import BAD_MOVE_COUNT, CHANCE, OVER, TOO_LONG
from ...rules.table import Table
from .memory import Sets, drawn
from .sampling import FULL, Desk, begin, decision, listed, turn, weigh_game

MISSED = -1
"""Answer of `play_aimed`: the deal does not allow what happened; nothing is learnt from it. (Codes are below -100.)"""

MOST_DEALS = 1_000_000
"""Deals drawn before it is taken that none fits."""


class Aim(NamedTuple):
    """Where games are to lead."""

    moves: Any
    """int32 [n]: what was played, chance included"""
    key: Any
    """int64 [1]: what the player at hand knew at the start"""
    observer: int
    targeting: float
    tally: Any
    """int64 [2]: deals that fitted, and deals"""
    odds: Any
    """float64 [2]: N and T of the game that is being played"""


def targeted(game: Table, sets: Sets, desk: Desk, aim: Aim, exploration: float, iterations: int) -> int:
    """So many iterations: a game for each player in turn. OK, FULL, or what went wrong."""
    for _ in range(iterations):
        if 2 * (sets.used[0] + game.players * len(desk.states)) >= len(sets.keys):
            return FULL
        for player in range(game.players):
            is_aimed = uniform(desk.rng) < aim.targeting
            depth = play_aimed(game, sets, desk, aim, player, exploration, is_aimed)
            if depth < MISSED:
                return depth
            if depth != MISSED:
                weigh_game(game, sets, desk, player, depth)
        desk.done[0] += 1
    return 0


def deal(game: Table, desk: Desk, aim: Aim, is_aimed: bool) -> int:
    """A new game: 1 if the player at hand cannot tell it from the true one, which it is if games are aimed; 0 if it
    can; or what went wrong."""
    for _ in range(MOST_DEALS):
        status = begin(game, desk)
        if status >= 0:
            status = call(game.information_key, (desk.states[0], aim.observer, address_of(desk.key)))
        if status < 0:
            return status
        fits = desk.key[0] == aim.key[0]
        aim.tally[0] += fits
        aim.tally[1] += 1
        if fits or not is_aimed:
            return 1 if fits else 0
    return TOO_LONG


def play_aimed(game: Table, sets: Sets, desk: Desk, aim: Aim, player: int, exploration: float, is_aimed: bool) -> int:
    """A game to its end, in which `player` explores: how many decisions it had, MISSED, or what went wrong."""
    fits = deal(game, desk, aim, is_aimed)
    if fits < 0:
        return fits
    for i in range(game.players):
        desk.reach[i] = 1.0
    aim.odds[0] = 1.0
    aim.odds[1] = aim.tally[1] / aim.tally[0] if fits == 1 else 0.0
    depth, step, state, status = 0, 0, desk.states[0], 0
    while status >= 0:
        mover = turn(game, state)
        if mover < OVER:
            return mover
        if mover == OVER:
            desk.reach[game.players] = likely(aim)
            status = call(game.returns, (state, address_of(desk.payoffs)))
            return depth if status >= 0 else status
        if depth + 2 >= len(desk.states):
            return TOO_LONG
        wanted = aim.moves[step] if step < len(aim.moves) and aim.odds[1] > 0.0 else -1
        step += 1
        if mover == CHANCE:
            choice = chance_choice(game, desk, aim, depth, state, wanted, is_aimed)
            if choice < 0:
                return choice
            status = call(game.play, (state, desk.moves[depth, choice]))
            continue
        status = decision(game, sets, desk, depth, state, mover)
        if status != 0:
            return status if status < 0 else BAD_MOVE_COUNT
        choice = player_choice(sets, desk, aim, depth, mover, player, exploration, wanted, is_aimed)
        if choice < 0:
            return choice
        status = call(game.play, (state, desk.moves[depth, choice]))
        depth += 1
    return status


def likely(aim: Aim) -> float:
    """How likely the game so far was to be sampled, the odds of chance left out."""
    return aim.targeting * aim.odds[1] + (1.0 - aim.targeting) * aim.odds[0]


def place_in(moves: Any, n: int, wanted: int) -> int:
    """Where a move is listed; MISSED if it is not."""
    for i in range(n):
        if moves[i] == wanted:
            return i
    return MISSED


def chance_choice(game: Table, desk: Desk, aim: Aim, depth: int, state: int, wanted: int, is_aimed: bool) -> Any:
    """Chance draws, or what happened is followed: which of the outcomes listed, MISSED, or what went wrong."""
    n = listed(game, desk, depth, state)
    if n < 0:
        return n
    total = 0.0
    for i in range(n):
        desk.weights[i] = 1.0
    if game.weights != 0:
        status = call(game.weights, (state, address_of(desk.weights)))
        if status < 0:
            return status
    for i in range(n):
        total += desk.weights[i]
    for i in range(n):
        desk.weights[i] /= total
    choice: Any = (
        place_in(desk.moves[depth], n, wanted) if is_aimed and wanted >= 0 else drawn(desk.rng, desk.weights, n)
    )
    if choice >= 0 and wanted >= 0:
        follows = desk.moves[depth, choice] == wanted and desk.weights[choice] > 0.0
        aim.odds[1] = aim.odds[1] / desk.weights[choice] if follows else 0.0
        if is_aimed and not follows:
            return MISSED
    return choice


def player_choice(
    sets: Sets,
    desk: Desk,
    aim: Aim,
    depth: int,
    mover: int,
    player: int,
    exploration: float,
    wanted: int,
    is_aimed: bool,
) -> Any:
    """A player draws, or what happened is followed; what the others play is averaged. As `chance_choice`."""
    n, place = desk.counts[depth], desk.places[depth]
    explored = exploration if mover == player else 0.0
    for i in range(n):
        desk.values[depth, i] = explored / n + (1.0 - explored) * desk.odds[depth, i]
    if mover != player:
        weight = desk.reach[mover] / likely(aim)
        for i in range(n):
            sets.averages[place, i] += weight * desk.odds[depth, i]
    follows = is_aimed and wanted >= 0
    choice: Any = place_in(desk.moves[depth], n, wanted) if follows else drawn(desk.rng, desk.values[depth], n)
    if choice < 0:
        return choice
    desk.tried[depth] = choice
    desk.reach[mover] *= desk.odds[depth, choice]
    aim.odds[0] *= desk.values[depth, choice]
    if wanted < 0:
        aim.odds[1] *= desk.values[depth, choice]
    elif desk.moves[depth, choice] != wanted:
        aim.odds[1] = 0.0
    return choice
