"""Go as a picture for networks: stones, liberties, ko."""

from __future__ import annotations

from typing import Any

from .go_board import BLACK, EMPTY, NOWHERE, WHITE, around, move_at, point_of

PLANES = 12
OWN, OTHER, LIBERTIES, KO, PASSED, WHITE_TO_ACT, ONES = 0, 1, 2, 8, 9, 10, 11
"""Stones; from LIBERTIES on chains with one, two, and more liberties, the own and then the other's; where the ko rule
forbids to take back at once; whether the last move was a pass; whether the observer has the komi; ones."""


def paint(state: Any, observer: int, out: Any, size: int, width: int) -> None:
    """For `planes`: row 0 is the first row, A1 its first cell, as moves are counted."""
    own = BLACK + observer
    for move in range(size * size):
        row, column, point = move // size, move % size, point_of(move, size)
        colour = state.cells[point]
        out[PASSED, row, column] = state.passes > 0
        out[WHITE_TO_ACT, row, column] = own == WHITE
        out[ONES, row, column] = 1.0
        if colour == EMPTY:
            continue
        out[OWN if colour == own else OTHER, row, column] = 1.0
        if state.head[point] == point:  # its chain is painted once
            liberties = count_liberties(state, point, out, size, width)
            plane = LIBERTIES + (0 if colour == own else 3) + min(3, liberties) - 1
            stone = point
            while True:
                at = move_at(stone, size)
                out[plane, at // size, at % size] = 1.0
                stone = state.next[stone]
                if stone == point:
                    break
    if state.ko != NOWHERE:
        at = move_at(state.ko, size)
        out[KO, at // size, at % size] = 1.0


def count_liberties(state: Any, head: int, out: Any, size: int, width: int) -> int:
    """Of a chain; the plane of ko marks those that were counted, and is empty again afterwards."""
    found = 0
    for wiping in range(2):
        stone = head
        while True:
            for near in around(stone, width):
                if state.cells[near] == EMPTY:
                    at = move_at(near, size)
                    if wiping:
                        out[KO, at // size, at % size] = 0.0
                    elif out[KO, at // size, at % size] == 0.0:
                        out[KO, at // size, at % size] = 1.0
                        found += 1
            stone = state.next[stone]
            if stone == head:
                break
    return max(1, found)
