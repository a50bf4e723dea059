"""A playout by a policy, and what the policy learns from a line: what nested rollout policy adaptation consists of."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.questions import copy_state
from ...machine.atomic import address_of
from ...machine.native import call
from ...rng import GOLDEN, uniform
from ...rules.codes import BAD_PRIOR, TOO_LONG
from ...rules.table import Table
from .desk import FULL, LONGEST, SCORE, WEIGHED, Desk, copy_first
from .lines import Lines
from .playing import assess, finished, is_over, list_sensible, weigh
from .weights import NO_CODE, ONE, Policies, add, odds_at, place_of, take

PLAYED = 1


def play_by_policy(game: Table, desk: Desk, lines: Lines, policies: Policies, row: int, into: int) -> int:
    """Play from the start to the end by policy `row`, the line into row `into`. PLAYED, FULL (nothing has happened), or
    what went wrong."""
    before = desk.rng[0]
    status = copy_state(game, desk.states[1], desk.states[0])
    if status < 0:
        return status
    state, total = desk.states[1], 0
    for ply in range(desk.control[LONGEST] + 1):
        ended = is_over(game, state, desk)
        if ended < 0:
            return ended
        if ended == 1:
            status = assess(game, state, desk)
            if status < 0:
                return status
            lines.lengths[into], lines.totals[into], lines.scores[into] = ply, total, desk.scores[SCORE]
            lines.placed[into] = 0
            copy_first(desk.path, lines.moves[into], ply)
            finished(desk, ply, ply)
            return PLAYED
        n = list_sensible(game, state, desk, 1)
        if n < 0:
            return n
        if total + n > lines.codes.shape[1]:
            desk.rng[0] = before
            return FULL
        status = take_codes(game, state, desk, lines, into, n, total)
        if status < 0:
            return status
        if ply == desk.control[LONGEST]:
            break
        choice = draw(desk, lines, policies, row, into, n, total)
        if choice < 0:
            return choice
        move = desk.moves[1, choice]
        lines.moves[into, ply], lines.counts[into, ply], lines.picks[into, ply] = move, n, choice
        total += n
        status = call(game.play, (state, move))
        if status < 0:
            return status
    return TOO_LONG


def take_codes(game: Table, state: Any, desk: Desk, lines: Lines, into: int, n: int, total: int) -> int:
    """The codes of the moves in row 1, and what the game's `prior` says of them, into a line from `total` on."""
    if game.code == 0:
        for i in range(n):
            lines.codes[into, total + i] = np.uint64(desk.moves[1, i]) + ONE
    else:
        status = call(game.code, (state, address_of(desk.moves[1]), n, address_of(desk.codes)))
        if status < 0:
            return status
        for i in range(n):
            code = desk.codes[i]
            lines.codes[into, total + i] = code if code != NO_CODE else GOLDEN
    if desk.control[WEIGHED] != 0:
        status = weigh(game, state, desk, 1, n)
        if status < 0:
            return status
        for i in range(n):
            if not (desk.weights[i] >= 0.0 and desk.weights[i] < 1e60):
                return BAD_PRIOR
            lines.priors[into, total + i] = desk.weights[i]
    return 0


def draw(desk: Desk, lines: Lines, policies: Policies, row: int, into: int, n: int, total: int) -> int:
    """One of `n` moves whose codes begin at `total`, by the odds that a policy gives them; or what went wrong."""
    whole = 0.0
    for i in range(n):
        odds = odds_at(policies, row, place_of(policies, row, lines.codes[into, total + i]))
        if desk.control[WEIGHED] != 0:
            odds *= lines.priors[into, total + i]
        desk.weights[i] = odds
        whole += odds
    if not whole > 0.0:
        return BAD_PRIOR
    rest = uniform(desk.rng) * whole
    for i in range(n):
        rest -= desk.weights[i]
        if rest < 0.0:
            return i
    last = n - 1
    while desk.weights[last] == 0.0:
        last -= 1
    return last


def adapt(desk: Desk, lines: Lines, policies: Policies, line: int, row: int, changes: Any, alpha: float) -> None:
    """Policy `row` makes a line more likely: at each of its positions the move that was played gains `alpha`, and all
    lose `alpha` times their probability. Probabilities are those before; there is room for all codes."""
    places, at = lines.places[line], 0
    for ply in range(lines.lengths[line]):
        n, whole = lines.counts[line, ply], 0.0
        for i in range(at, at + n):
            if lines.placed[line] == 0:
                places[i] = take(policies, row, lines.codes[line, i])
            odds = odds_at(policies, row, places[i])
            if desk.control[WEIGHED] != 0:
                odds *= lines.priors[line, i]
            changes[i] = odds
            whole += odds
        for i in range(at, at + n):
            changes[i] *= -alpha / whole
        changes[at + lines.picks[line, ply]] += alpha
        at += n
    lines.placed[line] = 1
    for i in range(at):
        add(policies, row, places[i], changes[i])
