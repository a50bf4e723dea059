from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from oracle import cross_check, perft
from playout_helpers import playouts, without_playout

from anyspace.errors import IllegalMove, OptionError
from anyspace.games import kalah
from anyspace.machine.native import prototype
from anyspace.rng import new as new_rng
from anyspace.rules.codes import TOO_LONG
from anyspace.rules.game import OVER, Game, State

GAME = kalah.game()
WIDE = kalah.game(pits=7, seeds=3)

FIRST_PLAYER = {1: "DLWLWD", 2: "WLLL", 3: "DWW"}
"""By pits, then seeds from 1: Irving, Donkers and Uiterwijk, Solving Kalah (ICGA Journal 23, 2000)."""


class Plain:
    """The rules of a game run by Python."""

    def __init__(self, game: Game, record: Any = None) -> None:
        self.game = game
        self.record = np.zeros(1, game.state).view(np.recarray) if record is None else record
        if record is None:
            game.rules["start"](self.record[0], new_rng(0))

    def mover(self) -> int:
        return int(self.game.rules["mover"](self.record[0]))

    def moves(self) -> list[int]:
        out = np.zeros(self.game.max_moves, np.int32)
        return out[: self.game.rules["moves"](self.record[0], out)].tolist()

    def after(self, move: int) -> Plain:
        twin = Plain(self.game, self.record.copy())
        self.game.rules["play"](twin.record[0], move)
        return twin

    def payoff(self) -> float:
        out = np.zeros(2)
        self.game.rules["returns"](self.record[0], out)
        return float(out[0])

    def board(self) -> list[list[int]]:
        return numbers(self.game.render(self.record[0]))


class Naive:
    """Kalah on one ring: pits of SOUTH, his store, pits of NORTH, his store."""

    def __init__(self, pits: int, seeds: int) -> None:
        self.pits, self.turn = pits, 0
        self.ring = ([seeds] * pits + [0]) * 2

    def own(self, player: int) -> range:
        return range(player * (self.pits + 1), player * (self.pits + 1) + self.pits)

    def store(self, player: int) -> int:
        return self.own(player).stop

    def moves(self) -> list[int]:
        return [pit for pit, at in enumerate(self.own(self.turn)) if self.ring[at]]

    def play(self, pit: int) -> None:
        me, other = self.turn, 1 - self.turn
        at = self.own(me)[pit]
        hand, self.ring[at] = self.ring[at], 0
        while hand:
            at = (at + 1) % len(self.ring)
            if at != self.store(other):
                self.ring[at] += 1
                hand -= 1
        across = 2 * self.pits - at
        if at in self.own(me) and self.ring[at] == 1 and self.ring[across]:
            self.ring[self.store(me)] += 1 + self.ring[across]
            self.ring[at] = self.ring[across] = 0
        if at != self.store(me):
            self.turn = other
        if any(not any(self.ring[i] for i in self.own(player)) for player in (0, 1)):
            for player in (0, 1):
                for i in self.own(player):
                    self.ring[self.store(player)] += self.ring[i]
                    self.ring[i] = 0
            self.turn = OVER

    def board(self) -> list[list[int]]:
        south, north = ([self.ring[i] for i in self.own(player)] for player in (0, 1))
        return [north[::-1], [self.ring[self.store(1)], self.ring[self.store(0)]], south]


def numbers(picture: str) -> list[list[int]]:
    """The three lines of a rendered board that hold seeds: NORTH, the stores, SOUTH."""
    return [[int(word) for word in line.split()] for line in picture.splitlines()[1:4]]


def position(south: list[int], north: list[int], turn: int = 0) -> State:
    """Six pits and the store of each player, in order of sowing."""
    state = GAME.start(seed=0)
    record: Any = GAME.backend.record(state._block)
    record.sides[:] = [sum(held << 8 * place for place, held in enumerate(side)) for side in (south, north)]
    record.turn = turn
    return state


def test_agrees_with_open_spiel() -> None:
    pyspiel = pytest.importorskip("pyspiel")

    def action(state: State, pit: int) -> int:
        return pit + 1 if state.mover == 0 else pit + 8

    assert cross_check(GAME, pyspiel.load_game("mancala"), 1000, action=action) > 40_000


