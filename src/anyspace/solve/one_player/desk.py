"""What every method works with: positions, moves, the line that is being played, the best line so far."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...machine.atomic import address_of
from ...machine.native import copy_bytes
from ...rng import new
from ...rules.compiled import SLACK
from ...rules.game import AnyGame, State

DONE, PAUSED, FULL = 0, 1, 2
"""What a method's kernel comes back with, if nothing went wrong: it has done all that it does; it has done so many
playouts as it was to; tables have no room (nothing was begun that was not finished: grow them and call again)."""

PLAYOUTS, MOVES_PLAYED, LENGTH, WAY, WEIGHED, LONGEST, WHICH, STAGE, LEVEL, SPARE = range(10)
"""Places in `Desk.control`: playouts so far, and moves in them; how long the best line is; how playouts are played
(`playing.WHOLE` and what follows it); whether they ask the game for `prior`; how long a game may be; the number of the
thread, from 0; three for the method's own use."""

SCORE, BEST, CULPRIT, LEAST, GREATEST = range(5)
"""Places in `Desk.scores`: of the playout before; the best so far; a payoff that is none; what the game declares."""


def copy_first(target: Any, source: Any, count: int) -> None:
    """The first `count` numbers of one array into another of the same type. (Slices would have to own memory.)"""
    copy_bytes(address_of(target), address_of(source), count * target.itemsize)


class Desk(NamedTuple):
    """The working memory of one thread. State 0 is where the search starts from; it is never played in."""

    states: Any
    """int64 [states]: addresses"""
    moves: Any
    """int32 [states, moves]"""
    codes: Any
    """uint64 [moves]"""
    weights: Any
    """float64 [moves]"""
    path: Any
    """int32 [2 * longest]: the line that is being played, from state 0 on"""
    best: Any
    """int32 [2 * longest]: the best line"""
    payoffs: Any
    """float64 [1]"""
    scores: Any
    """float64 [5]"""
    rng: Any
    """uint64 [1]"""
    control: Any
    """int64 [10]"""


class Station:
    """A desk and what it stands on: blocks that must live as long as it is used."""

    def __init__(self, game: AnyGame, state: State, states: int, seed: int, way: int, weighed: bool) -> None:
        wide, longest = game.max_moves + SLACK, game.max_length + 1 + SLACK
        self.blocks = [game.backend.copy(state._block) for _ in range(states)]
        self.desk = Desk(
            states=np.array([block.ctypes.data for block in self.blocks], np.int64),
            moves=np.zeros((states, wide), np.int32),
            codes=np.zeros(wide, np.uint64),
            weights=np.ones(wide),
            path=np.zeros(2 * longest, np.int32),
            best=np.zeros(2 * longest, np.int32),
            payoffs=np.zeros(1),
            scores=np.array([0.0, -np.inf, 0.0, *game.payoffs]),
            rng=new(seed),
            control=np.zeros(SPARE + 1, np.int64),
        )
        self.desk.control[WAY], self.desk.control[WEIGHED], self.desk.control[LONGEST] = way, weighed, game.max_length

    @property
    def score(self) -> float:
        """The best so far."""
        return float(self.desk.scores[BEST])

    def line(self) -> list[int]:
        """The moves of the best line, as kernels know them."""
        found: list[int] = self.desk.best[: int(self.desk.control[LENGTH])].tolist()
        return found
