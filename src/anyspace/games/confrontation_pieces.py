"""Where the characters of `confrontation` may go, and how the state changes when they do."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..bits import TWO, popcount
from .confrontation_board import (
    AROUND,
    BACKWARDS,
    BEARER,
    CAPTAIN,
    CHARACTERS,
    DARK,
    ESCAPE,
    EVERYWHERE,
    FIRST_RANGER,
    FLYER,
    FOUR_FIT,
    LIGHT,
    NOT_COLUMN_A,
    ONE_FITS,
    OUT,
    SIDEWAYS,
    STEPS,
    TWO_FIT,
    TYRANT,
)

ONE = np.int64(1)


def place_of(state: Any, side: int, character: int) -> Any:
    """A character's region, or OUT, wide enough for any arithmetic."""
    return np.int64(state.where[side, character])


def fighter_of(state: Any, side: int) -> Any:
    return np.int64(state.fighter[side])


def count(state: Any, side: int, region: Any) -> Any:
    """How many of a side stand in a region."""
    return state.crowd[side] >> 4 * np.int64(region) & 15


def held(state: Any, side: int) -> Any:
    """The regions with somebody of a side."""
    crowd = state.crowd[side]
    return (crowd | crowd >> 1 | crowd >> 2) & EVERYWHERE


def alone(state: Any, side: int) -> Any:
    """The regions with exactly one of a side."""
    return state.crowd[side] & ~(state.crowd[side] >> 1) & EVERYWHERE


def full(state: Any, side: int) -> Any:
    """The regions where nobody else of a side fits: no number is ever greater than what fits."""
    crowd = state.crowd[side]
    return (crowd & ONE_FITS) | (crowd >> 1 & TWO_FIT) | (crowd >> 2 & FOUR_FIT)


def put(state: Any, side: int, character: int, to: Any) -> None:
    """Move a character on the board, or OUT of it."""
    state.crowd[side] -= ONE << 4 * place_of(state, side, character)
    state.where[side, character] = to
    if to == OUT:
        state.left[side] -= 1
    else:
        state.crowd[side] += ONE << 4 * to


def reach(side: int, character: Any, at: Any, free: Any, enemies: Any, lone_enemies: Any) -> Any:
    """The regions that a character at `at` may move to; `free` are those that are not full."""
    regions = STEPS[side, at] & free
    if character >= FIRST_RANGER:
        if side == LIGHT:
            if character == CAPTAIN:
                regions |= AROUND[at] & enemies
        elif character == FLYER:
            regions |= lone_enemies
        elif character == TYRANT:
            regions |= SIDEWAYS[at] & enemies
        else:
            regions |= ridden(at, free, enemies)
    return regions


def ridden(at: Any, free: Any, enemies: Any) -> Any:
    """The enemies that the rider can reach by forward steps through regions that are free and not held by enemies."""
    reached = ONE << 4 * at
    for _ in range(6):
        onward = reached & ~enemies
        reached |= (onward >> 16 | (onward & NOT_COLUMN_A) >> 4) & free
    return reached & enemies


def can_move(state: Any, side: int) -> Any:
    free, enemies, lone_enemies = ~full(state, side), held(state, 1 - side), alone(state, 1 - side)
    regions = ONE - ONE
    for character in range(CHARACTERS):
        at = place_of(state, side, character)
        if regions == 0 and at != OUT:
            regions = reach(side, character, at, free, enemies, lone_enemies)
    return regions != 0


def character_moves(state: Any, side: int, out: Any) -> int:
    free, enemies, lone_enemies = ~full(state, side), held(state, 1 - side), alone(state, 1 - side)
    n = 0
    for character in range(CHARACTERS):
        at = place_of(state, side, character)
        if at != OUT:
            n = list_regions(reach(side, character, at, free, enemies, lone_enemies), 16 * character, out, n)
    return n


def first_region(regions: Any) -> Any:
    """The first of a set of regions: below its bit there are four for every region before it."""
    return np.int64(popcount(np.uint64((regions & -regions) - 1)) >> TWO)


def list_regions(regions: Any, base: int, out: Any, n: int) -> int:
    """Append `base` + region for each of a set of regions to the `n` moves in `out`."""
    while regions:
        out[n] = base + first_region(regions)
        n += 1
        regions &= regions - 1
    return n


def refuges(state: Any, side: int) -> Any:
    """Where a side's fighter may retreat to: not where an enemy is, nor where it is full. Dark and the escaping
    bearer go sideways, the rest of Light backwards."""
    aside = side == DARK or (state.phase == ESCAPE and state.fighter[LIGHT] == BEARER)
    ways = SIDEWAYS[state.site] if aside else BACKWARDS[state.site]
    return ways & ~(full(state, side) | held(state, 1 - side))
