"""Games of Morpion Solitaire in the text form of the record grids (Pentasol).

The first line is a reference point, `(28,28)`: the fourth column and the fourth row of the cross's box. Every further
line is a move, `(25,27) | 2`: the new point, column and row, rows counted downwards; the direction of the line; and
how far its middle is from the new point.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from ..errors import PositionError
from .morpion_solitaire import DIRECTIONS, POINTS, SIDE, STEPS

BOX = (SIDE - 10) // 2
"""Where the box of the cross begins, in rows and columns."""

REFERENCE = 28


def moves_in(text: str) -> list[int]:
    """The moves of a game of lines of five. Raises `PositionError` for what cannot be read; whether they are legal says
    the game."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    point = re.fullmatch(r"\((-?\d+),(-?\d+)\)", lines[0]) if lines else None
    if point is None:
        raise PositionError("line 1: expected the reference point, such as (28,28)")
    shift_x, shift_y = (BOX + 3 - int(word) for word in point.groups())
    found = []
    for number, line in enumerate(lines[1:], 2):
        parts = re.fullmatch(r"\((-?\d+),(-?\d+)\)\s*([-|/\\])\s*([+-]?[0-2])", line)
        if parts is None:
            raise PositionError(f"line {number}: expected a move, such as (25,27) | 2, not {line!r}")
        x, y = int(parts[1]) + shift_x, int(parts[2]) + shift_y
        direction, place = DIRECTIONS.index(parts[3]), 2 - int(parts[4])
        origin = y * SIDE + x - place * int(STEPS[direction])
        if not (0 <= x < SIDE and 0 <= y < SIDE and 0 <= origin < POINTS):
            raise PositionError(f"line {number}: {line!r} is not on the paper")
        found.append((direction * 5 + place) * POINTS + origin)
    return found


def text_of(moves: Iterable[Any]) -> str:
    """The same the other way round."""
    lines = [f"({REFERENCE},{REFERENCE})"]
    for move in moves:
        kind, origin = divmod(int(move), POINTS)
        direction, place = divmod(kind, 5)
        y, x = divmod(origin + place * int(STEPS[direction]), SIDE)
        shift = REFERENCE - BOX - 3
        lines.append(f"({x + shift},{y + shift}) {DIRECTIONS[direction]} {2 - place}")
    return "\n".join(lines) + "\n"
