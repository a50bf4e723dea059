"""What a move in Hex looks like, for playouts whose odds are learnt: what its six neighbours hold, as one number.

A side of the board counts as stones of who has to reach it. Both players see the board as if they joined top and bottom
(for player 1, mirrored), and what can be turned upside down into each other is the same.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np

from .bridges import AROUND, BITS, EMPTY, OUTSIDE
from .hex_sense import RING

TAKEOVER = 0
"""The swap is a kind of its own."""

MIRRORED = [RING.index((right, down)) for down, right in RING]
"""By way: where it leads if rows and columns are exchanged."""


def numbers() -> Any:
    """[player, what the neighbours hold, BITS bits each]: the number of what that player sees."""
    known: dict[tuple[int, ...], int] = {}
    table = np.zeros((2, 1 << BITS * AROUND), np.uint16)
    for ring in product(range(1 << BITS), repeat=AROUND):
        code = sum(held << BITS * way for way, held in enumerate(ring))
        seen = tuple(EMPTY if held == OUTSIDE else held for held in ring)
        mirrored = tuple(1 - seen[way] if seen[way] != EMPTY else EMPTY for way in MIRRORED)
        for player, view in enumerate((seen, mirrored)):
            same = min(view, view[AROUND // 2 :] + view[: AROUND // 2])
            table[player, code] = known.setdefault(same, len(known) + 1)
    return table


LOOKS = numbers()
KINDS_OF_MOVES = int(LOOKS.max()) + 1