def test_perft() -> None:
    assert [perft(GAME.start(), depth) for depth in range(1, 6)] == [6, 35, 185, 942, 4690]


@pytest.mark.parametrize(("pits", "seeds", "games"), [(6, 4, 50), (6, 10, 20), (5, 3, 50), (3, 7, 50), (1, 9, 1)])
def test_packed_boards_agree_with_a_naive_twin(pits: int, seeds: int, games: int) -> None:
    agree_with_naive(kalah.game(pits, seeds), pits, seeds, games)


@pytest.mark.parametrize(("pits", "seeds", "games"), [(6, 4, 50), (7, 3, 50), (12, 10, 10), (12, 1, 50), (2, 5, 50)])
def test_wide_boards_agree_with_a_naive_twin(
    pits: int, seeds: int, games: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kalah, "MOST_PACKED", 0)
    agree_with_naive(kalah.game(pits, seeds), pits, seeds, games)


def agree_with_naive(game: Game, pits: int, seeds: int, games: int) -> None:
    source = random.Random(7)
    for _ in range(games):
        ours, naive = Plain(game), Naive(pits, seeds)
        length = 0
        while naive.turn != OVER:
            assert ours.board() == naive.board()
            assert ours.mover() == naive.turn
            assert ours.moves() == naive.moves()
            move = source.choice(naive.moves())
            ours = ours.after(move)
            naive.play(move)
            length += 1
        assert ours.mover() == OVER
        assert ours.board() == naive.board()
        north, south = naive.board()[1]
        assert ours.payoff() == np.sign(south - north)
        assert length <= game.max_length


def test_compiled_and_plain_rules_agree_on_a_wide_board() -> None:
    source = random.Random(3)
    for _ in range(20):
        compiled, plain = WIDE.start(), Plain(WIDE)
        while not compiled.over:
            assert compiled.moves() == plain.moves()
            move = source.choice(compiled.moves())
            compiled.play(move)
            plain = plain.after(move)
            assert str(compiled) == WIDE.render(plain.record[0])
        assert compiled.returns()[0] == plain.payoff()


@pytest.mark.parametrize("pits", FIRST_PLAYER)
def test_small_boards_have_the_published_values(pits: int) -> None:
    def value(state: Plain, known: dict[bytes, float]) -> float:
        if state.mover() == OVER:
            return state.payoff()
        key = state.record.tobytes()
        if key not in known:
            best = max if state.mover() == 0 else min
            known[key] = best(value(state.after(move), known) for move in state.moves())
        return known[key]

    found = [value(Plain(kalah.game(pits, seeds)), {}) for seeds in range(1, len(FIRST_PLAYER[pits]) + 1)]
    assert "".join({1.0: "W", 0.0: "D", -1.0: "L"}[payoff] for payoff in found) == FIRST_PLAYER[pits]


def test_last_seed_in_the_store_moves_again() -> None:
    state = GAME.start().play(2)
    assert state.mover == 0
    assert numbers(str(state)) == [[4] * 6, [0, 1], [4, 4, 0, 5, 5, 5]]


def test_capture_takes_both_pits() -> None:
    state = position([1, 0, 2, 0, 0, 1, 5], [0, 3, 0, 0, 7, 1, 6]).play(0)
    assert numbers(str(state)) == [[1, 0, 0, 0, 3, 0], [6, 13], [0, 0, 2, 0, 0, 1]]
    assert state.mover == 1


def test_no_capture_from_an_empty_pit() -> None:
    state = position([1, 0, 2, 0, 0, 1, 5], [0, 3, 0, 0, 0, 1, 6]).play(0)
    assert numbers(str(state))[1:] == [[6, 5], [0, 1, 2, 0, 0, 1]]


def test_no_capture_in_a_pit_of_the_other() -> None:
    state = position([0, 0, 1, 0, 0, 2, 5], [0, 3, 0, 1, 0, 0, 6]).play(5)
    assert numbers(str(state)) == [[0, 0, 1, 0, 3, 1], [6, 6], [0, 0, 1, 0, 0, 0]]


def test_thirteen_seeds_end_where_they_began_and_capture() -> None:
    """The pit was emptied by the move itself, and the pit across has just been given a seed."""
    state = position([0, 13, 0, 0, 0, 1, 0], [1, 0, 0, 0, 0, 0, 0]).play(1)
    assert numbers(str(state)) == [[1, 0, 1, 1, 1, 2], [0, 3], [1, 0, 1, 1, 1, 2]]


