"""Connect Four: against pyspiel, perft, its own playout against the generic one, hand-made positions."""

from __future__ import annotations

import random

import numpy as np
import pytest
from oracle import cross_check, perft
from playout_helpers import playouts, without_playout

import anyspace
from anyspace.games import connect_four
from anyspace.machine.native import prototype


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


def test_own_playout_has_the_generic_distribution() -> None:
    game = connect_four.game()
    own, plain = playouts(game.start(), 20_000, seed=5), playouts(without_playout(game).start(), 20_000, seed=5)
    for ours, theirs in zip(own, plain, strict=True):
        error = np.sqrt((ours.var() + theirs.var()) / 20_000)
        assert abs(ours.mean() - theirs.mean()) < 4 * error


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
