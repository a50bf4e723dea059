"""Moves in Hex that need not be looked at: dead cells, and cells that do not answer a threat.

A cell is *dead* if whoever holds it changes nothing: it lies on no way across the board that needs all of its cells.
Such a way enters the cell by one neighbour and leaves it by another, both held by the player or empty, and these two
neither touch nor are joined around the cell by the player's own stones. Which of the 3^6 sets of neighbours allow no
such way, to either player, is worked out once: 122. (Hayward and van Rijswijck 2006. What is dead to one player is dead
to the other, in this table too.) Sides of the board are stones of their owner.

Who can join at once wins. Who cannot, and whose opponent could join with two different cells, loses; with one, it must
be taken.
"""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

import numpy as np

from ..rules.codes import NOBODY

AROUND = 6
NONE, ONE = np.uint64(0), np.uint64(1)
EMPTY, OF_X, OF_O = range(3)
"""What a neighbour may be."""


def is_needed(ring: tuple[int, ...], stone: int) -> bool:
    """Whether a cell with these neighbours may be needed by the player with such stones."""
    usable = [i for i in range(AROUND) if ring[i] in (EMPTY, stone)]
    for a, b in combinations(usable, 2):
        between, around = ring[a + 1 : b], ring[b + 1 :] + ring[:a]
        if not (all(held == stone for held in between) or all(held == stone for held in around)):
            return True
    return False


def dead_rings() -> Any:
    """[the neighbours as a number in base 3, the first one lowest]: whether a cell between them is dead."""
    rings = (ring[::-1] for ring in product(range(3), repeat=AROUND))
    return np.array([not is_needed(ring, OF_X) and not is_needed(ring, OF_O) for ring in rings])


DEAD = dead_rings()
POWERS = 3 ** np.arange(AROUND)


def inferior(size: int, board: Any, beside: Any, neighbours: Any, first_line: Any, last_line: Any, leaves: Any) -> Any:
    """The rule `prune` of a board, given how `hex_sense` looks at it."""
    cells, words = size * size, len(board)
    word_bits = np.uint64(64)
    none, all_x = NONE, ~NONE

    def grow_along(own: Any, line: Any, reached: Any) -> None:
        """All stones that are joined to a side of the board, whose cells are `line`."""
        for w in range(words):
            reached[w] = line[w] & own[w] & board[w]
        grows = True
        while grows:
            grows = False
            for w in range(words):
                more = beside(reached, w) & own[w] & ~reached[w] & board[w]
                reached[w] |= more
                grows |= more != none

    def joining(state: Any, player: int, out: Any) -> int:
        """The empty cells that join the sides of a player, into `out`; how many, two at most."""
        first, last = np.empty(words, np.uint64), np.empty(words, np.uint64)
        grow_along(state.stones[player], first_line[player], first)
        grow_along(state.stones[player], last_line[player], last)
        found = 0
        for w in range(words):
            touches_first = beside(first, w) | first_line[player, w]
            touches_last = beside(last, w) | last_line[player, w]
            out[w] = touches_first & touches_last & ~(state.stones[0, w] | state.stones[1, w])
            found += int(out[w] != none) + int(out[w] & (out[w] - ONE) != none)
        return min(found, 2)

    def prune(state: Any, moves: Any, n: int, keep: Any) -> int:
        if state.empty == cells or moves[n - 1] == cells:
            return NOBODY  # where the first stone may be taken over, it may have to be a bad one
        me, other = int(state.player), 1 - int(state.player)
        wanted = np.empty(words, np.uint64)
        winner, answers = me, joining(state, me, wanted)
        if answers == 0:
            answers = joining(state, other, wanted)
            winner = other if answers > 1 else NOBODY
        if answers == 0:
            drop_dead(state, moves, n, keep)
            return NOBODY
        for i in range(n):
            cell = np.uint64(moves[i])
            keep[i] = float(wanted[cell // word_bits] >> cell % word_bits & ONE)
        return winner

    def drop_dead(state: Any, moves: Any, n: int, keep: Any) -> None:
        around = np.empty((words, 2, AROUND), np.uint64)
        for w in range(words):
            for i in range(AROUND):
                around[w, 0, i] = neighbours(state.stones[0], w, i, all_x)
                around[w, 1, i] = neighbours(state.stones[1], w, i, none) | leaves[i, w]
        for k in range(n):
            cell = np.uint64(moves[k])
            at, shift = cell // word_bits, cell % word_bits
            ring: Any = 0
            for i in range(AROUND):
                x, o = around[at, 0, i] >> shift & ONE, around[at, 1, i] >> shift & ONE
                ring += np.int64(x * np.uint64(OF_X) + o * np.uint64(OF_O)) * POWERS[i]
            keep[k] = 0.0 if DEAD[ring] else 1.0

    return prune
