"""Experiments of the page of playouts that are no matches: synthetic trees, balanced playouts, shorter wins."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from anyspace.errors import ExperimentError
from anyspace.games import load as load_game
from anyspace.lab.parameters import measure
from anyspace.lab.reproduce import survey
from anyspace.lab.reproduce.checks import costs, playouts, synthetic_trees
from anyspace.lab.reproduce.checks.bandits import plain
from anyspace.lab.reproduce.checks.outcome import Size
from anyspace.lab.reproduce.survey_checks import name_of
from anyspace.rules.game import OVER
from anyspace.rules.interpreted import InterpretedBackend
from anyspace.solve.equilibria.unfolded import unfolded

PAGE = survey.SURVEYS["survey_playouts"]


def uncompiled(game: Any) -> Any:
    game.__dict__["backend"] = InterpretedBackend(game)
    return game


def trees(correlation: float, disambiguation: float, forest: int = 5) -> Any:
    return uncompiled(synthetic_trees.game(correlation, disambiguation, forest))


def known(state: Any, player: int) -> int:
    with np.errstate(all="ignore"):
        return int(state.game.rules["information_key"](state.game.backend.thing(state._block)[0], player))


def test_names_are_unique_and_chosen_by_number() -> None:
    file, _, checks = survey.CHECKS[PAGE.file]
    assert file == "survey_playouts" and len({name_of(check) for check in checks}) == len(checks) == 9
    assert survey.chosen(PAGE, ["42"]) == [] and survey.chosen(PAGE, ["43"])
    assert [row.number for row in survey.chosen(PAGE, ["37"])][-1] == "37h"
    with pytest.raises(ExperimentError, match="unknown row '99'"):
        survey.chosen(PAGE, ["99"])


@pytest.mark.parametrize("correlation", [0.0, 0.5, 1.0])
def test_synthetic_trees_have_the_leaf_correlation_they_are_made_with(correlation: float) -> None:
    found = measure(trees(correlation, 0.5, 1_000), games=150, seed=1).leaf_correlation
    assert found is not None and correlation in found


@pytest.mark.parametrize(("disambiguation", "share"), [(0.0, 0.0), (1.0, 0.75)])
def test_and_the_disambiguation(disambiguation: float, share: float) -> None:
    """From one own move to the next there are two plies, and two bits are all there is."""
    game = trees(0.5, disambiguation)
    found = measure(game, games=40, seed=1).disambiguation
    assert found is not None and abs(found.estimate - share) < 0.15
    state = game.start(seed=3)
    for ply in range(synthetic_trees.PLIES):
        mover = state.mover
        guess = state.determinize(mover, 7)
        assert guess["cards"][mover] == state["cards"][mover] and guess["path"] == state["path"]
        assert known(guess, mover) == known(state, mover)
        if disambiguation == 1.0 and ply >= synthetic_trees.BITS:
            assert guess == state
        state.play(ply % 2)
    assert state.mover == OVER and sum(state.returns()) == 0.0


def test_what_is_drawn_is_spread_evenly() -> None:
    with np.errstate(all="ignore"):
        found = [
            synthetic_trees.drawn(tree, place, what) for tree in range(8) for place in range(64) for what in (0, 1)
        ]
    assert all(0.0 <= each < 1.0 for each in found) and len(set(found)) == len(found)
    assert np.histogram(found, 4, (0.0, 1.0))[0].min() > 200


@pytest.mark.slow
def test_nash_conv_tree_by_tree_is_that_of_the_forest() -> None:
    from anyspace.solve.equilibria.response import exploited

    whole = unfolded(synthetic_trees.game(0.5, 0.5, 3))
    uniform = whole.uniform()
    by_tree = synthetic_trees.nash_conv(whole, uniform, 3)
    assert (by_tree > 0).all() and by_tree.mean() == pytest.approx(exploited(whole, uniform).nash_conv)
    values = synthetic_trees.worth(whole, uniform, 0, 3)
    assert np.mean(values) == pytest.approx(exploited(whole, uniform).values[0])


@pytest.mark.slow
def test_search_by_guesses_is_measured() -> None:
    outcome = synthetic_trees.where_guessing_works(print, Size(0.1, 0.05))
    assert len(outcome.figures) == 4


@pytest.mark.slow
def test_balancing_runs() -> None:
    outcome = playouts.balancing(print, Size(0.002, 0.05))
    assert set(outcome.figures) == {"error, uniform", "error, learnt", "what is left of it", "at most"}


def test_wins_at_once_and_with_the_next_move(monkeypatch: pytest.MonkeyPatch) -> None:
    def loaded(text: str) -> Any:
        return uncompiled(load_game(text))

    monkeypatch.setattr(playouts, "load", loaded)
    state = loaded("connect_four").start()
    for move in (2, 2, 3, 3):  # two in a row with room on both sides
        state.play(move)
    assert playouts.wins_at_once(state) == [] and playouts.wins_next(state, 4) and not playouts.wins_next(state, 0)
    for move in (4, 4):
        state.play(move)
    assert playouts.wins_at_once(state) == [1, 5]
    monkeypatch.setattr(playouts, "searching", SimpleNamespace(search=plain))
    outcome = playouts.win_at_hand(print, Size(0.005, 0.5))
    assert set(outcome.figures) == {"wins at once, decay", "wins at once, UCT"}


def test_costs_are_held_to_the_bar_in_every_game(monkeypatch: pytest.MonkeyPatch) -> None:
    given = {"breakthrough": [0.6 + 0.001 * k for k in range(31)], "hex": [0.55 + 0.001 * k for k in range(31)]}
    monkeypatch.setattr(costs, "ratios", lambda game, part, pairs, playouts: given[game])
    found = costs.speed(print, Size(), "mast")
    assert found.direction == "better" and found.figures["hex"].estimate == pytest.approx(0.565)
    given["hex"] = [ratio - 0.2 for ratio in given["hex"]]
    assert costs.speed(print, Size(), "mast").direction == "worse" and set(found.figures) == {*given, "at least"}
    given["hex"] = [0.4, 0.6]
    assert costs.speed(print, Size(), "lgr").direction == "undecided"


def test_a_median_lies_between_two_of_the_values() -> None:
    """By the binomial distribution: of 31 values the 10th and the 22nd, of 10 the 2nd and the 9th."""
    assert costs.median_interval(range(1, 32)) == (16, 10, 22)
    assert costs.median_interval(range(10, 0, -1)) == (5.5, 2, 9)
    assert costs.median_interval([3.0, 1.0]) == (2.0, 1.0, 3.0)
    assert costs.median_interval([0.5] * 30 + [9.0]) == (0.5, 0.5, 0.5)


@pytest.mark.slow
def test_costs_are_measured() -> None:
    found = costs.speed(print, Size(0.05, 0.05), "mast")
    assert all(each.estimate > 0 for each in found.figures.values())


def test_moves_until_a_game_is_won() -> None:
    def always(move: int) -> Any:
        result = SimpleNamespace(move=move, stats=SimpleNamespace(interrupted=False))
        return SimpleNamespace(run=lambda state, iterations: result)

    state = uncompiled(load_game("connect_four")).start()
    stack, answer = always(3), always(5)
    assert playouts.moves_until_won(stack, answer, state, 10, 1) == 4 and state.mover == 0
    assert playouts.moves_until_won(stack, answer, state.copy().play(0), 10, 1) == 4
    assert playouts.moves_until_won(answer, stack, state.copy().play(3), 10, 1) == playouts.MOST_MOVES, "it loses"


def test_won_games_are_those_that_are_proven(monkeypatch: pytest.MonkeyPatch) -> None:
    values = iter([(1.0, True), (1.0, False), (-1.0, True), (1.0, True)])

    def found(state: Any, iterations: int) -> Any:
        value, proven = next(values)
        return SimpleNamespace(value=value, proven=proven, stats=SimpleNamespace(interrupted=False))

    monkeypatch.setattr(playouts, "searching", SimpleNamespace(search=lambda game, words: SimpleNamespace(run=found)))
    won = playouts.proven_wins(uncompiled(load_game("breakthrough(rows=6,columns=6)")), 1, 10)
    first, second = next(won), next(won)
    assert first != second and not playouts.wins_at_once(first) and next(values, None) is None


@pytest.mark.slow
def test_won_games_are_played_out() -> None:
    outcome = playouts.sooner_win(print, Size(0.01, 0.2))
    assert set(outcome.figures) == {"moves to the win, decay", "moves to the win, UCT"}


@pytest.mark.slow
def test_patterns_are_learnt_and_judged() -> None:
    outcome = playouts.learnt_patterns(print, Size(0.01, 0.1))
    assert outcome.figures["decisions"].estimate > 0 and len(outcome.figures) == 4
