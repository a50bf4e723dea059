"""Levels: drawing by temperature, the budget that goes with a level, and the options of commands and of the lab."""

from __future__ import annotations

import math
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

import anyspace
from anyspace import Level, Robust, Search, Temperature
from anyspace.cli import main
from anyspace.errors import BudgetError, ExperimentError, OptionError
from anyspace.lab.players import Thinker, budget_of, checked, from_words, keys, over, search_options
from anyspace.parts.combination import Default
from anyspace.parts.registry import from_text

VISITS, MEANS = [60, 30, 10], [0.5, 0.6, 0.1]


@pytest.mark.parametrize("t", [0.5, 1.0, 2.0])
def test_moves_are_drawn_in_proportion(t: float) -> None:
    draws = 4000
    counts = Counter(Temperature(t).seeded(seed)(VISITS, MEANS) for seed in range(draws))
    weights = [count ** (1 / t) for count in VISITS]
    for place, weight in enumerate(weights):
        expected = weight / sum(weights)
        assert abs(counts[place] / draws - expected) < 4 * math.sqrt(expected * (1 - expected) / draws)


def test_draws_follow_from_seed_and_visits() -> None:
    choose = Temperature(1.0).seeded(5)
    assert {choose(VISITS, MEANS) for _ in range(20)} == {choose(VISITS, MEANS)}
    assert len({choose([60 + more, 60, 60], MEANS) for more in range(40)}) == 3, "other visits, another draw"
    assert Temperature(1.0).choose(VISITS, MEANS) == Temperature(1.0).seeded(0)(VISITS, MEANS)


def test_extremes() -> None:
    for seed in range(50):
        assert Temperature(0).seeded(seed)([5, 9, 9], [0.9, 0.4, 0.5]) == Robust().choose([5, 9, 9], [0.9, 0.4, 0.5])
        assert Temperature(1e-9).seeded(seed)(VISITS, MEANS) == 0, "no overflow"
    assert {Temperature(1e9).seeded(seed)(VISITS, MEANS) for seed in range(50)} == {0, 1, 2}
    assert Temperature(1.0).seeded(1)([7], [0.5]) == 0


def test_levels_rise() -> None:
    levels = [Level(k) for k in range(1, 11)]
    assert [levels[0].iterations, levels[3].iterations, levels[9].iterations] == [10, 100, 10_000]
    assert [levels[0].temperature.t, levels[9].temperature.t] == [1.0, 0.0]
    for lower, higher in pairwise(levels):
        assert lower.iterations < higher.iterations and lower.temperature.t > higher.temperature.t
    assert Robust().iterations is None
    assert from_text("level:k=3", "final") == Level(3) and str(Level(3)) == "level:k=3"
    assert from_text("temperature:t=0.5", "final") == Temperature(0.5)
    assert Level(3).structure == Temperature(2.0).structure == Robust().structure, "nothing is compiled for it"


@pytest.mark.parametrize(
    "wrong",
    [lambda: Level(0), lambda: Level(11), lambda: Level(2.5), lambda: Temperature(-1), lambda: Temperature(math.inf)],
)
def test_what_is_no_level(wrong: Any) -> None:
    with pytest.raises(OptionError, match=r"k must be a whole number from 1 to 10|t must be a number"):
        wrong()


# ---- searches --------------------------------------------------------------------------------------------------------


def test_a_search_has_the_budget_of_its_level() -> None:
    game = anyspace.load("tic_tac_toe")
    search = Search(game, Level(4), seed=1)
    assert search.run(game.start()).stats.iterations == 100
    assert search.run(game.start(), iterations=30).stats.iterations == 30
    assert Search(game, final="level:k=1", seed=1).run(game.start()).stats.iterations == 10
    with pytest.raises(BudgetError):
        Search(game).run(game.start())


def test_level_is_an_option_of_a_search() -> None:
    game = anyspace.load("tic_tac_toe")
    search, same = Search(game, level=4, seed=1), Search(game, Level(4), seed=1)
    assert search.final == Level(4) and search.parts_text == same.parts_text
    assert search.combination == Default(), "which takes nothing away from the default"
    result = search.run(game.start())
    assert result.stats.iterations == 100 and result.move == same.run(game.start()).move
    assert Search(game, "plain", level=10).parts_text == "level:k=10"
    assert Search(game, level=None).final == Robust()


