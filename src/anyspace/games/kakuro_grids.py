"""Kakuro grids: drawn by a number, and what sums of different digits are made of."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from ..errors import OptionError

SMALLEST, LARGEST = 4, 16
"""Rows and columns of a grid."""

LONGEST_RUN = 9
MOST_SUMS = 12
"""Ways to make one sum of so many different digits: 20 in four, say."""


class Kakuro(NamedTuple):
    """Cells row by row. A run is cells side by side in a row or a column, two or more, with black ones around."""

    white: list[bool]
    runs: list[tuple[int, ...]]
    sums: list[int]
    across: list[int]
    """the run of every cell in its row; -1 for black ones"""
    down: list[int]


def sums_table() -> Any:
    """uint16 [10, 46, 12]: sets of k different digits with a sum, a bit a digit; 0 beyond the last."""
    table = np.zeros((10, 46, MOST_SUMS), np.uint16)
    for count in range(1, 10):
        for total in range(46):
            found = [
                sum(1 << d - 1 for d in digits) for digits in combinations(range(1, 10), count) if sum(digits) == total
            ]
            table[count, total, : len(found)] = found
    return table


def runs_of(white: list[bool], size: int) -> list[tuple[int, ...]]:
    """Of all rows, then of all columns; single cells too."""
    lines = [[row * size + column for column in range(size)] for row in range(size)]
    lines += [[row * size + column for row in range(size)] for column in range(size)]
    found = []
    for line in lines:
        run: list[int] = []
        for cell in [*line, -1]:
            if cell >= 0 and white[cell]:
                run.append(cell)
            elif run:
                found.append(tuple(run))
                run = []
    return found


def drawn_grid(size: int, seed: int) -> Kakuro:
    """A grid by its number: black cells at random places until all runs are two to nine cells long, and the sums of
    digits that fit."""
    source = random.Random(seed)
    for _ in range(1000):
        white = [source.random() > 0.22 for _ in range(size * size)]
        changed = True
        while changed:
            singles = [run[0] for run in runs_of(white, size) if len(run) == 1]
            longs = [source.choice(run[2:-2]) for run in runs_of(white, size) if len(run) > LONGEST_RUN]
            for cell in [*singles, *longs]:
                white[cell] = False
            changed = bool(singles or longs)
        runs = runs_of(white, size)
        digits = filled(white, runs, source)
        if sum(white) >= 0.4 * size * size and digits is not None:
            return laid_out(white, runs, [sum(digits[cell] for cell in run) for run in runs])
    raise OptionError(f"kakuro: no grid of {size} by {size} was found")


def filled(white: list[bool], runs: list[tuple[int, ...]], source: random.Random) -> dict[int, int] | None:
    """Random digits, no digit twice in a run; None where the first cells leave none for a later one."""
    digits: dict[int, int] = {}
    beside: dict[int, list[tuple[int, ...]]] = {}
    for run in runs:
        for cell in run:
            beside.setdefault(cell, []).append(run)
    for cell in [cell for cell, is_white in enumerate(white) if is_white]:
        taken = {digits[other] for run in beside[cell] for other in run if other in digits}
        free = [digit for digit in range(1, 10) if digit not in taken]
        if not free:
            return None
        digits[cell] = source.choice(free)
    return digits


def laid_out(white: list[bool], runs: list[tuple[int, ...]], sums: list[int]) -> Kakuro:
    """The grid of these runs and their sums."""
    across, down = [-1] * len(white), [-1] * len(white)
    for number, run in enumerate(runs):
        which = across if run[1] == run[0] + 1 else down
        for cell in run:
            which[cell] = number
    return Kakuro(white, runs, sums, across, down)
