"""Whose the points of a Go board are, for people: stones, and empty regions that border on one colour only."""

from __future__ import annotations

from .go_board import EMPTY

Rows = list[list[int]]
NOBODY = -1


def owners_of_points(stones: Rows) -> Rows:
    """From colours (EMPTY, then those of the players in their order) to players, or -1."""
    found = [[NOBODY if colour == EMPTY else colour - 1 for colour in row] for row in stones]
    waiting = {(y, x) for y, row in enumerate(stones) for x, colour in enumerate(row) if colour == EMPTY}
    while waiting:
        region, border, edge = set(), set(), [waiting.pop()]
        while edge:
            y, x = edge.pop()
            region.add((y, x))
            for beside in ((y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)):
                if beside in waiting:
                    waiting.remove(beside)
                    edge.append(beside)
                elif 0 <= beside[0] < len(stones) and 0 <= beside[1] < len(stones[0]):
                    border.add(found[beside[0]][beside[1]])
        border.discard(NOBODY)
        if len(border) == 1:
            for y, x in region:
                found[y][x] = next(iter(border))
    return found
