"""The networks that come with the package: there, small, and what they say they are."""

from __future__ import annotations

import random

import pytest
from brute_force import exact
from uncompiled import plain_search, uncompiled

from anyspace import Network, load, open_evaluator
from anyspace.errors import OptionError
from anyspace.neural.shipped import FOLDER, OPTIONS, shipped_network
from anyspace.training.shape import description, shape_of

pytest.importorskip("onnxruntime")

SMALL = 1 << 20
GAMES = 12


@pytest.mark.parametrize("name", OPTIONS)
def test_each_is_small_and_fits(name: str) -> None:
    game = load(name, **OPTIONS[name])
    assert shipped_network(game).stat().st_size < SMALL
    opened = open_evaluator("shipped", game)
    assert dict(opened.inner.made_for).items() >= description(game, shape_of(game)).items()
    assert opened.has_policy and opened.has_value and opened.features > 0


def test_nothing_else_lies_about() -> None:
    assert {file.name for file in FOLDER.iterdir()} == {f"{name}.int8.onnx" for name in OPTIONS}


@pytest.mark.parametrize(
    ("name", "said"),
    [("hex", "no network for hex comes with anyspace"), ("go(size=13)", "for go that ships is for size=9, komi=7.5")],
)
def test_where_there_is_none(name: str, said: str) -> None:
    with pytest.raises(OptionError, match=said):
        open_evaluator("shipped", load(name))


def test_what_it_says_of_go() -> None:
    """Black's wall across the middle, White with nothing: Black has won, and both know it."""
    game = load("go", size=9)

    def value_after(moves: str) -> float:
        found = open_evaluator("shipped", game).evaluate(game.after(moves).planes()[None])
        return float(found.value[0, 0])

    wall = " ".join(f"{column}5 pass" for column in "ABCDEFGHJ")
    assert value_after(wall) > 0.8
    assert value_after(wall.removesuffix(" pass")) < -0.8  # White is to move
    assert abs(value_after("")) < 0.6


def test_what_it_says_of_connect_four() -> None:
    """An open three in the bottom row has won, whoever moves."""
    game = load("connect_four")
    evaluator = open_evaluator("shipped", game)

    def value_after(moves: str) -> float:
        return float(evaluator.evaluate(game.after(moves).planes()[None]).value[0, 0])

    assert value_after("c c d d e") < -0.8  # b and f both win for who just moved
    assert value_after("c c d d e e") > 0.8
    assert abs(value_after("")) < 0.6


def test_what_it_says_of_othello() -> None:
    """Ends of games: who wins by exact play is mostly who it says, and a search with it proves that."""
    game = uncompiled(load("othello"))
    evaluator, draw, right = open_evaluator("shipped", game), random.Random(5), 0
    for _ in range(GAMES):
        state = game.start()
        while str(state).count(".") > 5:
            state.play(draw.choice(state.moves()))
        if state.over:
            continue
        sure, mover = exact(state, {}), state.mover
        result = plain_search(game, Network(evaluator, batch=1), "solver", seed=1).run(state, iterations=400)
        assert result.forced or (result.proven and result.value == sure[mover])
        right += float(evaluator.evaluate(state.planes()[None]).value[0, 0]) * sure[mover] >= 0
    assert right >= 0.7 * GAMES
