"""Moves beside the last stone that fit a pattern: what the eight points around an empty one hold says whether a stone
there goes round an enemy stone (hane), parts enemies or joins friends (cut), or holds the edge.

The eight points are a circle: N, NE, E, SE, S, SW, W, NW. Each pattern is written for one direction and holds in all
eight that a board can be turned and mirrored to. What the circle holds is a code of two bits a point, by which a table
answers for both colours. Codes of all points are kept from move to move in a playout: a stone changes eight of them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .go_board import BLACK, EDGE, EMPTY, WHITE, point_of

AROUND = 8
BITS = 2
"""What a point holds takes so many."""
HELD = (1 << BITS) - 1
N, NE, E, SE, S, SW, W, NW = range(AROUND)


def turned(circle: list[Any]) -> list[list[Any]]:
    """A circle of points in all eight ways to look at it."""
    found = []
    for mirrored in (circle, [circle[-k] for k in range(AROUND)]):
        found += [mirrored[2 * turn :] + mirrored[: 2 * turn] for turn in range(AROUND // 2)]
    return found


def fits(circle: list[Any], me: int) -> Any:
    """Whether a stone of `me` in the middle fits a pattern, seen from this side. `circle` has arrays: all codes are
    looked at together."""
    foe = BLACK + WHITE - me
    mine, theirs = [held == me for held in circle], [held == foe for held in circle]
    free, edge = [held == EMPTY for held in circle], [held == EDGE for held in circle]
    hane = mine[NW] & theirs[N] & free[W] & free[E]
    cut = theirs[N] & theirs[E] & mine[NE] & ~theirs[S] & ~theirs[W]
    join = mine[N] & mine[E] & theirs[NE] & ~mine[S] & ~mine[W]
    split = theirs[N] & theirs[S] & mine[E] & ~theirs[W]
    block = edge[S] & theirs[W] & mine[N] & free[E]
    descend = edge[S] & mine[N] & theirs[NE] & free[E] & ~mine[W]
    return hane | cut | join | split | block | descend


def pattern_table() -> Any:
    """[code]: the set of colours that have a pattern there, as bits."""
    codes = np.arange(1 << BITS * AROUND)
    circle = [codes >> BITS * k & HELD for k in range(AROUND)]
    table = np.zeros(len(codes), np.uint8)
    for seen in turned(circle):
        for me in (BLACK, WHITE):
            table |= np.where(fits(seen, me), me, 0).astype(np.uint8)
    return table


PATTERNS = pattern_table()


def steps_around(width: int) -> Any:
    """From a cell of the board, a uint64, to the eight around it."""
    steps = np.array([width, width + 1, 1, 1 - width, -width, -width - 1, -1, width - 1])
    return steps.astype(np.uint64)  # that wrap around: an index that cannot be negative is faster


def codes_of_empty_board(size: int) -> Any:
    """[cell]: the code where there are no stones; 0 off the board, where nobody asks."""
    width, cells = size + 1, (size + 1) * (size + 2) + 1
    on_board = {point_of(move, size) for move in range(size * size)}
    codes = np.zeros(cells, np.uint16)
    for point in on_board:
        for k, step in enumerate(steps_around(width).astype(np.int64)):
            codes[point] |= (EMPTY if point + step in on_board else EDGE) << BITS * k
    return codes


def note_stone(codes: Any, point: Any, colour: Any, steps: Any) -> None:
    """A stone was put on a point, or with the colour it had taken off it."""
    held = np.int64(colour)  # uncompiled, a shifted uint8 would stay one
    for k in range(AROUND):
        codes[point + steps[k]] ^= np.uint16(held << BITS * ((k + AROUND // 2) % AROUND))


# Sets of the points around one: a bit each, the lower of the two that a code has for it.

ONE = np.uint64(1)
ALL_POINTS, NEIGHBOURS = np.uint64(0x5555), np.uint64(0x1111)
PRIME = np.uint64(19)
"""The powers of two up to the 17th differ in what is left if they are divided by this."""
INDEX = np.array([next((k for k in range(AROUND) if 4**k % 19 == rest), 0) for rest in range(19)], np.uint64)
"""By that: which of the eight points a bit stands for."""


def free_around(code: Any) -> Any:
    """Those that are empty."""
    return ~(code | code >> ONE) & ALL_POINTS


def held_around(code: Any, colour: int) -> Any:
    """Those with a stone of a colour."""
    return (code & ~(code >> ONE) if colour == BLACK else code >> ONE & ~code) & ALL_POINTS


def lowest(points: Any) -> Any:
    """One of a set that is not empty, as a set."""
    return points & (~points + ONE)


def index_of(point: Any) -> Any:
    """Which of the eight a set of one is."""
    return INDEX[point % PRIME]
