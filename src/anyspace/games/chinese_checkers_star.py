"""The star of Chinese checkers: a hexagon with a triangle on each side.

A cell has three coordinates that sum to 0; it is on the star if none of them is above the size, or none below it with
the sign turned. The corners are where one of them is beyond.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

SIDES = ((1, -1, 0), (1, 0, -1), (0, 1, -1), (-1, 1, 0), (-1, 0, 1), (0, -1, 1))
POINTS = ((2, -1), (1, 1), (0, -1), (2, 1), (1, -1), (0, 1))
"""The corners round the star from the top: which coordinate is beyond the size there, and with which sign."""

CORNERS = {2: (0, 3), 3: (0, 2, 4), 4: (0, 1, 3, 4), 6: (0, 1, 2, 3, 4, 5)}
"""Where each player begins, by how many there are; each is bound for the corner across."""


class Star(NamedTuple):
    """A board."""

    beside: Any
    """int16 [cells, 6]: the cell on each side, -1 beyond the edge"""
    home: Any
    """bool [players, cells]"""
    target: Any
    """bool [players, cells]"""
    way: Any
    """int16 [players, cells]: steps from the far end of the target"""
    widths: list[int]
    """cells in each row, from the top"""
    places: list[tuple[int, int]]
    """of each cell: its row, and which it is in it"""


def star(size: int, players: int) -> Star:
    """The star of a size, for so many players."""
    reach = range(-2 * size, 2 * size + 1)
    found = [
        (x, y, -x - y) for z in reach for x in reach for y in [-x - z] if max(x, y, z) <= size or min(x, y, z) >= -size
    ]
    number = {cell: i for i, cell in enumerate(found)}
    beside = np.full((len(found), 6), -1, np.int16)
    for cell, i in number.items():
        for side, (dx, dy, dz) in enumerate(SIDES):
            beside[i, side] = number.get((cell[0] + dx, cell[1] + dy, cell[2] + dz), -1)
    at = np.array(found)
    along = [sign * at[:, axis] for axis, sign in POINTS]  # how far out towards each corner
    corners = CORNERS[players]
    widths = [int((at[:, 2] == z).sum()) for z in reach]
    return Star(
        beside,
        np.array([along[corner] > size for corner in corners]),
        np.array([along[(corner + 3) % 6] > size for corner in corners]),
        np.array([2 * size - along[(corner + 3) % 6] for corner in corners], np.int16),
        widths,
        [(row, column) for row, width in enumerate(widths) for column in range(width)],
    )
