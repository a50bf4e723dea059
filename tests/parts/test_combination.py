"""Which parts a search has where none are named."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from uncompiled import slowed, uncompiled

from anyspace import GAMES, OVER, Game, GameError, OptionError, PythonGame, Search, load
from anyspace.parts.combination import CHOICES, suited
from anyspace.parts.part import SURROUNDINGS
from anyspace.parts.registry import from_text


def texts(search: Search) -> list[str]:
    return [str(part) for part in search.parts if part.kind not in SURROUNDINGS]


PLAIN = ["ucb1", "random"]


def test_plain_is_uct_and_nothing_else() -> None:
    game = load("connect_four")
    assert texts(Search(game, "plain")) == PLAIN
    one, other = (Search(game, text, seed=3).run(game.start(), iterations=500) for text in ("plain", "ucb1"))
    assert one.table == other.table and one.stats.combination == "plain" and one.stats.parts == ""
    assert "parts" not in str(one)


def test_the_default_is_written_down_as_what_it_is() -> None:
    """What was chosen is told, and told again it is the same search, visit for visit."""
    game = load("connect_four")
    found = Search(game, seed=3).run(game.start(), iterations=500)
    assert found.stats.combination == "default" and found.stats.parts
    assert f"parts {found.stats.parts} (the default for this game)" in str(found)
    named = Search(game, *found.stats.parts.split(), seed=3).run(game.start(), iterations=500)
    assert named.table == found.table and named.stats.combination == "plain"


def test_what_is_named_is_all_there_is() -> None:
    game = load("connect_four")
    assert texts(Search(game, "solver")) == ["ucb1", "random", "solver"]
    assert texts(Search(game, select="ucb1:c=0.3")) == ["ucb1:c=0.3", "random"]


@pytest.mark.parametrize(
    "around", [{"memory": "recycle:nodes=500"}, {"final": "secure"}, {"parallel": "tree:threads=2"}]
)
def test_what_does_not_say_how_to_search_leaves_the_default(around: dict[str, Any]) -> None:
    game = load("connect_four")
    assert texts(Search(game, **around)) == texts(Search(game)) != PLAIN


def test_the_default_with_something_else() -> None:
    """Of kinds of which there is one, what is named takes the place of what would be chosen; others come beside it."""
    game = load("connect_four")
    usual = texts(Search(game))
    assert texts(Search(game, "default")) == usual
    changed = texts(Search(game, "default", "ucb1:c=0.1", "decay"))
    assert sorted(changed) == sorted([text for text in usual if not text.startswith("ucb1")] + ["ucb1:c=0.1", "decay"])


def test_a_part_that_excludes_one_of_the_default_wins() -> None:
    game = load("connect_four")
    parts = texts(Search(game, "default", "score_bounded"))
    assert "score_bounded" in parts and "solver" not in parts


def test_one_combination_only() -> None:
    with pytest.raises(OptionError, match="one part of kind combination"):
        Search(load("connect_four"), "default", "plain")


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_one(name: str) -> None:
    """No part is chosen that the game cannot be searched with."""
    game = load(name)
    search = Search(game)
    assert search.combination.name == "default"
    chosen = {part.name for part in suited(search.loop.setup)}
    assert {part.name for part in search.parts if part.kind not in SURROUNDINGS} <= chosen | {"ucb1", "random"}


def test_hidden_moves_are_told_apart_by_amaf_where_games_are_very_long() -> None:
    assert texts(Search(load("phantom"))) == PLAIN
    assert texts(Search(load("phantom_go"))) == ["ucb1:c=0.1", "grave", "random"]


def test_cards_that_look_good_are_played_where_nothing_says_what_a_position_is_worth() -> None:
    assert texts(Search(load("hearts"))) == ["ucb1", "heavy"]
    assert texts(Search(load("spades"))) == ["ucb1:c=0.6", "heavy"]
    assert texts(Search(load("hide_and_seek"))) == PLAIN
    assert texts(Search(load("skirmish"))) == ["ucb1:c=0.6", "random", "cut:moves=4"]


def test_every_line_of_the_table_is_of_parts_and_is_used() -> None:
    searches = [Search(game) for game in [*map(load, GAMES), without_knowledge()]]
    for choice in CHOICES:
        assert all(str(from_text(text)) == text for text in choice.parts), choice.when
        assert any(choice.fits(search.loop.setup) for search in searches), choice.when


def without_knowledge() -> Game:
    """Breakthrough as a newcomer would write it: the rules, and how many moves there are."""
    full: Any = load("breakthrough", rows=6, columns=6)
    rules = {name: full.rules[name] for name in ("start", "mover", "moves", "play", "returns")}
    sizes = {name: getattr(full, name) for name in ("players", "payoffs", "max_moves", "max_length", "actions")}
    return Game(name="bare", state=full.state, **rules, **sizes)


def test_a_game_of_rules_and_nothing_else_learns_in_playouts() -> None:
    game = without_knowledge()
    assert texts(Search(game)) == ["ucb1:c=0.5", "mast", "solver"]
    search = slowed(Search(uncompiled(game), seed=1))
    assert search.run(game.start(), iterations=30).stats.parts == "ucb1:c=0.5 mast solver"


class Take:
    """Take one or two; who takes the last wins."""

    def __init__(self, left: int = 7, turn: int = 0) -> None:
        self.left, self.turn = left, turn

    def copy(self) -> Take:
        return Take(self.left, self.turn)

    def mover(self) -> int:
        return OVER if self.left == 0 else self.turn

    def moves(self) -> list[int]:
        return [1, 2][: self.left]

    def play(self, move: int) -> None:
        self.left, self.turn = self.left - move, 1 - self.turn

    def returns(self) -> list[float]:
        return [-1.0, 1.0] if self.turn == 0 else [1.0, -1.0]


def test_a_game_of_python_objects_has_one_too() -> None:
    game = PythonGame(Take)
    found = Search(game, seed=1).run(game.start(), iterations=300)
    assert found.move == 1 and "solver" in found.stats.parts


def test_the_table_is_documented() -> None:
    page = (Path(__file__).parents[2] / "docs" / "default.md").read_text("utf-8")
    for choice in CHOICES:
        assert f"| {choice.when} | {', '.join(f'`{part}`' for part in choice.parts)} |" in page


def test_a_prior_is_trusted_where_it_was_learnt() -> None:
    """PUCT by odds that a game says were learnt; GRAVE where the same rule has weights made by hand."""
    learnt, by_hand = (uncompiled(load("go", size=5)) for _ in range(2))
    by_hand.learnt_prior = False
    assert texts(Search(learnt))[0] == "puct:c=2.0" and "grave" not in texts(Search(learnt))
    assert "grave" in texts(Search(by_hand)) and "ucb1:c=0.01" in texts(Search(by_hand))


def test_whether_a_prior_was_learnt_is_yes_or_no() -> None:
    class Rules:
        learnt_prior = "yes"

    with pytest.raises(GameError, match="learnt_prior must be True or False, not 'yes'"):
        PythonGame(Rules)
