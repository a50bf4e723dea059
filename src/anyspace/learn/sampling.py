"""Playouts by weights of moves, many from one position: what they come to, and how that would change with the weights.

With odds exp(w) for moves, the derivative of log P(move) by the weights is

    psi = [1 for the weights of the move that was made] - sum over all moves of P(move) [1 for its weights]

and that of the mean outcome is the mean of z * sum psi (Williams 1992; here divided by the number of moves, as Silver
and Tesauro have it).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ..core.binding import Loop, Setup
from ..core.playing import list_playout_moves
from ..core.questions import Scratch, ask_mover, copy_state, draw_outcome, list_moves
from ..machine.jit import Function, compile_kernel
from ..machine.native import call
from ..parts.playout.codes import code_of
from ..parts.playout.move_weights import MoveWeights
from ..parts.playout.weighted_moves import SLACK, add_up_odds, draw
from ..rules.codes import CHANCE, OK, OVER, TOO_LONG
from ..rules.game import AnyGame, State
from ..rules.table import Table
from ..search.failure import failure
from ..search.scratch import Workspace


class Book(NamedTuple):
    """What a sample needs and finds."""

    by_move: Any
    """float64 [players * actions]: odds"""
    by_feature: Any
    """float64 [move_features, or 1]"""
    looks: Any
    """int32 [max_moves + slack]: the features of the moves listed"""
    psi: Any
    """float64 [weights by move, then by feature]: the sum of one playout"""
    slope: Any
    """float64 [the same]: the sum over playouts of (outcome - baseline) * psi / moves"""
    sums: Any
    """float64 [2]: of the outcomes, and of their squares"""


def sample(game: Table, scratch: Scratch, book: Book, count: int, limit: int, notes: bool, baseline: float) -> int:
    """Play out `count` times from the root. Outcomes are rewards of player 0, from 0 to 1. OK, or what went wrong."""
    for _ in range(count):
        status = copy_state(game, scratch.state, scratch.root)
        if status < 0:
            return status
        length = play_by_odds(game, scratch, book, limit, notes)
        if length < 0:
            return length
        outcome = (scratch.payoffs[0] - game.lowest) * game.scale
        book.sums[0] += outcome
        book.sums[1] += outcome * outcome
        if notes:
            share = (outcome - baseline) / max(length, 1)
            for k in range(len(book.psi)):
                book.slope[k] += share * book.psi[k]
                book.psi[k] = 0.0
    return OK


def play_by_odds(game: Table, scratch: Scratch, book: Book, limit: int, notes: bool) -> int:
    """One playout: its length, or what went wrong."""
    for ply in range(limit + 1):
        mover = ask_mover(game, scratch)
        if mover < OVER:
            return mover
        if mover == OVER:
            return min(call(game.returns, (scratch.state, scratch.payoffs_at)), OK) or ply
        move = next_by_odds(game, scratch, book, mover, notes)
        if move < 0:
            return move
        status = call(game.play, (scratch.state, move))
        if status < 0:
            return status
    return TOO_LONG


def next_by_odds(game: Table, scratch: Scratch, book: Book, mover: int, notes: bool) -> int:
    """A move by its odds, one of chance by its own; or what went wrong."""
    if mover == CHANCE:
        n = list_moves(game, scratch)
        return draw_outcome(game, scratch, n) if n >= 0 else n
    n = list_playout_moves(game, scratch)
    if n < 0:
        return n
    if n == 1:
        return scratch.moves[0]
    total = add_up_odds(game, scratch, book.by_move, book.by_feature, book.looks, mover, n)
    if total <= 0.0:
        return int(total)
    choice = draw(scratch, total, n)
    if notes:
        note_choice(game, scratch, book, mover, n, choice, total)
    return scratch.moves[choice]


def note_choice(game: Table, scratch: Scratch, book: Book, mover: int, n: int, choice: int, total: float) -> None:
    """Add psi of a choice."""
    before, first = 0.0, len(book.by_move)
    for i in range(n):
        surprise = (1.0 if i == choice else 0.0) - (scratch.weights[i] - before) / total
        before = scratch.weights[i]
        book.psi[code_of(game, scratch, mover, scratch.moves[i])] += surprise
        if game.features != 0:
            book.psi[first + book.looks[i]] += surprise


class Sampler:
    """Samples playouts of one game, by weights that may change."""

    def __init__(self, game: AnyGame, weights: MoveWeights, seed: int) -> None:
        self.game = game
        loop = Loop(Setup(game))
        asked = {rule for rule in ("playout_moves",) if game.backend.has(rule)}
        self._table = game.backend.provide(asked | ({"features"} if weights.features is not None else set()))
        if weights.features is None:
            self._table = self._table._replace(features=0)
        self._kernel = _compiled()
        by_move, by_feature = weights.odds(game)
        size = len(by_move) + len(by_feature)
        looks = np.zeros(game.max_moves + SLACK, np.int32)
        self.book = Book(by_move, by_feature, looks, np.zeros(size), np.zeros(size), np.zeros(2))
        self._work = Workspace(game, game.start(seed=0), 1, 1, seed, loop)
        game.backend.begin(seed)

    def set_weights(self, weights: MoveWeights) -> None:
        """Go on with others."""
        self.book.by_move[:], self.book.by_feature[:] = weights.odds(self.game)

    def mean(self, state: State, count: int) -> tuple[float, float]:
        """The mean outcome of so many playouts, and the variance of that mean."""
        self._run(state, count, False, 0.0)
        total, squares = self.book.sums.tolist()
        mean = total / count
        return mean, max(squares / count - mean * mean, 0.0) / max(count - 1, 1)

    def slope(self, state: State, count: int, baseline: float) -> Any:
        """The derivative of the mean outcome by the weights, estimated by so many playouts; the array is used again."""
        self.book.slope[:] = 0.0
        self._run(state, count, True, baseline)
        self.book.slope[:] /= count
        return self.book.slope

    def _run(self, state: State, count: int, notes: bool, baseline: float) -> None:
        self._work.start_from(state)
        self.book.sums[:] = 0.0
        limit = self.game.max_length
        status = self._kernel(self._table, self._work.scratch, self.book, count, limit, notes, baseline)
        if status < 0:
            raise failure(state, status, [self._work])


_KERNELS: list[Callable[..., Any]] = []


def _compiled() -> Callable[..., Any]:
    if not _KERNELS:
        assert isinstance(sample, Function)
        _KERNELS.append(compile_kernel(sample, "learning: kernel 'sample'"))
    return _KERNELS[0]
