"""Bridges, for boards of hexagons: two stones that do not touch but have two empty cells in common, either of which
joins them. Who intrudes into one of the two is answered on the other.

Around the cell that was taken, the six neighbours in a circle: where two of the mover's stones have an empty cell
between them, the three were a bridge, and that cell saves it.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np

from ..rng import below

EMPTY, OUTSIDE = 2, 3
"""What a cell holds beside 0 and 1, the stones of the players."""
AROUND = 6
BITS = 2
"""What a cell holds takes so many."""


def saving_ways() -> Any:
    """[player, what the neighbours hold, BITS bits each]: the set of neighbours that save a bridge of the player's."""
    table = np.zeros((2, 1 << BITS * AROUND), np.uint8)
    for ring in product(range(1 << BITS), repeat=AROUND):
        code = sum(held << BITS * way for way, held in enumerate(ring))
        for player, way in product(range(2), range(AROUND)):
            before, after = ring[way - 1], ring[(way + 1) % AROUND]
            table[player, code] |= (ring[way] == EMPTY and before == after == player) << way
    return table


def members() -> tuple[Any, Any]:
    """[set of ways]: how many there are in it; and which, three at most: no two that follow each other save bridges."""
    sets = [[way for way in range(AROUND) if ways >> way & 1] for ways in range(1 << AROUND)]
    return np.array([len(some) for some in sets]), np.array([(some + [0] * 3)[:3] for some in sets])


SAVERS = saving_ways()
HOW_MANY, MEMBER = members()


def one_of(ways: Any, rng: Any) -> Any:
    """One of a set of ways that save bridges, which is not empty."""
    return MEMBER[ways, 0 if HOW_MANY[ways] == 1 else below(rng, HOW_MANY[ways])]


def ring_code(holds: Any, near: Any, cell: Any) -> Any:
    """What the neighbours of a cell hold, as a number; `near[cell, way]` are their places in `holds`."""
    code: Any = 0
    for way in range(AROUND):
        code |= np.int64(holds[near[cell, way]]) << BITS * way
    return code
