"""What looks good in Go at a glance, by few weights made by hand: captures, chains in danger, eyes, the edge. The rule
`group` goes by it; the odds that `prior` gives are learnt (`go_odds`)."""

from __future__ import annotations

from typing import Any

from .go_board import BLACK, EMPTY, WHITE, around, heads_around, is_choked, is_eye, point_of

# Best moves in 1,500 positions of 9x9, as searches of 5,000 iterations found them, speak for all of these; they would
# be content with less, since in many positions the game was decided.
PASSES, FILLS_AN_EYE = 0.1, 0.1
CAPTURES, SAVES, IN_VAIN, TOUCHES = 4.0, 3.0, 0.5, 1.5
EARLY_ON_FIRST_LINE, EARLY_ON_SECOND_LINE = 0.2, 0.4

LIMITS = (0.3, 0.9, 1.2, 2.0)
"""Weights at which a move looks better than those of the group before."""


def weight_of_point(state: Any, move: int, size: int) -> float:
    """How good a stone looks there; not how good a pass does."""
    point, width = point_of(move, size), size + 1
    me = BLACK + (state.ply & 1)
    foe = BLACK + WHITE - me
    heads = heads_around(state, point, width)
    captures = touches = in_danger = joins = False
    for head in heads:
        last_liberty = is_choked(state, head, heads)
        captures |= (state.cells[head] == foe) & last_liberty
        touches |= state.cells[head] == foe
        in_danger |= (state.cells[head] == me) & last_liberty
        joins |= (state.cells[head] == me) & (not last_liberty)
    liberties = 0
    for cell in around(point, width):
        liberties += int(state.cells[cell] == EMPTY)
    lives = captures or joins or liberties > 1  # as far as can be told without counting the liberties of others
    weight = CAPTURES if captures else TOUCHES if touches else 1.0
    weight *= IN_VAIN if not lives else SAVES if in_danger else 1.0
    weight *= FILLS_AN_EYE if is_eye(state.cells, point, me, width) else 1.0
    if 2 * state.ply < size * size:
        row, column = move // size, move % size
        line = min(row, size - 1 - row, column, size - 1 - column)
        weight *= EARLY_ON_FIRST_LINE if line == 0 else EARLY_ON_SECOND_LINE if line == 1 else 1.0
    return weight


def sort_of(weight: float) -> int:
    """Moves that look alike, from those to be left alone to those that must be looked at: of nine regions of the board
    the search learnt nothing but where to waste its time."""
    group = 0
    for limit in LIMITS:
        group += int(weight >= limit)
    return group
