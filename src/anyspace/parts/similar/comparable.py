"""What is made of a position's features before positions are compared: less a mean, as a learned matrix has it, or as
they are. Of length 1 in the end.

Each is a maker of a function (tree, notes) for a loop, that goes from the note `raw` to the note `own`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.binding import Loop
from .phi import centred, counted_in

MEANT = 1
"""Where it is kept how many positions the mean is of, in the table of facts."""

SETTLED = 500
"""Positions after which the mean stays as it is."""


def as_they_are(loop: Loop, raw: int, own: int) -> Any:
    """Of length 1, and that is all: the paper's."""
    nothing = loop.table(np.float64, (loop.notes[own][1][0],))

    def comparable(tree: Any, notes: Any) -> None:
        for k in range(len(notes[own])):
            notes[own][k] = notes[raw][k]
        centred(notes[own], tree.tables[nothing])

    return comparable


def less_the_mean(loop: Loop, raw: int, own: int, facts: int, kept: float) -> Any:
    """Less the mean of the first positions."""
    middle = loop.table(np.float64, (loop.notes[own][1][0],), kept=kept)

    def comparable(tree: Any, notes: Any) -> None:
        if tree.tables[facts][MEANT] < SETTLED:
            counted_in(notes[raw], tree.tables[middle], tree.tables[facts][MEANT])
            tree.tables[facts][MEANT] += 1
        for k in range(len(notes[own])):
            notes[own][k] = notes[raw][k]
        centred(notes[own], tree.tables[middle])

    return comparable


def as_learned(loop: Loop, raw: int, own: int, learned: Any) -> Any:
    """Through a matrix that was learnt for it (parts/similar/learned.py), of what `as_they_are` compares."""
    matrix = loop.table(np.float32, learned.matrix.shape, filled=learned.matrix)
    as_it_is = loop.table(np.float64, learned.middle.shape)
    middle = loop.table(np.float64, learned.middle.shape, filled=learned.middle)
    nothing = loop.table(np.float64, (learned.matrix.shape[1],))

    def comparable(tree: Any, notes: Any) -> None:
        tables = tree.tables
        centred(notes[raw], tables[as_it_is])
        centred(notes[raw], tables[middle])
        projected(tables[matrix], notes[raw], notes[own])
        centred(notes[own], tables[nothing])

    return comparable


def projected(matrix: Any, vector: Any, out: Any) -> None:
    """`vector` times `matrix`, into `out`."""
    for j in range(len(out)):
        out[j] = 0.0
    for k in range(len(vector)):
        if vector[k] != 0.0:
            for j in range(len(out)):
                out[j] += vector[k] * np.float64(matrix[k, j])