@pytest.mark.parametrize(
    ("parts", "options", "message"),
    [
        ((), {"level": 3, "final": "max"}, "level=3 draws the final move, max chooses it otherwise: leave one of them"),
        (("level",), {"level": 3}, "level=3 draws the final move, level chooses it otherwise"),
        ((Temperature(0.5),), {"level": 3}, "level=3 draws the final move, temperature:t=0.5 chooses it otherwise"),
        ((), {"level": 11}, "Level: k must be a whole number from 1 to 10, not 11"),
        ((), {"level": "3"}, "Level: k must be a whole number from 1 to 10, not '3'"),
        ((), {"levle": 3}, "no option 'levle'; did you mean 'level'"),
    ],
)
def test_options_that_are_no_level(parts: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        Search(anyspace.load("tic_tac_toe"), *parts, **options)


def test_one_seed_one_move_and_other_seeds_others() -> None:
    game = anyspace.load("tic_tac_toe")

    def moves(seed: int, final: Any) -> list[Any]:
        return [Search(game, final=final, seed=seed).run(game.start(), iterations=200).move for _ in range(3)]

    for seed in range(3):
        assert len(set(moves(seed, "temperature:t=1"))) == 1
    assert len({moves(seed, "temperature:t=1")[0] for seed in range(12)}) > 3
    result = Search(game, final=Temperature(5.0), seed=3).run(game.start(), iterations=200)
    chosen = next(row for row in result.table if row.move == result.move)
    assert result.value == chosen.value and result.line[0] == result.move


def test_what_is_proven_is_not_drawn_away() -> None:
    """With a solver, a move that is certain to win is played at any temperature."""
    game = anyspace.load("tic_tac_toe")
    state = game.start()
    for move in (0, 3, 1, 4):
        state.play(move)
    for seed in range(10):
        assert Search(game, "solver", final=Temperature(9.0), seed=seed).run(state, iterations=500).move == 2


# ---- in the lab ------------------------------------------------------------------------------------------------------


def test_level_is_an_option_of_a_player() -> None:
    table = from_words("level=4")
    assert table == {"level": 4} and checked(table, "it") is table
    assert search_options(table)["final"] == Level(4) and budget_of(table).iterations == 100
    assert keys().count("level") == 1
    assert budget_of({"level": 4, "seconds": 2}).seconds == 2
    assert over({"iterations": 1000, "c": 0.5}, table) == {"level": 4, "c": 0.5}, "a level is a budget"


def test_a_level_of_the_default_is_what_people_play_against() -> None:
    game = anyspace.load("tic_tac_toe")
    there = Thinker(game, from_words("default level=4"))._search.parts_text
    assert there == Search(game, level=4).parts_text != Thinker(game, {"level": 4})._search.parts_text


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"level": 12}, "Level: k must be a whole number from 1 to 10, not 12"),
        ({"level": 2, "final": "max"}, "level draws the final move"),
        (
            {"level": 2, "kind": "flat"},
            "a flat player takes amaf, playout_limit, iterations, seconds, timer, not level",
        ),
    ],
)
def test_levels_that_make_no_sense(table: dict[str, Any], message: str) -> None:
    with pytest.raises(ExperimentError, match=message):
        checked(table, "it")


# ---- commands --------------------------------------------------------------------------------------------------------


def test_think_and_play_have_levels(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["think", "tic_tac_toe", "--level", "4", "--seed", "1", "--json"]) == 0
    assert '"iterations": 100,' in capsys.readouterr().out
    assert main(["play", "tic_tac_toe", "--seat", "none", "--level", "1", "--seed", "1"]) == 0
    assert "; 10 iterations" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--level", "11"], "Level: k must be a whole number from 1 to 10, not 11"),
        (["--level", "3", "--final", "max"], "leave one of them out"),
    ],
)
def test_levels_of_commands_that_make_no_sense(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["think", "tic_tac_toe", *words]) == 2
    error = capsys.readouterr().err
    assert message in error and error.count("\n") == 1
