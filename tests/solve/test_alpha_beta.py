"""αβ search finds what minimax finds, and keeps to its budget."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from solve_helpers import bytes_of, interrupted, positions
from toys import PythonNim, gamble, nim
from uncompiled import uncompiled

import anyspace
from anyspace import AlphaBeta, Game, NothingToSearch, OptionError, PythonGame
from anyspace.errors import BudgetError, GameError
from anyspace.lab.players import Calculator, checked
from anyspace.rules.game import AnyGame, State

ALWAYS = 10**9


Known = dict[tuple[bytes, int], float]


def minimax(state: State, depth: int, player: int, known: Known) -> float:
    """What `player` gets, by trying everything."""
    if state.over:
        return state.returns()[player]
    if depth == 0:
        return state.evaluate()[player]
    at = bytes_of(state), depth
    if at not in known:
        values = [minimax(state.copy().play(move), depth - 1, player, known) for move in state.moves()]
        known[at] = max(values) if state.mover == player else min(values)
    return known[at]


def by_minimax(state: State, depth: int) -> dict[Any, float]:
    known: Known = {}
    return {move: minimax(state.copy().play(move), depth - 1, state.mover, known) for move in state.moves()}


def board() -> AnyGame:
    return anyspace.load("mnk(columns=3,rows=3,k=3)")


@pytest.mark.parametrize(
    ("name", "most", "depths"),
    [
        ("mnk(columns=3,rows=3,k=3)", 4, (1, 2, 3, 9)),
        ("kalah(pits=3,seeds=2)", 6, (1, 2, 4)),
        ("p_game(branching=3,depth=6)", 3, (1, 3, 6)),
        ("left_right(steps=6)", 3, (2, 6)),
    ],
)
def test_it_finds_what_minimax_finds(name: str, most: int, depths: tuple[int, ...]) -> None:
    """Two players in turn, extra turns, one player; moves that are said to be as good as the best are so, and those
    that are said to be worse are so too."""
    game = anyspace.load(name) if "mnk" in name else uncompiled(anyspace.load(name))
    for state in positions(game, 4, most):
        for depth in depths:
            found = AlphaBeta(game, depth).run(state, iterations=ALWAYS)
            expected = by_minimax(state, depth)
            best = max(expected.values())
            assert found.value == pytest.approx(best)
            equal = {row.move for row in found.table if row.value == found.value}
            assert equal == {move for move, value in expected.items() if value == pytest.approx(best)}
            assert found.move in equal
            assert all(row.value >= expected[row.move] - 1e-9 for row in found.table), "at most its value is known"


def test_a_game_that_is_searched_to_its_end_is_certain() -> None:
    game = board()
    result = AlphaBeta(game).run(game.start(), iterations=ALWAYS)
    assert result.proven and result.value == 0
    assert result.stats.max_depth == 9
    assert sum(row.visits for row in result.table) < result.stats.iterations < 200_000
    late = game.start()
    for move in (0, 3, 1, 4):
        late.play(move)  # one more and the first player has won
    result = AlphaBeta(game).run(late, iterations=ALWAYS)
    assert result.proven and result.value == 1 and result.move == 2
    assert result.stats.max_depth <= 5, "once every line ends, deeper is no better"
    assert not AlphaBeta(game, depth=2).run(game.start(), iterations=ALWAYS).proven


def test_effort_is_that_of_the_last_depth() -> None:
    game = anyspace.load("connect_four")
    one, two = (AlphaBeta(game, depth).run(game.start(), iterations=ALWAYS) for depth in (1, 2))
    assert sum(row.visits for row in one.table) + 1 == one.stats.iterations == 8
    assert sum(row.visits for row in two.table) + 1 == two.stats.iterations - one.stats.iterations
    assert all(row.visits > 0 for row in two.table)


def test_cutting_saves_most_of_the_work() -> None:
    game = anyspace.load("connect_four")
    result = AlphaBeta(game, depth=5).run(game.start(), iterations=ALWAYS)
    assert result.stats.iterations < (7**6 - 1) / 6 / 3


# ---- budgets ---------------------------------------------------------------------------------------------------------


def test_iterations_are_positions() -> None:
    game = anyspace.load("connect_four")
    depths = []
    for budget in (1, 100, 1_000, 10_000, 100_000):
        result = AlphaBeta(game).run(game.start(), iterations=budget)
        assert result.stats.iterations <= max(budget, 8), "the first depth is always finished"
        depths.append(result.stats.max_depth)
        again = AlphaBeta(game, depth=max(1, result.stats.max_depth)).run(game.start(), iterations=ALWAYS)
        assert (again.move, again.value) == (result.move, result.value), "a depth that was begun does not count"
    assert depths == sorted(depths) and depths[0] == 1 and depths[-1] >= 5


def test_seconds() -> None:
    game = anyspace.load("connect_four")
    result = AlphaBeta(game).run(game.start(), seconds=0.2)
    assert 0.1 < result.stats.seconds < 5 and result.stats.max_depth > 2 and not result.stats.interrupted


def test_ctrl_c_ends_it_with_the_best_so_far() -> None:
    game = anyspace.load("connect_four")
    AlphaBeta(game).run(game.start(), iterations=10)  # compiled before anybody grows impatient
    with interrupted(0.3):
        result = AlphaBeta(game).run(game.start(), seconds=60)
    assert result.stats.interrupted and result.stats.seconds < 20
    assert result.move in game.start().moves()


def test_one_move_is_played_without_thought() -> None:
    game = board()
    state = game.start()
    for move in (0, 1, 2, 4, 3, 5, 7, 6):
        state.play(move)
    result = AlphaBeta(game).run(state, iterations=ALWAYS)
    assert result.move == 8 and result.stats.iterations == 2 and result.proven


# ---- as a player -----------------------------------------------------------------------------------------------------


def test_of_equally_good_moves_any_is_played_and_no_other() -> None:
    """A reply that refutes a move ends its examination: what is known of it then is no more than a bound, and must not
    be taken for its value."""
    game = board()
    player = Calculator(game, checked({"kind": "alpha_beta", "iterations": ALWAYS}, "it"))
    several = 0
    for state in positions(game, 12, 3, seed=5):
        expected = by_minimax(state, 9)
        good = {move for move, value in expected.items() if value == max(expected.values())}
        chosen = {player.decide(state, random.Random(seed)).move for seed in range(6)}
        assert chosen <= good
        several += len(chosen) > 1
    assert several > 3


# ---- other games -----------------------------------------------------------------------------------------------------


class EvaluatedNim(PythonNim):
    def evaluate(self) -> list[float]:
        return [0.0, 0.0]


def test_a_game_of_python_objects() -> None:
    game = PythonGame(EvaluatedNim, players=2)
    result = AlphaBeta(game).run(game.start(), iterations=ALWAYS)
    assert result.move == "two" and result.value == 1 and result.proven


def evaluated(game: Game, returns: Any = None) -> Game:
    """With an evaluation that knows nothing."""

    def evaluate(state: Any, out: Any) -> None:
        for player in range(len(out)):
            out[player] = 0.0

    game.rules["evaluate"] = evaluate
    if returns is not None:
        game.rules["returns"] = returns
    return uncompiled(game)


def both_win(state: Any, out: Any) -> None:
    out[0] = out[1] = 1.0


def too_much(state: Any, out: Any) -> None:
    out[0] = 7.0
    out[1] = -7.0


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: AlphaBeta(board(), depth=0), OptionError, "depth must be a whole number from 1 to 64, not 0"),
        (lambda: AlphaBeta(board(), depth=2.5), OptionError, "depth must be"),  # type: ignore[arg-type]
        (lambda: AlphaBeta(uncompiled(nim(players=3))), OptionError, "for two players or one, and nim has 3"),
        (lambda: AlphaBeta(uncompiled(nim())), OptionError, "asks nim for a rule 'evaluate'"),
        (lambda: AlphaBeta(uncompiled(anyspace.load("kuhn_poker"))), OptionError, "kuhn_poker hides information"),
        (lambda: run(evaluated(gamble())), OptionError, "AlphaBeta: there is chance in gamble"),
        (lambda: run(evaluated(nim(3), both_win)), OptionError, "what one player of nim gains the other does not lose"),
        (lambda: run(evaluated(nim(3), too_much)), GameError, "rule 'returns' gave 7; the game declares"),
        (lambda: AlphaBeta(board()).run(nim(3).start(), iterations=9), OptionError, "not a state of that same game"),
        (lambda: AlphaBeta(game := board()).run(over(game), iterations=9), NothingToSearch, "the game is over"),
        (lambda: AlphaBeta(game := board()).run(game.start()), BudgetError, "a search needs a budget"),
    ],
)
def test_bad_input(make: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        make()


def run(game: Game) -> Any:
    return AlphaBeta(game).run(game.start(), iterations=ALWAYS)


def over(game: AnyGame) -> State:
    state = game.start()
    for move in (0, 3, 1, 4, 2):
        state.play(move)
    return state


def test_uncompiled_it_does_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    from anyspace.solve import alpha_beta

    game = board()
    compiled = AlphaBeta(game, depth=3).run(game.start(), iterations=ALWAYS)
    plain = uncompiled(board())
    monkeypatch.setitem(alpha_beta._made, "kernel", np.errstate(all="ignore")(alpha_beta.search_on))
    again = AlphaBeta(plain, depth=3).run(plain.start(), iterations=ALWAYS)
    assert again.table == compiled.table and again.stats.iterations == compiled.stats.iterations
