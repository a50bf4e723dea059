"""The lines of a grid, for `mnk`: which there are, and what their windows say about a position.

A line is a row, a column or a diagonal, in this order: rows, columns, diagonals that fall to the right, diagonals that
rise to the right. A player's stones on it are the bits of a number: bit `row` in a column, bit `column` in the others.

A window is any k neighbouring cells of one line. Where all stones in it are one player's, that player can still fill
it; the fewer stones are missing, the more it is worth. A window with stones of both is worth nothing to anybody.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..bits import popcount

NOWHERE = -1

# Tables by the number of stones that are missing in a window: 0 (never, the game would be over), 1, 2, 3, 4, more.
OWN_PULL = (0.0, 20_000.0, 100.0, 10.0, 2.0, 0.5)
THEIR_PULL = (0.0, 2_000.0, 50.0, 6.0, 1.5, 0.4)
"""What a window adds to the weight of its cells: one of the mover's, to fill it, and one of the other's, to stop it."""

EMPTY_PULL = 0.05
"""What a window adds that has no stone: towards the middle there are more of them."""

OWN_WORTH = (0.0, 0.0, 0.3, 0.04, 0.01, 0.0)
THEIR_WORTH = (0.0, 0.8, 0.2, 0.03, 0.01, 0.0)
TEMPO = 0.1
"""What windows and the turn add to the estimate of a position. Games of weighted random moves set the scale."""

WON, LOST = 0.99, -0.95
"""Estimates for a mover who can fill a window at once; and who cannot, but faces two that the other can."""


class Lines(NamedTuple):
    """Facts about every line, an array each; cells are `row * columns + column`."""

    origin: Any
    """The cell of bit 0; off the board where the line begins at a later bit."""
    step: Any
    """From the cell of a bit to that of the next."""
    first: Any
    """The lowest bit that is on the board."""
    windows: Any
    """The number of windows; the first begins at `first`."""


def lines_of(columns: int, rows: int, k: int) -> Lines:
    """The lines of a board."""
    spans = [(row * columns, 1, 0, columns) for row in range(rows)]
    spans += [(column, columns, 0, rows) for column in range(columns)]
    for offset in range(1 - rows, columns):  # column - row
        spans.append((-offset * columns, columns + 1, max(0, offset), min(columns, rows + offset)))
    for total in range(columns + rows - 1):  # column + row
        spans.append((total * columns, 1 - columns, max(0, total - rows + 1), min(columns, total + 1)))
    origin, step, first, end = np.array(spans, np.int64).T
    return Lines(origin.copy(), step.copy(), first.copy(), np.maximum(0, end - first - k + 1))


def empty_pulls(columns: int, rows: int, k: int) -> Any:
    """The weight of every cell on an empty board."""
    pulls = np.full(columns * rows, EMPTY_PULL)
    for origin, step, first, windows in zip(*lines_of(columns, rows, k), strict=True):
        for start in range(first, first + windows):
            for bit in range(start, start + k):
                pulls[origin + step * bit] += EMPTY_PULL
    return pulls


def by_stones(missing: tuple[float, ...], k: int) -> Any:
    """A table by missing stones as one by the number of stones in a window."""
    return np.array([missing[min(k - stones, len(missing) - 1)] for stones in range(k + 1)])


def hops_to(k: int) -> tuple[int, ...]:
    """Shifts after each of which the runs found are longer, until they are k long: 1, 2, 4 as long as that is not too
    far, then the rest. Always five, enough for 32; those too many are 0."""
    hops: list[int] = []
    for _ in range(5):
        length = 1 + sum(hops)
        hops.append(min(length, k - length))
    return tuple(hops)


def stones_in(window: Any) -> Any:
    """The number of bits set."""
    return np.int64(popcount(np.uint64(window)))
