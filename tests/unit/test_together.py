"""Moves made at the same time: the contract, decoupled selection, what is told when, mixed strategies."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from uncompiled import plain_search, uncompiled

import anyspace
from anyspace import OVER, Game, GameError, OptionError, PythonGame, Search
from anyspace.core.check import check
from anyspace.games import goofspiel, rock_paper_scissors
from anyspace.rules.contract import look_into
from anyspace.search.together import choosers, made_before

PENNIES = np.dtype([("shown", np.int8, 2)])


def pennies(**changes: Any) -> Game:
    """Both show a side of a coin: equal ones are player 0's."""

    def start(state: Any, rng: Any) -> None:
        state.shown[:] = -1

    def mover(state: Any) -> int:
        return 0 if state.shown[0] < 0 else 1 if state.shown[1] < 0 else OVER

    def moves(state: Any, out: Any) -> int:
        out[0], out[1] = 0, 1
        return 2

    def play(state: Any, move: int) -> None:
        state.shown[mover(state)] = move

    def returns(state: Any, out: Any) -> None:
        out[0] = 1.0 if state.shown[0] == state.shown[1] else -1.0
        out[1] = -out[0]

    def together(state: Any) -> int:
        return 1 if state.shown[0] < 0 else 0

    def withdraw(state: Any) -> None:
        if state.shown[1] < 0:
            state.shown[0] = -1

    rules = {"start": start, "mover": mover, "moves": moves, "play": play, "returns": returns}
    facts = {"name": "pennies", "state": PENNIES, "players": 2, "max_moves": 2, "max_length": 2, "actions": 2}
    return Game(**{**facts, **rules, "together": together, "withdraw": withdraw, **changes})


class Pennies:
    """The same as an object."""

    players, max_moves, max_length = 2, 2, 2

    def __init__(self) -> None:
        self.shown: list[str] = []

    def mover(self) -> int | None:
        return len(self.shown) if len(self.shown) < 2 else None

    def moves(self) -> list[str]:
        return ["heads", "tails"]

    def play(self, move: str) -> None:
        self.shown.append(move)

    def returns(self) -> list[float]:
        gain = 1.0 if len(set(self.shown)) == 1 else -1.0
        return [gain, -gain]

    def copy(self) -> Pennies:
        twin = Pennies()
        twin.shown = [*self.shown]
        return twin

    def together(self) -> int:
        return 1 - len(self.shown)

    def withdraw(self) -> None:
        if len(self.shown) == 1:
            self.shown = []

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pennies) and self.shown == other.shown


def searched(game: Any, *parts: str, iterations: int = 400, **options: Any) -> Any:
    search = plain_search(game, *parts, seed=1, **options)
    result = search.run(game.start(seed=1), iterations=iterations)
    for tree in search.forest:
        check(tree)
    return result


@pytest.mark.parametrize(
    "parts", ["plain", "plain random_ties", "plain random_moves", "ucb1_tuned", "exp3", "regret_matching"]
)
def test_both_sides_of_a_coin(parts: str) -> None:
    result = searched(pennies(), *parts.split(), iterations=1500)
    for strategy in result.strategies:
        assert sum(share for _, share in strategy) == pytest.approx(1.0)
        assert dict(strategy)[0] == pytest.approx(0.5, abs=0.17)
    if parts not in ("plain", "ucb1_tuned"):  # who choose in step: see the next test
        assert result.value == pytest.approx(0.0, abs=0.35)
    assert result.strategy == dict(result.strategies[0])
    assert {result.sample(seed) for seed in range(20)} == {0, 1}


def test_players_who_choose_by_ucb_fall_into_step_unless_ties_are_random() -> None:
    """Both take the sides in turn, so that one always wins: a correlation that no equilibrium has."""
    assert abs(searched(pennies(), "plain", iterations=600).value) > 0.9
    assert abs(searched(pennies(), "plain", "random_ties", iterations=600).value) < 0.3


def test_python_objects_are_searched_alike() -> None:
    game = PythonGame(Pennies)
    assert game.simultaneous
    search = Search(game, "regret_matching", seed=1)
    result = search.run(game.start(), iterations=500)
    assert set(result.strategy) == {"heads", "tails"} and abs(result.strategy["heads"] - 0.5) < 0.2


