"""Kakuro: against a slow twin that tries all sets of digits, drawn grids, texts."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import permutations
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
from anyspace.games import kakuro
from anyspace.games.kakuro_grids import Kakuro, drawn_grid, sums_table


@cache
def usual() -> Any:
    return anyspace.load("kakuro")


def fits(run: list[int], total: int) -> set[int]:
    """Digits that the first open cell of a run may have: by all ways to fill the run."""
    have, open_cells = [value for value in run if value], run.count(0)
    free = [digit for digit in range(1, 10) if digit not in have]
    return {ways[0] for ways in permutations(free, open_cells) if sum(ways) == total - sum(have)}


class Twin(Alone):
    """What a cell may have is found anew, every time."""

    def __init__(self, grid: Kakuro, size: int) -> None:
        self.grid, self.size, self.values = (
            grid,
            size,
            dict.fromkeys([cell for cell, white in enumerate(grid.white) if white], 0),
        )
        self.known: dict[tuple[Any, ...], set[int]] = {}

    def begin(self) -> Twin:
        return Twin(self.grid, self.size)

    def options(self, cell: int) -> set[int]:
        found = set(range(1, 10))
        for number, run in enumerate(self.grid.runs):
            if cell in run:
                values = tuple(sorted(self.values[other] for other in run))
                key = (*values, self.grid.sums[number])
                if key not in self.known:
                    self.known[key] = fits(list(values), self.grid.sums[number])
                found &= self.known[key]
        return found

    def legal_actions(self) -> list[int]:
        left = {cell: self.options(cell) for cell, value in self.values.items() if value == 0}
        if not left:
            return []
        cell = min(left, key=lambda cell: len(left[cell]))
        return [cell * 9 + digit - 1 for digit in sorted(left[cell])]

    def apply_action(self, move: int) -> None:
        self.values[move // 9] = move % 9 + 1

    def score(self) -> float:
        return float(sum(value > 0 for value in self.values.values()))


def test_agrees_with_a_slow_twin() -> None:
    assert cross_check(uncompiled(kakuro.game(5, 3)), Twin(drawn_grid(5, 3), 5), 6, seed=1) > 20
    assert cross_check(uncompiled(kakuro.game(6, 2)), Twin(drawn_grid(6, 2), 6), 3, seed=1) > 10


@settings(max_examples=25, deadline=None)
@given(size=st.integers(4, 16), seed=st.integers(0, 10**6))
def test_drawn_grids(size: int, seed: int) -> None:
    grid = drawn_grid(size, seed)
    assert all(2 <= len(run) <= 9 for run in grid.runs)
    assert all(3 <= total <= 45 for total in grid.sums)
    for cell, white in enumerate(grid.white):
        assert (grid.across[cell] >= 0) == (grid.down[cell] >= 0) == white
        if white:
            assert cell in grid.runs[grid.across[cell]] and cell in grid.runs[grid.down[cell]]


def test_sums() -> None:
    table = sums_table()
    assert [bin(int(digits)) for digits in table[2, 3] if digits] == ["0b11"]  # 1 and 2
    assert len([1 for digits in table[2, 10] if digits]) == 4  # 19 28 37 46
    assert int(table[9, 45, 0]) == 0b111111111


def test_a_grid_is_solved_by_trying() -> None:
    """By hand through the rules: depth first, and what is found has all sums."""
    game = uncompiled(kakuro.game(4, 1))
    grid, stack = drawn_grid(4, 1), [game.start()]
    while stack:
        state = stack.pop()
        if state.over:
            if state.returns()[0] == game.payoffs[1]:
                break
            continue
        stack += [state.copy().play(move) for move in state.moves()]
    else:
        pytest.fail("a drawn grid has a solution")
    values = state["values_"]
    for run, total in zip(grid.runs, grid.sums, strict=True):
        digits = [int(values[cell]) for cell in run]
        assert sum(digits) == total and len({*digits}) == len(digits)
    assert "solved" in str(state) and game.position(state.notation()) == state


MINE = r"""
# a grid of one's own
\    16\   6\    \
\10  .     .     7\
\15  .     .     .
\    \4    .     .
"""

SOLUTION = dict(r2c2=9, r2c3=1, r3c2=7, r3c3=2, r3c4=6, r4c3=3, r4c4=1)


@pytest.fixture
def mine(tmp_path: Path) -> Callable[[str], str]:
    """A file with a text."""

    def write(text: str) -> str:
        (tmp_path / "mine.txt").write_text(text, encoding="utf-8")
        return str(tmp_path / "mine.txt")

    return write


def test_a_grid_of_ones_own(mine: Callable[[str], str]) -> None:
    file = mine(MINE + "\n" + MINE.replace("\\    16", "\\    17", 1).replace("\\10", "\\11"))
    game = uncompiled(kakuro.game(file=file))
    state = game.start()
    assert state.notation() == "####/#..#/#.../##.. 10,15,4,16,6,7"
    assert kakuro.game(board=2, file=file).start().notation().endswith(" 11,15,4,17,6,7")
    while not state.over:
        cell = state.names(state.moves())[0].split("=")[0]
        state.play(state.parse(f"{cell}={SOLUTION[cell]}"))
    assert state.returns()[0] == 7 and game.position(state.notation()) == state


def test_grids_of_other_shapes(mine: Callable[[str], str]) -> None:
    """Black cells make them squares."""
    wide = "\\ 3\\ 4\\ 5\\ 6\\\n\\10 . . . .\n\\8 . . . .".replace("\\8", "\\11")
    with pytest.raises(OptionError, match=r"sums of rows make 21, those of columns 18"):
        kakuro.game(file=mine(wide))
    right = wide.replace("6\\", "9\\")
    assert kakuro.game(file=mine(right)).start().notation().startswith("#####/#..../#..../#####/##### ")


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("\\15  ", "15   ", r"row 3 has '15'; a cell is"),
        (" 7\\", "", r"row 2 has 3 cells, and the first one has 4"),
        ("\\10", "\\  ", r"the run at row 2, column 2 has no sum in a black cell to its left"),
        ("16\\", "\\", r"the run at row 2, column 2 has no sum in a black cell above it"),
        ("16\\", "18\\", r"the run at row 2, column 2: no 2 different digits make 18"),
        ("\\15", "\\46", r"no 3 different digits make 46"),
        ("6\\    \\", "6\\    3\\", r"there is a sum without a run"),
        ("7\\", "8\\", r"the sums of rows make 29, those of columns 30"),
        (".     7\\", ".     .", r"the run at row 2, column 4 has no sum in a black cell above it"),
        ("\\    \\4    .     .", "\\    \\     \\     .", r"the run of the row at row 4, column 4 has 1 cells"),
    ],
)
def test_malformed_files(mine: Callable[[str], str], old: str, new: str, complaint: str) -> None:
    with pytest.raises(OptionError, match=complaint) as caught:
        kakuro.game(file=mine(MINE.replace(old, new, 1)))
    assert str(caught.value).startswith("kakuro: grid 1 of ") and "\n" not in str(caught.value)


def test_a_cell_that_no_digit_fits(mine: Callable[[str], str]) -> None:
    """Across 1 and 2, down 8 and 9."""
    text = "\\ 17\\ 3\\ \\\n\\3 . . \\\n\\17 . . \\\n\\ \\ \\ \\"
    with pytest.raises(OptionError, match=r"no digit fits at row 2, column 2"):
        kakuro.game(file=mine(text))


def test_what_is_no_file(mine: Callable[[str], str]) -> None:
    for file, complaint in (("nowhere.txt", "cannot read"), (3, "must be the path"), (mine(""), "there are 0")):
        with pytest.raises(OptionError, match=complaint):
            kakuro.game(file=file)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match=r"^kakuro: grid 2 of .*: there are 1, from 1$"):
        kakuro.game(file=mine(MINE), board=2)


def test_sums_of_another_grid() -> None:
    start = usual().start().notation()
    cells, sums = start.split()
    assert usual().position(cells) == usual().position(start)
    with pytest.raises(PositionError, match="the sums of this grid are"):
        usual().position(f"{cells} {sums}1")


def test_uncompiled_rules_agree() -> None:
    check_rules(usual(), games=2, seed=1)


def test_what_is_no_position() -> None:
    start = usual().start().notation()
    for text in ("", start[:-1], start.replace("#", ".", 1), start.replace(".", "x", 1), start.replace("..", "55", 1)):
        with pytest.raises(PositionError):
            usual().position(text)


@pytest.mark.parametrize("options", [dict(size=3), dict(size=17), dict(board=-1)])
def test_bad_options(options: Any) -> None:
    with pytest.raises(OptionError, match=r"^kakuro: "):
        kakuro.game(**options)
