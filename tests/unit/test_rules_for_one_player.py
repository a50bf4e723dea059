"""Payoffs without bounds, codes of moves, heuristics: declared, asked, checked, and searched."""

from __future__ import annotations

import math
from typing import Any

import pytest
from solve.puzzles import Knapsack, left_moves
from uncompiled import plain_search, uncompiled

import anyspace
from anyspace import GameError, OptionError, PythonGame, Search
from anyspace.rules.contract import look_into
from anyspace.search.scale import widened


def test_payoffs_may_be_left_open_at_either_end() -> None:
    assert left_moves().payoffs == (-math.inf, math.inf)
    assert left_moves(payoffs=(0, None)).payoffs == (0.0, math.inf)
    assert left_moves(payoffs=(None, 5)).payoffs == (-math.inf, 5.0)
    assert left_moves().open_ended and not left_moves(payoffs=(0, 10)).open_ended
    assert left_moves().facts()["payoffs"] == (None, None)
    assert PythonGame(Knapsack).payoffs == (0.0, math.inf)


@pytest.mark.parametrize("payoffs", [(5, 0), (0, math.nan), (math.inf, None), (0, math.inf), ("low", None), 7])
def test_what_is_no_range_is_refused(payoffs: Any) -> None:
    with pytest.raises(GameError, match="payoffs must be"):
        left_moves(payoffs=payoffs)


def test_several_players_have_a_range() -> None:
    with pytest.raises(GameError, match="only a game for one player"):
        left_moves(players=2)


def test_codes_and_heuristics_are_asked_compiled_uncompiled_and_of_objects() -> None:
    def heuristic(state: Any) -> float:
        return 10.0 - state.step

    for game in (left_moves(heuristic=heuristic), uncompiled(left_moves(heuristic=heuristic))):
        state = game.start().play(0).play(1)
        assert [state.code(move) for move in state.moves()] == [4, 5]
        assert state.heuristic() == 8.0
    state = PythonGame(Knapsack).start()
    assert (state.code("rope"), state.heuristic()) == (101, 0.0)


def test_without_a_code_a_move_is_its_own() -> None:
    for game in (left_moves(code=None), uncompiled(left_moves(code=None))):
        assert game.start().code(1) == 1
    with pytest.raises(GameError, match="no rule 'heuristic'"):
        left_moves().start().heuristic()


def test_codes_that_collide_and_heuristics_that_make_no_sense_are_told() -> None:
    def one_code(state: Any, move: int) -> int:
        return 7

    def less_than_nothing(state: Any) -> float:
        return -1.0

    game = uncompiled(left_moves(code=one_code, heuristic=less_than_nothing))
    with pytest.raises(GameError, match="'code' gave 7 to both moves 0 and 1"):
        look_into(game, None, 1, 1.0, ["code"])
    with pytest.raises(GameError, match="'heuristic' gave -1; expected"):
        look_into(game, None, 1, 1.0, ["heuristic"])


@pytest.mark.parametrize("worth", [1.0, 1000.0, -3.0, 1e-4])
def test_a_search_finds_the_scale_of_payoffs_as_it_goes(worth: float) -> None:
    search = plain_search(left_moves(6, worth), seed=1)
    result = search.run(search.game.start(), iterations=300)
    assert result.move == (0 if worth > 0 else 1)
    least, greatest = search.payoffs
    assert least <= min(0.0, 6 * worth) and max(0.0, 6 * worth) <= greatest
    assert greatest - least <= 6 * abs(worth) * 8 + 1e-5
    assert min(0.0, 6 * worth) <= result.value <= max(0.0, 6 * worth)
    assert result == search_again(worth)


def search_again(worth: float) -> Any:
    class Same:
        def __eq__(self, other: Any) -> bool:
            search = plain_search(left_moves(6, worth), seed=1)
            again = search.run(search.game.start(), iterations=300)
            return [row.visits for row in again.table] == [row.visits for row in other.table]

        __hash__ = None  # type: ignore[assignment]

    return Same()


def test_python_objects_and_threads_without_bounds() -> None:
    state = PythonGame(Knapsack).start()
    assert Search(state.game, seed=1).run(state, iterations=400).move in ("lamp", "rope", "book")
    game = left_moves(6)
    for parallel in (None, "tree:threads=2", "root:threads=2"):
        assert Search(game, "plain", parallel=parallel, seed=1).run(game.start(), iterations=400).move == 0


def test_a_clock_and_a_handle_go_on_with_a_wider_range() -> None:
    search = plain_search(left_moves(6), seed=1)
    result = search.run(search.game.start(), iterations=200, clock=anyspace.Clock(main=5))
    assert result.move == 0 and search.payoffs[1] >= 6.0
    handle = search.start(search.game.start(), iterations=200)
    assert handle.wait(30) and handle.result().move == 0


def test_nothing_is_proven_where_payoffs_have_no_bounds() -> None:
    with pytest.raises(OptionError, match="solver: left_moves leaves open"):
        Search(left_moves(), "solver")
    with pytest.raises(OptionError, match="processes"):
        Search(left_moves(), "plain", parallel="root:processes=2")


def test_a_payoff_that_is_no_number_is_told() -> None:
    def returns(state: Any, out: Any) -> None:
        out[0] = math.inf

    game = left_moves(returns=returns)
    with pytest.raises(GameError, match="gave inf; expected a finite number"):
        Search(game, "plain").run(game.start(), iterations=10)


def test_ranges_widen_to_twice_and_keep_to_what_is_declared() -> None:
    nothing = (-math.inf, math.inf)
    first = widened(nothing, 100.0, nothing)
    assert first[0] < 100.0 < first[1] and first[1] - first[0] < 1e-3
    assert widened((0.0, 10.0), 20.0, nothing) == (0.0, 40.0)
    assert widened((0.0, 10.0), -5.0, nothing) == (-20.0, 10.0)
    assert widened(nothing, 100.0, (0.0, math.inf)) == (0.0, 200.0)
    assert widened(nothing, 0.0, (0.0, math.inf))[1] > 0.0
    assert widened(nothing, -100.0, (-math.inf, 0.0)) == (-200.0, 0.0)
    assert anyspace.load("twenty_forty_eight").payoffs[1] < math.inf
