"""Whose the points will be, and by how many of them somebody wins, by random playouts that are added bit by bit while
somebody looks on."""

from __future__ import annotations

import math
import statistics
import time
from typing import TYPE_CHECKING, Any

from ..search.ownership import owners, ownership

if TYPE_CHECKING:
    from ..rules.game import State

LEAST_SPREAD = 1.0
"""Points: no fewer, however alike the playouts are."""
SUREST = 0.99
"""A share of wins that is taken for no more than this where it is turned into points."""
UNSEEN = 2
"""Visits, half of them won, that are added to what was seen: few wins of few visits are no great lead."""


class Estimate:
    """Of one position. Raises `GameError` where the game does not say whose cells are."""

    def __init__(self, state: State) -> None:
        owners(state)
        self._state = state
        self._sum: Any = 0.0
        self.playouts = 0
        """How many there were."""
        self._mean = self._squares = 0.0  # of the leads, and of what differs from it; an analysis goes on for hours

    def improve(self, seconds: float = 0.0, playouts: int = 1) -> None:
        """Add so many playouts, and more while there is time."""
        until = time.monotonic() + seconds
        while playouts > 0 or time.monotonic() < until:
            shares = ownership(self._state, 1)
            difference = shares[0] - shares[1]
            self._sum = self._sum + difference
            self.playouts += 1
            lead, before = float(difference.sum()), self._mean
            self._mean += (lead - before) / self.playouts
            self._squares += (lead - before) * (lead - self._mean)
            playouts -= 1

    def points(self, player: int) -> list[float]:
        """Every cell from -1, the other's, to 1, the player's, row by row as the board is printed."""
        sign = 1.0 if player == 0 else -1.0
        return [float(sign * cell / self.playouts) for row in self._sum for cell in row]

    @property
    def spread(self) -> float:
        """By how many points playouts differ: the standard deviation."""
        return max(LEAST_SPREAD, math.sqrt(self._squares / max(1, self.playouts - 1)))

    def lead(self, winrate: float, visits: int) -> float:
        """The points by which whoever wins so often, in so many visits, is ahead, if results spread as playouts do, by
        a normal curve."""
        likely = (winrate * visits + UNSEEN / 2) / (visits + UNSEEN)
        return self.spread * statistics.NormalDist().inv_cdf(min(SUREST, max(1 - SUREST, likely)))