def test_nobody_looks_at_what_was_chosen_before() -> None:
    """Whatever player 0 has chosen, player 1's search is the same, move for move."""
    game = uncompiled(pennies())
    found = []
    for chosen in (0, 1):
        state = game.start().play(chosen)
        assert made_before(state) == 1 and choosers(state.withdrawn()) == [0, 1]
        for parts, options in ((["plain"], {}), (["plain"], {"information": "sequential"}), ([], {})):
            result = plain_search(game, *parts, **options, seed=7).run(state, iterations=200)
            assert result.player == 1
            found.append((result.strategies, result.table))
    assert found[:3] == found[3:]


def test_cheating_looks() -> None:
    game = uncompiled(pennies())
    result = plain_search(game, information="cheating", seed=1).run(game.start().play(1), iterations=100)
    assert result.move == 0 and result.value > 0.8  # the other side


def test_who_sees_the_choice_before_its_own_wins_in_the_sequential_form() -> None:
    result = searched(pennies(), "plain", information="sequential", iterations=600)
    assert result.value < -0.8


def test_a_tree_is_carried_on_once_all_have_moved() -> None:
    game = uncompiled(goofspiel.game(cards=4, order="descending"))
    search = plain_search(game, "plain", seed=2)
    state = game.start()
    search.run(state, iterations=300)
    first, second = state.moves()[0], state.moves()[1]
    known = search.root.child(first).child(second).visits
    search.advance(first)
    state.play(first)
    assert search.run(state, iterations=1).stats.reused == 300  # nobody was told yet
    search.advance(second)
    state.play(second)
    assert state.mover == 0
    grown = search.root.visits
    assert known <= grown <= known + 1
    result = search.run(state, iterations=50)
    assert result.stats.reused == grown and sum(row.visits for row in result.table) >= 50
    for tree in search.forest:
        check(tree)


def test_what_was_not_seen_played_is_not_guessed() -> None:
    game = uncompiled(goofspiel.game(cards=4, order="descending"))
    search = plain_search(game, "plain", seed=2)
    state = game.start().play(3)  # nobody told the search how it came to this
    search.run(state, iterations=100)
    search.advance(2)
    state.play(2)
    assert search.run(state, iterations=10).stats.reused == 0


def test_hidden_bids_and_three_players() -> None:
    hidden = searched(goofspiel.game(cards=4, hidden=True, order="ascending"), "regret_matching", iterations=150)
    assert sum(hidden.strategy.values()) == pytest.approx(1.0)
    three = searched(goofspiel.game(cards=3, players=3, order="ascending"), "exp3", iterations=150)
    assert [len(strategy) for strategy in three.strategies] == [3, 3, 3]


@pytest.mark.parametrize(
    "options", [{"memory": "recycle:nodes=40"}, {"memory": "stop:nodes=40"}, {"parallel": "tree:threads=1"}], ids=str
)
def test_bounds_and_threads(options: dict[str, Any]) -> None:
    result = searched(goofspiel.game(cards=4, order="ascending"), "plain", **options, iterations=150)
    assert result.stats.iterations > 10


@pytest.mark.parametrize("mode", ["perfect", "single", "determinized"])
def test_modes_that_make_no_sense_are_refused(mode: str) -> None:
    with pytest.raises(OptionError):
        Search(uncompiled(pennies()), information=mode)
    with pytest.raises(OptionError, match="no moves of"):
        Search(uncompiled(anyspace.load("tic_tac_toe")), information="sequential")


def test_one_rule_does_not_come_without_the_other() -> None:
    with pytest.raises(GameError, match="'together' and 'withdraw' come together"):
        pennies(withdraw=None)


def test_what_is_announced_is_kept() -> None:
    def too_many(state: Any) -> int:
        return 1

    with pytest.raises(GameError, match="rule 'together' gave 1, and after a move"):
        look_into(uncompiled(pennies(together=too_many)), None, 4, 5.0)

    def nothing(state: Any) -> None:
        pass

    with pytest.raises(GameError, match="'withdraw' does not lead back"):
        look_into(uncompiled(pennies(withdraw=nothing)), None, 4, 5.0)


def test_the_answer_of_exp3_leaves_out_what_only_explored() -> None:
    result = searched(rock_paper_scissors.game(), "exp3:gamma=0.5", iterations=300)
    visits = {row.move: row.visits for row in result.table}
    kept = {move: max(0.0, count - 0.5 * 300 / 3) for move, count in visits.items()}
    total = sum(kept.values())
    assert result.strategy == pytest.approx({move: weight / total for move, weight in kept.items()})
