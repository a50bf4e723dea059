"""What looks good in Hex without search: how many stones a player still needs to join, and where stones work together.

All cells are looked at together, word by word, as in `hex`. Rows beyond the board count as x's and columns beyond it as
o's: a player's own sides are stones of that player.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np

WORD = 64
NONE, ONE, ALL = np.uint64(0), np.uint64(1), np.uint64(2**64 - 1)

RING = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))
"""Rows and columns to the six neighbours of a cell, each of which touches the one before and the one after it."""
AROUND = len(RING)

# of `evaluate`: fitted to the values of 1,200 positions as searches of 4,000 iterations found them
DISTANCE, TO_MOVE, SURE = 1.85, 3.3, 0.99

# of `prior`: chosen in games between players who draw their moves by such weights
FROM_CENTRE = 6.0
NEAR_OWN, NEAR_OTHER, JOINS, CUTS = range(4)
FACTOR = np.array([2.0, 3.0, 20.0, 15.0])


def as_words(cells: Iterable[int], words: int) -> list[int]:
    """A set of cells as a bitboard."""
    bits = sum(1 << cell for cell in cells)
    return [bits >> WORD * w & (2**WORD - 1) for w in range(words)]


def centrality(row: int, column: int, size: int) -> float:
    """1 in the centre, less with the number of steps from it."""
    down, right = 2 * row - size + 1, 2 * column - size + 1
    steps = (abs(down) + abs(right) + abs(down + right)) / 4
    return math.exp(-FROM_CENTRE * steps / (size - 1))


def judgement(size: int) -> dict[str, Any]:
    """The rules `evaluate`, `prior` and `group` of a board."""
    cells = size * size
    words = -(-cells // WORD)
    places = [divmod(cell, size) for cell in range(cells)]
    board = np.array(as_words(range(cells), words), np.uint64)
    steps = np.array([down * size + right for down, right in RING])
    leaves = np.array(  # [neighbour, word]: the cells whose neighbour is beyond the first column or the last
        [as_words((cell for cell in range(cells) if not 0 <= cell % size + right < size), words) for _, right in RING],
        np.uint64,
    )
    first_line, last_line = (  # [player, word]: where a way from side to side begins, and where it ends
        np.array([as_words((cell for cell in range(cells) if places[cell][p] == k), words) for p in (0, 1)], np.uint64)
        for k in (0, size - 1)
    )
    at_centre = np.array([*(centrality(row, column, size) for row, column in places), 1.0])  # and the swap
    ring = np.array([*(min(r, size - 1 - r, c, size - 1 - c) for r, c in places), (size + 1) // 2])  # and the swap

    def neighbours(stones: Any, w: int, i: int, beyond: Any) -> Any:
        """The cells of word `w` whose neighbour number `i` is among `stones`. `beyond`: what lies above and below the
        words; nothing lies to the left and to the right."""
        step = steps[i]
        if step > 0:
            below = stones[w + 1] if w + 1 < words else beyond
            return (stones[w] >> np.uint64(step) | below << np.uint64(WORD - step)) & ~leaves[i, w]
        above = stones[w - 1] if w > 0 else beyond
        return (stones[w] << np.uint64(-step) | above >> np.uint64(WORD + step)) & ~leaves[i, w]

    def beside(reached: Any, player: int, w: int) -> Any:
        """The cells of word `w` that touch those reached, or the side where the way begins."""
        found = first_line[player, w]
        for i in range(AROUND):
            found |= neighbours(reached, w, i, NONE)
        return found

    def stones_needed(state: Any, player: int) -> int:
        """How many stones a player would need to join, if the other did not answer."""
        own, other = state.stones[player], state.stones[1 - player]
        reached, further = np.zeros(words, np.uint64), np.zeros(words, np.uint64)
        for needed in range(cells):
            grows = True
            while grows:  # along own stones, as far as they go
                grows = False
                for w in range(words):
                    more = beside(reached, player, w) & own[w] & board[w] & ~reached[w]
                    reached[w] |= more
                    grows |= more != NONE
            arrived = False
            for w in range(words):
                arrived |= reached[w] & last_line[player, w] != NONE
                further[w] = reached[w] | beside(reached, player, w) & ~other[w] & board[w]
            if arrived:
                return needed
            reached[:] = further
        return cells

    def evaluate(state: Any, out: Any) -> None:
        me, other = int(state.player), 1 - int(state.player)
        mine, theirs = stones_needed(state, me), stones_needed(state, other)
        lead = (DISTANCE * (theirs - mine) + TO_MOVE) / (mine + theirs + 1)
        out[me] = SURE if mine == 1 else SURE * np.tanh(lead)
        out[other] = -out[me]

    def prior(state: Any, moves: Any, n: int, out: Any) -> None:
        """Near the centre, near other stones, and above all where one of two ways to join own stones is left, or to
        part two of the other's: between the two lies an enemy, and the cell touches all three."""
        me, other = int(state.player), 1 - int(state.player)
        around, looks = np.empty((2, AROUND), np.uint64), np.zeros((len(FACTOR), words), np.uint64)
        for w in range(words):
            for i in range(AROUND):
                around[0, i] = neighbours(state.stones[0], w, i, ALL)
                around[1, i] = neighbours(state.stones[1], w, i, NONE) | leaves[i, w]
            for i in range(AROUND):
                second, third = (i + 1) % AROUND, (i + 2) % AROUND
                looks[NEAR_OWN, w] |= around[me, i]
                looks[NEAR_OTHER, w] |= around[other, i]
                looks[JOINS, w] |= around[me, i] & around[other, second] & around[me, third]
                looks[CUTS, w] |= around[other, i] & around[me, second] & around[other, third]
        for i in range(n):
            out[i] = at_centre[moves[i]]
            if moves[i] < cells:
                for k in range(len(FACTOR)):
                    if looks[k, moves[i] // WORD] >> np.uint64(moves[i] % WORD) & ONE != NONE:
                        out[i] *= FACTOR[k]

    def group(state: Any, move: int) -> int:
        """The ring around the edge that a cell lies on, 0 at the edge; the swap is one of its own."""
        return ring[move]

    return {"evaluate": evaluate, "prior": prior, "group": group}
