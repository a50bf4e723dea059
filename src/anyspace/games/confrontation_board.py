"""The board, characters, cards, phases and state of `confrontation`: constants and tables, no rules.

Sixteen regions, a 4 x 4 grid that stands on its corner; region = 4 * (digit - 1) + letter:

                 15 d4                  Dark's home: 4 a side
             14 c4   11 d3              2 a side
         13 b4   10 c3    7 d2          2 a side
     12 a4    9 b3    6 c2    3 d1      mountains: 1 a side, and no sideways moves
          8 a3    5 b2    2 c1          2 a side
              4 a2    1 b1              2 a side
                  0 a1                  Light's home: 4 a side
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

# The sides; Dark moves first. Not plain numbers: a function would be compiled once for each of those.
DARK: Any = np.int64(0)
LIGHT: Any = np.int64(1)
NOBODY = -1

# ---- characters ---------------------------------------------------------------------------------------------------

CHARACTERS = 9
HORDE, LURKER, SCHEMER, WARDEN, HOUND, GIANT, FLYER, RIDER, TYRANT = range(CHARACTERS)
BEARER, GUARDIAN, SCOUT, SQUIRE, ARCHER, AXEMAN, SAGE, MARTYR, CAPTAIN = range(CHARACTERS)
FIRST_RANGER = 6  # only characters from here on attack where they could not walk to
NAMES = (
    ("horde", "lurker", "schemer", "warden", "hound", "giant", "flyer", "rider", "tyrant"),
    ("bearer", "guardian", "scout", "squire", "archer", "axeman", "sage", "martyr", "captain"),
)
STRENGTH = np.array([[2, 5, 4, 5, 2, 9, 3, 3, 5], [1, 2, 1, 2, 3, 3, 5, 0, 4]], np.int8)
SUPPORTED_STRENGTH = 5  # the guardian's, beside the bearer
PREY = np.array([NOBODY, NOBODY, NOBODY, TYRANT, FLYER, HORDE, NOBODY, NOBODY, NOBODY], np.int8)
"""[Light character]: the Dark character that it defeats at once."""

# ---- cards --------------------------------------------------------------------------------------------------------

CARDS = 9
ALL_CARDS = (1 << CARDS) - 1
NO_CARD = -1
DARK_RECALL, WATCH, DARK_RETREAT = 6, 7, 8
LIGHT_RECALL, VEIL, SACRIFICE, LIGHT_RETREAT = 5, 6, 7, 8
CARD_VALUE = np.array([[1, 2, 3, 4, 5, 6, 0, 0, 0], [1, 2, 3, 4, 5, 0, 0, 0, 0]], np.int8)
CARD_NAMES = (
    ("1", "2", "3", "4", "5", "6", "recall", "watch", "retreat"),
    ("1", "2", "3", "4", "5", "recall", "veil", "sacrifice", "retreat"),
)

# ---- regions ------------------------------------------------------------------------------------------------------

REGIONS = 16
REGION_NAMES = [letter + digit for digit in "1234" for letter in "abcd"]
LIGHT_HOME, DARK_HOME = 0, 15
TUNNEL_IN, TUNNEL_ROOF, TUNNEL_OUT = 5, 9, 10  # b2, under the mountain b3, to c3
LAIR = 14
OUT, NOWHERE = 16, -1  # where a defeated character is; the end of a list of regions
MOUNTAINS = (3, 6, 9, 12)
ONE_WAY = {7: [10], 10: [13], TUNNEL_IN: [TUNNEL_OUT]}  # the river d2 > c3 > b4, and the tunnel: for Light only

# Sets of regions have one bit in four, at 4 * region: so that they go well with numbers of characters, which have
# four bits a region. The bit in front of region 15 is the sign, and never set.


def neighbours(region: int, *directions: tuple[int, int]) -> list[int]:
    """The regions one step away, a step being (letters, digits)."""
    letter, digit = region % 4, region // 4
    steps = [(letter + across, digit + up) for across, up in directions]
    return [4 * up + across for across, up in steps if 0 <= across < 4 and 0 <= up < 4]


def region_set(regions: Iterable[int]) -> Any:
    return np.int64(sum(1 << 4 * region for region in regions))


def region_sets(lists: list[list[int]]) -> Any:
    return np.array([region_set(regions) for regions in lists])


_UP = [neighbours(r, (1, 0), (0, 1)) for r in range(REGIONS)]
_DOWN = [neighbours(r, (-1, 0), (0, -1)) for r in range(REGIONS)]
_ACROSS = [[] if r in MOUNTAINS else neighbours(r, (1, -1), (-1, 1)) for r in range(REGIONS)]

EVERYWHERE = region_set(range(REGIONS))
ONE_FITS = region_set(MOUNTAINS)
FOUR_FIT = region_set([LIGHT_HOME, DARK_HOME])
TWO_FIT = EVERYWHERE - ONE_FITS - FOUR_FIT
NOT_COLUMN_A = EVERYWHERE - region_set([0, 4, 8, 12])
STEPS = np.stack([region_sets(_DOWN), region_sets([_UP[r] + ONE_WAY.get(r, []) for r in range(REGIONS)])])
"""[side, region]: where any character may go."""
BACKWARDS = region_sets(_DOWN)  # [region]: Light's ways back
SIDEWAYS = region_sets(_ACROSS)
AROUND = region_sets([_UP[r] + _DOWN[r] + _ACROSS[r] for r in range(REGIONS)])

HOMES = np.array([DARK_HOME, LIGHT_HOME])
OUTPOSTS = np.array([[14, 11, 13, 10, 7], [1, 4, 2, 5, 8]])
"""[side, k]: the regions that hold one character each at the start; the other four characters are at home."""
FIXED = np.array([[13, 14, 15, 10, 7, 11, 15, 15, 15], [0, 0, 0, 0, 2, 8, 1, 5, 4]])
"""[side, character]: the fixed setup."""

# ---- phases -------------------------------------------------------------------------------------------------------

# In the order in which a turn runs through them. What a phase decides is said where somebody, or chance, decides;
# the others are steps that follow of themselves.
MOVE = 0  # the side to move: which character, and where to
AMBUSH = 1  # Dark: does the warden strike the character in the tunnel?
ARRIVE = 2
TARGET = 3  # Dark: attack the bearer, shown in this battle, or one of those beside it?
DRAW = 4  # chance: who defends
STEP_IN = 5  # Light: does the guardian fight in the bearer's place?
SUPPORT = 6  # Light: is the bearer shown, to make the guardian stronger?
LIGHT_POWER = 7
ESCAPE = 8  # Light: where does the bearer or the scout go, if anywhere?
DARK_POWER = 9
SILENCE = 10  # Dark: does the schemer forbid cards?
HANDS = 11
DARK_CARD = 12  # Dark: which card
LIGHT_CARD = 13  # Light: which card
SHOW = 14  # chance, of one outcome: Dark's card is turned over
SPEND = 15
DARK_RECALLS = 16  # Dark: which used card
DARK_EFFECT = 17
DARK_RETREATS = 18  # Dark: where to
LIGHT_TURN = 19
LIGHT_RECALLS = 20  # Light: which used card
LIGHT_EFFECT = 21
LIGHT_RETREATS = 22  # Light: where to
COMPARE = 23
DUEL_OVER = 24
TURN_OVER = 25
FINISHED = 26

# ---- moves --------------------------------------------------------------------------------------------------------

# A character's move is 16 * character + region.
DUEL = 144  # + 9 * attacker + defender: chance has drawn the defender
DECLINE, ACCEPT = 225, 226  # a power is left alone, or used
REGION = 240  # + region: retreat there
CARD = 256  # + card: play it, or recall it
SECRET_CARD = 265  # all that Light sees of a card that Dark plays
OPEN_CARD = 272  # + card: Dark's card is turned over
ACTIONS = OPEN_CARD + CARDS
UNSEEN = 288  # + 16 * origin + region: all that the enemy sees of a character's move

LONGEST = 500
"""A game that has not ended by then is drawn."""

# ---- the state ----------------------------------------------------------------------------------------------------

GUESSES = 12
"""How much a side remembers of the other, see confrontation_sight.py. In random games 1 in 600 would need more."""

STATE = np.dtype(
    [
        ("crowd", np.int64, 2),  # how many of a side stand in each region, four bits a region
        ("turn", np.int64),  # the side to move, or that attacks
        ("site", np.int64),  # where the battle is; 0 if there is none
        ("where", np.int8, (2, CHARACTERS)),  # [side, character]: its region, or OUT
        ("left", np.int8, 2),  # characters not defeated
        ("hand", np.int16, 2),  # unused cards, one bit each
        ("table", np.int8, 2),  # the card played in this duel, or NO_CARD
        ("fighter", np.int8, 2),  # who fights this duel, or NOBODY; in the tunnel: who moves
        ("goes", np.int8, 2),  # where a fighter goes when the duel is over, NOWHERE if it stays
        ("later", np.int8),  # 1 from the second duel of a battle on
        ("exposed", np.int8),  # 1 once the bearer was shown in this battle
        ("supported", np.int8),  # 1 if the bearer makes the guardian stronger in this duel
        ("phase", np.int8),
        ("winner", np.int8),  # a side, or NOBODY
        ("home_need", np.int8),  # the options of these names, the same all game long
        ("recycle_cards", np.int8),
        ("plies", np.int16),
        # What a side's enemy knows of it, see confrontation_sight.py
        ("seen", np.int16, 2),  # characters that were seen, one bit each
        ("guesses", np.int8, 2),  # how many of the next are in use
        ("guess", np.int64, (2, GUESSES)),  # each: where all seen characters may be, four bits a character; else 0
    ]
)
