"""Square grids of numbers: what Sudoku and Kakuro share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .board_key import scramble

BASE = np.uint64(17)
"""A number of a cell is at most 16."""


def grid_key(values: Any, size: int) -> Any:
    """A number for each filling: row by row, the numbers of the cells as digits."""
    found = np.uint64(1)
    for row in range(size):
        word = np.uint64(0)
        for column in range(size):
            word = word * BASE + np.uint64(values[row * size + column])
        found = scramble(found ^ word) + np.uint64(row)
    return found


def rows_of(mark: Callable[[int], str], size: int) -> list[list[str]]:
    """The marks of all cells, row by row."""
    return [[mark(row * size + column) for column in range(size)] for row in range(size)]


def verdict(state: Any) -> str | None:
    """How much of a grid is full, if not all of it is."""
    filled, cells = int(state["filled"]), int(state.game.payoffs[1])
    return None if filled == cells else f"no solution was found: {filled} of {cells} cells have a number"


def cell_name(cell: int, size: int) -> str:
    """Row and column, from 1: `r2c3`."""
    return f"r{cell // size + 1}c{cell % size + 1}"
