"""Sudoku as a game for one: fill the grid, cell by cell, until it is full or a cell has no value left.

A grid of 9 by 9 cells (or 16 by 16, or 4 by 4) with some values given. Every row, column and block has every value
once. The cell with the fewest values left, the first of several, is next; a move gives it one of these. That value is
then struck out in the row, column and block (forward checking). The game is over when the grid is full, and when an
empty cell has no value left. The score is the number of cells that have a value, those given included: a full grid is
a solution.

Moves: `cell * size + value - 1`, cells numbered row by row.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import OptionError, PositionError
from ..rules.game import OVER, Game, declare
from .instances import flag_option, paragraphs, text_of, whole_option
from .number_grid import cell_name, grid_key, rows_of, verdict
from .sudoku_grids import DIGITS, Grid, drawn_grid, grid_in, peers

__all__ = ["game", "verdict"]

TOO_MANY = 255
"""Instead of the number of values left, for cells that have one."""


def grid_of(board: int, file: str, size: int, empty: int, unique: bool) -> Grid:
    """The grid of that number, from the file or drawn."""
    if file == "":
        return drawn_grid(size, empty, unique, board)
    blocks = paragraphs(text_of("sudoku", file))
    if len(blocks) == 1 and all(len(line.split()[0]) == size * size for line in blocks[0]):
        blocks = [[line] for line in blocks[0]]  # a grid a line
    if not board <= len(blocks):
        raise OptionError(f"sudoku: grid {board} of {file!r}: there are {len(blocks)}, from 1")
    try:
        return grid_in("\n".join(blocks[board - 1]), size)
    except ValueError as error:
        raise OptionError(f"sudoku: grid {board} of {file!r}: {error}") from None


def game(size: int = 9, board: int = 1, file: str = "", empty: int = 0, unique: bool = True) -> Game:
    """`size` 4, 9 or 16. `board`: which grid of a `file`, from 1, or without a file the number by which one is drawn,
    with `empty` empty cells (0: two thirds of all). `unique`: with one solution only; 16 by 16 cells are not asked
    for it."""
    if isinstance(size, bool) or size not in DIGITS:
        raise OptionError(f"sudoku: size must be 4, 9 or 16, not {size!r}")
    cells = size * size
    whole_option("sudoku", "board", board, 1, 2**31 - 1)
    whole_option("sudoku", "empty", empty, 0, cells)
    flag_option("sudoku", "unique", unique)
    wanted = empty or round(cells * (0.5 if size == 4 else 0.66))
    given = np.array(grid_of(board, file, size, wanted, unique and size < 16), np.uint8)
    near = np.array(peers(size), np.int16)
    full = (1 << size) - 1
    block = round(size**0.5)

    state_type = np.dtype(
        [
            ("left", np.uint16, cells),  # the values that a cell may still have, a bit each; 0 once it has one
            ("values_", np.uint8, cells),
            ("choices", np.uint8, cells),  # how many those are
            ("filled", np.int16),
            ("next_", np.int16),  # the cell that is filled next
        ]
    )

    def start(state: Any, rng: Any) -> None:
        begin(state, given)

    def begin(state: Any, grid: Any) -> None:
        state.values_[:] = 0
        state.left[:] = full
        state.choices[:] = size
        state.filled = 0
        for cell in range(cells):
            if grid[cell] > 0:
                fill(state, cell, int(grid[cell]) - 1)
        find_next(state)

    def fill(state: Any, cell: int, value: Any) -> None:
        state.values_[cell] = value + 1
        state.left[cell] = 0
        state.choices[cell] = TOO_MANY
        state.filled += 1
        for other in near[cell]:
            if state.left[other] >> value & 1:
                state.left[other] ^= 1 << value
                state.choices[other] -= 1

    def find_next(state: Any) -> None:
        fewest: Any = TOO_MANY
        found = 0
        for cell in range(cells):
            if state.choices[cell] < fewest:
                fewest, found = np.int64(state.choices[cell]), cell
                if fewest <= 1:
                    for rest in range(cell + 1, cells):
                        if state.choices[rest] == 0 and fewest > 0:
                            fewest, found = 0, rest
                    break
        state.next_ = found

    def mover(state: Any) -> int:
        return OVER if state.filled == cells or state.choices[state.next_] == 0 else 0

    def moves(state: Any, out: Any) -> int:
        n = 0
        for value in range(size):
            if state.left[state.next_] >> value & 1:
                out[n] = np.int64(state.next_) * size + value
                n += 1
        return n

    def play(state: Any, move: int) -> None:
        fill(state, move // size, move % size)
        find_next(state)

    def returns(state: Any, out: Any) -> None:
        out[0] = state.filled

    def key(state: Any) -> Any:
        return grid_key(state.values_, size)

    def mark(state: Any, cell: int) -> str:
        return DIGITS[size][int(state.values_[cell]) - 1] if state.values_[cell] else "."

    def move_name(state: Any, move: int) -> str:
        cell, value = divmod(move, size)
        return f"{cell_name(cell, size)}={DIGITS[size][value]}"

    def render(state: Any) -> str:
        lines = []
        for row in range(size):
            marks = [mark(state, row * size + column) for column in range(size)]
            blocks = [" ".join(marks[at : at + block]) for at in range(0, size, block)]
            if row and row % block == 0:
                lines.append("+".join("-" * (2 * block + (0 < at < block - 1)) for at in range(block)))
            lines.append(" | ".join(blocks))
        stuck = state.filled < cells and state.choices[state.next_] == 0
        status = "solved" if state.filled == cells else "stuck" if stuck else "to fill"
        return "\n".join([*lines, f"{state.filled} of {cells} cells, {status}"])

    def notation(state: Any) -> str:
        return "/".join("".join(row) for row in rows_of(lambda cell: mark(state, cell), size))

    def from_notation(state: Any, text: str) -> None:
        try:
            grid = grid_in(text.replace("/", ""), size)
        except ValueError as error:
            raise PositionError(str(error)) from None
        begin(state, grid)

    return declare(
        globals(),
        locals(),
        name="sudoku",
        state=state_type,
        players=1,
        payoffs=(0.0, float(cells)),
        max_moves=size,
        actions=cells * size,
        max_length=cells,
        trusted=True,
    )
