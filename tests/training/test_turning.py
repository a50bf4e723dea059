"""Ways to turn a board: found by playing, they are those that the game declares; examples turn as positions do."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import pytest
from training.boards import three
from uncompiled import uncompiled

from anyspace import Game, load
from anyspace.training.examples import Gathering
from anyspace.training.shape import shape_of
from anyspace.training.turning import moves_are_cells, turned, ways_to_turn


def undeclared(game: Any) -> Any:
    """The same game without its rule `symmetries`."""
    twin = copy.copy(game)
    twin.symmetries = None
    return uncompiled(twin)


def as_set(ways: list[Any]) -> set[tuple[tuple[int, ...], tuple[int, ...]]]:
    return {(tuple(way.cells.tolist()), tuple(way.actions.tolist())) for way in ways}


@pytest.mark.parametrize(("name", "count"), [("tic_tac_toe", 7), ("connect_four", 1)])
def test_what_is_found_is_what_is_declared(name: str, count: int) -> None:
    game = load(name)
    shape = shape_of(game)
    found = ways_to_turn(undeclared(game), shape)
    assert len(found) == count
    assert as_set(found) == as_set(ways_to_turn(game, shape))


def test_a_rule_that_breaks_the_symmetry_is_noticed() -> None:
    """Whoever holds the corner a1 at the end wins: nothing but the diagonal through it is left."""
    game = three()

    def returns(state: Any, out: Any) -> None:
        out[0] = 1.0 if state.marks[0] & 1 else -1.0
        out[1] = -out[0]

    crooked = uncompiled(Game(**{**game.facts(), "returns": returns, "symmetries": None, "playout": None}))
    (only,) = ways_to_turn(crooked, shape_of(crooked))
    assert only.actions.tolist() == [0, 3, 6, 1, 4, 7, 2, 5, 8]


def test_examples_turn_as_positions_do() -> None:
    game = three()
    shape = shape_of(game)
    for way in ways_to_turn(game, shape):
        one, other = Gathering(shape), Gathering(shape)
        state, image = game.start(seed=0), game.start(seed=0)
        for move in (0, 1, 5):
            odds = np.zeros(9)
            odds[state.moves()] = np.arange(1.0, len(state.moves()) + 1)
            one.add(state, state.moves(), odds, [0.5])
            other.add(image, image.moves(), odds[np.argsort(way.actions)], [0.5])
            state.play(move)
            image.play(int(way.actions[move]))
        found, wanted = turned(one.examples(), way), other.examples()
        for name in ("planes", "legal", "policy", "value"):
            assert np.array_equal(getattr(found, name), getattr(wanted, name)), name


def test_whose_moves_are_cells() -> None:
    for name, cells in (("tic_tac_toe", True), ("connect_four", False), ("go(size=5)", True), ("breakthrough", False)):
        game = load(name)
        assert moves_are_cells(shape_of(game), ways_to_turn(game, shape_of(game))) == cells, name
