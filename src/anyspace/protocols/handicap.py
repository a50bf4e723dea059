"""Where handicap stones go on a Go board: the points of the GTP specification."""

from __future__ import annotations

from ..errors import ProtocolError

COLUMNS = "ABCDEFGHJKLMNOPQRST"
FEWEST = 2
SMALLEST_BOARD, SMALLEST_WITH_SIDES, FROM_THE_FOURTH = 7, 9, 13
"""Boards from this size on have handicap points, have more than the corners', have them on the fourth line."""


def most_stones(size: int) -> int:
    """How many handicap points a board has."""
    if size < SMALLEST_BOARD:
        return 0
    return 9 if size % 2 and size >= SMALLEST_WITH_SIDES else 4


def handicap_points(size: int, stones: int) -> list[str]:
    """The vertices for so many stones. Raises `ProtocolError` where there is no such handicap."""
    if not FEWEST <= stones <= most_stones(size):
        raise ProtocolError("invalid number of stones")
    low = 4 if size >= FROM_THE_FOURTH else 3
    high, middle = size + 1 - low, (size + 1) // 2
    corners = [(low, low), (high, high), (low, high), (high, low)]
    points = corners[: min(stones, 4)]
    if stones >= 6:
        points += [(low, middle), (high, middle)]
    if stones >= 8:
        points += [(middle, low), (middle, high)]
    if stones in (5, 7, 9):
        points.append((middle, middle))
    return [f"{COLUMNS[column - 1]}{row}" for column, row in points]
