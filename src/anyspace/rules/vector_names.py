"""Moves that are vectors in a game's box, as people give and read them: `0.5`, `1.5;-0.25`, tuples of numbers."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Any

from .. import numeric
from ..errors import GameError, IllegalMove
from .vectors import MOST_AXES, coordinate, is_vector, last_level, with_level

Box = tuple[tuple[float, float], ...]

BETWEEN = ";"
"""Between the coordinates of a name: blanks and commas stand between moves."""


def box_of(game: str, given: Any) -> Box:
    """The box that a game declares: least and greatest number, axis by axis."""
    axes = given if isinstance(given, tuple | list) else ()
    found = []
    for axis in axes:
        ends = [numeric.finite(end) for end in axis] if isinstance(axis, tuple | list) and len(axis) == 2 else []
        if len(ends) == 2 and ends[0] is not None and ends[1] is not None and ends[0] < ends[1]:
            found.append((float(ends[0]), float(ends[1])))
    if not 1 <= len(axes) <= MOST_AXES or len(found) != len(axes):
        wanted = f"1 to {MOST_AXES} pairs (low, high), one an axis: ((-2.0, 2.0),)"
        raise GameError(f"{game}: box must be {wanted}, not {given!r}")
    return tuple(found)


def fits(box: Box, move: Any) -> bool:
    """Whether a move is a vector of the box."""
    return type(move) is int and is_vector(move, len(box))


def some_move(box: Box | None, listed: Sequence[Any], source: random.Random) -> Any:
    """One of the moves that are listed for a player; where they are vectors, every other time any of the box."""
    if box is None or source.random() < 0.5:
        return source.choice(listed)
    move, last = 0, last_level(len(box))
    for axis in range(len(box)):
        move = with_level(move, axis, len(box), source.randint(0, last))
    return move


def vector_of(box: Box, move: int) -> tuple[float, ...]:
    """The vector that a move stands for."""
    return tuple(coordinate(move, axis, len(box), low, high) for axis, (low, high) in enumerate(box))


def nearest(game: str, box: Box, vector: Any) -> int:
    """The move whose vector is nearest. Raises `IllegalMove` for what does not lie in the box."""
    numbers = [vector] if isinstance(vector, int | float) else list(vector)
    values = [numeric.finite(number) for number in numbers]
    if len(values) != len(box):
        raise IllegalMove(f"{game}: an action has {len(box)} numbers, not {len(values)}")
    move, last = 0, last_level(len(box))
    for axis, (value, (low, high)) in enumerate(zip(values, box, strict=True)):
        if value is None or not low - SLACK * (high - low) <= value <= high + SLACK * (high - low):
            raise IllegalMove(f"{game}: number {axis + 1} of an action is from {low:g} to {high:g}, not {value!r}")
        move = with_level(move, axis, len(box), min(max(level_at(value, low, high, len(box)), 0), last))
    return move


SLACK = 1e-9
"""How far outside a number may lie, as a share of the axis: rounding."""


def name_of(box: Box, move: int) -> str:
    """With as many digits as tell it from others, or a few more."""
    words: list[str] = []
    for axis, value in enumerate(vector_of(box, move)):
        low, high = box[axis]
        for digits in (2, 4, 9, 10, 12, 17):
            text = f"{value:.{digits}g}"
            if level_at(float(text), low, high, len(box)) == level_at(value, low, high, len(box)):
                break
        words.append("0" if float(text) == 0 else text)
    return BETWEEN.join(words)


def level_at(value: float, low: float, high: float, axes: int) -> int:
    """The level nearest to a coordinate, whether or not it is one."""
    return math.floor((value - low) / (high - low) * last_level(axes) + 0.5)


def read(game: str, box: Box, text: str) -> int | None:
    """The move that a name stands for; None if it is no list of numbers. Raises `IllegalMove` outside the box."""
    try:
        numbers: Sequence[float] = [float(word) for word in text.split(BETWEEN)]
    except ValueError:
        return None
    return nearest(game, box, numbers)
