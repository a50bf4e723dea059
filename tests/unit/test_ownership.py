"""Whose the cells are in the end: positions in which it is known, and symmetric ones."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

import anyspace
from anyspace import OVER, GameError, OptionError, PythonGame
from anyspace.cli import main
from anyspace.games.go_owner import owners_of_points
from anyspace.search.ownership import heat_map, owners
from anyspace.views.owners import ownership_picture


class Line:
    """Three cells in a row, taken in turn by two players."""

    def __init__(self, cells: tuple[int, ...] = (-1, -1, -1), turn: int = 0) -> None:
        self.cells, self.turn = list(cells), turn

    def mover(self) -> int:
        return self.turn if -1 in self.cells else OVER

    def moves(self) -> list[int]:
        return [cell for cell, player in enumerate(self.cells) if player == -1]

    def play(self, move: int) -> None:
        self.cells[move] = self.turn
        self.turn = 1 - self.turn

    def returns(self) -> list[float]:
        return [0.0, 0.0]

    def copy(self) -> Line:
        return Line(tuple(self.cells), self.turn)

    def owner(self) -> list[list[int]]:
        return [self.cells]


class Tidy(Line):
    """In playouts the first free cell comes first."""

    def copy(self) -> Tidy:
        return Tidy(tuple(self.cells), self.turn)

    def playout_moves(self) -> list[int]:
        return self.moves()[:1]


class Broken(Line):
    def copy(self) -> Broken:
        return Broken(tuple(self.cells), self.turn)

    def owner(self) -> list[list[int]]:
        return [[0, 1], [0]]


def start(rules: Any) -> Any:
    return PythonGame(rules, players=2, payoffs=(-1.0, 1.0), max_moves=3, max_length=3).start()


# ---- numbers


def test_shares_add_up_and_are_equal_where_the_cells_are() -> None:
    means = anyspace.ownership(start(Line), playouts=3000, seed=1)
    assert means.shape == (2, 1, 3)
    assert means.sum(axis=0) == pytest.approx(1.0), "the board is full in the end"
    assert means[0, 0] == pytest.approx([2 / 3] * 3, abs=0.04), "player 0 gets two of three"


def test_finished_positions_are_what_they_are() -> None:
    state = start(Line)
    for move in (1, 0, 2):
        state.play(move)
    assert anyspace.ownership(state, playouts=3, seed=1).tolist() == [[[0, 1, 1]], [[1, 0, 0]]]


def test_playouts_choose_from_what_the_game_says() -> None:
    assert anyspace.ownership(start(Tidy), playouts=5).tolist() == [[[1, 0, 1]], [[0, 1, 0]]]


def test_a_seed_makes_it_repeatable_and_the_state_stays() -> None:
    state = anyspace.load("othello").start()
    before = state.copy()
    first, again, other = (anyspace.ownership(state, playouts=20, seed=seed) for seed in (1, 1, 2))
    assert (first == again).all() and (first != other).any() and state == before


def test_a_symmetric_position_has_a_symmetric_answer() -> None:
    """Othello's start is the same turned by half, the colours and all."""
    means = anyspace.ownership(anyspace.load("othello").start(), playouts=400, seed=3)
    turned = means[:, ::-1, ::-1]
    assert np.abs(means - turned).max() < 0.16 and np.abs(means - turned).mean() < 0.04
    across = means.transpose(0, 2, 1)
    assert np.abs(means - across).mean() < 0.04


# ---- games


def test_othello_says_whose_the_discs_are() -> None:
    state = anyspace.load("othello").start()
    rows = owners(state)
    assert (len(rows), {len(row) for row in rows}) == (8, {8})
    assert rows[3][3:5] == [1, 0] and rows[4][3:5] == [0, 1] and sum(map(sum, rows)) == -60 + 2


def test_hex_says_whose_the_stones_are_and_a_won_game_is_over() -> None:
    state = anyspace.load("hex(size=3)").start()
    for name in ("b1", "a1", "b2", "a2", "b3"):
        state.play(state.parse(name))
    assert state.over and owners(state) == [[1, 0, -1], [1, 0, -1], [-1, 0, -1]]
    assert (anyspace.ownership(state, playouts=2)[0, :, 1] == 1).all()


def test_go_counts_areas() -> None:
    state = anyspace.load("go(size=3)").start()
    for name in ("b1", "c2", "b2", "c3", "b3", "pass", "pass"):
        state.play(state.parse(name))
    assert owners(state) == [[0, 0, 1], [0, 0, 1], [0, 0, -1]], (
        "c1 borders on both, column a on Black only; row 3 first"
    )
    assert state.over and anyspace.ownership(state, playouts=3)[1].sum() == 2


