"""Whose the points will be, by random playouts that are added bit by bit while somebody looks on."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from ..search.ownership import owners, ownership

if TYPE_CHECKING:
    from ..rules.game import State


class Estimate:
    """Of one position. Raises `GameError` where the game does not say whose cells are."""

    def __init__(self, state: State) -> None:
        owners(state)
        self._state = state
        self._sum: Any = 0.0
        self.playouts = 0

    def improve(self, seconds: float = 0.0, playouts: int = 1) -> None:
        """Add so many playouts, and more while there is time."""
        until = time.monotonic() + seconds
        while playouts > 0 or time.monotonic() < until:
            shares = ownership(self._state, 1)
            self._sum = self._sum + shares[0] - shares[1]
            self.playouts += 1
            playouts -= 1

    def points(self, player: int) -> list[float]:
        """Every cell from -1, the other's, to 1, the player's, row by row as the board is printed."""
        sign = 1.0 if player == 0 else -1.0
        return [float(sign * cell / self.playouts) for row in self._sum for cell in row]

    def lead(self, player: int, komi: float) -> float:
        """Points by which a player is ahead."""
        return sum(self.points(player)) + (komi if player == 1 else -komi)
