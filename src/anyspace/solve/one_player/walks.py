"""Monte Carlo random walks (Nakhost and Müller 2009), with local search in a pool of positions.

From a position that promises well some random walks are made, a few moves each; where the best of them ended is a new
position of the pool, if it promises more than the one that the walks came from or there is room. The next walks start
from the position of the pool that promises most, less `tired` for every time that it was started from in vain: a tree
whose edges are walks (MRW-LTS). With a pool of one the search jumps from best end to best end, as MRW does. When no
position of the pool has gained anything for a while, the search begins anew.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ...core.questions import copy_state
from ...machine.native import call
from ...parts.options import number, whole
from ...rng import below
from ...rules.game import AnyGame
from ...rules.table import Table
from .desk import DONE, LONGEST, PAUSED, PLAYOUTS, SCORE, STAGE, Desk, copy_first
from .method import Method
from .playing import finished, list_sensible, play_out
from .promise import OVER, promise

BEGINS, GOES_ON = range(2)

WALKS, LENGTH, POOL, TIRED, PATIENCE = range(5)

LIVE, MADE, AT, IDLE = range(4)

WALKER, FARTHEST, FIRST = 1, 2, 3
"""States: of a walk; where the best walk ended; the first of the pool."""


class Pool(NamedTuple):
    """Positions, and the lines that led there. The last row is that of the best walk."""

    lines: Any
    """int32 [pool + 1, longest]"""
    lengths: Any
    """int64 [pool + 1]"""
    promises: Any
    """float64 [pool + 1]"""
    tries: Any
    """int64 [pool]"""
    facts: Any
    """int64 [4]: how many positions; walks made from this one, and which it is; walks that gained nothing"""
    numbers: Any
    """float64 [5]: walks a position, moves a walk, size of the pool, how tired a position gets, patience"""


def search_on(game: Table, desk: Desk, own: Pool, limit: int) -> int:
    """So many walks at most. DONE when nothing is gained any more, PAUSED, or what went wrong."""
    facts, last = own.facts, len(own.lengths) - 1
    for _ in range(limit):
        if desk.control[STAGE] == BEGINS:
            status = begin(game, desk, own)
            if status < 0:
                return status
        status = walk(game, desk, own)
        if status < 0:
            return status
        facts[MADE] += 1
        if facts[MADE] >= own.numbers[WALKS]:
            status = settle(game, desk, own, last)
            if status < 0:
                return status
            if facts[LIVE] == 0 or facts[IDLE] >= own.numbers[PATIENCE]:
                desk.control[STAGE] = BEGINS
                return DONE
            choose(own, last)
    return PAUSED


def begin(game: Table, desk: Desk, own: Pool) -> int:
    """The pool has the start, and there is a first line. 0, or what went wrong."""
    status = copy_state(game, desk.states[WALKER], desk.states[0])
    if status >= 0:
        status = play_out(game, desk, WALKER, 0)
    if status >= 0:
        status = copy_state(game, desk.states[FIRST], desk.states[0])
    if status >= 0:
        status = promise(game, desk, desk.states[FIRST])
    if status < 0:
        return status
    own.lengths[0], own.promises[0], own.tries[0] = 0, desk.scores[SCORE], 0
    own.facts[LIVE], own.facts[IDLE] = 1, 0
    choose(own, len(own.lengths) - 1)
    desk.control[STAGE] = GOES_ON
    return 0


def choose(own: Pool, last: int) -> None:
    """The position that the next walks start from."""
    best = 0
    for i in range(1, own.facts[LIVE]):
        tired = own.numbers[TIRED]
        if own.promises[i] - tired * own.tries[i] > own.promises[best] - tired * own.tries[best]:
            best = i
    own.facts[AT], own.facts[MADE] = best, 0
    own.promises[last] = -np.inf


def walk(game: Table, desk: Desk, own: Pool) -> int:
    """One random walk; where it ends is kept if it promises most. 0, or what went wrong."""
    which, last = own.facts[AT], len(own.lengths) - 1
    depth = own.lengths[which]
    copy_first(desk.path, own.lines[which], depth)
    status = copy_state(game, desk.states[WALKER], desk.states[FIRST + which])
    if status < 0:
        return status
    length = 1 + below(desk.rng, int(own.numbers[LENGTH]))
    status = promise(game, desk, desk.states[WALKER])
    for _ in range(length):
        if status != 0 or depth >= desk.control[LONGEST]:
            break
        n = list_sensible(game, desk.states[WALKER], desk, WALKER)
        if n < 0:
            return n
        move = desk.moves[WALKER, below(desk.rng, n)]
        desk.path[depth] = move
        status = call(game.play, (desk.states[WALKER], move))
        if status < 0:
            return status
        depth += 1
        status = promise(game, desk, desk.states[WALKER])
    if status < 0:
        return status
    if status == OVER:
        finished(desk, depth, depth - own.lengths[which])
        return 0
    desk.control[PLAYOUTS] += 1
    if desk.scores[SCORE] > own.promises[last]:
        own.promises[last], own.lengths[last] = desk.scores[SCORE], depth
        copy_first(own.lines[last], desk.path, depth)
        return min(copy_state(game, desk.states[FARTHEST], desk.states[WALKER]), 0)
    return 0


def settle(game: Table, desk: Desk, own: Pool, last: int) -> int:
    """The walks from a position are made: where the best one ended joins the pool, or takes the place of the one that
    promises least. 0, or what went wrong."""
    facts = own.facts
    which = facts[AT]
    own.tries[which] += 1
    gained = own.promises[last] > own.promises[which]
    facts[IDLE] = 0 if gained else facts[IDLE] + facts[MADE]
    if own.promises[last] == -np.inf:  # all walks came to an end of the game
        return 0
    place, size = facts[LIVE], int(own.numbers[POOL])
    if place == size:
        if size > 1 and not gained:
            return 0
        place = 0
        for i in range(1, size):
            if own.promises[i] < own.promises[place]:
                place = i
    else:
        facts[LIVE] += 1
    own.lengths[place], own.promises[place], own.tries[place] = own.lengths[last], own.promises[last], 0
    copy_first(own.lines[place], own.lines[last], own.lengths[last])
    return min(copy_state(game, desk.states[FIRST + place], desk.states[FARTHEST]), 0)


@dataclass(frozen=True)
class RandomWalks(Method):
    """Monte Carlo random walks.

    walks: how many from a position before the next one is chosen. length: moves a walk, at most. pool: how many
    positions are kept; 1 for jumps from best end to best end. tired: what a position's promise loses with every start
    from it. patience: walks without a gain after which the search begins anew. tabu: as for NRPA.
    """

    walks: int = 50
    length: int = 10
    pool: int = 16
    tired: float = 0.5
    patience: int = 2000
    tabu: bool = True
    name = "walks"
    reference = "Nakhost and Müller 2009; Xie, Nakhost and Müller 2012 (local search); survey, IV-J"
    needs = ("heuristic",)

    def __post_init__(self) -> None:
        whole(self, "walks", 1, 10**6)
        whole(self, "length", 1, 10**6)
        whole(self, "pool", 1, 10_000)
        number(self, "tired")
        whole(self, "patience", 1, 10**9)

    kernel = staticmethod(search_on)

    def positions(self) -> int:
        return FIRST + self.pool

    def own(self, game: AnyGame) -> Pool:
        return Pool(
            lines=np.zeros((self.pool + 1, 2 * game.max_length + 2), np.int32),
            lengths=np.zeros(self.pool + 1, np.int64),
            promises=np.zeros(self.pool + 1),
            tries=np.zeros(self.pool, np.int64),
            facts=np.zeros(4, np.int64),
            numbers=np.array([self.walks, self.length, self.pool, self.tired, self.patience], np.float64),
        )