def test_go_s_territory_is_settled_in_playouts() -> None:
    """A wall through the board: what is behind it with two eyes stays."""
    state = anyspace.load("go(size=5)").start()
    for name in ("b1", "d1", "b2", "d2", "b3", "d3", "b4", "d4", "b5", "d5", "a2", "e2", "a4", "e4"):
        state.play(state.parse(name))
    means = anyspace.ownership(state, playouts=40, seed=1)
    assert (means[0, :, :2] == 1).all() and (means[1, :, 3:] == 1).all()
    assert heat_map(means).splitlines()[0].startswith("X X") and heat_map(means).splitlines()[0].endswith("O O")


@pytest.mark.parametrize(
    ("stones", "found"),
    [
        ([[0, 0], [0, 0]], [[-1, -1], [-1, -1]]),
        ([[1, 0], [0, 0]], [[0, 0], [0, 0]]),
        ([[1, 0, 2]], [[0, -1, 1]]),
        ([[0, 1, 0, 2, 0]], [[0, 0, -1, 1, 1]]),
    ],
)
def test_regions_belong_to_who_surrounds_them(stones: list[list[int]], found: list[list[int]]) -> None:
    assert owners_of_points(stones) == found


# ---- the map


def test_the_map_of_two() -> None:
    first = np.array([[1.0, 0.9, 0.7, 0.5, 0.3, 0.05, 0.0]])
    lines = heat_map(np.array([first, 1 - first])).splitlines()
    assert lines[0] == "X X x . o O O"
    assert "capitals from 90 %" in lines[1]


def test_maps_of_more() -> None:
    text = heat_map(np.array([[[1.0, 0.05]], [[0.0, 0.55]], [[0.0, 0.4]]]))
    assert [line for line in text.splitlines() if line and line[0].isdigit()] == ["9 0", "0 5", "0 4"]


# ---- mistakes


def test_mistakes_are_one_line() -> None:
    state = anyspace.load("tic_tac_toe").start()
    with pytest.raises(GameError, match="tic_tac_toe has no rule 'owner': whose the cells of its board are"):
        anyspace.ownership(state)
    with pytest.raises(GameError, match="rows of equal length"):
        owners(start(Broken))
    with pytest.raises(OptionError, match="playouts must be a whole number, 1 or more, not 0"):
        anyspace.ownership(anyspace.load("othello").start(), playouts=0)


# ---- the picture


def test_the_picture_has_every_cell_and_every_stone() -> None:
    text = "  a b\n1 x .\n2 . o"
    shares = [[[1.0, 0.5], [0.2, 0.0]], [[0.0, 0.5], [0.8, 1.0]]]
    picture = ElementTree.fromstring(ownership_picture(text, shares))
    fills = [each.get("fill") for each in picture.iter() if each.tag.endswith("rect")][1:]  # after the ground
    assert fills == ["#0072b2", "#d6d4d0", "#d58d53", "#d55e00"], "blue, grey, nearly orange, orange"
    assert sum(each.tag.endswith("circle") for each in picture.iter()) == 2


def test_hexagons_are_hexagons_and_other_texts_are_squares() -> None:
    state = anyspace.load("hex(size=4)").start()
    half = [[[0.5] * 4] * 4] * 2
    assert ownership_picture(str(state), half).count("<polygon") == 16
    assert ownership_picture("no board", half).count("<rect") == 17
    of_three = ownership_picture("", [[[1.0]], [[0.0]], [[0.0]]])
    assert of_three.count("<rect") == 4 and "player 2" in of_three
    ElementTree.fromstring(of_three)


def test_the_command_writes_the_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["think", "othello", "--iterations", "10", "--seed", "1", "--picture", str(tmp_path / "whose.svg")]
    assert main([*words, "--ownership", "5"]) == 0
    assert "picture written to" in capsys.readouterr().out
    assert sum(each.tag.endswith("circle") for each in ElementTree.parse(tmp_path / "whose.svg").iter()) == 4
    assert main(words) == 2
    assert "give --ownership as well" in capsys.readouterr().err
    assert main([*words[:-1], str(tmp_path / "no" / "folder.svg"), "--ownership", "5"]) == 2
    assert "cannot write" in capsys.readouterr().err


def test_the_command_draws_it(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["think", "othello", "--iterations", "10", "--seed", "1", "--ownership", "20"]
    assert main(words) == 0
    out = capsys.readouterr().out
    assert "whose the cells are in the end, by 20 random playouts" in out
    assert len(out.partition("playouts\n\n")[2].splitlines()) == 9
    assert main([*words, "--json"]) == 0
    means = np.array(json.loads(capsys.readouterr().out)["ownership"])
    assert means.shape == (2, 8, 8) and (means.sum(axis=0) <= 1.0 + 1e-9).all()
    assert main(["think", "tic_tac_toe", "--iterations", "10", "--ownership"]) == 1
    assert "tic_tac_toe has no rule 'owner'" in capsys.readouterr().err
    assert main([*words[:-1], "0"]) == 2
    assert "--ownership must be 1 or more, not 0" in capsys.readouterr().err
