"""A match: moves, history, undo, saved as JSON and read again."""

from __future__ import annotations

import copy
import json
import pickle
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from toys import PythonNim, nim

import anyspace
from anyspace import CHANCE, GameError, IllegalMove, Match, OptionError, PositionError, PythonGame


def played(name: str, seed: int, most: int = 60) -> Match:
    """A match of random moves."""
    match, source = Match(anyspace.load(name), seed), random.Random(seed)
    while not match.over and len(match) < most:
        if match.mover == CHANCE:
            match.draw(source)
        else:
            match.play(source.choice(match.state.moves()))
    return match


def test_a_match_goes_on_and_back() -> None:
    match = Match(anyspace.load("connect_four"), seed=1)
    assert match.play("d").play(3).play_all("e, e").names == ["d", "d", "e", "e"]
    assert match.moves == [3, 3, 4, 4] and len(match) == 4 and match.mover == 0
    assert [tuple(step) for step in match.history[:2]] == [(0, 3, "d"), (1, 3, "d")]
    assert match.state == match.game.after("d d e e")
    assert [str(state) for state in match.positions()][-1] == str(match) == str(match.state)
    assert match.undo().undo(2).names == ["d"] and match.state == match.game.after("d")
    assert match.undo(0).play("a").names == ["d", "a"]
    match.state.play(0)
    assert len(match) == 2 and match.state == match.game.after("d a")


def test_what_cannot_be_played_changes_nothing() -> None:
    match = Match(anyspace.load("connect_four")).play("d")
    for wrong in (lambda: match.play("x"), lambda: match.play(9), lambda: match.undo(2), lambda: match.undo(-1),
                  lambda: match.play_all("e e x"), match.draw):  # fmt: skip
        with pytest.raises(IllegalMove):
            wrong()
    assert match.names == ["d"] and match.state == match.game.after("d")
    match.play_all("a d a d a d")
    assert match.over
    with pytest.raises(IllegalMove, match="the game is over"):
        match.play(0)
    for wrong in (lambda: Match(match.game, True), lambda: Match(match.game, 1, start=match.state),
                  lambda: Match(match.game, start=nim().start())):  # fmt: skip
        with pytest.raises(OptionError):
            wrong()


@pytest.mark.parametrize(
    "name", ["tic_tac_toe", "connect_four", "pig(target=20)", "leduc_poker", "hex(size=4,swap=true)", "go(size=3)"]
)
def test_json_and_back(name: str) -> None:
    for seed in range(4):
        match = played(name, seed)
        again = Match.from_json(match.to_json())
        assert again == match and again.seed == seed and again.history == match.history
        assert again.state == match.state and again.game == match.game
        assert again.undo(len(again)).state == match.start


def test_a_drawn_seed_is_kept() -> None:
    match = Match(anyspace.load("leduc_poker"))
    assert isinstance(match.seed, int) and Match.from_json(match.to_json()).start == match.start


def test_matches_from_a_position() -> None:
    game = anyspace.load("connect_four")
    match = Match(game, start=game.after("d e")).play("d")
    record = json.loads(match.to_json())
    assert record["start"] == "7/7/7/7/7/3xo2 x" and record["seed"] is None
    assert record["options"] == {} and record["moves"] == ["d"]
    assert Match.from_json(match.to_json()) == match and match.undo().state == game.after("d e")
    go = anyspace.load("go", size=3)
    midway = Match(go, start=go.after("B2 A1 pass")).play("A2")  # its text would forget what was there before
    assert isinstance(json.loads(midway.to_json())["start"], list)
    assert Match.from_json(midway.to_json()) == midway
    own = nim()
    assert Match.from_json(Match(own, start=own.after([3])).play(2).to_json(), own).state["left"] == 5
    python = PythonGame(PythonNim)
    with pytest.raises(GameError, match="needs a notation to be saved"):
        Match(python, start=python.after("one")).to_json()


def test_games_of_ones_own(tmp_path: Path) -> None:
    game = PythonGame(PythonNim)
    match = Match(game, 3).play("two").play_all(["one", "three"])
    match.save(tmp_path / "nim.json")
    assert Match.load(tmp_path / "nim.json", game).names == ["two", "one", "three"]
    with pytest.raises(PositionError, match="'PythonNim' is a game of your own: give it"):
        Match.load(tmp_path / "nim.json")
    with pytest.raises(PositionError, match="a saved match of 'PythonNim' is none of 'nim'"):
        Match.load(tmp_path / "nim.json", nim())
    (tmp_path / "picture").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(PositionError, match="no text in UTF-8"):
        Match.load(tmp_path / "picture")
    with pytest.raises(FileNotFoundError):
        Match.load(tmp_path / "nowhere")


def test_matches_are_copied_and_pickled() -> None:
    match = played("tic_tac_toe", 1, most=3)
    for twin in (copy.deepcopy(match), pickle.loads(pickle.dumps(match))):
        assert twin == match
        twin.undo()
        assert twin != match and len(match) == 3


GOOD = {"anyspace_match": 1, "game": "tic_tac_toe", "options": {}, "seed": 1, "start": None, "moves": ["a1", "b2"]}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"anyspace_match": 2}, "its format is 2; this version reads 1"),
        ({"game": "tic_tac"}, "did you mean 'tic_tac_toe'"),
        ({"game": 5}, "'game' must be a game's name, not 5"),
        ({"options": {"size": 4}}, "tic_tac_toe has no option 'size'"),
        ({"options": []}, "'options' must be an object, or null"),
        ({"seed": "1"}, "'seed' must be a whole number, or null, not '1'"),
        ({"seed": None}, "'start' must be null if there is a seed, and only then"),
        ({"start": "3/3/3 x"}, "'start' must be null if there is a seed"),
        ({"seed": None, "start": "3/3 x"}, "is no position: the board has 3 rows"),
        ({"seed": None, "start": ["zz"]}, "'start' is no position"),
        ({"seed": None, "start": ["00"]}, "a state is 6 bytes, not 1"),
        ({"moves": ["a1", "a1"]}, "move 2: 'a1' names no legal move here"),
        ({"moves": "a1 b2"}, "'moves' must be a list of names"),
        ({"moves": ["a1", 2]}, "'moves' must be a list of names"),
        ({"winner": 1}, "'winner' is unknown"),
    ],
)
def test_records_that_do_not_fit(change: dict[str, Any], message: str) -> None:
    with pytest.raises(PositionError) as raised:
        Match.from_json(json.dumps({**GOOD, **change}))
    assert message in str(raised.value) and "\n" not in str(raised.value)


@pytest.mark.parametrize("text", ["", "{", "[1]", "null", '{"a": 1}', "[" * 100_000, "\x00"])
def test_texts_that_are_no_record(text: str) -> None:
    with pytest.raises(PositionError, match="saved match: "):
        Match.from_json(text)


def test_something_missing() -> None:
    for key in GOOD:
        with pytest.raises(PositionError, match=r"missing|anyspace_match"):
            Match.from_json(json.dumps({name: value for name, value in GOOD.items() if name != key}))


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=150, deadline=None)
@given(key=st.sampled_from(sorted(GOOD)), value=json_values)
def test_any_record_is_a_match_or_refused(key: str, value: Any) -> None:
    try:
        match = Match.from_json(json.dumps({**GOOD, key: value}))
    except PositionError:
        return
    assert Match.from_json(match.to_json()) == match
