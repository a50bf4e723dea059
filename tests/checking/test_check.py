"""`anyspace.check`: good games pass, and each kind of mistake is found and said in plain words."""

from __future__ import annotations

import itertools
import random
import re
from typing import Any

import numpy as np
import pytest
from check_games import Cards, cards
from further import further
from toys import PythonNim, nim

from anyspace import GameError, OptionError, PythonGame, check, load
from anyspace.checking import searching
from anyspace.checking.findings import DOUBTFUL, FINE, POSSIBLE, WRONG
from anyspace.checking.plain_python import check_twins, uncompiled
from anyspace.checking.walks import Inspection

SECONDS = 0.6


def complaints(game: Any, kind: str = WRONG) -> dict[str, str]:
    """What is said of each topic."""
    return {finding.topic: finding.words for finding in check(game, seconds=SECONDS).of(kind)}


# ---- what is right


@pytest.mark.parametrize("game", [cards(), PythonGame(PythonNim)], ids=["cards", "nim"])
def test_good_games_pass(game: PythonGame) -> None:
    report = check(game, seconds=SECONDS)
    assert report.ok and report.of(WRONG) == [], str(report)
    assert {"start", "play", "moves", "copies", "returns"} <= {finding.topic for finding in report.of(FINE)}
    assert report.speed["playouts"] > 0 and report.speed["iterations"] > 0 and report.speed["moves"] > 0
    assert report.facts["games"] >= 1 and report.facts["most_moves"] <= 3
    assert "nothing wrong" in str(report) and report.as_dict()["ok"] is True


@pytest.mark.parametrize("name", [*further("mnk(columns=3,rows=3,k=3)"), "kuhn_poker", "pig(target=20)", "phantom"])
def test_games_that_come_with_anyspace_pass(name: str) -> None:
    report = check(uncompiled(load(name)), seconds=SECONDS)
    assert report.ok, str(report)


def test_secrets_that_are_kept_are_seen_to_be() -> None:
    report = check(cards(), seconds=SECONDS)
    assert "determinize" in {finding.topic for finding in report.of(FINE)}
    assert report.facts["guesses_vary"] == 1.0


def rewound(self: Cards) -> list[int]:
    made, self.said = self.said, []
    return made


def test_a_past_that_is_told_leads_to_the_position() -> None:
    assert "rewind" in {finding.topic for finding in check(cards(rewind=rewound), seconds=SECONDS).of(FINE)}
    half = cards(rewind=lambda self: rewound(self)[::2])
    assert "do not lead back to the same position" in complaints(half)["rewind"]


# ---- what is wrong

counter = itertools.count()


