"""Positions in and out of a game: fields, records, bytes, objects, moves; copied, pickled, compared, hashed."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import numpy as np
import pytest
from toys import NIM, PythonNim, gamble, nim

import anyspace
from anyspace import OVER, Game, GameError, IllegalMove, OptionError, PositionError, PythonGame, Search, State
from anyspace.rules.interpreted import InterpretedBackend

# rules at the top of a module: what pickle finds again


def start(state: Any, rng: Any) -> None:
    state.left = 10
    state.turn = 0


def mover(state: Any) -> int:
    return OVER if state.left == 0 else state.turn


def moves(state: Any, out: Any) -> int:
    n = min(3, state.left)
    for i in range(n):
        out[i] = i + 1
    return n


def play(state: Any, move: int) -> None:
    state.left -= move
    state.turn = 1 - state.turn


def returns(state: Any, out: Any) -> None:
    out[state.turn] = -1.0
    out[1 - state.turn] = 1.0


def plain_nim() -> Game:
    return Game(name="nim", state=NIM, players=2, max_moves=3, max_length=10, start=start, mover=mover, moves=moves,
                play=play, returns=returns)  # fmt: skip


class TextNim(PythonNim):
    """With a text, a key, and no hash."""

    def notation(self) -> str:
        return f"{self.left} {self.turn}"

    def key(self) -> int:
        return 2 * self.left + self.turn

    @classmethod
    def from_notation(cls, text: str) -> TextNim:
        made = cls()
        made.left, made.turn = map(int, text.split())
        return made


class HashedNim(PythonNim):
    def __hash__(self) -> int:  # type: ignore[override]
        return hash((self.left, self.turn))


@pytest.fixture(scope="module")
def four() -> anyspace.AnyGame:
    return anyspace.load("connect_four")


# ---- fields


def test_fields_are_read_by_name(four: Any) -> None:
    state = four.after("d e")
    assert list(state.fields) == ["discs", "placed", "won"]
    assert state["placed"] == 2 and type(state["placed"]) is int
    assert state["discs"].tolist() == [1 << 21, 1 << 28]
    state["discs"][0] = 0  # a copy
    state.record["placed"] = 9
    assert state == four.after("d e")


def test_fields_are_written_by_name_and_checked(four: Any) -> None:
    state = nim().start()
    state["left"] = 2
    state["turn"] = np.int64(1)
    assert state.moves() == [1, 2] and state.mover == 1
    before = four.after("d e")
    state = before.copy()
    with pytest.raises(PositionError, match="contradict each other"):
        state["won"] = 1
    with pytest.raises(PositionError, match="x cannot be to move: there are 2 x and 0 o"):
        state["discs"] = [1 << 21 | 1 << 28, 0]
    assert state == before  # refused: nothing has changed


def test_a_position_is_made_of_named_fields(four: Any) -> None:
    state = four.position(discs=[1 << 21, 1 << 28], placed=2)
    assert state == four.after("d e")
    assert four.position(**state.fields) == state
    assert four.position(state, discs=[1 << 21 | 1 << 29, 1 << 28], placed=3) == four.after("d e e")
    game = nim(players=3)
    assert game.position(left=3).moves() == [1, 2, 3]
    with pytest.raises(PositionError, match="name the position's fields"):
        game.position()


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"stones": 1}, "connect_four has no field 'stones'; it has discs, placed, won"),
        ({"discs": [1, 2, 3]}, r"field 'discs' is an array of shape \(2,\), not one of shape \(3,\)"),
        ({"discs": 1}, "field 'discs' is an array of shape"),
        ({"placed": [1]}, "field 'placed' is one number, not one of shape"),
        ({"placed": 128}, "holds whole numbers from -128 to 127, not 128"),
        ({"placed": 1.0}, "holds whole numbers from -128 to 127, not 1.0"),
        ({"placed": "1"}, "holds whole numbers from -128 to 127, not '1'"),
        ({"discs": [2**63, 0]}, "holds whole numbers"),
        ({"discs": [[1], [2, 3]]}, "field 'discs' holds whole numbers|shape"),
        ({"placed": 3}, "contradict|cannot"),
    ],
)
def test_fields_that_make_no_position(four: Any, fields: dict[str, Any], message: str) -> None:
    with pytest.raises(PositionError, match=message):
        four.position(**fields)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"turn": 2}, "player 2 is to move; it has 2, from 0"),
        ({"turn": -7}, "player -7 is to move"),
        ({"left": -1}, "somebody is to move, and has no move"),
    ],
)
def test_the_rules_must_make_sense_of_it(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(PositionError, match=message):
        nim().position(**fields)


def test_nonsense_in_a_trusted_game_is_found_without_running_its_machine_code() -> None:
    def bad_moves(state: Any, out: Any) -> int:
        for i in range(state.left):
            out[i] = i
        return state.left

    game = nim(moves=bad_moves, trusted=True)
    with pytest.raises(PositionError, match="cannot make sense of it: IndexError"):
        game.position(left=2**30)


def test_wrong_payoffs_and_moves_are_found() -> None:
    def twice(state: Any, out: Any) -> int:
        out[0] = out[1] = 1
        return 2

    def rich(state: Any, out: Any) -> None:
        out[0] = state.left

    with pytest.raises(PositionError, match="the same move twice"):
        nim(moves=twice).position(left=3)
    with pytest.raises(PositionError, match=r"it would pay \[5.0, 0.0\]; payoffs are from -1 to 1"):
        nim(returns=rich).position(left=5)


def test_fields_of_other_kinds() -> None:
    kinds = np.dtype(
        [("left", np.int32), ("turn", np.int8), ("odds", np.float64, 2), ("flag", np.bool_), ("tag", "S4")]
    )
    game = nim(state=kinds)
    state = game.position(odds=[0.5, 2], flag=True, tag=b"ab")
    assert state["odds"].tolist() == [0.5, 2.0] and state["flag"] is True and state["tag"] == b"ab"
    for fields in ({"odds": ["x", 1]}, {"flag": 2}, {"tag": [b"a", b"b"]}):
        with pytest.raises(PositionError, match="nim: field"):
            game.position(**fields)


# ---- records, bytes, moves


def test_records_and_bytes(four: Any) -> None:
    state = four.after("d e d")
    for source in (bytes(state), bytearray(bytes(state)), state.record, np.array([state.record]), state):
        back = four.position(source)
        assert back == state and back is not state
        assert back.play(0) != state
    for source, message in (
        (b"123", "a state is 18 bytes, not 3"),
        (nim().start().record, "no record of its states"),
        (7, "not of 7"),
        (nim().start(), "a state of another game"),
    ):
        with pytest.raises(PositionError, match=message):
            four.position(source)


def test_moves_by_name_or_number(four: Any) -> None:
    assert four.after("d e d") == four.after(["d", 4, "D"]) == four.after("3,4, 3") == four.after(iter([3, 4, 3]))
    assert four.after("") == four.start()
    with pytest.raises(IllegalMove, match="move 2: 'x' names no legal move"):
        four.after("d x")
    with pytest.raises(IllegalMove, match="move 3: connect_four: 99 is not a legal move"):
        four.after([3, 3, 99])
    assert gamble().after([1, 1]).returns() == [1.0]
    assert PythonGame(PythonNim).after("one three").object.left == 6


def test_a_game_without_a_text_says_so(four: Any) -> None:
    with pytest.raises(GameError, match="nim has no rule 'notation'"):
        nim().start().notation()
    with pytest.raises(PositionError, match="cannot be read from text"):
        nim().position("10 0")


def test_texts_of_ones_own() -> None:
    def read(state: Any, text: str) -> None:
        state.left, state.turn = map(int, text.split())

    game = nim(notation=lambda state: f"{state.left} {state.turn}", from_notation=read)
    assert game.position(" 4 1 ").notation() == "4 1"
    with pytest.raises(PositionError, match="'4 x' is no position: invalid literal"):
        game.position("4 x")
    broken = nim(from_notation=lambda state, text: {}[text])
    with pytest.raises(GameError, match="rule 'from_notation' raised: KeyError"):
        broken.position("4")


# ---- Python games


def test_the_object_of_a_python_game_goes_in_and_out() -> None:
    game = PythonGame(TextNim)
    mine = TextNim()
    mine.left = 3
    state = game.position(mine)
    assert state.object is mine
    state.play("two")
    assert mine.left == 1
    assert state.copy().object is not mine
    assert state.notation() == "1 1" and game.position("1 1") == state
    with pytest.raises(PositionError, match="it has no method 'mover'"):
        game.position(object())
    with pytest.raises(PositionError, match="'x' is no position: "):
        game.position("x")
    mine.turn = 5
    with pytest.raises(PositionError, match="player 5 is to move"):
        game.position(mine)


def test_objects_have_no_fields_and_records_are_no_objects() -> None:
    state = PythonGame(PythonNim).start()
    for ask in (lambda: state["left"], lambda: state.game.position(left=3)):
        with pytest.raises(PositionError, match="Python objects"):
            ask()
    for ask in (lambda: bytes(state), lambda: state.record):
        with pytest.raises(GameError, match="Python objects, not records"):
            ask()
    with pytest.raises(GameError, match="no method 'notation'"):
        state.notation()
    with pytest.raises(PositionError, match="no method 'from_notation'"):
        state.game.position("3 0")
    with pytest.raises(GameError, match="records and no objects"):
        _ = nim().start().object
    with pytest.raises(TypeError):
        list(nim().start())  # type: ignore[call-overload]


# ---- copies, pickles, comparison


@pytest.mark.parametrize("name", ["connect_four", "hex(size=4,swap=true)", "pig", "leduc_poker"])
def test_states_of_two_loads_are_compared_and_pickled(name: str) -> None:
    game, other = anyspace.load(name), anyspace.load(name)
    source = random.Random(1)
    state = game.start(seed=5)
    for _ in range(2):
        state.play(source.choice(state.moves()))
    assert game == other and hash(game) == hash(other)
    assert state.of(other).game is other and state.of(other) == state and state.of(game) is state
    for twin in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert twin == state and twin is not state
        twin.play(twin.moves()[0])
        assert twin != state
    assert pickle.loads(pickle.dumps(game)) == game
    assert copy.deepcopy({"of": [game]})["of"][0] is game
    other = copy.copy(game)
    assert other is not game and other == game and other.start(seed=5) == game.start(seed=5)
    other.max_length += 1  # no longer the game that was loaded
    assert other != game and game.origin is not None and other.origin is None


def test_games_differ_by_name_and_options() -> None:
    small = anyspace.load("hex", size=4)
    assert small == anyspace.load("hex(size=4)") == anyspace.load("hex", size=4, swap=False)
    assert small != anyspace.load("hex", size=5) and small != anyspace.load("hex", size=4, swap=True)
    assert small.start() != anyspace.load("hex", size=5).start() and small != "hex"
    assert nim() != nim()  # other functions, for all one can tell
    assert plain_nim() == plain_nim() and plain_nim().after([3]) == plain_nim().after([3])
    assert PythonGame(PythonNim) == PythonGame(PythonNim) != PythonGame(TextNim)


def test_states_that_were_pickled_apart_are_of_one_game() -> None:
    texts = [pickle.dumps(anyspace.load("tic_tac_toe").after(moves)) for moves in ("a1", "b2")]
    first, second = map(pickle.loads, texts)
    assert first.game is second.game


def test_games_of_ones_own_are_pickled_by_their_rules() -> None:
    game = plain_nim()
    state = pickle.loads(pickle.dumps(game.after([3, 1])))
    assert state == game.after([3, 1]) and state.play(2)["left"] == 4
    with pytest.raises(GameError, match=r"nim cannot be pickled because of its 'start'.*top of a module can be"):
        pickle.dumps(nim().start())
    python = PythonGame(PythonNim)
    state = python.after("two")
    assert pickle.loads(pickle.dumps(state)) == state
    state.of(PythonGame(PythonNim)).play("two")  # a copy
    assert state.object.left == 8

    class Local(PythonNim):
        pass

    with pytest.raises(GameError, match="Local cannot be pickled because of its 'rules'"):
        pickle.dumps(PythonGame(Local))


def test_results_are_copied_and_pickled(four: Any) -> None:
    result = Search(four, "plain", seed=1).run(four.after("d"), iterations=200)
    assert copy.copy(result) == copy.deepcopy(result) == pickle.loads(pickle.dumps(result)) == result


def test_a_search_takes_states_of_another_load(four: Any) -> None:
    search = Search(four, "plain", seed=1)
    state = pickle.loads(pickle.dumps(anyspace.load("connect_four").after("d")))
    result = search.run(state.of(anyspace.load("connect_four")), iterations=300)
    assert result.table == Search(four, "plain", seed=1).run(four.after("d"), iterations=300).table
    python = PythonGame(PythonNim)
    assert Search(python, "plain", seed=1).run(PythonGame(PythonNim).start(), iterations=50).name in PythonNim.WORDS
    with pytest.raises(OptionError, match="not a state of that same game"):
        search.run(nim().start(), iterations=10)


def test_states_freeze_into_keys(four: Any) -> None:
    seen = {four.after("d e").frozen(): "here", four.after("d d").frozen(): "there"}
    state = anyspace.load("connect_four").after("d e")
    assert seen[state.frozen()] == "here"
    frozen = state.frozen()
    state.play(0)
    assert frozen in seen and state.frozen() not in seen and frozen != "here"
    assert frozen.state() == four.after("d e") and pickle.loads(pickle.dumps(frozen)) == frozen
    assert str(frozen) == str(frozen.state())
    with pytest.raises(TypeError, match="unhashable"):
        hash(state)


def test_python_states_freeze_by_their_hash_or_key() -> None:
    for kind in (TextNim, HashedNim):
        one, other = PythonGame(kind).after("one").frozen(), PythonGame(kind).after("one").frozen()
        assert len({one, other, PythonGame(kind).after("two").frozen()}) == 2
    with pytest.raises(GameError, match=r"neither __hash__ nor key\(\)"):
        PythonGame(PythonNim).start().frozen()


def test_uncompiled_games_have_the_same(four: Any) -> None:
    game = anyspace.load("connect_four")
    game.__dict__["backend"] = InterpretedBackend(game)  # type: ignore[arg-type]
    state = game.after("d e d")
    assert bytes(state) == bytes(four.after("d e d")) and state.fields.keys() == four.start().fields.keys()
    assert state == four.after("d e d") and state.frozen() == four.after("d e d").frozen()
    assert game.position(bytes(state)) == game.position(state.notation()) == game.position(**state.fields) == state
    assert State.__reduce__(state)[1][1] == bytes(state)
    state["discs"] = state["discs"]
    with pytest.raises(PositionError, match="contradict"):
        state["won"] = 1


def test_states_of_open_spiel() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    game = anyspace.load("open_spiel:tic_tac_toe")
    state = game.after([4, 0])
    assert pickle.loads(pickle.dumps(state)) == anyspace.load("open_spiel:tic_tac_toe").after([4, 0])
    theirs = pyspiel.load_game("tic_tac_toe").new_initial_state()
    theirs.apply_action(4)
    assert game.position(theirs).object is theirs and game.position(theirs).play(0) == state
    assert len({state.frozen(), game.after([4, 0]).frozen(), game.start().frozen()}) == 2
    with pytest.raises(PositionError, match="is no state of it"):
        game.position(pyspiel.load_game("connect_four").new_initial_state())
    with pytest.raises(PositionError, match="cannot be read from text"):
        game.position("...")
