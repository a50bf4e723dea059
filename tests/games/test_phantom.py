"""Phantom (m,n,k): against pyspiel, and the playout that leaves out refused tries.

What players see and guess is in test_phantom_hidden.py."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from further import further
from oracle import cross_check, perft
from phantom_helpers import AttendedGame, loaded, tried
from playout_helpers import playouts, without_playout
from uncompiled import uncompiled
from uncompiled_helpers import plain_playout

from anyspace.errors import OptionError
from anyspace.games import phantom
from anyspace.rules.codes import TOO_LONG
from anyspace.rules.game import CHANCE, State

# ---- against others ----------------------------------------------------------------------------------------------


def test_three_by_three_agrees_with_pyspiel() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    theirs = pyspiel.load_game("phantom_ttt(obstype=reveal-nothing,gameversion=classical)")
    assert cross_check(AttendedGame(loaded(3, 3, 3)), theirs, 1000) > 1000  # type: ignore[arg-type]


class Refereed:
    """The obvious phantom game: pyspiel's open (m,n,k) game as the referee's board, and what each player knows."""

    def __init__(self, board: Any, cells: int) -> None:
        self.board, self.cells = board, cells
        self.known: tuple[set[int], set[int]] = (set(), set())

    def apply_action(self, square: int) -> None:
        self.known[self.board.current_player()].add(square)
        if square in self.board.legal_actions():
            self.board.apply_action(square)

    def legal_actions(self) -> list[int]:
        return [square for square in range(self.cells) if square not in self.known[self.board.current_player()]]

    def __getattr__(self, name: str) -> Any:
        return getattr(self.board, name)


class RefereedGame:
    def __init__(self, m: int, n: int, k: int) -> None:
        pyspiel = pytest.importorskip("pyspiel")
        self.game, self.cells = pyspiel.load_game(f"mnk(m={m},n={n},k={k})"), m * n

    def new_initial_state(self) -> Refereed:
        return Refereed(self.game.new_initial_state(), self.cells)


@pytest.mark.parametrize(
    ("m", "n", "k", "games"),
    [
        (4, 4, 4, 1000),
        *further((8, 8, 5, 20), (5, 3, 3, 200), (3, 7, 4, 200)),
    ],
)
def test_agrees_with_pyspiel_as_the_referee(m: int, n: int, k: int, games: int) -> None:
    compared = cross_check(AttendedGame(loaded(m, n, k)), RefereedGame(m, n, k), games)  # type: ignore[arg-type]
    assert compared > games


# ---- counts -------------------------------------------------------------------------------------------------------


def test_perft_of_tries() -> None:
    small = AttendedGame(loaded(3, 3, 3)).start()
    assert [perft(small, depth) for depth in (1, 2, 3, 4)] == [9, 81, 648, 5112]
    # o may name any of 16; refused (1 of 16) it has 15 left, else it is x who has 15
    assert [perft(AttendedGame(loaded()).start(), depth) for depth in (1, 2, 3)] == [16, 256, 16 * 16 * 15]


def test_perft_with_answers() -> None:
    assert [perft(loaded().start(), depth) for depth in (1, 2, 3, 4, 5)] == [16, 16, 256, 256, 3840]


# ---- positions made by hand ---------------------------------------------------------------------------------------


def test_a_refused_player_tries_again() -> None:
    state = loaded(3, 3, 3).start().play(4)
    assert state.mover == CHANCE and [state.name(move) for move in state.moves()] == ["accepted"]
    state.play(state.moves()[0]).play(4)
    assert [state.name(move) for move in state.moves()] == ["refused"]
    state.play(state.moves()[0])
    assert state.mover == 1
    assert state.moves() == [0, 1, 2, 3, 5, 6, 7, 8]  # b2 is known now
    assert tried(loaded(3, 3, 3), "b2 b2 a1").moves() == [0, 1, 2, 3, 5, 6, 7, 8]  # x does not know of a1


@pytest.mark.parametrize(
    ("shape", "line", "over"),
    [
        ((4, 4, 4), "a1 a2 b1 b2 c1 c2 d1", True),  # along a row
        ((4, 4, 4), "d1 a1 d2 b1 d3 c1 d4", True),  # along a column
        ((4, 4, 4), "a1 b1 b2 c1 c3 d1 d4", True),  # down to the right
        ((4, 4, 4), "d1 a1 c2 b1 b3 c1 a4", True),  # down to the left
        ((4, 4, 4), "b1 a3 c1 b3 d1 c3 a2", False),  # leaves the board at the right and comes back at the left
        ((4, 4, 4), "a1 a2 b1 b2 c1", False),  # three are not enough
        ((5, 3, 3), "d1 a3 e2 b3 a3 a1 a2", False),  # the same on a diagonal: d1, e2, then off the board
        ((4, 4, 4), "a1 a2 b1 b2 d1 d2 c1", True),  # the gap closes
        ((3, 7, 4), "a1 b4 b1 a5 c1 b5 b2 c5", False),  # rows are too short for a line
        ((3, 7, 4), "b4 a1 b5 b1 b6 c1 b7", True),  # columns are not
    ],
)
def test_lines(shape: tuple[int, int, int], line: str, over: bool) -> None:
    assert tried(uncompiled(phantom.game(*shape)), line).over == over


def test_a_line_of_the_second_player() -> None:
    assert tried(loaded(3, 3, 3), "a1 b1 a2 b2 c3 b3").returns() == [-1.0, 1.0]


DRAWN = (0, 1, 2, 4, 3, 5, 7, 6, 8)


def test_longest_game_is_a_draw_with_every_try_refused_once() -> None:
    game = loaded(3, 3, 3)
    state = game.start()
    length = 0
    for turn, square in enumerate(DRAWN):
        for attempt in (*DRAWN[max(turn - 1, 0) : turn], square):  # the other's latest mark first
            state.play(attempt).play(state.moves()[0])
            length += 2
    assert state.over and state.returns() == [0.0, 0.0]
    assert length == game.max_length == 34


def test_unfinished_games_are_worth_nothing() -> None:
    assert tried(loaded(), "a1").returns() == [0.0, 0.0]


# ---- the playout --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shape", "line"),
    [((4, 4, 4), ""), ((4, 4, 4), "a1 b1 a2 a2 b2 b1 a3"), ((3, 3, 3), "a1 a1 b2"), ((5, 3, 3), "c2")],
)
def test_playout_agrees_with_the_generic_one(shape: tuple[int, int, int], line: str) -> None:
    state = tried(loaded(*shape), line)
    n = 20_000
    ours = playouts(state, n)[0].mean()
    theirs = playouts(State(without_playout(loaded(*shape)), state._block), n)[0].mean()
    assert abs(ours - theirs) <= 4 * np.sqrt((2 - ours**2 - theirs**2) / n)


def test_playout_is_random_tic_tac_toe() -> None:
    n = 20_000
    payoffs, lengths = playouts(loaded(3, 3, 3).start(), n)
    exact = 737 / 1260 - 121 / 420  # the odds that random moves win for the first and for the second player
    assert abs(payoffs.mean() - exact) <= 4 * np.sqrt((1 - 8 / 63 - exact**2) / n)
    assert set(lengths) == {10, 12, 14, 16, 18}


def test_playout_answers_the_try_that_waits() -> None:
    waiting = State(loaded(3, 3, 3), tried(loaded(3, 3, 3), "a1 b1 a2 b2")._block)
    winning = waiting.copy().play(6)
    assert [set(found) for found in playouts(winning, 5)] == [{1.0}, {1}]
    assert set(playouts(winning, 5, limit=0)[1]) == {TOO_LONG}
    refused = waiting.copy().play(1)
    assert min(playouts(refused, 200)[1]) == 3  # the answer, another try, its answer


def test_playout_respects_its_limit() -> None:
    state = loaded(3, 3, 3).start()
    assert set(playouts(state, 500, limit=10)[1]) == {10, TOO_LONG}
    assert set(playouts(state, 50, limit=9)[1]) == {TOO_LONG}


def test_playout_uncompiled_is_the_same() -> None:
    game = loaded()
    for seed in range(20):
        state = game.start()
        assert playouts(state, 1, seed=seed) == plain_playout(state, seed)


# ---- for people ---------------------------------------------------------------------------------------------------


def test_names_and_parsing_round_trip() -> None:
    for state in (loaded().start(), loaded().start().play(5), tried(uncompiled(phantom.game(8, 8, 5)), "h3 h3")):
        for move in state.moves():
            name = state.name(move)
            assert state.parse(name) == state.parse(name.upper()) == state.parse(str(move)) == move
    assert [loaded().start().name(move) for move in (0, 3, 4, 15)] == ["a1", "d1", "a2", "d4"]


def test_picture() -> None:
    assert str(tried(loaded(3, 3, 3), "b2 b2 a1 c1")).split("\n") == [
        "board     x knows   o knows",
        "  a b c     a b c     a b c",
        "1 o . x   1 . . x   1 o . .",
        "2 . x .   2 . x .   2 . x .",
        "3 . . .   3 . . .   3 . . .",
        "o to play",
    ]


@pytest.mark.parametrize("option", ["m", "n"])
@pytest.mark.parametrize("value", [2, 9, 0, -4, 3.0, "4", True, None])
def test_bad_sides(option: str, value: Any) -> None:
    with pytest.raises(OptionError, match=f"{option} must be a whole number from 3 to 8, not "):
        phantom.game(**{option: value})


@pytest.mark.parametrize("value", [2, 6, 4.0, "3", True, None])
def test_bad_lengths(value: Any) -> None:
    with pytest.raises(OptionError, match=r"k must be a whole number from 3 to 5 \(the longer side\), not "):
        phantom.game(m=4, n=5, k=value)