def test_sowing_leaves_out_the_store_of_the_other() -> None:
    state = position([0, 1, 0, 0, 0, 9, 0], [1, 1, 1, 1, 1, 1, 4]).play(5)
    assert numbers(str(state)) == [[2] * 6, [4, 1], [1, 2, 0, 0, 0, 0]]


def test_empty_row_ends_the_game_and_the_other_sweeps() -> None:
    state = position([0, 0, 0, 0, 0, 1, 20], [1, 2, 3, 0, 0, 0, 21]).play(5)
    assert state.over
    assert numbers(str(state)) == [[0] * 6, [27, 21], [0] * 6]
    assert state.returns() == [-1.0, 1.0]


def test_row_emptied_by_a_capture_ends_the_game() -> None:
    state = position([1, 0, 0, 0, 0, 1, 22], [0, 0, 0, 0, 3, 0, 21], turn=0).play(0)
    assert state.over
    assert state.returns() == [1.0, -1.0]


def test_equal_stores_are_a_draw() -> None:
    state = position([0, 0, 0, 0, 0, 1, 23], [0, 0, 0, 0, 0, 2, 22]).play(5)
    assert state.over
    assert state.returns() == [0.0, 0.0]


def test_own_playout_follows_the_same_games_as_the_generic_one() -> None:
    """Both draw alike, so they agree one by one; the own one only stops earlier."""
    own, plain = (
        np.array([playouts(game.start(), 1, seed=seed) for seed in range(3000)])
        for game in (GAME, without_playout(GAME))
    )
    assert (own[:, 0] == plain[:, 0]).all()
    assert (own[:, 1] <= plain[:, 1]).all()


def test_own_playout_has_the_mean_of_the_generic_one() -> None:
    count = 30_000
    own, plain = (playouts(game.start(), count, seed=seed)[0] for game, seed in ((GAME, 1), (without_playout(GAME), 2)))
    assert abs(own.mean() - plain.mean()) < 4 * np.sqrt((own.var() + plain.var()) / count)


def test_playout_keeps_to_its_limit() -> None:
    _, lengths = playouts(GAME.start(), 300, limit=40, seed=5)
    assert TOO_LONG in lengths
    assert all(length == TOO_LONG or length <= 40 for length in lengths)


def test_cut_playout_leaves_the_position_it_reached() -> None:
    state = GAME.start()
    run = prototype(6)(GAME.backend.table.playout)
    rng, out = new_rng(1), np.zeros(2)
    assert run(state._block.ctypes.data, rng.ctypes.data, out.ctypes.data, 0, 0, 10) == TOO_LONG
    assert sum(map(sum, numbers(str(state)))) == 48
    assert state.mover in (0, 1)
    assert state != GAME.start()


def test_names_are_capitals_for_south_and_small_letters_for_north() -> None:
    state = GAME.start()
    assert [state.name(move) for move in state.moves()] == list("ABCDEF")
    state.play(0)
    assert [state.name(move) for move in state.moves()] == list("abcdef")
    for move in state.moves():
        assert state.parse(state.name(move)) == state.parse(state.name(move).upper()) == state.parse(str(move)) == move
    with pytest.raises(IllegalMove, match="'g' names no legal move"):
        state.parse("g")


def test_picture() -> None:
    assert str(GAME.start()) == "\n".join(
        [
            "       f   e   d   c   b   a",
            "       4   4   4   4   4   4",
            "   0                           0",
            "       4   4   4   4   4   4",
            "       A   B   C   D   E   F",
            "SOUTH (capitals) to move",
        ]
    )


@pytest.mark.parametrize(
    "options", [{"pits": 0}, {"pits": 13}, {"pits": "6"}, {"seeds": 0}, {"seeds": 11}, {"seeds": 2.5}, {"pits": True}]
)
def test_bad_options(options: dict[str, Any]) -> None:
    (name, value), *_ = options.items()
    with pytest.raises(OptionError, match=f"kalah: {name} must be a whole number from 1 to .*, not {value!r}"):
        kalah.game(**options)
