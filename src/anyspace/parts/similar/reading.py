"""What a search remembers, read from Python: for those who learn from it, and those who measure it."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from .entries import USED
from .nearest import STEPS


class Tables(NamedTuple):
    """Where a search's memory is, and how it is asked: in `loop.similar`."""

    vectors: int
    seats: int
    visits: int
    sums: int
    facts: int
    own: int
    found: int
    find: Any


class Remembered(NamedTuple):
    """The entries in use, a row each."""

    vectors: Any
    """float32 [entries, width], of length 1 to within rounding"""
    seats: Any
    """int8: who moves"""
    visits: Any
    """float64"""
    sums: Any
    """float64 [entries, players]: what visits brought, each in [0, 1]"""

    def values(self) -> Any:
        """What each is worth to who moves there; those never visited are 0."""
        own = self.sums[range(len(self.seats)), self.seats]
        return own / self.visits.clip(min=1.0)


def remembered(search: Any) -> Remembered:
    """What the part `similar` of a search has in its memory: copies."""
    at, tables = search.loop.similar, search.tree.tables
    used = slice(1, int(tables[at.facts][USED]) + 1)
    vectors, seats, visits, sums = (tables[place][used].copy() for place in at[:4])
    return Remembered(vectors.astype(np.float32) / STEPS, seats, visits, sums)
