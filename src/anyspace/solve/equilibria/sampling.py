"""The kernels of Monte Carlo CFR (Lanctot, Waugh, Zinkevich and Bowling 2009), over the function table of any game.

External sampling draws what chance and the others do and looks at all moves of one player; outcome sampling plays a
single game and weighs what came of it by how likely it was to be played.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ...core.questions import copy_state
from ...machine.atomic import address_of
from ...machine.native import call
from ...rng import below
from ...rules.codes import BAD_MOVE_COUNT, BAD_MOVER, CHANCE, OVER, TOO_LONG, UNANSWERED
from ...rules.playout import pick_weighted
from ...rules.table import Table
from .memory import NO_PLACE, Sets, drawn, find, matched

FULL = 1


class Desk(NamedTuple):
    """The working memory of one thread; `deep` is the longest game and two more."""

    states: Any
    """int64 [deep]: addresses; the last is that of the start, for games that always begin with it"""
    moves: Any
    """int32 [deep, moves]"""
    places: Any
    """int64 [deep]: the row of an own decision, of any decision in outcome sampling"""
    counts: Any
    """int64 [deep]"""
    tried: Any
    """int64 [deep]: how many own moves were; in outcome sampling which one was drawn"""
    owners: Any
    """int64 [deep]"""
    values: Any
    """float64 [deep, moves]"""
    odds: Any
    """float64 [deep, moves]: what is played"""
    reach: Any
    """float64 [players + 1]: by each player's moves; by what was drawn"""
    weights: Any
    """float64 [moves]"""
    payoffs: Any
    """float64 [players]"""
    key: Any
    """int64 [1]"""
    rng: Any
    """uint64 [1]"""
    done: Any
    """int64 [1]: iterations"""


def begin(game: Table, desk: Desk) -> int:
    """A new game, at the first state."""
    if game.start != 0:
        return call(game.start, (desk.states[0], address_of(desk.rng)))
    return copy_state(game, desk.states[0], desk.states[len(desk.states) - 1])


def turn(game: Table, state: int) -> int:
    """Who moves: a player, CHANCE, OVER, or what went wrong."""
    mover = call(game.mover, (state,))
    if mover >= game.players or mover < OVER:
        return BAD_MOVER if mover > UNANSWERED else mover
    return mover


def listed(game: Table, desk: Desk, depth: int, state: int) -> int:
    """The moves of a state, into the row of this depth: how many, or what went wrong."""
    n = call(game.moves, (state, address_of(desk.moves[depth])))
    return n if 1 <= n <= game.max_moves else BAD_MOVE_COUNT if n > UNANSWERED else n


def chance_move(game: Table, desk: Desk, depth: int, state: int) -> int:
    """Chance draws and plays. OK, or what went wrong."""
    n = listed(game, desk, depth, state)
    if n < 0:
        return n
    choice: Any = below(desk.rng, n)
    if game.weights != 0:
        status = call(game.weights, (state, address_of(desk.weights)))
        choice = status if status < 0 else pick_weighted(desk.rng, desk.weights, n)
        if choice < 0:
            return choice
    return min(call(game.play, (state, desk.moves[depth, choice])), 0)


def to_decision(game: Table, desk: Desk, depth: int, state: int) -> int:
    """Chance moves until somebody decides: who; or OVER, with the payoffs; or what went wrong, which is less than
    OVER."""
    while True:
        mover = turn(game, state)
        if mover == OVER:
            return min(call(game.returns, (state, address_of(desk.payoffs))), 0) or OVER
        if mover != CHANCE:
            return mover if mover < OVER or depth + 2 < len(desk.states) else TOO_LONG
        status = chance_move(game, desk, depth, state)
        if status < 0:
            return status


def decision(game: Table, sets: Sets, desk: Desk, depth: int, state: int, mover: int) -> int:
    """Moves, row and what to play at a decision, into the rows of this depth. OK, FULL, or what went wrong."""
    n = listed(game, desk, depth, state)
    if n < 0:
        return n
    status = call(game.information_key, (state, mover, address_of(desk.key)))
    if status < 0:
        return status
    place = find(sets, mover, desk.key[0], desk.moves[depth], n)
    if place == NO_PLACE:
        return FULL
    if sets.counts[place] != n:
        return BAD_MOVE_COUNT
    matched(sets, place, n, desk.odds[depth])
    desk.places[depth], desk.counts[depth], desk.owners[depth] = place, n, mover
    return 0


def external(game: Table, sets: Sets, desk: Desk, exploration: float, iterations: int) -> int:
    """So many iterations of external sampling: each player in turn. OK, FULL, or what went wrong."""
    for _ in range(iterations):
        if 2 * sets.used[0] >= len(sets.keys):
            return FULL
        for player in range(game.players):
            status = traverse(game, sets, desk, player)
            if status != 0:
                return status
        desk.done[0] += 1
    return 0


