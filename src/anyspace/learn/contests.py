"""Two ways to find out which of two sets of weights is better: playouts that play against each other, move by move, and
searches that play out by them.

Games come in pairs: in one the first weights have the first move, in the other the second ones have it.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from ..core.binding import Loop, Setup
from ..core.questions import Scratch, ask_mover, copy_state
from ..machine.jit import Function, compile_kernel
from ..machine.native import call
from ..parts.playout.move_weights import MoveWeights
from ..parts.playout.weighted_moves import SLACK
from ..rules.codes import OK, OVER, TOO_LONG
from ..rules.game import AnyGame, State
from ..rules.table import Table
from ..search.failure import failure
from ..search.scratch import Workspace
from ..search.search import Search
from .sampling import Book, next_by_odds


def duel(game: Table, scratch: Scratch, mine: Book, other: Book, limit: int, score: Any) -> int:
    """A pair of games from the root. `score` gets the mean reward of who plays by `mine`. OK, or what went wrong."""
    score[0] = 0.0
    for seat in range(2):
        status = copy_state(game, scratch.state, scratch.root)
        if status >= 0:
            status = play_against(game, scratch, mine, other, seat, limit)
        if status < 0:
            return status
        score[0] += 0.5 * (scratch.payoffs[seat] - game.lowest) * game.scale
    return OK


def play_against(game: Table, scratch: Scratch, mine: Book, other: Book, seat: int, limit: int) -> int:
    """One game in which `seat` plays by `mine`: OK, or what went wrong."""
    for _ in range(limit + 1):
        mover = ask_mover(game, scratch)
        if mover < OVER:
            return mover
        if mover == OVER:
            return min(call(game.returns, (scratch.state, scratch.payoffs_at)), OK)
        move = next_by_odds(game, scratch, mine if mover == seat else other, mover, False)
        if move < 0:
            return move
        status = call(game.play, (scratch.state, move))
        if status < 0:
            return status
    return TOO_LONG


class Duels:
    """Moves are drawn by the weights alone: very many games, but no search plays so."""

    def __init__(self, game: AnyGame, seed: int) -> None:
        self.game, self._source = game, random.Random(seed)
        loop = Loop(Setup(game))
        asked = {rule for rule in ("playout_moves",) if game.backend.has(rule)}
        self._table = game.backend.provide(asked | {"features"})
        self._kernel = _compiled()
        self._work = Workspace(game, game.start(seed=0), 1, 1, seed, loop)
        game.backend.begin(seed)

    def __call__(self, first: MoveWeights, second: MoveWeights, pairs: int) -> list[float]:
        """So many pairs, every pair of another deal."""
        mine, other, score = self._book(first), self._book(second), np.zeros(1)
        scores = []
        for _ in range(pairs):
            self._work.start_from(self.game.start(seed=self._source.getrandbits(62)))
            status = self._kernel(self._table, self._work.scratch, mine, other, self.game.max_length, score)
            if status < 0:
                raise failure(self._work.position, status, [self._work])
            scores.append(float(score[0]))
        return scores

    def _book(self, weights: MoveWeights) -> Book:
        """Nothing is learnt in a duel, so there is nothing to note."""
        looks = np.zeros(self.game.max_moves + SLACK, np.int32)
        return Book(*weights.odds(self.game), looks, np.zeros(1), np.zeros(1), np.zeros(2))


class Matches:
    """Plain searches of so many iterations a move, whose playouts are by the weights."""

    def __init__(self, game: AnyGame, iterations: int, seed: int) -> None:
        self.game, self._iterations, self._source = game, iterations, random.Random(seed)

    def __call__(self, first: MoveWeights, second: MoveWeights, pairs: int) -> list[float]:
        """So many pairs, every pair of another deal. Ctrl-C leaves as `KeyboardInterrupt`."""
        with tempfile.TemporaryDirectory() as folder:
            searches = [self._search(weights, Path(folder) / f"{n}.npz") for n, weights in enumerate((first, second))]
        scores = []
        for _ in range(pairs):
            deal = self._source.getrandbits(62)
            both = [self._play(self.game.start(seed=deal), searches, seat) for seat in range(2)]
            scores.append(sum(both) / 2)
        return scores

    def _search(self, weights: MoveWeights, file: Path) -> Search:
        weights.save(file)
        return Search(self.game, "plain", f"weighted_moves:file={file}")

    def _play(self, state: State, searches: list[Search], seat: int) -> float:
        """One game in which the first search has this seat: its reward, from 0 to 1."""
        at_seat = [searches[seat], searches[1 - seat]]
        for search in searches:
            search.forget()
        while not state.over:
            if state.mover < 0:
                state.play(self._source.choices(state.moves(), state.weights())[0])
                continue
            search = at_seat[state.mover]
            search.seed = self._source.getrandbits(62)
            result = search.run(state, iterations=self._iterations)
            if result.stats.interrupted:
                raise KeyboardInterrupt
            state.play(result.move)
        least, greatest = self.game.payoffs
        return (state.returns()[seat] - least) / (greatest - least)


_KERNELS: list[Callable[..., Any]] = []


def _compiled() -> Callable[..., Any]:
    if not _KERNELS:
        assert isinstance(duel, Function)
        _KERNELS.append(compile_kernel(duel, "learning: kernel 'duel'"))
    return _KERNELS[0]
