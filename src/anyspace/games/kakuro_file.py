r"""Kakuro grids from files, as newspapers print them: sums stand in the black cell before their run.

A row a line, cells with blanks between them: `.` is white, `\` is black; a black cell may have the sum of the run
below it before the stroke and of the run to its right behind it: `16\`, `\9`, `16\9`. Blank lines divide grids.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from ..errors import OptionError
from .instances import paragraphs, text_of
from .kakuro_grids import LARGEST, LONGEST_RUN, SMALLEST, Kakuro, laid_out, runs_of, sums_table

MOST = 45
"""The sum of all digits."""


class Black(NamedTuple):
    """The sums in a black cell; 0: none."""

    down: int = 0
    across: int = 0


Cell = Black | None
"""None is a white cell."""

table_of_sums = cache(sums_table)


def grid_of(file: object, board: int) -> tuple[int, Kakuro]:
    """The size of a file's grid, by its number from 1, and the grid."""
    grids = paragraphs(text_of("kakuro", file))
    if not 1 <= board <= len(grids):
        raise OptionError(f"kakuro: grid {board} of {file!r}: there are {len(grids)}, from 1")
    try:
        return grid_in(grids[board - 1])
    except ValueError as error:
        raise OptionError(f"kakuro: grid {board} of {file!r}: {error}") from None


def grid_in(lines: list[str]) -> tuple[int, Kakuro]:
    """The grid that lines show; where it is no square, black cells make it one. Raises `ValueError`."""
    rows = [[cell_in(word, number) for word in line.split()] for number, line in enumerate(lines, 1)]
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            hint = r"a black cell is \, and # begins a remark"
            raise ValueError(f"row {number} has {len(row)} cells, and the first one has {len(rows[0])} ({hint})")
    size = max(len(rows), len(rows[0]))
    if not SMALLEST <= size <= LARGEST:
        raise ValueError(f"a grid has {SMALLEST} to {LARGEST} rows or columns, not {size}")
    cells: list[Cell] = [Black()] * (size * size)
    for number, row in enumerate(rows):
        cells[number * size : number * size + len(row)] = row
    return size, with_sums(cells, size)


def cell_in(word: str, row: int) -> Cell:
    """What a word says of a cell."""
    if word == ".":
        return None
    found = re.fullmatch(r"([0-9]{0,2})\\([0-9]{0,2})", word)
    if found is None:
        raise ValueError(rf"row {row} has {word!r}; a cell is . or black with its sums, such as \ or 16\ or \9 or 16\9")
    return Black(int(found[1] or 0), int(found[2] or 0))


def with_sums(cells: list[Cell], size: int) -> Kakuro:
    """The grid of these cells. Every run has its sum, and every sum its run."""
    white = [cell is None for cell in cells]
    runs = runs_of(white, size)
    rows = sum(white[cell] and (cell % size == 0 or not white[cell - 1]) for cell in range(size * size))
    sums = [sum_of(cells, run, size, across=number < rows) for number, run in enumerate(runs)]
    written = sum((cell.down > 0) + (cell.across > 0) for cell in cells if cell is not None)
    if not runs or written > len(runs):
        raise ValueError("there is a sum without a run" if runs else "there is no white cell")
    if sum(sums[:rows]) != sum(sums[rows:]):
        raise ValueError(f"the sums of rows make {sum(sums[:rows])}, those of columns {sum(sums[rows:])}")
    grid = laid_out(white, runs, sums)
    check_digits(grid, size)
    return grid


def sum_of(cells: list[Cell], run: tuple[int, ...], size: int, across: bool) -> int:
    """What the black cell before a run says."""
    first, where = run[0], place(run[0], size)
    if not 2 <= len(run) <= LONGEST_RUN:
        line = "row" if across else "column"
        raise ValueError(f"the run of the {line} at {where} has {len(run)} cells, and 2 to {LONGEST_RUN} it may have")
    at_edge = first % size == 0 if across else first < size
    before = None if at_edge else cells[first - (1 if across else size)]
    total = 0 if before is None else before.across if across else before.down
    if total == 0:
        missing = "to its left" if across else "above it"
        raise ValueError(f"the run at {where} has no sum in a black cell {missing}")
    if total > MOST or not ways_of(len(run), total):
        raise ValueError(f"the run at {where}: no {len(run)} different digits make {total}")
    return total


def ways_of(cells: int, total: int) -> list[int]:
    """Sets of so many digits with a sum, a bit a digit."""
    return [int(digits) for digits in table_of_sums()[cells, total] if digits]


def check_digits(grid: Kakuro, size: int) -> None:
    """Every white cell has a digit that both of its runs can have. Raises `ValueError`."""
    possible = [any_of(ways_of(len(run), total)) for run, total in zip(grid.runs, grid.sums, strict=True)]
    for cell, is_white in enumerate(grid.white):
        if is_white and not possible[grid.across[cell]] & possible[grid.down[cell]]:
            raise ValueError(f"no digit fits at {place(cell, size)}")


def any_of(ways: list[int]) -> int:
    """Digits that some of the ways have."""
    found = 0
    for digits in ways:
        found |= digits
    return found


def place(cell: int, size: int) -> str:
    """Where a cell is, in words."""
    return f"row {cell // size + 1}, column {cell % size + 1}"
