"""Sudoku: against a slow twin, grids with one solution, grids from files."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import cross_check
from puzzle_helpers import Alone
from uncompiled import uncompiled
from uncompiled_helpers import check_rules

import anyspace
from anyspace.errors import OptionError, PositionError
from anyspace.games import sudoku
from anyspace.games.sudoku_grids import drawn_grid, full_grid, grid_in, is_unique, solve


@cache
def build(size: int) -> Any:
    return anyspace.load("sudoku", size=size)


class Twin(Alone):
    """What a cell may have is found anew from the values around it, every time."""

    def __init__(self, grid: list[int], size: int) -> None:
        self.grid, self.size = [*grid], size

    def begin(self) -> Twin:
        return Twin(self.grid, self.size)

    def options(self, cell: int) -> list[int]:
        block = {4: 2, 9: 3, 16: 4}[self.size]
        row, column = divmod(cell, self.size)
        top, left = row - row % block, column - column % block
        seen = {self.grid[row * self.size + other] for other in range(self.size)}
        seen |= {self.grid[other * self.size + column] for other in range(self.size)}
        seen |= {self.grid[(top + a) * self.size + left + b] for a in range(block) for b in range(block)}
        return [value for value in range(1, self.size + 1) if value not in seen]

    def legal_actions(self) -> list[int]:
        open_cells = [cell for cell, value in enumerate(self.grid) if value == 0]
        if not open_cells:
            return []
        cell = min(open_cells, key=lambda cell: len(self.options(cell)))
        return [cell * self.size + value - 1 for value in self.options(cell)]

    def apply_action(self, move: int) -> None:
        self.grid[move // self.size] = move % self.size + 1

    def score(self) -> float:
        return float(sum(value > 0 for value in self.grid))


@pytest.mark.parametrize(("size", "games"), [(9, 20), (16, 2), (4, 5)])
def test_agrees_with_a_slow_twin(size: int, games: int) -> None:
    game = build(9) if size == 9 else uncompiled(sudoku.game(size))
    assert cross_check(game, Twin(game.start()["values_"].tolist(), size), games, seed=size) > 10


@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 10**6), source=st.randoms(use_true_random=False))
def test_drawn_grids_have_one_solution_and_it_is_reached(seed: int, source: random.Random) -> None:
    grid = drawn_grid(9, 50, True, seed)
    assert grid.count(0) == 50
    found = [each for each in solve(grid, 9) if each is not None]
    assert len(found) == 1
    state = build(9).position("".join(map(str, grid)))
    while not state.over:
        cell = state["next_"]
        state.play(cell * 9 + found[0][cell] - 1)
    assert state.returns() == [81.0] and "solved" in str(state)


@pytest.mark.parametrize("size", [4, 9, 16])
def test_full_grids_have_every_value_once(size: int) -> None:
    grid, block = full_grid(size, random.Random(1)), round(size**0.5)
    rows = [grid[at : at + size] for at in range(0, size * size, size)]
    blocks = [
        [rows[top + a][left + b] for a in range(block) for b in range(block)]
        for top in range(0, size, block)
        for left in range(0, size, block)
    ]
    assert all(sorted(unit) == [*range(1, size + 1)] for unit in [*rows, *map(list, zip(*rows, strict=True)), *blocks])


def test_large_grids_have_two_thirds_empty() -> None:
    state = uncompiled(sudoku.game(16)).start()
    assert state["values_"].tolist().count(0) == 169


def test_a_contradiction_ends_it() -> None:
    grid = "123......456......78......." + "." * 54
    state = build(9).position(grid)
    assert state["next_"] == 20 and state.names(state.moves()) == ["r3c3=9"]
    state = build(9).position("12345678.........." + "........9" + "." * 54)
    assert state.over and state.returns() == [9.0] and "stuck" in str(state)


def test_uniqueness() -> None:
    assert not is_unique([0] * 16, 4)
    assert is_unique(full_grid(9, random.Random(2)), 9)
    assert not is_unique(grid_in("12345678." + "." * 17 + "9" + "." * 54, 9), 9)


def test_uncompiled_rules_agree() -> None:
    check_rules(build(9), games=3, seed=1)


def test_grids_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "grids.txt"
    easy = "1234 3412 2143 432."
    file.write_text(easy.replace(" ", "") + "\n" + "." * 16 + "\n")
    assert uncompiled(sudoku.game(4, board=1, file=str(file))).start().notation() == "1234/3412/2143/432."
    assert uncompiled(sudoku.game(4, board=2, file=str(file))).start()["filled"] == 0
    file.write_text("12|34\n34|12\n--+--\n21|43\n43|2.\n\n....\n....\n....\n...1\n".replace("--+--\n", ""))
    assert uncompiled(sudoku.game(4, board=2, file=str(file))).start()["filled"] == 1
    letters = "-" * 255 + "P"
    assert grid_in(letters, 16)[-1] == 16 and grid_in("1" + "." * 254 + "G", 16)[-1] == 16
    for text, complaint in [("11..", "has 16 cells, not 4"), ("11" + "." * 14, "the same value stands in row 1"),
                            ("7" + "." * 15, "'7' is no value")]:  # fmt: skip
        file.write_text(text)
        with pytest.raises(OptionError, match=complaint):
            sudoku.game(4, file=str(file))
    with pytest.raises(OptionError, match="there are 1, from 1"):
        sudoku.game(4, board=3, file=str(file))


def test_what_is_no_position() -> None:
    for text in ("", "1" * 81, "x" * 81, "1"):
        with pytest.raises(PositionError):
            build(9).position(text)


@pytest.mark.parametrize("options", [dict(size=8), dict(board=0), dict(empty=99), dict(unique=1), dict(file="nowhere")])
def test_bad_options(options: Any) -> None:
    with pytest.raises(OptionError, match=r"^sudoku: "):
        sudoku.game(**options)


def test_too_many_empty_cells() -> None:
    with pytest.raises(OptionError, match="no grid with one solution and 15 empty cells"):
        sudoku.game(4, empty=15)
