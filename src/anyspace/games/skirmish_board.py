"""The board, tables, phases, moves and state of `skirmish`: constants, no rules.

Seven files and six ranks. A set of squares is a uint64 with eight bits a rank, the first of which is never set, nor is
a bit before the first rank or after the last: so a step to any side is a shift, and what leaves the board lands there.

    6   49 50 51 52 53 54 55        player 1 sits here and looks down
    5   41 42 43 44 45 46 47
    4   33 34 35 36 37 38 39        its first card stands on e4, square 37
    3   25 26 27 28 29 30 31        player 0's on c3, square 27
    2   17 18 19 20 21 22 23
    1    9 10 11 12 13 14 15        player 0 sits here and looks up
         a  b  c  d  e  f  g

A card on the board is a piece: 36 * side + card.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from .skirmish_deck import BERSERKER, CAPTAIN, DECK, DIRECTIONS, SUPPORT

# ---- squares ------------------------------------------------------------------------------------------------------

FILES, RANKS, WIDTH = 7, 6, 8
FIRST = 9  # square a1
STEPS = np.array([8, 9, 1, -7, -8, -9, -1, 7])
"""[direction]: up first and then clockwise, as player 0 sees the board."""
SQUARES = 65  # any step from any square leads to one of these
NOWHERE = 0

NO_SQUARES, ONE = np.uint64(0), np.uint64(1)
SIDEWAYS, UPWARDS, TO_THE_LEFT, TO_THE_RIGHT = (np.uint64(step) for step in (1, 8, 7, 9))


def square_at(file: int, rank: int) -> int:
    """A square by its coordinates from 0, or NOWHERE."""
    return FIRST + WIDTH * rank + file if 0 <= file < FILES and 0 <= rank < RANKS else NOWHERE


def square_set(squares: Iterable[int]) -> Any:
    """Those of the squares that are on the board."""
    return np.uint64(sum(1 << square for square in squares if square in ON_BOARD))


ON_BOARD = [square_at(file, rank) for rank in range(RANKS) for file in range(FILES)]
BOARD = square_set(ON_BOARD)
STARTS = np.array([square_set([27]), square_set([37])])  # [side]: where its first card goes
AROUND = np.zeros(SQUARES, np.uint64)
"""[square]: the squares next to it."""
for _square in ON_BOARD:
    AROUND[_square] = square_set(_square + STEPS)

# ---- cards --------------------------------------------------------------------------------------------------------

CARDS = len(DECK)
NO_CARDS, ALL_CARDS, THE_GENERAL = np.uint64(0), np.uint64(2**CARDS - 1), np.uint64(1)
COMMANDERS = sum(card.rank <= CAPTAIN for card in DECK)  # they come first in the deck
HAND = 6
IS_BERSERKER = np.array([card.kind == BERSERKER for card in DECK])
IF_SUPPORT = np.array([~NO_SQUARES if card.kind in SUPPORT else NO_SQUARES for card in DECK])
"""[card]: all bits set for a card that may be deployed beside own cards, else none."""
IF_ARROW = np.zeros((2, CARDS, DIRECTIONS), np.uint64)
"""[side, card, direction]: all bits set where there is an arrow, else none. Cards of player 1 are turned around."""

# ---- pieces -------------------------------------------------------------------------------------------------------

PIECES = 2 * CARDS
NO_PIECE = PIECES
DEFENCE = np.array([card.defence for card in DECK] * 2)
MISSILE = np.array([card.missile for card in DECK] * 2)
IS_COMMANDER = np.array([card.rank <= CAPTAIN for card in DECK] * 2)
ARCHERS = sum(card.missile > 0 for card in DECK)
ARCHER = np.zeros(PIECES, np.int64)
"""[piece]: a number for each of a side's ranged cards."""
ARCHER[MISSILE > 0] = [*range(ARCHERS)] * 2
STRIKE = np.zeros((2, PIECES + 1, DIRECTIONS), np.int8)
"""[side, piece, direction]: the value of its arrow if it is a piece of this side, else 0."""
RANGE = np.zeros((PIECES, SQUARES), np.uint64)
"""[piece, square]: what it can fire at from there."""
for _side, _way in ((0, 1), (1, -1)):
    for _number, _card in enumerate(DECK):
        _piece = CARDS * _side + _number
        _arrows = np.roll(_card.arrows, 4 * _side)
        STRIKE[_side, _piece] = _arrows
        IF_ARROW[_side, _number] = np.where(_arrows > 0, ~NO_SQUARES, NO_SQUARES)
        for _file, _rank in [(file, rank) for rank in range(RANKS) for file in range(FILES)]:
            RANGE[_piece, square_at(_file, _rank)] = square_set(
                square_at(_file + _way * right, _rank + _way * ahead) for right, ahead in _card.grid
            )

# ---- phases and moves ---------------------------------------------------------------------------------------------

DEPLOY = 0  # which card, and where
FIRE = 1  # an archer: at whom
END = 2  # draw a card, or take one back
FINISHED = 3

# To deploy a card is 64 * card + square.
SQUARE_BITS = 6
PASS = CARDS << SQUARE_BITS
DRAW = PASS + 1
HOLD = PASS + 2
TARGET = PASS + 64  # + square: fire at it
RECALL = TARGET + 64  # + square: take the card back
ACTIONS = RECALL + 64

NOBODY = -1
LONGEST = 200
"""Turns. A game that has not ended by then is drawn."""

MAX_MOVES = HAND * (len(ON_BOARD) - 1)
MAX_LENGTH = LONGEST * (1 + ARCHERS + 1)

# ---- the state ----------------------------------------------------------------------------------------------------

STATE = np.dtype(
    [
        ("own", np.uint64, 2),  # the squares with a side's cards
        ("bows", np.uint64, 2),  # those with its ranged ones
        ("hand", np.uint64, 2),  # sets of cards, one bit a card
        ("deck", np.uint64, 2),
        ("known", np.uint64, 2),  # cards in a side's hand that the other side knows to be there
        ("future", np.uint64, (2, 1)),  # the generator that a side's draws come from: the order of its deck; 0: empty
        ("choices", np.uint64),  # FIRE: own archers still to be asked, the lowest now; END: cards that may be recalled
        ("targets", np.uint64),  # FIRE: the squares that are aimed at
        ("piece", np.uint8, SQUARES),  # on each square, or NO_PIECE
        ("aim", np.int8, ARCHERS),  # FIRE: the square that an archer aims at, else NOWHERE
        ("placed", np.int8),  # where this turn's card went, or NOWHERE
        ("lost", np.int8, 2),  # cards of a side that were eliminated
        ("lost_commanders", np.int8, 2),  # those of them in command
        ("turn", np.int8),
        ("phase", np.int8),
        ("winner", np.int8),  # a side, or NOBODY
        ("turns", np.int16),  # finished
        ("to_win", np.int8),  # the options `cards` and `commanders`, the same all game long
        ("commanders_to_win", np.int8),
    ]
)
