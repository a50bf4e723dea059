"""Kakuro: against a slow twin that tries all sets of digits, drawn grids, texts."""

from __future__ import annotations

from functools import cache
from itertools import permutations
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
