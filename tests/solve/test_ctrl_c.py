"""Ctrl-C: whatever was found is kept, by every method."""

from __future__ import annotations

import os
import signal
from typing import Any

import numpy as np
import pytest
from solve.plain import plainly
from solve.puzzles import coins, left_moves
from uncompiled import uncompiled

import anyspace
from anyspace import FSSS, OpeningBook, Solo, make_book
from anyspace.search.interrupt import forget_presses
from anyspace.solve import fsss
from anyspace.solve.one_player.registry import METHODS

__all__ = ["plainly"]


def endless_search() -> Any:
    """Sixty times left or right; what it pays is told in the end, and nothing is promised that could be left out."""

    def returns(state: Any, out: Any) -> None:
        out[0] = state.lefts - 100.0 if state.step == 60 else 0.0

    def heuristic(state: Any) -> float:
        return 0.0

    return left_moves(60, returns=returns, heuristic=heuristic)


class Press:
    """Somebody who presses Ctrl-C once, when told of something for the first time."""

    def __init__(self) -> None:
        self.done = False

    def __call__(self, *news: Any) -> None:
        if not self.done:
            self.done = True
            os.kill(os.getpid(), signal.SIGINT)


def test_on_one_core_and_on_two_compiled() -> None:
    game = left_moves(60)
    for threads in (1, 2):
        forget_presses()
        result = Solo(game, "nrpa:level=5", threads=threads).run(game.start(), seconds=30, on_progress=Press())
        assert result.stats.interrupted and result.stats.seconds < 10
        assert game.after(result.line).returns() == [result.value]


@pytest.mark.usefixtures("plainly")
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("method", METHODS)
def test_every_method(method: str, threads: int) -> None:
    if method == "a_star" and threads == 2:
        pytest.skip("it has one thread")
    game = uncompiled(endless_search())
    result = Solo(game, method, threads=threads, seed=1).run(seconds=30, on_progress=Press(), every=0.01)
    assert result.stats.interrupted and result.stats.seconds < 10 and result.stats.threads == threads
    assert game.after(result.line).returns() == [result.value] and len(result.line) == 60


@pytest.mark.parametrize("threads", [1, 2])
def test_sparse_sampling(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fsss, "_kernel", lambda: np.errstate(all="ignore")(fsss.search_on))
    game = uncompiled(coins(8, payoffs=(0, 1000)))
    result = FSSS(game, threads=threads).run(game.start(), seconds=30, on_progress=Press(), every=0.01)
    assert result.stats.interrupted and result.stats.seconds < 10 and result.move in game.start().moves()
    assert result.stats.threads == threads and not result.proven


@pytest.mark.parametrize("threads", [1, 2])
def test_an_opening_book_has_the_games_that_ended(threads: int) -> None:
    game, told = anyspace.load("tic_tac_toe"), []
    press = Press()

    def on_game(number: int, book: OpeningBook) -> None:
        told.append(number)
        if number == 5:
            press()

    book = make_book(game, 10**9, iterations=200, threads=threads, on_game=on_game)
    assert told == [*range(1, len(told) + 1)] and len(told) >= 5
    assert sum(book.pages[()].games.values()) == len(told)
