"""Kakuro as a game for one: fill white cells with digits, so that every run of them has its sum and no digit twice.

The cell with the fewest digits left, the first of several, is next; a move gives it one of these. Digits that no way
to make up the rest of a run's sum has are struck out in its row and its column (forward checking). The game is over
when all white cells are full, and when one has no digit left. The score is the number of cells that have a digit: all
of them is a solution.

Moves: `cell * 9 + digit - 1`, cells numbered row by row.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import PositionError
from ..rules.game import OVER, Game, declare
from .instances import whole_option
from .kakuro_file import grid_of
from .kakuro_grids import LARGEST, LONGEST_RUN, MOST_SUMS, SMALLEST, drawn_grid, sums_table
from .notation import words_in
from .number_grid import cell_name, grid_key, rows_of, verdict

__all__ = ["game", "verdict"]

FULL = 255
"""Instead of the number of digits left, for cells that have one and for black ones."""


def game(size: int = 8, board: int = 1, file: str = "") -> Game:
    """`size` 4 to 16 rows and columns. `board`: the number by which a grid is drawn, or which grid of a `file`, from 1,
    with a size of its own."""
    whole_option("kakuro", "size", size, SMALLEST, LARGEST)
    whole_option("kakuro", "board", board, 0, 2**31 - 1)
    size, grid = (size, drawn_grid(size, board)) if file == "" else grid_of(file, board)
    cells, runs, whites = size * size, len(grid.runs), sum(grid.white)
    run_cells = np.full((runs, LONGEST_RUN), -1, np.int16)
    for number, run in enumerate(grid.runs):
        run_cells[number, : len(run)] = run
    run_length = np.array([len(run) for run in grid.runs])
    run_sum, white = np.array(grid.sums), np.array(grid.white)
    across, down = np.array(grid.across), np.array(grid.down)
    table = sums_table()
    written_sums = ",".join(map(str, grid.sums))

    state_type = np.dtype(
        [
            ("left", np.uint16, cells),  # digits that a cell may still have, a bit each
            ("values_", np.uint8, cells),
            ("choices", np.uint8, cells),  # how many those are
            ("filled", np.int16),
            ("next_", np.int16),  # the cell that is filled next
        ]
    )

    def start(state: Any, rng: Any) -> None:
        state.values_[:] = 0
        state.filled = 0
        weigh_all(state)

    def weigh_all(state: Any) -> None:
        for cell in range(cells):
            weigh(state, cell)
        find_next(state)

    def allowed(state: Any, run: int) -> int:
        """Digits that some way to make up the rest of a run's sum has, a bit each."""
        used, rest, empty = 0, run_sum[run], 0
        for place in range(run_length[run]):
            value = int(state.values_[run_cells[run, place]])
            if value == 0:
                empty += 1
            else:
                used |= 1 << (value - 1)
                rest -= value
        found = 0
        if empty > 0 and 0 < rest <= 45:
            for way in range(MOST_SUMS):
                digits = int(table[empty, rest, way])
                if digits & used == 0:
                    found |= digits
        return found

    def weigh(state: Any, cell: int) -> None:
        """Which digits a cell may still have."""
        if not white[cell] or state.values_[cell] != 0:
            state.left[cell] = 0
            state.choices[cell] = FULL
            return
        digits = allowed(state, across[cell]) & allowed(state, down[cell])
        state.left[cell] = digits
        n = 0
        while digits != 0:
            digits &= digits - 1
            n += 1
        state.choices[cell] = n

    def find_next(state: Any) -> None:
        fewest, found = FULL, 0
        for cell in range(cells):
            if state.choices[cell] < fewest:
                fewest, found = int(state.choices[cell]), cell
        state.next_ = found

    def mover(state: Any) -> int:
        return OVER if state.filled == whites or state.choices[state.next_] == 0 else 0

    def moves(state: Any, out: Any) -> int:
        n = 0
        for digit in range(9):
            if state.left[state.next_] >> digit & 1:
                out[n] = int(state.next_) * 9 + digit
                n += 1
        return n

    def play(state: Any, move: int) -> None:
        cell = move // 9
        state.values_[cell] = move % 9 + 1
        state.filled += 1
        weigh(state, cell)
        for place in range(run_length[across[cell]]):
            weigh(state, run_cells[across[cell], place])
        for place in range(run_length[down[cell]]):
            weigh(state, run_cells[down[cell], place])
        find_next(state)

    def returns(state: Any, out: Any) -> None:
        out[0] = state.filled

    def key(state: Any) -> Any:
        return grid_key(state.values_, size)

    def move_name(state: Any, move: int) -> str:
        cell, digit = divmod(move, 9)
        return f"{cell_name(cell, size)}={digit + 1}"

    def mark(state: Any, cell: int) -> str:
        return "#" if not white[cell] else str(state.values_[cell]) if state.values_[cell] else "."

    def render(state: Any) -> str:
        """The grid, and beside it the sums of a row's runs; below it those of the columns', column by column."""
        lines = []
        for row in range(size):
            sums = [
                int(run_sum[number]) for number, run in enumerate(grid.runs) if run[0] // size == row == run[1] // size
            ]
            marks = " ".join(mark(state, row * size + column) for column in range(size))
            lines.append(f"{marks}   {' '.join(map(str, sums))}".rstrip())
        sums_down = [
            "+".join(
                str(grid.sums[n]) for n, run in enumerate(grid.runs) if run[1] - run[0] == size and run[0] % size == c
            )
            for c in range(size)
        ]
        stuck = state.filled < whites and state.choices[state.next_] == 0
        status = "solved" if state.filled == whites else "stuck" if stuck else "to fill"
        return "\n".join(
            [*lines, f"columns: {' '.join(s or '-' for s in sums_down)}", f"{state.filled} of {whites}, {status}"]
        )

    def notation(state: Any) -> str:
        """The cells, and the sums of all runs: those of rows, then those of columns."""
        rows = ("".join(row) for row in rows_of(lambda cell: mark(state, cell), size))
        return f"{'/'.join(rows)} {written_sums}"

    def from_notation(state: Any, text: str) -> None:
        given, sums = words_in(text, "cells", "sums")
        if sums not in ("", written_sums):
            raise PositionError(f"the sums of this grid are {written_sums}, not {sums}")
        rows = given.split("/")
        if [len(row) for row in rows] != [size] * size:
            raise PositionError(f"expected {size} rows of {size} cells with slashes between them")
        for cell, sign in enumerate("".join(rows)):
            if (sign == "#") == bool(white[cell]) or sign not in "#.123456789":
                raise PositionError(f"row {cell // size + 1}, column {cell % size + 1} cannot be {sign!r}")
            state.values_[cell] = int(sign) if sign.isdigit() else 0
        for number, run in enumerate(grid.runs):
            digits = [int(state.values_[cell]) for cell in run if state.values_[cell]]
            full = len(digits) == len(run)
            if (
                len({*digits}) < len(digits)
                or sum(digits) > grid.sums[number]
                or (full and sum(digits) < grid.sums[number])
            ):
                raise PositionError(
                    f"the run at row {run[0] // size + 1}, column {run[0] % size + 1} cannot be {digits}"
                )
        state.filled = np.count_nonzero(state.values_)
        weigh_all(state)

    return declare(
        globals(),
        locals(),
        name="kakuro",
        state=state_type,
        players=1,
        payoffs=(0.0, float(whites)),
        max_moves=9,
        actions=cells * 9,
        max_length=whites,
        trusted=True,
    )
