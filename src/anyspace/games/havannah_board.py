"""The board under `havannah`: which cells touch, and which lie on its sides and corners.

A cell has a column x and a row y, and touches six others. Cells are numbered row by row; size 3, and the ways out of a
cell in the order in which `NEIGHBOURS` lists them:

           a  b  c
        1  0  1  2  d                 5   4
       2  3  4  5  6  e                \\ /
      3  7  8  9 10 11             3 -- * -- 0
       4 12 13 14 15                   / \\
        5 16 17 18                    2   1

Two ways that follow each other lead to cells that touch each other too.
"""

from __future__ import annotations

from typing import Any

import numpy as np

SIDES = 6
WAYS = ((1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1))
CORNER = SIDES
"""What a group touches is a set of 12 bits: the six sides, and from this bit on the six corners."""


def coordinates(size: int) -> list[tuple[int, int]]:
    """Column and row of every cell."""
    return [(x, y) for y in range(2 * size - 1) for x in range(2 * size - 1) if abs(x - y) < size]


def neighbours(size: int) -> Any:
    """A table: [cell, way] is the cell next to it that way; off the board it is the number of cells."""
    places = coordinates(size)
    number = {place: cell for cell, place in enumerate(places)}
    rows = [[number.get((x + right, y + down), len(places)) for right, down in WAYS] for x, y in places]
    return np.array(rows, np.uint16)


def touched(size: int) -> Any:
    """A table: what a single stone on a cell touches. A corner belongs to neither of the sides that meet there."""
    last = 2 * size - 2
    table = []
    for x, y in coordinates(size):
        # around the board, so that two that follow each other meet in a corner
        sides = (y == 0, x - y == size - 1, x == last, y == last, y - x == size - 1, x == 0)
        met = [side for side in range(SIDES) if sides[side]]
        if len(met) == 2:
            first = met[0] if met[1] == met[0] + 1 else met[1]
            table.append(1 << CORNER + first)
        else:
            table.append(sum(1 << side for side in met))
    return np.array(table, np.uint16)


def winning_touches() -> Any:
    """A table: whether a group that touches these sides and corners is a fork or a bridge."""
    sides = 1 << SIDES
    return np.array([(touch % sides).bit_count() >= 3 or (touch // sides).bit_count() >= 2 for touch in range(1 << 12)])


def is_set(ways: int, way: int) -> bool:
    """Whether a set of ways, counted in a circle, has this one."""
    return bool(ways >> way % SIDES & 1)


def arcs() -> tuple[Any, Any]:
    """Tables over sets of ways: how many unbroken arcs they form, and one way of each arc."""
    count, member = np.zeros(1 << SIDES, np.int64), np.zeros((1 << SIDES, 3), np.uint8)
    for ways in range(1, 1 << SIDES):
        begins = [way for way in range(SIDES) if is_set(ways, way) and not is_set(ways, way - 1)] or [0]
        count[ways] = len(begins)
        member[ways, : len(begins)] = begins
    return count, member


def middles() -> Any:
    """A table over sets of ways: those that have the one before and the one after them in the set too."""
    return np.array(
        [
            sum(1 << way for way in range(SIDES) if all(is_set(ways, way + step) for step in (-1, 0, 1)))
            for ways in range(1 << SIDES)
        ],
        np.int8,
    )


WINS = winning_touches()
ARCS, ARC = arcs()
MIDDLES = middles()
