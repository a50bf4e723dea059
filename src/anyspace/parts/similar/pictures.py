"""What a position is compared by where the game draws it: its planes (the rule `planes`), blurred and hashed.

Two boards that differ in one stone's place by one are hardly alike, cell by cell. Blurring lets every cell take part in
its neighbours, so that stones near each other count as nearly the same: an influence map, step by step.

    cell <- (2 cell + those above, below, left and right) / 6
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .phi import FIELD, LOW, TOP, stirred

FINE = 4096.0
"""Steps of a cell's value that a fingerprint tells apart."""


def blurred(cells: Any, spare: Any, planes: int, rows: int, columns: int, steps: int) -> None:
    """`cells`, planes x rows x columns of them, blurred in place. `spare` is as long."""
    for _ in range(steps):
        at = 0
        for _ in range(planes):
            for row in range(rows):
                for column in range(columns):
                    total = 2.0 * np.float64(cells[at])
                    total += np.float64(cells[at - columns]) if row > 0 else 0.0
                    total += np.float64(cells[at + columns]) if row + 1 < rows else 0.0
                    total += np.float64(cells[at - 1]) if column > 0 else 0.0
                    total += np.float64(cells[at + 1]) if column + 1 < columns else 0.0
                    spare[at] = total / 6.0
                    at += 1
        for i in range(at):
            cells[i] = spare[i]


def fingerprint_of(cells: Any) -> Any:
    """A number that two different pictures hardly share."""
    found = np.uint64(0)
    for i in range(len(cells)):
        if cells[i] != 0.0:
            word = stirred(np.int64(i) * 8_388_608 + np.int64(np.float64(cells[i]) * FINE))
            found += word * (word | np.uint64(1))
    return found


def hashed_picture(cells: Any, out: Any) -> None:
    """The vector of a picture, of length 1 before it is hashed, into `out`: every cell has a place and a sign there, or
    a place of its own where there is room for all."""
    square = 0.0
    for i in range(len(cells)):
        square += np.float64(cells[i]) * np.float64(cells[i])
    share = 1.0 / np.sqrt(square) if square > 0.0 else 0.0
    for k in range(len(out)):
        out[k] = 0.0
    size = np.uint64(len(out))
    for i in range(len(cells)):
        if len(cells) <= len(out):
            out[i] = share * np.float64(cells[i])
        elif cells[i] != 0.0:
            word = stirred(np.int64(i))
            place = np.int64(((word & LOW) * size) >> FIELD)
            out[place] += share * np.float64(cells[i]) * (1.0 if word >> TOP != 0 else -1.0)
