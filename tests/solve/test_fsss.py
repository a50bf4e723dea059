"""Sparse sampling with bounds: a combination lock, chance whose value is known, everything tried."""

from __future__ import annotations

import numpy as np
import pytest
from solve.puzzles import best_of_all, coins, left_moves
from toys import gamble
from uncompiled import plain_search, uncompiled

import anyspace
from anyspace import FSSS, GameError, OptionError
from anyspace.lab.reproduce.checks.planning import combination_lock
from anyspace.solve import fsss
from anyspace.solve.crew import seeds


@pytest.fixture(autouse=True)
def plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compiled."""
    monkeypatch.setattr(fsss, "_kernel", lambda: np.errstate(all="ignore")(fsss.search_on))


def test_a_combination_lock_is_opened_where_playouts_find_nothing() -> None:
    game = uncompiled(combination_lock(10))
    result = FSSS(game).run(game.start(), iterations=100)
    assert (result.move, result.value, result.proven) == (3, 1.0, True)
    assert result.stats.iterations <= 4 * 10
    search = plain_search(combination_lock(10), seed=1)
    assert search.run(search.game.start(), iterations=100).value == 0.0


def test_chance_is_worth_what_was_drawn_of_it() -> None:
    game = uncompiled(gamble(0.75))
    result = FSSS(game, width=400, seed=1).run(game.start(), iterations=50)
    assert result.move == 1 and result.proven
    assert result.value == pytest.approx(0.75, abs=0.08)
    safe = uncompiled(gamble(0.3))
    assert FSSS(safe, width=200, seed=1).run(safe.start(), iterations=50).move == 0


def test_everything_is_tried_if_need_be_and_the_depth_is_kept() -> None:
    game = uncompiled(coins(3, payoffs=(0, 100)))
    result = FSSS(game).run(game.start(), iterations=2000)
    assert result.proven and result.value == pytest.approx(best_of_all(game.start()))
    near = FSSS(game, depth=1).run(game.start(), iterations=2000)
    assert near.value == pytest.approx(9.0), "the most valuable coin first"


def test_without_room_or_time_the_best_so_far_is_told() -> None:
    game = uncompiled(coins(3, payoffs=(0, 100)))
    assert not FSSS(game, nodes=30).run(game.start(), iterations=2000).proven
    assert FSSS(game).run(game.start(), iterations=3).stats.iterations == 3
    with pytest.raises(OptionError, match="4 nodes do not hold the moves"):
        FSSS(game, nodes=4).run(game.start(), iterations=10)


def test_threads_draw_for_themselves_and_their_mean_is_told() -> None:
    game = uncompiled(gamble(0.75))
    alone = [FSSS(game, width=9, seed=seed).run(game.start(), iterations=50) for seed in seeds(1, 2)]
    both = FSSS(game, width=9, seed=1, threads=2).run(game.start(), iterations=50)
    first, second, mean = (next(row.value for row in found.table if row.move == 1) for found in (*alone, both))
    assert first != second and mean == pytest.approx((first + second) / 2)
    assert both.proven and both.stats.threads == 2
    assert both.stats.iterations == sum(each.stats.iterations for each in alone)
    again = FSSS(game, width=9, seed=1, threads=2).run(game.start(), iterations=50)
    assert again.table == both.table, "one seed, one number of threads, one answer"


def test_progress_is_told() -> None:
    seen: list[anyspace.Result] = []
    game = uncompiled(coins(5, payoffs=(0, 1000)))
    result = FSSS(game).run(game.start(), seconds=0.3, on_progress=seen.append, every=0.01)
    trials = [each.stats.iterations for each in seen]
    assert trials and trials == sorted(trials) and trials[-1] <= result.stats.iterations


def test_what_is_refused() -> None:
    for game, message in ((anyspace.load("tic_tac_toe"), "one player"), (uncompiled(left_moves()), "leaves open")):
        with pytest.raises(OptionError, match=message):
            FSSS(game)
    for options in ({"depth": 0}, {"width": 0}, {"nodes": "many"}, {"threads": 0}):
        with pytest.raises(OptionError, match="must be a whole number"):
            FSSS(uncompiled(combination_lock(10)), **options)  # type: ignore[arg-type]
    game = uncompiled(left_moves(3, payoffs=(0, 1)))
    with pytest.raises(GameError, match="declares payoffs"):
        FSSS(game).run(game.start(), iterations=50)