@pytest.mark.parametrize(
    ("methods", "topic", "words"),
    [
        ({"moves": lambda self: []}, "moves", "0 moves in a position where somebody is to move"),
        ({"moves": lambda self: [0, 1, 1]}, "moves", "the move 1 twice"),
        ({"moves": lambda self: [0, 1, 2, 3, 4]}, "moves", "max_moves=3"),
        ({"moves": lambda self: random.sample([0, 1, 2], 3)}, "moves", "answers otherwise when it is asked again"),
        ({"moves": lambda self: self.said.append(9) or [0, 1, 2]}, "moves", "asked again|changes the position"),
        ({"mover": lambda self: 7}, "moves|mover|play|search", "expected a player 0 to 1"),
        ({"mover": lambda self: 0}, "max_length", "goes on after 6 moves; the game declares max_length=6"),
        ({"play": lambda self, move: self.said.append(random.randrange(3))}, "play", "must be a move of chance"),
        ({"play": lambda self, move: self.said.append(1 // (2 - len(self.said)))}, "play", "ZeroDivisionError"),
        ({"returns": lambda self: [3.0, -3.0]}, "returns", r"gave 3 to player 0; .*payoffs=\(-1, 1\)"),
        ({"returns": lambda self: [1.0]}, "returns", "1 payoffs for 2 players"),
        ({"copy": lambda self: self}, "copy", "the same object again"),
        ({"start": lambda self, source: self.cards.append(next(counter))}, "start", "same seed differ"),
        ({"determinize": lambda self, observer, source: self.cards.reverse()}, "determinize", ", who guesses"),
        ({"determinize": lambda self, observer, source: self.said.append(1)}, "determinize", "changes who is to move"),
        ({"evaluate": lambda self: [5.0, -5.0]}, "evaluate", "gave 5; estimates are payoffs"),
        ({"prior": lambda self: [1.0, -1.0, 0.0]}, "prior", "weights are 0 or more"),
        ({"key": lambda self: next(counter)}, "key", "a position and its copy different keys"),
        ({"key": lambda self: 5, "moves": lambda self: [0, 1, len(self.said) + 2]}, "key", "same key to positions"),
        ({"group": lambda self, move: 300}, "group", "groups are 0 to 255"),
        ({"reply": lambda self, last, source: 77}, "reply", "77, which is not a legal move"),
        ({"prune": lambda self: (None, [0, 0, 0])}, "prune", "leaves no move to look at"),
        ({"playout_moves": lambda self: [8]}, "playout_moves", "8, which is not a legal move"),
        ({"rewind": lambda self: [7]}, "rewind", "7 as move 1, which was not legal then"),
    ],
)  # fmt: skip
def test_mistakes_are_found(methods: dict[str, Any], topic: str, words: str) -> None:
    found = check(cards(**methods), seconds=SECONDS).of(WRONG)
    assert any(re.fullmatch(topic, each.topic) and re.search(words, each.words) for each in found), found


def shared(self: Cards) -> Cards:
    twin = type(self)()
    twin.cards, twin.said = self.cards, self.said
    return twin


def test_a_copy_that_shares() -> None:
    assert "in a copy changes the original" in complaints(cards(copy=shared))["copies"]


def test_a_guess_that_knows_the_truth() -> None:
    """Half of the time it leaves all as it is: the true card is guessed far oftener than by who cannot know it."""

    def half_honest(self: Cards, observer: int, source: random.Random) -> None:
        if source.random() < 0.5:
            Cards.determinize(self, observer, source)

    assert "guesses the truth too often" in complaints(cards(determinize=half_honest))["determinize"]


def test_a_guess_that_follows_from_the_truth() -> None:
    """Always a card beside the true one: never the truth, and yet it tells."""

    def beside(self: Cards, observer: int, source: random.Random) -> None:
        hidden, own = self.cards[1 - observer], self.cards[observer]
        near = [card for card in (hidden - 1, hidden + 1) if 0 <= card < 6 and card != own] or [hidden]
        self.cards[1 - observer] = source.choice(near)

    assert "look the same" in complaints(cards(determinize=beside))["determinize"].replace("looks", "look")


def test_a_guess_that_guesses_nothing() -> None:
    game = cards(determinize=lambda self, observer, source: None)
    assert "the search knows all that is hidden" in complaints(game, DOUBTFUL)["determinize"]


def test_no_guesses_at_all() -> None:
    game = PythonGame(type("NoGuess", (), {name: rule for name, rule in vars(Cards).items() if name != "determinize"}))
    assert "there is no rule 'determinize'" in complaints(game, DOUBTFUL)["view"]


def test_what_is_seen_of_moves() -> None:
    game = cards(observe=lambda self, move, observer: 0)
    assert "'view' shows it different things" in complaints(game)["observe"]
    game = cards(observe=lambda self, move, observer: move)
    assert "without this rule" in complaints(game, DOUBTFUL)["observe"]


def test_payoffs_that_make_no_difference() -> None:
    assert "paid the same" in complaints(cards(returns=lambda self: [0.5, 0.5]), DOUBTFUL)["returns"]
    assert "a small part of the declared range" in complaints(cards(payoffs=(-100.0, 100.0)), DOUBTFUL)["payoffs"]


def test_names_that_cannot_be_typed() -> None:
    def named(move_name: Any) -> Any:
        return uncompiled(nim(move_name=move_name))

    assert "several moves" in complaints(named(lambda state, move: "x"), DOUBTFUL)["move_name"]


# ---- compiled games


def test_a_wrong_index_is_found_before_anything_is_compiled() -> None:
    """Trusted rules have no checks: compiled, this would write where it should not."""

    def play(state: Any, move: int) -> None:
        state.board[move * 5] = 1
        state.left -= move
        state.turn = 1 - state.turn

    board = np.dtype([("left", np.int32), ("turn", np.int8), ("board", np.int8, (8,))])
    game = nim(10, state=board, play=play, trusted=True)
    found = complaints(game)
    assert "IndexError" in found["play"] and "test_check.py, line" in found["play"]
    assert "backend" not in game.__dict__


def test_fields_that_start_does_not_write() -> None:
    def start(state: Any, rng: Any) -> None:
        state.left = 10

    found = complaints(nim(start=start))
    assert "turn" in found["start"] and "keep what was there before" in found["start"]


def test_compiled_and_not_are_compared() -> None:
    """Once it is compiled the author changes a rule, so that the two are not the same any more."""

    def otherwise(state: Any, move: int) -> None:
        state.left -= move
        state.turn = 0

    game = nim()
    assert game.backend.table.play != 0
    game.rules = {**game.rules, "play": otherwise}
    inspection = Inspection(game, SECONDS, 0)
    check_twins(inspection, SECONDS)
    (found,) = inspection.report.of(WRONG)
    assert found.topic == "play" and "otherwise than run by Python" in found.words and "seed=0" in found.where


# ---- advice, and how it is asked for


def test_what_more_there_could_be() -> None:
    found = complaints(uncompiled(nim(30)), POSSIBLE)
    assert "moves met were below 4" in found["actions"] and "grave" in found["actions"]
    assert "positions: with a key" in found["key"] and "render" in found and "move_name" in found


def test_a_search_is_better_than_random_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "ITERATIONS", 60)
    inspection = Inspection(PythonGame(PythonNim), SECONDS, 0)
    searching._match(inspection, 60.0)
    assert inspection.report.facts["against_random"] > 0.5
    assert "play against random moves" in inspection.report.of(FINE)[0].topic


def test_a_search_that_does_worse_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody who makes the worst moves on purpose stands for a search that is misled."""
    monkeypatch.setattr(searching, "_decide", lambda state, seat, search, source: worst(state, seat))

    def worst(state: Any, seat: int) -> Any:
        moves = {"one": 1, "two": 2, "three": 3}
        best = state.object.left % 4
        wins = [move for move in state.moves() if moves[move] == best]
        others = [move for move in state.moves() if moves[move] != best]
        return (others or wins)[0] if state.mover == seat else (wins or others)[0]

    inspection = Inspection(PythonGame(PythonNim), SECONDS, 0)
    searching._match(inspection, 60.0)
    assert "are payoffs given to the right players" in inspection.report.of(DOUBTFUL)[0].words


@pytest.mark.parametrize("bad", [None, "hex", Cards])
def test_only_games_are_checked(bad: Any) -> None:
    with pytest.raises(GameError, match="check takes a game"):
        check(bad)


@pytest.mark.parametrize("seconds", [0, -1, float("inf"), float("nan")])
def test_bad_seconds(seconds: float) -> None:
    with pytest.raises(OptionError, match="seconds must be a number above 0"):
        check(cards(), seconds=seconds)


def test_progress_is_told() -> None:
    said: list[str] = []
    check(cards(), seconds=0.2, on_progress=said.append)
    assert said[2] == "random games" and "speed" in said
