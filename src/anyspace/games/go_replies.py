"""What playouts in Go answer the last stone with, if they are asked to: capture it, save what it attacks, or play a
pattern beside it (`go_patterns`).

The order is that of Gelly, Wang, Munos and Teytaud (2006), except that a chain that can be taken at once comes first.
`codes` say what every point has around it. Cells are unsigned here: an index that cannot be negative is faster.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..rng import below
from .go_board import BLACK, NOWHERE, WHITE, is_eye, is_open, is_suicide
from .go_patterns import NEIGHBOURS, ONE, PATTERNS, free_around, held_around, index_of, lowest

NO_POINT, NONE = np.uint64(NOWHERE), np.uint64(0)
BESIDE = (0, 2, 4, 6)
"""Which of the eight steps around a point lead to its four neighbours."""
MOST_PAIRS = 4
"""A point touches so many stones: a chain with more pseudo-liberties has two liberties at least."""


def only_liberty(state: Any, codes: Any, stone: Any, steps: Any) -> Any:
    """The last liberty of the chain of a stone; NO_POINT if it has others."""
    head = state.head[stone]
    pairs = state.liberties[head]
    if pairs > MOST_PAIRS:
        return NO_POINT
    while True:
        free = free_around(np.uint64(codes[stone])) & NEIGHBOURS
        if free != NONE:
            break
        stone = np.uint64(state.next[stone])
    if free & (free - ONE) != NONE:
        return NO_POINT
    point = stone + steps[index_of(free)]
    touching = 0
    for k in BESIDE:
        touching += int(state.head[point + steps[k]] == head)
    return point if touching == pairs else NO_POINT


def may_play(state: Any, point: Any, me: int, width: int) -> bool:
    """Whether a stone is legal under the simple ko rule."""
    cell: Any = np.int64(point)
    return cell != state.ko and (is_open(state.cells, cell, width) or not is_suicide(state, cell, me, width))


def escapes(state: Any, codes: Any, point: Any, head: Any, me: int, steps: Any) -> bool:
    """Whether the chain of `head`, whose last liberty `point` is, has two or more with a stone there."""
    code = np.uint64(codes[point])
    free, friends = free_around(code) & NEIGHBOURS, held_around(code, me) & NEIGHBOURS
    liberties = int(free != NONE) + int(free & (free - ONE) != NONE)
    while liberties < 2 and friends != NONE:
        one = lowest(friends)
        friends ^= one
        cell = point + steps[index_of(one)]
        if state.head[cell] != head and only_liberty(state, codes, cell, steps) == NO_POINT:
            liberties += 1  # at least: one of its liberties is taken now
    return liberties == 2


def counter_capture(state: Any, codes: Any, first: Any, me: int, width: int, steps: Any) -> Any:
    """A point that captures an enemy chain next to the chain of a stone; NO_POINT if there is none."""
    foe = BLACK + WHITE - me
    stone = first
    while True:
        enemies = held_around(np.uint64(codes[stone]), foe) & NEIGHBOURS
        while enemies != NONE:
            one = lowest(enemies)
            enemies ^= one
            point = only_liberty(state, codes, stone + steps[index_of(one)], steps)
            if point != NO_POINT and may_play(state, point, me, width):
                return point
        stone = np.uint64(state.next[stone])
        if stone == first:
            return NO_POINT


def rescue(state: Any, codes: Any, last: Any, me: int, width: int, steps: Any) -> Any:
    """A point that saves an own chain from capture that the last stone touches; NO_POINT if there is none."""
    friends = held_around(np.uint64(codes[last]), me) & NEIGHBOURS
    while friends != NONE:
        one = lowest(friends)
        friends ^= one
        cell = last + steps[index_of(one)]
        point = only_liberty(state, codes, cell, steps)
        if point != NO_POINT:
            capture = counter_capture(state, codes, cell, me, width, steps)
            if capture != NO_POINT:
                return capture
            if escapes(state, codes, point, state.head[cell], me, steps) and may_play(state, point, me, width):
                return point
    return NO_POINT


def pattern_beside(state: Any, codes: Any, last: Any, me: int, width: int, steps: Any, rng: Any) -> Any:
    """One of the points around the last stone that fit a pattern; NO_POINT if there is none."""
    free, found, n = free_around(np.uint64(codes[last])), NONE, 0
    while free != NONE:
        one = lowest(free)
        free ^= one
        if PATTERNS[codes[last + steps[index_of(one)]]] & me:
            found |= one
            n += 1
    while n > 0:
        one = lowest(found)
        if n == 1 or below(rng, n) == 0:
            point = last + steps[index_of(one)]
            cell: Any = np.int64(point)
            if may_play(state, point, me, width) and not is_eye(state.cells, cell, me, width):
                return point
        found ^= one
        n -= 1
    return NO_POINT


def answer(state: Any, codes: Any, last: Any, me: int, width: int, steps: Any, rng: Any) -> Any:
    """The point that answers the stone on `last`; NO_POINT for none."""
    point = only_liberty(state, codes, last, steps)
    if point != NO_POINT and may_play(state, point, me, width):
        return point
    point = rescue(state, codes, last, me, width, steps)
    if point != NO_POINT:
        return point
    return pattern_beside(state, codes, last, me, width, steps, rng)
