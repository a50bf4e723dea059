"""What an unfinished position of `skirmish` is worth: its rule `evaluate`.

What was lost, what stands on the board, and whom the next card could eliminate alone: one from the hand, on a free
square beside its victim, with an arrow of more than the victim can still bear. The numbers were fitted to who won 1,050
games of a search against itself, 1,000 and 1,500 iterations a move (logistic regression), then rounded.

To know what a hand can do from all sides at once, arrows are kept in eight bytes, one for each number of points that
may be left of a defence: in byte k, the bits of the sides from which an arrow of more than k comes. So the best of many
cards is their "or". A side is a bit, from the lower left square to the upper right one, by rows.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .skirmish_battle import attack, bit, count, first
from .skirmish_board import (
    BOARD,
    CARDS,
    DEFENCE,
    END,
    IS_COMMANDER,
    NO_CARDS,
    NO_SQUARES,
    ONE,
    STEPS,
    STRIKE,
)
from .skirmish_deck import DIRECTIONS

# ---- the numbers, in log odds -------------------------------------------------------------------------------------

CARDS_LOST, CARDS_LOST_CUBED, COMMANDERS_LOST = 2.4, 3.7, 3.3  # for the share of what loses the game
ON_BOARD, IN_COMMAND = 0.25, -0.35  # for a card; what it adds that it is a commander
TO_DEPLOY = 0.1  # for the side that deploys the next card
THREATS = np.array([[0.2, 0.33, 0.9], [0.23, 0.56, 3.5]])
"""[whether it may do so now]: for a card that a side can eliminate; for a commander; for the last one that it needs."""
ALMOST = 0.99
"""Estimates stay within this of 0: only a game that is over is certain."""

# ---- arrows by sides ----------------------------------------------------------------------------------------------

SIDES = (-9, -8, -7, -1, 1, 7, 8, 9)
"""[bit]: the step to the square on that side."""
CORNER, BYTE = np.uint64(9), np.uint64(len(SIDES))
BELOW, LEFT, RIGHT, ABOVE = (np.uint64(sides) for sides in (0b111, 0b1000, 0b10000, 0b11100000))
TO_LEFT, TO_RIGHT, TO_ABOVE = (np.uint64(step) for step in (5, 6, 11))


def reaches() -> Any:
    """A table: [side, card] is what its arrows can do, in bytes by what is left of a defence."""
    table = np.zeros((2, CARDS), np.uint64)
    for side in range(2):
        for card in range(CARDS):
            for direction in range(DIRECTIONS):
                at = SIDES.index(-STEPS[direction])
                for left in range(STRIKE[side, CARDS * side + card, direction]):
                    table[side, card] |= ONE << np.uint64(len(SIDES) * left + at)
    return table


REACH = reaches()


def reach_of(hand: Any, side: Any) -> Any:
    """What the best arrows of a hand can do."""
    found = NO_CARDS
    while hand != NO_CARDS:
        found |= REACH[side, first(hand)]
        hand &= hand - ONE
    return found


def sides_in(squares: Any, square: Any) -> Any:
    """On which sides of a square are these `squares`, which are all on the board."""
    ring = squares >> (np.uint64(square) - CORNER)
    return ring & BELOW | ring >> TO_LEFT & LEFT | ring >> TO_RIGHT & RIGHT | ring >> TO_ABOVE & ABOVE


def in_reach(state: Any, side: Any) -> Any:
    """The cards of `side` that one card of the enemy's hand could eliminate."""
    enemy = 1 - side
    reach = reach_of(state.hand[enemy], enemy)
    free = BOARD & ~(state.own[0] | state.own[1])
    found, cards = NO_SQUARES, state.own[side]
    while cards != NO_SQUARES:
        at = first(cards)
        left = max(DEFENCE[state.piece[at]] - attack(state, enemy, at), 0)
        if reach >> (BYTE * np.uint64(left)) & sides_in(free, at) != NO_SQUARES:
            found |= bit(at)
        cards &= cards - ONE
    return found


def commanders_among(state: Any, cards: Any) -> Any:
    """How many of the cards on these squares are commanders."""
    found = 0
    while cards != NO_SQUARES:
        found += IS_COMMANDER[state.piece[first(cards)]]
        cards &= cards - ONE
    return found


# ---- the rule -----------------------------------------------------------------------------------------------------


def evaluate(state: Any, out: Any) -> None:
    """What both have left, and whom the next card can eliminate."""
    side = np.int64(1 - state.turn if state.phase == END else state.turn)  # deploys next, or has just done so
    lead = TO_DEPLOY + standing(state, side, 0) - standing(state, 1 - side, 1)
    out[side] = ALMOST * math.tanh(lead / 2.0)
    out[1 - side] = -out[side]


def standing(state: Any, side: Any, now: Any) -> float:
    """The log odds that a side's cards are worth, the enemy being to deploy the next card (`now` 1) or not."""
    share = state.lost[side] / state.to_win
    worth = -share * (CARDS_LOST + CARDS_LOST_CUBED * share * share)
    worth -= COMMANDERS_LOST * state.lost_commanders[side] / state.commanders_to_win
    worth += ON_BOARD * count(state.own[side]) + IN_COMMAND * commanders_among(state, state.own[side])
    threatened = in_reach(state, side)
    if threatened == NO_SQUARES:
        return worth
    commanders = commanders_among(state, threatened)
    is_last = state.lost[side] + 1 >= state.to_win
    is_last |= commanders > 0 and state.lost_commanders[side] + 1 >= state.commanders_to_win
    worth -= THREATS[now, 0] * (count(threatened) - commanders) + THREATS[now, 1] * commanders
    return worth - THREATS[now, 2] * is_last
