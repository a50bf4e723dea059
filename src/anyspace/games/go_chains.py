"""Chains of a Go board as `go_odds` looks at them: their liberties, counted once for all moves of a position.

The board keeps pseudo-liberties (`go_board`); how many liberties a chain has, and which one is left beside a given one,
takes a walk over the empty points. `chains` is an array of whole numbers, a row for each of the names below, by the
head of a chain.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .go_board import BLACK, EMPTY, WHITE, around, heads_around

LIBERTIES, LIBERTIES_MIXED, STONES, HOLDS_IN_ATARI = range(4)
"""How many; their exclusive or, which of two tells the other; how many stones; whether it is next to an enemy chain
that has one liberty left, and is its attacker."""
ROWS = 4


def look_at_chains(state: Any, me: int, width: int, chains: Any) -> None:
    """Fill `chains`, which are zeros. Only attackers of the chains of `me` are noted as such."""
    for i in range(state.vacant):
        point = state.empties[i]
        west, east, south, north = heads_around(state, point, width)
        note_liberty(state, west, point, chains)
        if east != west:
            note_liberty(state, east, point, chains)
        if south not in (west, east):
            note_liberty(state, south, point, chains)
        if north not in (west, east, south):
            note_liberty(state, north, point, chains)
    for cell in range(len(state.cells)):
        chains[STONES, state.head[cell]] += 1
    for cell in range(len(state.cells)):
        if state.cells[cell] == me and chains[LIBERTIES, state.head[cell]] == 1:
            for beside in around(cell, width):
                chains[HOLDS_IN_ATARI, state.head[beside]] = 1


def note_liberty(state: Any, head: int, point: int, chains: Any) -> None:
    """`point` is a liberty of the chain of `head`, if that is one."""
    if state.cells[head] in (BLACK, WHITE):
        chains[LIBERTIES, head] += 1
        chains[LIBERTIES_MIXED, head] ^= point


def free_beside(state: Any, point: int, but: int, width: int) -> int:
    """How many empty neighbours a point has, `but` not counted."""
    free = 0
    for cell in around(point, width):
        free += int((state.cells[cell] == EMPTY) & (cell != but))
    return free


def liberties_after(state: Any, point: int, me: int, width: int, chains: Any) -> int:
    """Of the chain that a stone of `me` on `point` belongs to: 1 exactly if it can be taken at once, else no more than
    there are. Of what is captured only the stones beside `point` count."""
    foe = BLACK + WHITE - me
    most, other = free_beside(state, point, point, width), np.int64(0)
    for near in around(point, width):
        head = state.head[near]
        if state.cells[near] != me:
            continue
        found = chains[LIBERTIES, head] - 1
        for cell in around(point, width):
            found += int(state.cells[cell] == EMPTY and not touches(state, cell, head, width))
        most = max(most, found)
        if chains[LIBERTIES, head] == 2:
            left: Any = np.int64(chains[LIBERTIES_MIXED, head]) ^ point
            most = max(most, 2) if other not in (0, left) else most
            other = left
    for near in around(point, width):
        most += int(state.cells[near] == foe and chains[LIBERTIES, state.head[near]] == 1)
    return most


def touches(state: Any, point: int, head: int, width: int) -> bool:
    """Whether a point is next to the chain of `head`."""
    west, east, south, north = heads_around(state, point, width)
    return head in (west, east, south, north)
