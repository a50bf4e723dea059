"""The kernels of multiple-tree MCTS off line (Auger 2011: MMCTS with EXP3): every player has a tree of its own over
what it knows, and a bandit in each node of it. A game is dealt anew and played through in every iteration.

While a player is in its tree its bandits choose; a node that was never met is added, and from there on the player moves
at random (the playout). Then every node of every player's path is told what came of it, u in [0, 1]:

    exp3              p = (1 - gamma) softmax(gamma G / K) + gamma / K,   G_a += u / p_a for the move a that was made
    regret_matching   p = (1 - gamma) R+ / (sum of R+) + gamma / K,       R_b += x_b - u, x_a = u / p_a and 0 for others
    ucb               the greatest mean + gamma sqrt(ln N / n), moves that were never made first

A tree is not a structure here: its nodes are the information sets in the table (memory.py), found by their keys. The
policy that is read from it is what was played on average, exploration left out; for ucb how often each move was made.
"""

from __future__ import annotations

import math
from typing import Any

from ...machine.atomic import address_of
from ...machine.native import call
from ...rng import below
from ...rules.codes import BAD_MOVE_COUNT, OVER
from ...rules.table import Table
from .memory import NO_PLACE, Sets, drawn, find, matched
from .sampling import FULL, Desk, begin, listed, to_decision

EXP3, REGRETS, UCB = range(3)
IN_TREE, OUTSIDE = 1.0, 0.0
NEW_SOON = -1
"""In place of a row: the player is outside its tree."""


def exp3(game: Table, sets: Sets, desk: Desk, gamma: float, iterations: int) -> int:
    """So many iterations. OK, FULL, or what went wrong."""
    return iterate(game, sets, desk, gamma, iterations, EXP3)


def regret_matching(game: Table, sets: Sets, desk: Desk, gamma: float, iterations: int) -> int:
    """So many iterations. OK, FULL, or what went wrong."""
    return iterate(game, sets, desk, gamma, iterations, REGRETS)


def ucb(game: Table, sets: Sets, desk: Desk, gamma: float, iterations: int) -> int:
    """So many iterations. OK, FULL, or what went wrong."""
    return iterate(game, sets, desk, gamma, iterations, UCB)


def iterate(game: Table, sets: Sets, desk: Desk, gamma: float, iterations: int, kind: int) -> int:
    """Games, one after another, each learnt from."""
    for _ in range(iterations):
        if 2 * (sets.used[0] + game.players) >= len(sets.keys):
            return FULL  # else there is room for the nodes that a game adds, one a player
        depth = play_game(game, sets, desk, gamma, kind)
        if depth < 0:
            return depth
        for at in range(depth):
            if desk.places[at] != NEW_SOON:
                reward = (desk.payoffs[desk.owners[at]] - game.lowest) * game.scale
                credit(sets, desk, at, min(max(reward, 0.0), 1.0), kind)
        desk.done[0] += 1
    return 0


def play_game(game: Table, sets: Sets, desk: Desk, gamma: float, kind: int) -> int:
    """A game to its end: how many decisions it had, or what went wrong."""
    for player in range(game.players):
        desk.reach[player] = IN_TREE
    status = begin(game, desk)
    depth = 0
    state = desk.states[0]
    while status >= 0:
        mover = to_decision(game, desk, depth, state)
        if mover < 0:
            return depth if mover == OVER else mover
        status = choose(game, sets, desk, depth, state, mover, gamma, kind)
        if status < 0:
            return status
        status = call(game.play, (state, desk.moves[depth, desk.tried[depth]]))
        depth += 1
    return status


def choose(game: Table, sets: Sets, desk: Desk, depth: int, state: int, mover: int, gamma: float, kind: int) -> int:
    """The mover's choice, into the rows of this depth. OK, or what went wrong."""
    n = listed(game, desk, depth, state)
    if n < 0:
        return n
    desk.owners[depth], desk.counts[depth], desk.places[depth] = mover, n, NEW_SOON
    if desk.reach[mover] == OUTSIDE:
        desk.tried[depth] = below(desk.rng, n)
        return 0
    status = call(game.information_key, (state, mover, address_of(desk.key)))
    if status < 0:
        return status
    before = sets.used[0]
    place = find(sets, mover, desk.key[0], desk.moves[depth], n)
    if place == NO_PLACE or sets.counts[place] != n:
        return BAD_MOVE_COUNT
    if sets.used[0] > before:
        desk.reach[mover] = OUTSIDE
    desk.places[depth] = place
    if kind == UCB:
        desk.tried[depth] = greatest(sets, place, n, gamma, desk.rng)
        return 0
    if kind == EXP3:
        softened(sets, place, n, gamma / n, desk.odds[depth])
    else:
        matched(sets, place, n, desk.odds[depth])
    for i in range(n):
        sets.averages[place, i] += desk.odds[depth, i]
        desk.values[depth, i] = (1.0 - gamma) * desk.odds[depth, i] + gamma / n
    desk.tried[depth] = drawn(desk.rng, desk.values[depth], n)
    return 0


def softened(sets: Sets, place: int, n: int, rate: float, out: Any) -> None:
    """EXP3's weights of a row, without exploration."""
    most = sets.regrets[place, 0]
    for i in range(1, n):
        most = max(most, sets.regrets[place, i])
    total = 0.0
    for i in range(n):
        out[i] = math.exp(rate * (sets.regrets[place, i] - most))
        total += out[i]
    for i in range(n):
        out[i] /= total


def greatest(sets: Sets, place: int, n: int, c: float, rng: Any) -> Any:
    """UCB1's choice in a row; those of equal worth at random."""
    total = 0.0
    for i in range(n):
        total += sets.averages[place, i]
    best, most, ties = 0, -1.0, 0
    for i in range(n):
        made = sets.averages[place, i]
        bound = 1e9 if made == 0.0 else sets.regrets[place, i] / made + c * math.sqrt(math.log(total) / made)
        if bound > most:
            best, most, ties = i, bound, 1
        elif bound == most:
            ties += 1
            if below(rng, ties) == 0:
                best = i
    return best


def credit(sets: Sets, desk: Desk, at: int, reward: float, kind: int) -> None:
    """What a node of a path learns."""
    place, choice = desk.places[at], desk.tried[at]
    if kind == UCB:
        sets.regrets[place, choice] += reward
        sets.averages[place, choice] += 1.0
        return
    if kind == REGRETS:
        for i in range(desk.counts[at]):
            sets.regrets[place, i] -= reward
    sets.regrets[place, choice] += reward / desk.values[at, choice]