def traverse(game: Table, sets: Sets, desk: Desk, player: int) -> int:
    """All moves of one player against what is drawn for everybody else; a stack of states in place of recursion."""
    status = begin(game, desk)
    depth = 0
    value = 0.0
    entering = True
    while status >= 0:
        state = desk.states[depth]
        if entering:
            mover = turn(game, state)
            if mover < OVER:
                return mover
            if mover == OVER:
                status = call(game.returns, (state, address_of(desk.payoffs)))
                value = desk.payoffs[player]
                entering = False
            elif mover == CHANCE:
                status = chance_move(game, desk, depth, state)
            else:
                status = decision(game, sets, desk, depth, state, mover)
                if status != 0:
                    return status
                if mover == player:
                    desk.tried[depth] = 0
                    status = try_next(game, desk, depth)
                    depth += 1
                else:
                    status = other_moves(game, sets, desk, depth, player)
            continue
        if depth == 0:
            return 0
        depth -= 1
        desk.values[depth, desk.tried[depth]] = value
        desk.tried[depth] += 1
        if desk.tried[depth] < desk.counts[depth]:
            status = try_next(game, desk, depth)
            depth += 1
            entering = True
        else:
            value = learn(sets, desk, depth)
    return status


def try_next(game: Table, desk: Desk, depth: int) -> int:
    """The next own move, on a copy. OK, or what went wrong."""
    if depth + 2 >= len(desk.states):
        return TOO_LONG
    status = copy_state(game, desk.states[depth + 1], desk.states[depth])
    if status < 0:
        return status
    return min(call(game.play, (desk.states[depth + 1], desk.moves[depth, desk.tried[depth]])), 0)


def other_moves(game: Table, sets: Sets, desk: Desk, depth: int, player: int) -> int:
    """Another player's move is drawn; who comes next after `player` is averaged meanwhile."""
    place, n = desk.places[depth], desk.counts[depth]
    if desk.owners[depth] == (player + 1) % game.players:
        for i in range(n):
            sets.averages[place, i] += desk.odds[depth, i]
    choice = drawn(desk.rng, desk.odds[depth], n)
    return min(call(game.play, (desk.states[depth], desk.moves[depth, choice])), 0)


def learn(sets: Sets, desk: Desk, depth: int) -> float:
    """All moves of a decision were looked at: its regrets, and its value."""
    place, n = desk.places[depth], desk.counts[depth]
    value = 0.0
    for i in range(n):
        value += desk.odds[depth, i] * desk.values[depth, i]
    for i in range(n):
        sets.regrets[place, i] += desk.values[depth, i] - value
    return value


def outcome(game: Table, sets: Sets, desk: Desk, exploration: float, iterations: int) -> int:
    """So many iterations of outcome sampling: a game for each player in turn. OK, FULL, or what went wrong."""
    for _ in range(iterations):
        if 2 * (sets.used[0] + game.players * len(desk.states)) >= len(sets.keys):
            return FULL  # else there is room for whatever the games of all players meet
        for player in range(game.players):
            depth = play_game(game, sets, desk, player, exploration)
            if depth < 0:
                return depth
            weigh_game(game, sets, desk, player, depth)
        desk.done[0] += 1
    return 0


def play_game(game: Table, sets: Sets, desk: Desk, player: int, exploration: float) -> int:
    """A game to its end, in which `player` explores: how many decisions it had, or what went wrong."""
    for i in range(game.players + 1):
        desk.reach[i] = 1.0
    status = begin(game, desk)
    depth = 0
    state = desk.states[0]
    while status >= 0:
        mover = to_decision(game, desk, depth, state)
        if mover < 0:
            return depth if mover == OVER else mover
        status = decision(game, sets, desk, depth, state, mover)
        if status != 0:
            return status if status < 0 else BAD_MOVE_COUNT
        n, place = desk.counts[depth], desk.places[depth]
        explored = exploration if mover == player else 0.0
        for i in range(n):
            desk.values[depth, i] = explored / n + (1.0 - explored) * desk.odds[depth, i]
        choice = drawn(desk.rng, desk.values[depth], n)
        if mover != player:
            weight = desk.reach[mover] / desk.reach[game.players]
            for i in range(n):
                sets.averages[place, i] += weight * desk.odds[depth, i]
        desk.tried[depth] = choice
        desk.reach[mover] *= desk.odds[depth, choice]
        desk.reach[game.players] *= desk.values[depth, choice]
        status = call(game.play, (state, desk.moves[depth, choice]))
        depth += 1
    return status


def weigh_game(game: Table, sets: Sets, desk: Desk, player: int, depth: int) -> None:
    """What came of a game, as regrets of the player's decisions in it, from the last to the first."""
    weight = desk.payoffs[player] / desk.reach[game.players]
    for other in range(game.players):
        if other != player:
            weight *= desk.reach[other]
    tail = 1.0
    for at in range(depth - 1, -1, -1):
        if desk.owners[at] == player:
            place, choice = desk.places[at], desk.tried[at]
            share = desk.odds[at, choice]
            for i in range(desk.counts[at]):
                gained = 1.0 - share if i == choice else -share
                sets.regrets[place, i] += weight * tail * gained
            tail *= share
