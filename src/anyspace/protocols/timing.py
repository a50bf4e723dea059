"""A game's time as the other side tells it: main time, and then so many moves within so much time."""

from __future__ import annotations

from ..search.clock import Clock

USED = 0.9
"""How much of the time for a move is used: the rest is for what happens around it."""
LEAST = 0.01
"""Seconds for a move where there is no time left."""


class PlayersTime:
    """Of one player."""

    def __init__(self, main: float, overtime: float = 0.0, moves: int = 0) -> None:
        self._overtime = overtime / moves if moves else 0.0  # for a move
        self._clock = Clock(main) if main > 0 else None

    def told(self, seconds: float, moves: int) -> None:
        """So much is left: for so many moves, or of the main time if that is 0."""
        if moves:
            self._clock, self._overtime = None, seconds / moves
        elif self._clock is None:
            self._clock = Clock(seconds) if seconds > 0 else None
        else:
            self._clock.left = seconds

    def allowance(self) -> Clock | float:
        """The clock to go by, or seconds for the next move."""
        clock = self._clock
        if clock is None or clock.left <= 0 or clock.share() < self._overtime * USED:
            return max(LEAST, self._overtime * USED)
        return clock
