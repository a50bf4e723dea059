"""64 bits that tell positions of bitboards apart, for the rule `key`.

Boards are whole words, so they are hashed as words: a table of random numbers a cell (Zobrist) would take a step for
every piece.
"""

from __future__ import annotations

from typing import Any

import numpy as np

FIRST_FACTOR, SECOND_FACTOR = np.uint64(0xD6E8FEB86659FD93), np.uint64(0xFF51AFD7ED558CCD)
BY_32, BY_29 = np.uint64(32), np.uint64(29)
TO_MOVE = (np.uint64(0x8CB92BA72F3D8DD7), np.uint64(0x52F2A5F1DA3B0C6D))
"""One number a player: the same boards with the other to move are another position."""


def board_key(first: Any, second: Any, turn: Any) -> Any:
    """The key of a position of two bitboards. Each step can be undone, so that positions which share one board never
    collide; others do as two random numbers of 64 bits would."""
    return scramble(scramble(first ^ (TO_MOVE[0] if turn == 0 else TO_MOVE[1])) + second)


def scramble(word: Any) -> Any:
    """Every bit of the result depends on all bits of `word`; no two words give the same."""
    word = (word ^ (word >> BY_32)) * FIRST_FACTOR
    word = (word ^ (word >> BY_29)) * SECOND_FACTOR
    return word ^ (word >> BY_32)
