"""Rules that only some parts ask for, in Python games and without a compiler: key, evaluate, prior, group, prune,
told playouts."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import anyspace
from anyspace import CHANCE, OVER, GameError, PythonGame
from anyspace import rng as random_numbers
from anyspace.games import connect_four, hex
from anyspace.machine.native import prototype
from anyspace.rules.callbacks import NAMED
from anyspace.rules.codes import RULE_RAISED, TOO_LONG
from anyspace.rules.game import Game
from anyspace.rules.interpreted import InterpretedBackend


class Race:
    """Seven steps, one or two at a time ("short" and "long"); who makes the last one wins."""

    players, max_moves, max_length, actions = 2, 2, 7, 2

    def __init__(self, left: int = 7, turn: int = 0) -> None:
        self.left, self.turn = left, turn

    def mover(self) -> int:
        return OVER if self.left == 0 else self.turn

    def moves(self) -> list[str]:
        return ["short", "long"] if self.left > 1 else ["short"]

    def play(self, move: str) -> None:
        self.left -= 2 if move == "long" else 1
        self.turn = 1 - self.turn

    def returns(self) -> list[float]:
        return [-1.0, 1.0] if self.turn == 0 else [1.0, -1.0]

    def copy(self) -> Race:
        return type(self)(self.left, self.turn)


class KnowingRace(Race):
    """With all that may be asked for."""

    def key(self) -> int:
        return (self.left << 64) + 2**63 * self.turn + self.left

    def evaluate(self) -> list[float]:
        value = 0.5 if self.left % 3 else -0.5
        return [value, -value] if self.turn == 0 else [-value, value]

    def prior(self) -> list[float]:
        return [3.0 if self.left % 3 == (2 if move == "long" else 1) else 1.0 for move in self.moves()]

    def group(self, move: str) -> int:
        return 5 if move == "long" else 6

    def prune(self) -> tuple[int | None, list[bool]]:
        good = [self.left % 3 == (2 if move == "long" else 1) for move in self.moves()]
        return (self.turn, good) if any(good) else (None, [True for _ in good])

    move_features = 3

    def features(self, moves: list[str]) -> list[int]:
        return [self.left % 3 if move == "long" else 0 for move in moves]

    def playout(self, source: random.Random, trace: list[tuple[int, str]]) -> list[float]:
        while self.left:
            move = source.choice(self.moves())
            trace.append((self.turn, move))
            self.play(move)
        return self.returns()


class SilentRace(Race):
    """Its own playout keeps its moves to itself."""

    def playout(self, source: random.Random) -> list[float]:
        while self.left:
            self.play(source.choice(self.moves()))
        return self.returns()


class CoinRace(Race):
    """Before every move a coin falls, and nothing depends on it."""

    max_length = 14

    def __init__(self, left: int = 7, turn: int = 0, fallen: bool = False) -> None:
        super().__init__(left, turn)
        self.fallen = fallen

    def mover(self) -> int:
        return super().mover() if self.fallen or self.left == 0 else CHANCE

    def moves(self) -> list[Any]:
        return super().moves() if self.fallen else ["heads", "tails"]

    def play(self, move: str) -> None:
        if self.fallen:
            super().play(move)
        self.fallen = not self.fallen

    def copy(self) -> CoinRace:
        return CoinRace(self.left, self.turn, self.fallen)


def run_told(game: Any, backend: Any, block: Any, limit: int, seed: int = 1) -> tuple[int, list[float], list[int]]:
    """A playout as kernels call it: its length, the payoffs and what it told."""
    rng, out = random_numbers.new(seed), np.zeros(game.players)
    moves, weights = np.zeros(game.max_moves + 64, np.int32), np.zeros(game.max_moves + 64)
    trace = np.full(game.max_length + 1, -7, np.int32)
    run = prototype(7)(backend.provide(["playout_traced"]).playout_traced)
    arrays = (block, rng, out, moves, weights)
    length = run(*(array.ctypes.data for array in arrays), limit, trace.ctypes.data)
    return length, out.tolist(), trace[trace != -7].tolist()


# ---- Python games ----------------------------------------------------------------------------------------------------


def test_a_python_game_has_what_its_class_has() -> None:
    rules = ("key", "evaluate", "prior", "group", "prune", "features", "playout_traced")
    assert all(PythonGame(KnowingRace).backend.has(rule) for rule in rules)
    assert [rule for rule in rules if PythonGame(Race).backend.has(rule)] == ["playout_traced"]
    assert not any(PythonGame(SilentRace).backend.has(rule) for rule in rules)


def test_the_rules_are_asked_through_states() -> None:
    state = PythonGame(KnowingRace).start()
    assert state.evaluate() == [0.5, -0.5]
    assert state.prior() == [3.0, 1.0]
    assert [state.group(move) for move in state.moves()] == [6, 5]
    assert state.prune() == (0, [True, False])
    assert state.features() == [0, 1]
    assert state.key() == 7
    state.play("short")
    assert state.evaluate() == [0.5, -0.5]
    assert state.prior() == [1.0, 1.0]
    assert state.prune() == (-1, [True, True])
    assert state.key() == 6 - 2**63  # the lowest 64 bits, signed


def test_a_finished_position_is_worth_what_it_pays() -> None:
    state = PythonGame(KnowingRace).start()
    for move in ("long", "long", "long", "short"):
        state.play(move)
    assert state.over and state.evaluate() == state.returns() == [-1.0, 1.0]


@pytest.mark.parametrize("ask", ["key", "evaluate", "prior", "prune", "features"])
def test_what_is_not_there_cannot_be_asked(ask: str) -> None:
    with pytest.raises(GameError, match=f"Race has no rule '{ask}'"):
        getattr(PythonGame(Race).start(), ask)()
    with pytest.raises(GameError, match="Race has no rule 'group'"):
        PythonGame(Race).start().group("short")


def test_kernels_get_the_same_answers() -> None:
    game = PythonGame(KnowingRace)
    state = game.start().play("long")
    table, at = game.backend.table, state._block.ctypes.data
    key, numbers, moves = np.zeros(1, np.int64), np.zeros(2), np.zeros(2, np.int32)
    assert prototype(2)(table.key)(at, key.ctypes.data) == 0 and key[0] == state.key()
    assert prototype(2)(table.evaluate)(at, numbers.ctypes.data) == 0 and numbers.tolist() == state.evaluate()
    assert prototype(2)(table.moves)(at, moves.ctypes.data) == 2
    assert prototype(4)(table.prior)(at, moves.ctypes.data, 2, numbers.ctypes.data) == 0
    assert numbers.tolist() == state.prior()
    assert [prototype(2)(table.group)(at, int(move)) for move in moves] == [6, 5]
    assert prototype(4)(table.prune)(at, moves.ctypes.data, 2, numbers.ctypes.data) == 1
    assert (1, [bool(kept) for kept in numbers]) == state.prune() == (1, [False, True])
    assert moves.tolist() == [NAMED, NAMED + 1] and table.actions == 2
    looks = np.zeros(2, np.int32)
    assert prototype(4)(table.features)(at, moves.ctypes.data, 2, looks.ctypes.data) == 0
    assert looks.tolist() == state.features()


@pytest.mark.parametrize("rules", [Race, KnowingRace], ids=["random moves", "a playout of its own"])
def test_playouts_tell_who_did_what(rules: Any) -> None:
    game = PythonGame(rules)
    for seed in range(30):
        game.backend.begin(seed)
        length, payoffs, entries = run_told(game, game.backend, game.start()._block, limit=7, seed=seed)
        assert length == len(entries) > 3
        state = game.start()
        for entry in entries:
            player, number = divmod(entry, 2)
            assert player == state.mover
            state.play(game.backend.move(NAMED + number))
        assert state.over and state.returns() == payoffs


def test_random_moves_are_told_up_to_the_limit() -> None:
    game = PythonGame(Race)
    length, _, entries = run_told(game, game.backend, game.start()._block, limit=2)
    assert length == TOO_LONG and len(entries) == 2
    assert [entry // 2 for entry in entries] == [0, 1]


def test_chance_is_told_as_nothing() -> None:
    game = PythonGame(CoinRace, actions=4)  # heads and tails have numbers, too
    length, _, entries = run_told(game, game.backend, game.start()._block, limit=14)
    assert length == len(entries)
    assert set(entries[::2]) == {-1} and all(0 <= entry < 8 for entry in entries[1::2])


def test_a_playout_in_the_dark_still_plays_when_nobody_asks() -> None:
    for rules in (KnowingRace, SilentRace):
        game = PythonGame(rules)
        result = anyspace.Search(game, "plain", seed=1).run(game.start(), iterations=400)
        assert result.move == "short"  # six are left, a multiple of three


def test_more_moves_than_declared_are_an_error() -> None:
    game = PythonGame(Race, actions=1)
    assert run_told(game, game.backend, game.start()._block, limit=7)[0] == RULE_RAISED
    assert "actions=1" in str(game.backend.failure())


@pytest.mark.parametrize(
    ("method", "answer", "said"),
    [
        ("evaluate", [0.0], "1 payoffs for 2 players"),
        ("prior", [1.0, 1.0, 1.0], "3 prior weights for 2 moves"),
        ("prune", (None, [True]), "1 answers of 'prune' for 2 moves"),
        ("features", [0], "1 features for 2 moves"),
    ],
)
def test_answers_of_the_wrong_length_are_errors(method: str, answer: list[float], said: str) -> None:
    class Wrong(KnowingRace):
        pass

    setattr(Wrong, method, lambda self, *given: answer)
    state = PythonGame(Wrong).start()
    with pytest.raises(GameError, match=said):
        getattr(state, method)()


def test_what_a_rule_raises_is_kept_for_the_caller() -> None:
    class Broken(KnowingRace):
        def key(self) -> int:
            raise ValueError("no key today")

    game = PythonGame(Broken)
    with pytest.raises(ValueError, match="no key today"):
        game.start().key()
    out, state = np.zeros(1, np.int64), game.start()
    assert prototype(2)(game.backend.table.key)(state._block.ctypes.data, out.ctypes.data) == RULE_RAISED
    assert "no key today" in str(game.backend.failure())


# ---- compiled games without a compiler -------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [connect_four.game(), hex.game(size=4, swap=True)], ids=["connect four", "hex"])
def test_rules_and_told_playouts_run_without_a_compiler(game: Game) -> None:
    plain, state = InterpretedBackend(game), game.start(seed=0)
    block = plain.new()
    plain.start(block, 0)
    source = random.Random(3)
    for _ in range(6):
        assert plain.key(block) == state.key()
        assert plain.evaluate(block) == pytest.approx(state.evaluate())
        assert plain.prior(block) == pytest.approx(state.prior())
        if game.name == "hex":
            assert plain.prune(block) == state.prune()
        ours = run_told(game, game.backend, state.copy()._block, game.max_length)
        theirs = run_told(game, plain, plain.copy(block), game.max_length)
        assert theirs == (*ours[:2], ours[2][: ours[0]])
        move = source.choice(state.moves())
        state.play(move)
        plain.play(block, move)


def test_a_compiled_game_has_told_playouts_always_and_the_rest_if_it_has_the_rules() -> None:
    game = connect_four.game()
    assert [
        rule for rule in ("key", "evaluate", "prior", "group", "prune", "playout_traced") if game.backend.has(rule)
    ] == [*("key", "evaluate", "prior", "playout_traced")]
    table = game.backend.table
    assert (table.key, table.evaluate, table.prior, table.group, table.playout_traced) == (0, 0, 0, 0, 0)
    assert game.backend.provide(["key"]).key != 0 == game.backend.table.prior
