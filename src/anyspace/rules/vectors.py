"""Actions that are vectors in a box, as whole numbers: a move of 30 bits has a level a coordinate.

With d axes every coordinate has 30 // d bits, that of axis 0 the lowest: 2^30 levels for one, 32,768 for each of two,
32 for each of six. The last level is left out, so that their number is odd and the middle of the box is one of them.
Level 0 is the low end, `last_level` the high end.

A number because then nothing else has to know: a node's move is its vector, whichever tree, process, file or line of
text it stands in; equal vectors are equal moves; a game is replayed from its moves. What it costs is resolution where
there are many axes.

All functions here can be called from rules and kernels.
"""

from __future__ import annotations

from typing import Any

from ..rng import below

BITS = 30
"""Of a move: those from 2^30 on are names of Python's objects."""

MOST_AXES = 6


def last_level(axes: int) -> int:
    """The highest level of a coordinate; levels begin with 0."""
    return (1 << (BITS // axes)) - 2


def level_of(move: int, axis: int, axes: int) -> int:
    """Which level a move has on an axis."""
    bits = BITS // axes
    return min((move >> (axis * bits)) & ((1 << bits) - 1), last_level(axes))


def coordinate(move: int, axis: int, axes: int, low: float, high: float) -> float:
    """A move's coordinate on an axis that goes from `low` to `high`."""
    return low + (high - low) * (level_of(move, axis, axes) / last_level(axes))


def with_level(move: int, axis: int, axes: int, level: int) -> int:
    """The move with another level on an axis."""
    bits = BITS // axes
    return (move & ~(((1 << bits) - 1) << (axis * bits))) | (level << (axis * bits))


def is_vector(move: int, axes: int) -> bool:
    """Whether a number stands for a vector."""
    bits, rest, good = BITS // axes, move, move >= 0
    for _ in range(axes):
        good &= (rest & ((1 << bits) - 1)) <= last_level(axes)
        rest >>= bits
    return good and rest == 0


def grid(out: Any, count: int, axes: int) -> int:
    """Write `count` times `count` ... moves into `out`, from end to end of each axis, evenly: bins. How many."""
    total = count**axes
    for i in range(total):
        out[i] = grid_move(i, count, axes)
    return total


def grid_move(place: int, count: int, axes: int) -> int:
    """The `place`-th of them."""
    move, rest, last = 0, place, last_level(axes)
    for axis in range(axes):
        step = rest % count
        rest //= count
        level = (2 * step * last + count - 1) // (2 * (count - 1)) if count > 1 else last // 2
        move |= level << (axis * (BITS // axes))
    return move


def any_vector(rng: Any, axes: int) -> int:
    """A uniformly random one."""
    move = 0
    for axis in range(axes):
        move |= below(rng, last_level(axes) + 1) << (axis * (BITS // axes))
    return move
