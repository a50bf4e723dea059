"""The rule `planes`: a position as a picture, compiled, uncompiled and of Python objects."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from neural.strip import STATE, mover, moves, play, start

from anyspace import OVER, Game, GameError, PythonGame
from anyspace.rules.interpreted import InterpretedBackend

FACTS: dict[str, Any] = {"name": "strip", "state": STATE, "players": 2, "max_moves": 6, "max_length": 6, "actions": 6}


def returns(state: Any, out: Any) -> None:
    out[0] = 1.0 if state.cell[0] == 0 else -1.0
    out[1] = -out[0]


def planes(state: Any, observer: int, out: Any) -> None:
    """Own, theirs, and all ones: two rows of three."""
    for i in range(6):
        if state.cell[i] >= 0:
            out[0 if state.cell[i] == observer else 1, i // 3, i % 3] = 1.0
        out[2, i // 3, i % 3] = 1.0


def game(**facts: Any) -> Game:
    rules = {"start": start, "mover": mover, "moves": moves, "play": play, "returns": returns, "planes": planes}
    return Game(**{**FACTS, **rules, "plane_shape": (3, 2, 3), **facts})


EXPECTED = np.array([[[0, 1, 0], [0, 0, 0]], [[0, 0, 0], [0, 1, 0]], [[1, 1, 1], [1, 1, 1]]], np.float32)
"""After cells 1 and 4, as player 0 sees it."""


@pytest.mark.parametrize("backend", ["compiled", "interpreted"])
def test_as_each_player_sees_it(backend: str) -> None:
    played = game()
    if backend == "interpreted":
        played.__dict__["backend"] = InterpretedBackend(played)
    state = played.start()
    state.play(1)
    state.play(4)
    found = state.planes()
    assert found.dtype == np.float32 and (found == EXPECTED).all()
    assert (state.planes(1) == EXPECTED[[1, 0, 2]]).all()
    assert (state.planes(0) == EXPECTED).all()  # nothing is left of what was written before


class Strip:
    """The same, of Python objects."""

    plane_shape = (3, 2, 3)

    def __init__(self) -> None:
        self.cell, self.turn = [-1] * 6, 0

    def copy(self) -> Strip:
        twin = Strip()
        twin.cell, twin.turn = self.cell[:], self.turn
        return twin

    def mover(self) -> int:
        return OVER if min(self.cell) >= 0 else self.turn

    def moves(self) -> list[int]:
        return [i for i in range(6) if self.cell[i] < 0]

    def play(self, move: int) -> None:
        self.cell[move], self.turn = self.turn, 1 - self.turn

    def returns(self) -> list[float]:
        return [1.0, -1.0]

    def planes(self, observer: int) -> Any:
        board = np.array(self.cell).reshape(2, 3)
        return [board == observer, (board >= 0) & (board != observer), np.ones((2, 3))]


class Wrong(Strip):
    def planes(self, observer: int) -> Any:
        return np.zeros((2, 3))


def test_of_python_objects() -> None:
    state = PythonGame(Strip).start()
    state.play(1)
    state.play(4)
    assert (state.planes() == EXPECTED).all()
    with pytest.raises(GameError, match=r"rule 'planes' gave an array of \(2, 3\); the game declares"):
        PythonGame(Wrong).start().planes()


@pytest.mark.parametrize("facts", [{"plane_shape": None}, {"planes": None}])
def test_rule_and_shape_come_together(facts: dict[str, Any]) -> None:
    with pytest.raises(GameError, match="the rule 'planes' and plane_shape= come together"):
        game(**facts)


@pytest.mark.parametrize("shape", [(3, 2), (3, 0, 3), 18, (1 << 10, 1 << 10, 2), ("a", 1, 1)])
def test_shapes_that_make_no_sense(shape: Any) -> None:
    with pytest.raises(GameError, match="plane_shape must be"):
        game(plane_shape=shape)


def test_a_game_without_them() -> None:
    with pytest.raises(GameError, match="has no rule 'planes'"):
        game(planes=None, plane_shape=None).start().planes()
