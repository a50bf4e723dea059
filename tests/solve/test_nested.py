"""NMCS and NRPA against slow obvious twins, draw for draw; toys whose best line is known; everything tried."""

from __future__ import annotations

from typing import Any

import pytest
from naive.solo import NaiveBeamNRPA, NaiveNested, NaiveNRPA
from solve.plain import plainly
from solve.puzzles import Knapsack, best_of_all, coins, left_moves
from uncompiled import uncompiled

from anyspace import GameError, PythonGame
from anyspace.solve.one_player.solo import Solo

__all__ = ["plainly"]

pytestmark = pytest.mark.usefixtures("plainly")


@pytest.mark.parametrize("level", [1, 2])
@pytest.mark.parametrize("options", [{}, {"memory": False}])
def test_nmcs_is_its_twin(level: int, options: dict[str, Any]) -> None:
    game = uncompiled(coins())
    twin = NaiveNested(5, **options)
    twin.nested(game.start(), level, [])
    text = ",".join([f"level={level}", *(f"{name}={value}" for name, value in options.items())])
    result = Solo(game, f"nmcs:{text}", seed=5).run(iterations=twin.playouts)
    assert (result.value, result.line) == twin.best
    assert result.stats.iterations == twin.playouts


def test_reflexive_search_is_its_twin() -> None:
    game = uncompiled(coins())
    twin = NaiveNested(6, memory=False, games=3)
    twin.nested(game.start(), 1, [])
    result = Solo(game, "reflexive:level=1,games=3", seed=6).run(iterations=twin.playouts)
    assert (result.value, result.line) == twin.best


@pytest.mark.parametrize(("level", "alpha", "prior"), [(1, 1.0, False), (2, 0.5, False), (3, 1.0, True)])
def test_nrpa_is_its_twin(level: int, alpha: float, prior: bool) -> None:
    game = uncompiled(coins())
    twin = NaiveNRPA(game.start(), 4, alpha, 7, 150, prior)
    twin.run(level)
    solo = Solo(game, f"nrpa:level={level},n=4,alpha={alpha},prior={prior}", seed=7)
    result = solo.run(iterations=150)
    assert (result.value, result.line) == twin.best
    assert solo.restarts == 150 // 4**level


@pytest.mark.parametrize("level", [1, 2])
def test_beam_nrpa_is_its_twin(level: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game = uncompiled(coins())
    twin = NaiveBeamNRPA(game.start(), 3, 1.0, 8, 120)
    twin.run(level)
    method = f"beam_nrpa:level={level},n=3,width=2"
    result = Solo(game, method, seed=8).run(iterations=120)
    assert (result.value, result.line) == twin.best
    monkeypatch.setattr("anyspace.solve.one_player.beam_nrpa.FIRST_ROOM", 8)
    monkeypatch.setattr("anyspace.solve.one_player.beam_nrpa.FIRST_BITS", 3)
    assert Solo(game, method, seed=8).run(iterations=120).line == result.line, "tables that grow change nothing"


def test_nrpa_grows_its_tables_and_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    game = uncompiled(coins())
    usual = Solo(game, "nrpa:level=2,n=10", seed=1).run(iterations=150)
    monkeypatch.setattr("anyspace.solve.one_player.nrpa.FIRST_ROOM", 8)
    monkeypatch.setattr("anyspace.solve.one_player.nrpa.FIRST_BITS", 3)
    tight = Solo(game, "nrpa:level=2,n=10", seed=1).run(iterations=150)
    assert (tight.value, tight.line) == (usual.value, usual.line)


@pytest.mark.parametrize(
    "method", ["nrpa:level=2,n=20", "nrpa:level=1,n=60,playouts=4", "nmcs:level=2", "nmcs:level=2,amaf=6"]
)
def test_the_best_of_all_lines_is_found(method: str) -> None:
    game = uncompiled(coins(3))
    result = Solo(game, method, seed=3).run(iterations=1500, target=best_of_all(game.start()))
    assert result.value == best_of_all(game.start())


def test_python_objects_are_solved_too() -> None:
    game = PythonGame(Knapsack)
    for method in ("nrpa:level=1,n=30", "nmcs:level=1", "reflexive:level=1,games=2"):
        result = Solo(game, method, seed=1).run(iterations=80)
        assert result.value == best_of_all(game.start()) == 21.0
        assert game.after(result.line).returns() == [21.0]


def test_amaf_knows_moves_that_are_names() -> None:
    game = PythonGame(Knapsack, actions=6)
    assert Solo(game, "nmcs:level=2,amaf=3", seed=1).run(iterations=200).value == 21.0
    with pytest.raises(GameError, match="below actions=2"):
        Solo(PythonGame(Knapsack, actions=2), "nmcs:level=2,amaf=3", seed=1).run(iterations=200)


def test_nmcs_of_level_1_always_finds_the_leftmost_path() -> None:
    game = uncompiled(left_moves(12, path=True))
    for seed in range(5):
        assert Solo(game, "nmcs:level=1", seed=seed).run(iterations=24).value == 12.0
    assert max(Solo(game, "nmcs:level=1,memory=false", seed=s).run(iterations=24).value for s in range(3)) == 12.0
