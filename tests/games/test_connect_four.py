"""Connect Four: against pyspiel, perft, its own playout against the generic one, hand-made positions."""

from __future__ import annotations

import random

import numpy as np
import pytest
from oracle import cross_check, perft

import anyspace
from anyspace.core.native import prototype
from anyspace.game import Game
from anyspace.games import connect_four


def played(moves: str) -> anyspace.State:
    state = anyspace.load("connect_four").start()
    for name in moves:
        state.play(state.parse(name))
    return state


def test_against_pyspiel() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    assert cross_check(anyspace.load("connect_four"), pyspiel.load_game("connect_four"), 1500, seed=1) > 20_000


def test_perft() -> None:
    start = anyspace.load("connect_four").start()
    assert [perft(start, depth) for depth in range(1, 6)] == [7, 49, 343, 2401, 16807]


@pytest.mark.parametrize(
    "moves",
    [
        "abababa",  # upright
        "aabbccd",  # level
        "abbccdcddfd",  # rising to the right: a1 b2 c3 d4
        "gffeededdbd",  # and its mirror image
    ],
)
def test_lines(moves: str) -> None:
    before, state = played(moves[:-1]), played(moves)
    assert not before.over
    assert state.over and state.returns() == [1.0, -1.0]


def test_columns_do_not_wrap() -> None:
    assert not played("aabbaabbaab").over  # tops of one column and bottoms of the next are no line


def test_a_full_board_is_a_draw() -> None:
    source, game = random.Random(3), anyspace.load("connect_four")
    for _ in range(5000):
        state = game.start()
        while not state.over:
            state.play(source.choice(state.moves()))
        if str(state).count(".") == 0 and state.returns() == [0.0, 0.0]:
            return
    raise AssertionError("no draw in 5000 random games; about one in 400 is drawn")


def playouts(game: Game, count: int) -> np.ndarray:
    run = prototype(6)(game.backend.table.playout)
    out, buffer, weights = np.zeros(2), np.zeros(100, np.int32), np.zeros(10)
    rng = np.array([5], np.uint64)
    start = game.start()
    results = []
    for _ in range(count):
        block = start.copy()._block
        length = run(block.ctypes.data, rng.ctypes.data, out.ctypes.data, buffer.ctypes.data, weights.ctypes.data, 42)
        results.append((length, out[0], out[1]))
    return np.array(results)


def test_own_playout_has_the_generic_distribution() -> None:
    own = playouts(connect_four.game(), 20_000)
    plain_game = connect_four.game()
    del plain_game.rules["playout"]
    plain = playouts(plain_game, 20_000)
    assert (own[:, 1] == -own[:, 2]).all()
    for column in (0, 1):
        error = np.sqrt((own[:, column].var() + plain[:, column].var()) / 20_000)
        assert abs(own[:, column].mean() - plain[:, column].mean()) < 4 * error


def test_a_cut_playout_leaves_its_position() -> None:
    game = connect_four.game()
    run = prototype(6)(game.backend.table.playout)
    state = game.start()
    rng = np.array([5], np.uint64)
    spare = np.zeros(100)
    at = spare.ctypes.data
    assert run(state._block.ctypes.data, rng.ctypes.data, at, at, at, 3) == anyspace.TOO_LONG
    assert len([cell for cell in str(state) if cell in "xo"]) == 3
    assert state.mover == 1


def test_names_and_picture() -> None:
    state = played("dde")
    assert [state.name(move) for move in state.moves()] == list("abcdefg")
    assert str(state).splitlines()[-2:] == [". . . x x . .", "a b c d e f g"]
