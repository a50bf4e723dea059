"""What an experiment's file means, and what is said of one that means nothing."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from further import further
from lab_helpers import small

import anyspace
from anyspace.errors import ExperimentError, UnknownGame
from anyspace.lab.file import experiment, read, variants
from anyspace.lab.players import Thinker, checked, from_words, keys, search_options
from anyspace.lab.reproduce.experiments import FOLDER
from anyspace.parts.combination import Plain

BOUNDS = ["stop", "recycle"]
EXAMPLES = [*(Path(__file__).parents[2] / "examples").glob("*.toml"), *FOLDER.glob("*.toml")]


def test_lists_vary_as_a_product() -> None:
    assert list(variants({"memory": BOUNDS, "nodes": [20, 50], "c": 0.7})) == [
        {"memory": "stop", "nodes": 20, "c": 0.7},
        {"memory": "stop", "nodes": 50, "c": 0.7},
        {"memory": "recycle", "nodes": 20, "c": 0.7},
        {"memory": "recycle", "nodes": 50, "c": 0.7},
    ]


def test_a_list_of_parts_is_one_player() -> None:
    two = ["grave:ref=30", "solver"]
    assert list(variants({"parts": two, "grave.ref": [1, 2]})) == [
        {"parts": two, "grave.ref": 1},
        {"parts": two, "grave.ref": 2},
    ]
    assert list(variants({"parts": [two, ["mast"]]})) == [{"parts": two}, {"parts": ["mast"]}]


def test_options_of_parts_vary_in_a_file(tmp_path: Path) -> None:
    given = {"game": "tic_tac_toe", "games": 2, "base": {"iterations": 20}, "opponent": "ucb1:c=1 solver"}
    table = {"parts": ["ucb1", "solver"], "ucb1.c": [0.1, 0.4]}
    found = experiment({**given, "player": table}, name="it", folder=tmp_path)
    assert [point.values for point in found.points] == [{"ucb1.c": 0.1}, {"ucb1.c": 0.4}]
    assert found.points[0].entrants[1].table["parts"] == ["ucb1:c=1", "solver"]
    with pytest.raises(ExperimentError, match=r"unknown key 'ucb1\.d'"):
        experiment({**given, "player": {"ucb1.d": 1}}, name="it", folder=tmp_path)


def test_a_sweep(tmp_path: Path) -> None:
    file = tmp_path / "bounds.toml"
    file.write_text(
        """
        game = "spades"
        games = 7
        [base]
        iterations = 100
        c = 0.7
        [[player]]
        memory = ["stop", "recycle"]
        nodes = [20, 50]
        [[player]]
        memory = "unbounded"
        [opponent]
        c = 1
        """
    )
    found = read(file)
    assert (found.name, found.scoring, found.sides) == ("bounds", "win", ((0, 2), (1, 3)))
    assert [point.values for point in found.points] == [
        {"memory": "stop", "nodes": 20},
        {"memory": "stop", "nodes": 50},
        {"memory": "recycle", "nodes": 20},
        {"memory": "recycle", "nodes": 50},
        {"memory": "unbounded"},
    ]
    player, opponent = found.points[3].entrants
    assert player.table == {"iterations": 100, "c": 0.7, "memory": "recycle", "nodes": 50}
    assert opponent.table == {"iterations": 100, "c": 1}
    assert found.wanted() == 5 * 8  # whole deals


def test_what_varies_for_all_is_shown_once(tmp_path: Path) -> None:
    found = small(tmp_path, base={"iterations": [5, 9]}, player={"c": [1, 2]}, opponent={"c": [1, 3]})
    assert [tuple(point.values.values()) for point in found.points[:4]] == [(5, 1, 1), (5, 1, 3), (5, 2, 1), (5, 2, 3)]
    assert list(found.points[0].values) == ["iterations", "c", "opponent.c"]


def test_everybody_against_everybody(tmp_path: Path) -> None:
    given = {"game": "connect_four", "players": {"a": "random", "b": {"iterations": [1, 2]}}}
    found = experiment(given, name="all", folder=tmp_path)
    assert [tuple(point.values.values()) for point in found.points] == [
        ("a", "b iterations=1"),
        ("a", "b iterations=2"),
        ("b iterations=1", "b iterations=2"),
    ]
    four = {"game": "hearts", "players": dict.fromkeys("ab", "random")}
    with pytest.raises(ExperimentError, match="meet twice"):  # two players of the same kind are one player
        experiment({**four, "lineup": "one"}, name="all", folder=tmp_path)
    table = {name: {"iterations": i} for i, name in enumerate("abcd", 1)}
    one = experiment({"game": "hearts", "players": table}, name="all", folder=tmp_path)
    assert len(one.points) == 12  # one against three is not three against one
    together = experiment({"game": "hearts", "lineup": "together", "players": table}, name="all", folder=tmp_path)
    assert [point.lineup for point in together.points] == [(0, 1, 2, 3)]


def test_alone(tmp_path: Path) -> None:
    given = {"game": "twenty_forty_eight", "player": {"iterations": [5, 10]}}
    found = experiment(given, name="alone", folder=tmp_path)
    assert (found.scoring, [len(point.seatings) for point in found.points]) == ("payoff", [1, 1])
    with pytest.raises(ExperimentError, match="'win' compares sides"):
        experiment({**given, "scoring": "win"}, name="alone", folder=tmp_path)


# ---- identity


def test_ids_and_seeds(tmp_path: Path) -> None:
    found = small(tmp_path, player={"iterations": [20, 21]})
    games = [found.fixture(*place) for place in found.schedule()]
    assert len({game.id for game in games}) == len(games) == 8
    assert len({seed for game in games for seed in game.seeds.seats}) == 16  # nobody draws what another draws
    deals = {(game.seeds.start, game.seeds.chance) for game in games[:4]}
    assert len(deals) == 1  # the same deal for all points and seatings
    assert deals.isdisjoint((game.seeds.start, game.seeds.chance) for game in games[4:])


def test_seats_turn(tmp_path: Path) -> None:
    found = small(tmp_path)
    tables = [[seat["iterations"] for seat in found.fixture(found.points[0], 0, turn).seats] for turn in (0, 1)]
    assert tables == [[20, 10], [10, 20]]


def test_identity_is_what_is_played(tmp_path: Path) -> None:
    before = small(tmp_path).points[0].id
    assert small(tmp_path, games=100).points[0].id == before
    assert small(tmp_path, player={"iterations": [20, 30]}).points[0].id == before
    for change in ({"seed": 1}, {"player": {"iterations": 21}}, {"scoring": "payoff"}, {"name": "other"}):
        assert small(tmp_path, **change).points[0].id != before


def test_all_points_are_equally_far(tmp_path: Path) -> None:
    found = small(tmp_path, player={"iterations": [1, 2, 3]}, games=6)
    order = [(deal, point.values["iterations"], seating) for point, deal, seating in found.schedule()]
    assert order == [(deal, point, seating) for deal in range(3) for point in (1, 2, 3) for seating in (0, 1)]


def test_a_tested_player_may_have_another_number_of_games(tmp_path: Path) -> None:
    tested = [{"iterations": [1, 2]}, {"iterations": 3, "games": 10}]
    found = small(tmp_path, player=tested, games=4)
    assert [found.deals(point) for point in found.points] == [2, 2, 5] and found.wanted() == 2 * 9
    assert [found.deals(point, 2) for point in found.points] == [1, 1, 1], "unless somebody asks for another"
    assert found.points[2].id == small(tmp_path, player={"iterations": 3}).points[0].id, "it is the same point"
    assert sum(point is found.points[2] for point, _, _ in found.schedule()) == 10


# ---- bad input


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"scorring": "win"}, "unknown key 'scorring'; did you mean 'scoring'? Known: name, game, scoring"),
        ({"scoring": "wins"}, "unknown scoring 'wins'; did you mean 'win'? Known: payoff, win, placing"),
        ({"games": "many"}, "games must be a whole number, not 'many'"),
        ({"games": 0}, "games must be a whole number, 1 or more, not 0"),
        ({"player": {"iterations": 5, "games": 0}}, "games must be a whole number, 1 or more, not 0"),
        ({"player": {"iterations": 5, "games": [5]}}, "[player]: games must be a whole number, not [5]"),
        ({"seed": 1.5}, "seed must be a whole number, not 1.5"),
        ({"lineup": "ones"}, "unknown lineup 'ones'; did you mean 'one'?"),
        ({"sides": [[0], [0]]}, "sides must name each of the seats 0 to 1"),
        ({"player": {"itterations": 5}}, "[player]: unknown key 'itterations'; did you mean 'iterations'?"),
        (
            {"player": {"kind": "serch", "iterations": 5}},
            "player: unknown kind of player 'serch'; did you mean 'search'?",
        ),
        ({"player": {"kind": "random", "iterations": 5}}, "player: a random player has no options, not iterations"),
        ({"player": {"iterations": 0}}, "player: iterations must be a whole number from 1"),
        ({"player": {"iterations": []}}, "[player]: iterations must be a value or a list of values"),
        ({"player": {}}, "player: a search needs a budget"),
        (
            {"player": {"iterations": 5, "memory": "recicle"}},
            "player: unknown memory 'recicle'; did you mean 'recycle'?",
        ),
        ({"player": {"iterations": 5, "memory": "recycle"}}, "player: Recycle takes either nodes= or bytes="),
        ({"player": {"iterations": 5, "memory": "recycle", "nodes": 0}}, "player: Recycle: nodes must be"),
        (
            {"player": {"iterations": 5, "nodes": 20}},
            "player: memory unbounded does not take 'nodes=20'; it takes reserve",
        ),
        (
            {"player": {"iterations": 5, "memory": "stop", "nodes": "few"}},
            "player: nodes must be a whole number, not 'few'",
        ),
        ({"player": {"iterations": 5, "final": "best"}}, "player: unknown final 'best'"),
        (
            {"player": {"iterations": 5, "information": "singel"}},
            "unknown information 'singel'; did you mean 'single'?",
        ),
        ({"player": {"iterations": 5, "c": -1}}, "player: UCB1: c must be a number, 0 or more, not -1"),
        ({"player": {"iterations": 5, "guesses": 0}}, "player: Determinized: count must be"),
        (
            {"player": {"iterations": 5, "guesses": 2, "information": "multi"}},
            "guesses are for information 'determinized'",
        ),
        ({"player": {"iterations": 5, "playout_limit": -2}}, "player: Random: limit must be"),
        ({"player": [3]}, "player must be a table or a list of tables"),
        ({"opponent": "randon"}, "unknown player 'randon'; did you mean 'random'?"),
        ({"opponent": 7}, "opponent must be a table or text, not 7"),
        ({"players": {"a": {"iterations": 5}}}, "leave out player and opponent"),
        ({"game": "hearts", "lineup": "together"}, "needs one player for each of the 4 sides, not 2 players"),
    ],
    ids=lambda value: str(value)[:50],
)
def test_bad_experiments(tmp_path: Path, change: dict[str, Any], message: str) -> None:
    with pytest.raises(ExperimentError) as caught:
        small(tmp_path, **change)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("games = 5", "x.toml: there is no game"),
        ('game = "hex', "x.toml: not valid TOML: "),
        ('game = "tic_tac_toe"', "x.toml: there is nothing to play"),
        ('game = "tic_tac_toe"\nplayer = "random"', "x.toml: there is nobody to play against"),
        ('game = "twenty_forty_eight"\nplayer = "random"\nopponent = "random"', "leave out [opponent]"),
        ('game = "missing.py:game"\nplayer = "random"', "there is no file "),
        ("\xff", "cannot read "),
    ],
)
def test_bad_files(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "x.toml"
    file.write_text(text, encoding="latin-1")
    with pytest.raises(ExperimentError) as caught:
        read(file)
    assert message in str(caught.value)


def test_files_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(ExperimentError, match=r"cannot read .*x\.toml: No such file"):
        read(tmp_path / "x.toml")
    with pytest.raises(UnknownGame, match="did you mean 'tic_tac_toe'"):
        small(tmp_path, game="tic_tack_toe")


@pytest.mark.parametrize("file", sorted(EXAMPLES), ids=lambda file: file.stem)
def test_examples(file: Path) -> None:
    assert read(file).wanted() >= 1000


# ---- players


def test_words_and_tables_say_the_same() -> None:
    assert from_words("") == {}
    assert from_words("random") == {"kind": "random"}
    assert from_words("single recycle:nodes=1,000 iterations=5e3 final=max") == {
        "information": "single", "memory": "recycle:nodes=1,000", "iterations": 5e3, "final": "max",
    }  # fmt: skip
    assert from_words("memory=collect nodes=10 keep_refutations=true c=0.5") == {
        "memory": "collect", "nodes": 10, "keep_refutations": True, "c": 0.5,
    }  # fmt: skip


def test_options_of_the_search() -> None:
    table = {"iterations": 5, "memory": "collect", "nodes": 30, "threshold": 8, "c": 0.7, "playout_limit": 9,
             "information": "determinized", "guesses": 3, "final": "secure"}  # fmt: skip
    assert search_options(checked(table, "it")) == {
        "parts": [Plain()],
        "memory": anyspace.Collect(nodes=30, threshold=8),
        "select": anyspace.UCB1(0.7),
        "playout": anyspace.Random(9),
        "information": anyspace.Determinized(3),
        "final": "secure",
    }
    assert search_options({"memory": "recycle:nodes=9", "keep_refutations": True})["memory"].keep_refutations
    assert {"memory", "information", "final"} < set(keys())


@pytest.mark.parametrize(
    "table",
    [
        {},
        {"memory": "recycle:nodes=20"},
        *further({"memory": "ensemble:nodes=20"}, {"memory": "collect:nodes=40"}),
        {"final": "max"},
    ],
    ids=str,
)
def test_a_player_decides_as_a_fresh_search_would(table: dict[str, Any]) -> None:
    game = anyspace.load("tic_tac_toe")
    player, source, same = Thinker(game, {**table, "iterations": 300}), random.Random(1), random.Random(1)
    state = game.start()
    options = search_options(table)
    parts = options.pop("parts")
    while not state.over:
        fresh = anyspace.Search(game, *parts, seed=same.getrandbits(63), **options).run(state, iterations=300)
        decision = player.decide(state, source)
        assert (decision.move, decision.value, decision.iterations) == (fresh.move, fresh.value, fresh.stats.iterations)
        state.play(decision.move)
