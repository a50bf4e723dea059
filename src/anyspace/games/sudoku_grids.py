"""Sudoku grids: drawn by a number, read from text, and solved by trying, for one solution or to see whether there is
another."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

from ..errors import OptionError

Grid = list[int]
"""Values row by row, 1 and up; 0 is empty."""

DIGITS = {4: "1234", 9: "123456789", 16: "123456789ABCDEFG"}
LETTERS = "ABCDEFGHIJKLMNOP"
EMPTY = ".0-_"
MOST_STEPS = 20_000
"""Of a search for a second solution, before a grid is taken to have one."""


@cache
def peers(size: int) -> tuple[tuple[int, ...], ...]:
    """Of every cell, those in its row, column and block, without itself."""
    block = round(size**0.5)

    def shared(a: int, b: int) -> bool:
        (row, column), (other_row, other_column) = divmod(a, size), divmod(b, size)
        same_block = row // block == other_row // block and column // block == other_column // block
        return a != b and (row == other_row or column == other_column or same_block)

    return tuple(tuple(b for b in range(size * size) if shared(a, b)) for a in range(size * size))


def full_grid(size: int, source: random.Random) -> Grid:
    """A solved grid: a pattern whose digits, rows and columns are shuffled within what leaves it one."""
    block = round(size**0.5)

    def lines() -> list[int]:
        bands = source.sample(range(block), block)
        return [band * block + line for band in bands for line in source.sample(range(block), block)]

    rows, columns, digits = lines(), lines(), source.sample(range(1, size + 1), size)
    pattern = [[digits[(row * block + row // block + column) % size] for column in columns] for row in rows]
    turned = list(zip(*pattern, strict=True)) if source.random() < 0.5 else pattern
    return [value for line in turned for value in line]


def drawn_grid(size: int, empty: int, unique: bool, seed: int) -> Grid:
    """A grid by its number, with so many empty cells; where it is to have one solution only, cells are emptied one by
    one as long as it has, and another full grid is tried where that ends too soon."""
    source = random.Random(seed)
    for _ in range(100):
        grid = full_grid(size, source)
        order = source.sample(range(size * size), size * size)
        left = empty
        for cell in order:
            if left == 0:
                return grid
            value, grid[cell] = grid[cell], 0
            if unique and not is_unique(grid, size):
                grid[cell] = value
            else:
                left -= 1
        if left == 0:
            return grid
    raise OptionError(f"sudoku: no grid with one solution and {empty} empty cells was found; ask for fewer")


def is_unique(grid: Grid, size: int) -> bool:
    """Whether it has just one solution; False also where that takes too long to find out."""
    found = 0
    for step in solve(grid, size):
        found += step is not None
        if found > 1:
            return False
    return found == 1


def solve(grid: Grid, size: int) -> Iterator[Grid | None]:
    """Every solution, by trying the values of the cell that has fewest; None for every step in between. It ends after
    so many steps, as if it had found two."""
    near, full = peers(size), (1 << size) - 1
    open_cells = {cell: full for cell, value in enumerate(grid) if value == 0}
    for cell in open_cells:
        for other in near[cell]:
            if grid[other]:
                open_cells[cell] &= ~(1 << grid[other] - 1)
    steps = [0]

    def go_on(open_cells: dict[int, int], values: Grid) -> Iterator[Grid | None]:
        steps[0] += 1
        if steps[0] > MOST_STEPS:
            yield values
            yield values
            return
        if not open_cells:
            yield values
            return
        cell = min(open_cells, key=lambda cell: open_cells[cell].bit_count())
        for value in range(size):
            if open_cells[cell] >> value & 1:
                rest = {other: domain for other, domain in open_cells.items() if other != cell}
                for other in near[cell]:
                    if other in rest:
                        rest[other] &= ~(1 << value)
                if all(rest.values()):
                    yield from go_on(rest, [*values[:cell], value + 1, *values[cell + 1 :]])
        yield None

    yield from go_on(open_cells, list(grid))


def grid_in(text: str, size: int) -> Grid:
    """The grid that a text shows, cell by cell; blanks and rules between blocks do not count. For 16 by 16 the values
    are 1 to 9 and A to G, or A to P where no digit occurs. Raises `ValueError`."""
    cells = "".join(text.replace("|", "").replace("+", "").split()).upper()
    if len(cells) != size * size:
        raise ValueError(f"a grid of {size} by {size} has {size * size} cells, not {len(cells)}")
    letters = size == 16 and not any(cell in "123456789" for cell in cells)
    digits = LETTERS if letters else DIGITS[size]
    for cell in cells:
        if cell not in digits and cell not in EMPTY:
            raise ValueError(f"{cell!r} is no value; expected {digits[0]} to {digits[-1]}, or . for an empty cell")
    grid = [0 if cell in EMPTY else digits.index(cell) + 1 for cell in cells]
    clash = next(((a, b) for a, value in enumerate(grid) if value for b in peers(size)[a] if grid[b] == value), None)
    if clash is not None:
        (row, column), (other_row, other_column) = (divmod(cell, size) for cell in clash)
        raise ValueError(
            f"the same value stands in row {row + 1}, column {column + 1} and row {other_row + 1}, "
            f"column {other_column + 1}"
        )
    return grid
