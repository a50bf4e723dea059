"""Vectors as moves: levels, grids, names and what is refused; hand-worked numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from anyspace import OVER, PythonGame, check, rng
from anyspace.errors import GameError, IllegalMove
from anyspace.games import double_integrator, pendulum
from anyspace.rules.contract import examine
from anyspace.rules.interpreted import InterpretedBackend
from anyspace.rules.vector_names import box_of, fits, name_of, nearest, read, vector_of
from anyspace.rules.vectors import any_vector, coordinate, grid, is_vector, last_level, level_of, with_level


def plain(game: Any) -> Any:
    game.__dict__["backend"] = InterpretedBackend(game)
    return game


def test_levels_by_hand() -> None:
    assert last_level(1) == 2**30 - 2 and last_level(2) == 2**15 - 2 and last_level(6) == 30
    move = 7 + (12 << 5) + (30 << 25)  # axes 0, 1 and 5 of six
    assert [level_of(move, axis, 6) for axis in range(6)] == [7, 12, 0, 0, 0, 30]
    assert coordinate(move, 1, 6, -1.0, 2.0) == pytest.approx(-1.0 + 3.0 * 12 / 30)
    assert with_level(move, 1, 6, 3) == 7 + (3 << 5) + (30 << 25)
    assert is_vector(move, 6) and not is_vector(31, 6) and not is_vector(-1, 1) and not is_vector(2**30 - 1, 1)
    assert not is_vector(1 << 30, 6)


def test_grids_go_from_end_to_end_and_have_the_middle() -> None:
    out = np.zeros(25, np.int32)
    assert grid(out, 5, 1) == 5
    assert [vector_of(((-2.0, 2.0),), int(move))[0] for move in out[:5]] == pytest.approx([-2, -1, 0, 1, 2], abs=1e-8)
    assert vector_of(((-2.0, 2.0),), int(out[2])) == (0.0,), "the middle is a level: exactly"
    assert grid(out, 5, 2) == 25 and len({int(move) for move in out}) == 25
    assert grid(out, 1, 1) == 1 and vector_of(((0.0, 1.0),), int(out[0])) == (0.5,)


@pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")
@given(st.integers(1, 6), st.integers(0, 2**62))
def test_drawn_vectors_are_vectors_and_keep_their_names(axes: int, seed: int) -> None:
    box = tuple((-1.5 * (axis + 1), 2.0 + axis) for axis in range(axes))
    move = int(any_vector(rng.new(seed), axes))
    assert is_vector(move, axes) and fits(box, move)
    vector = vector_of(box, move)
    assert all(low <= value <= high for value, (low, high) in zip(vector, box, strict=True))
    assert nearest("game", box, vector) == move
    assert read("game", box, name_of(box, move)) == move


def test_names_are_short_where_they_can_be() -> None:
    box = ((-2.0, 2.0), (0.0, 1.0))
    assert name_of(box, nearest("game", box, (0.0, 0.5))) == "0;0.5"
    assert read("game", box, "north") is None
    with pytest.raises(IllegalMove, match=r"number 1 of an action is from -2 to 2, not 2.5"):
        read("game", box, "2.5;0")
    with pytest.raises(IllegalMove, match="has 2 numbers, not 1"):
        nearest("game", box, 1.0)


@pytest.mark.parametrize("box", [(), ((1.0, 0.0),), ((0.0, float("inf")),), "box", ((0, 1),) * 7, ((0, 1, 2),)])
def test_what_is_no_box(box: Any) -> None:
    with pytest.raises(GameError, match="box must be 1 to 6 pairs"):
        box_of("game", box)


def test_states_take_any_vector_of_the_box() -> None:
    game = plain(pendulum.game(steps=3, noise=0.5))
    state = game.start(seed=1)
    move = state.move_of(0.123)
    assert state.allows(move) and move not in state.moves() and state.vector(move)[0] == pytest.approx(0.123, abs=1e-8)
    assert state.parse("0.123") == move and state.name(move) == "0.123"
    assert state.parse("-2") == state.moves()[0] and state.name(state.moves()[0]) == "-2"
    state.play(move)
    assert state["push"] == pytest.approx(0.123, abs=1e-8)
    assert not state.allows(move), "chance has its own moves"
    assert state.name(4) == "4"
    with pytest.raises(IllegalMove, match="no player moves here"):
        state.move_of(0.1)
    assert not game.start().allows(2**30 - 1) and not game.start().allows([1, 2]) and not game.start().allows(0.5)
    with pytest.raises(IllegalMove, match="from -2 to 2"):
        game.start().parse("3")
    with pytest.raises(IllegalMove, match="not a legal move"):
        game.start().play(-1)


def test_the_contract_is_looked_at_before_a_search() -> None:
    """Random games play any vector: a rule that only knows its bins is found out; and moves that are no vectors are."""
    from dataclasses import dataclass

    @dataclass
    class Bins:
        players, payoffs, max_moves, max_length, box = 1, (0.0, 1.0), 8, 1, ((0.0, 1.0),)
        said: int | None = None
        listed: tuple[int, ...] = (0, last_level(1))

        def mover(self) -> int:
            return 0 if self.said is None else OVER

        def moves(self) -> list[int]:
            return list(self.listed)

        def play(self, move: int) -> None:
            self.said = self.listed.index(move)

        def returns(self) -> list[float]:
            return [float(self.said or 0)]

        def copy(self) -> Any:
            return type(self)(self.said)

    with pytest.raises(ValueError, match="not in tuple"):
        examine(PythonGame(Bins))
    assert not check(PythonGame(Bins), seconds=0.2).ok

    class Beyond(Bins):
        def moves(self) -> list[int]:
            return [0, 2**30 - 1]

    with pytest.raises(GameError, match="gave 1073741823, which is no vector of the game's box"):
        examine(PythonGame(Beyond))


def test_a_match_is_saved_and_replayed(tmp_path: Any) -> None:
    from anyspace.lab.match import place_of
    from anyspace.matches.match import Match

    game = plain(double_integrator.game(steps=3, start_at=0.5))
    match = Match(game, 1).play("0.77").play(game.start().move_of(-1.25)).play("1.5")
    assert match.over and match.names == ["0.77", "-1.25", "1.5"]
    match.save(tmp_path / "match.json")
    again = Match.load(tmp_path / "match.json", game)
    assert again.moves == match.moves and again.state.returns() == match.state.returns()
    state = game.start(seed=1)
    listed = state.moves()
    assert place_of(state, listed, listed[3]) == 3
    assert place_of(state, listed, state.move_of(0.77)) == 5 + state.move_of(0.77)
    with pytest.raises(ValueError, match="not in list"):
        place_of(state, listed, -5)
