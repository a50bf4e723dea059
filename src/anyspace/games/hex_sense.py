"""What looks good in Hex without search: how many stones a player still needs to join, and where stones work together.

All cells are looked at together, word by word, as in `hex`. Rows beyond the board count as x's and columns beyond it as
o's: a player's own sides are stones of that player.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np

from .hex_inferior import inferior

WORD = 64
NONE, ONE, BY_63, ALL = (np.uint64(word) for word in (0, 1, 63, 2**64 - 1))

RING = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))
"""Rows and columns to the six neighbours of a cell, each of which touches the one before and the one after it."""
AROUND = len(RING)
WORD_BITS = np.uint64(WORD)

# of `evaluate`: fitted to the values of 1,200 positions as searches of 4,000 iterations found them
DISTANCE, TO_MOVE, SURE = 1.85, 3.3, 0.99

# of `prior`: chosen in games between players who draw their moves by such weights
FROM_CENTRE, TAKEOVER = 6.0, 5.0
NEAR_OWN, NEAR_OTHER, JOINS, CUTS = range(4)
FACTORS = (2.0, 3.0, 20.0, 15.0)
FACTOR = np.array([math.prod(f for k, f in enumerate(FACTORS) if looks >> k & 1) for looks in range(1 << len(FACTORS))])
"""[set of the four]: all that applies together."""


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
    """The rules `evaluate`, `prior`, `group` and `prune` of a board."""
    cells = size * size
    words = -(-cells // WORD)
    places = [divmod(cell, size) for cell in range(cells)]
    board = np.array(as_words(range(cells), words), np.uint64)
    steps = np.array([down * size + right for down, right in RING])
    row, word_less_row = np.uint64(size), np.uint64(WORD - size)
    row_less_one, word_less_row_less_one = np.uint64(size - 1), np.uint64(WORD - size + 1)
    leaves = np.array(  # [neighbour, word]: the cells whose neighbour is beyond the first column or the last
        [as_words((cell for cell in range(cells) if not 0 <= cell % size + right < size), words) for _, right in RING],
        np.uint64,
    )
    has_right, has_left = board & ~leaves[0], board & ~leaves[3]
    first_line, last_line = (  # [player, word]: where a way from side to side begins, and where it ends
        np.array([as_words((cell for cell in range(cells) if places[cell][p] == k), words) for p in (0, 1)], np.uint64)
        for k in (0, size - 1)
    )
    at_centre = np.array([centrality(row, column, size) for row, column in places])
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

    def beside(reached: Any, w: int) -> Any:
        """The cells of word `w` that touch those reached."""
        above = reached[w - 1] if w > 0 else NONE
        here = reached[w]
        below = reached[w + 1] if w + 1 < words else NONE
        same_column = here << row | above >> word_less_row | here >> row | below << word_less_row
        from_left = here << ONE | above >> BY_63 | here >> row_less_one | below << word_less_row_less_one
        from_right = here >> ONE | below << BY_63 | here << row_less_one | above >> word_less_row_less_one
        return same_column | from_left & has_left[w] | from_right & has_right[w]

    def stones_needed(state: Any, player: int) -> int:
        """How many stones a player would need to join, if the other did not answer."""
        own, other = state.stones[player], state.stones[1 - player]
        reached, edge = np.zeros(words, np.uint64), np.zeros(words, np.uint64)
        for needed in range(cells):
            grows = True
            while grows:  # along own stones, as far as they go
                grows = False
                for w in range(words):
                    edge[w] = (beside(reached, w) | first_line[player, w]) & ~other[w] & ~reached[w] & board[w]
                    more = edge[w] & own[w]
                    reached[w] |= more
                    grows |= more != NONE
            for w in range(words):
                if reached[w] & last_line[player, w] != NONE:
                    return needed
                reached[w] |= edge[w]
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
        around, looks = np.empty((2, AROUND), np.uint64), np.zeros((words, len(FACTORS)), np.uint64)
        for w in range(words):
            for i in range(AROUND):
                around[0, i] = neighbours(state.stones[0], w, i, ALL)
                around[1, i] = neighbours(state.stones[1], w, i, NONE) | leaves[i, w]
            for i in range(AROUND):
                second, third = (i + 1) % AROUND, (i + 2) % AROUND
                looks[w, NEAR_OWN] |= around[me, i]
                looks[w, NEAR_OTHER] |= around[other, i]
                looks[w, JOINS] |= around[me, i] & around[other, second] & around[me, third]
                looks[w, CUTS] |= around[other, i] & around[me, second] & around[other, third]
        for i in range(n):
            if moves[i] == cells:
                out[i] = TAKEOVER * at_centre[only_stone(state)]
                continue
            cell, seen = np.uint64(moves[i]), NONE
            for k in range(len(FACTORS)):
                seen |= (looks[cell // WORD_BITS, k] >> cell % WORD_BITS & ONE) << np.uint64(k)
            out[i] = at_centre[cell] * FACTOR[seen]

    def only_stone(state: Any) -> int:
        """The first move of the game."""
        cell = 0
        while state.stones[0, cell // WORD] >> np.uint64(cell % WORD) & ONE == NONE:
            cell += 1
        return cell

    def group(state: Any, move: int) -> int:
        """The ring around the edge that a cell lies on, 0 at the edge; the swap is one of its own."""
        return ring[move]

    prune = inferior(size, board, beside, neighbours, first_line, last_line, leaves)
    return {"evaluate": evaluate, "prior": prior, "group": group, "prune": prune}
