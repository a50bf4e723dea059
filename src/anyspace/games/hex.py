"""Hex: place a stone a turn on a rhombus of hexagons; whoever joins the own two sides wins. There are no draws.

Player 0 (x) joins top and bottom, player 1 (o) joins left and right. Cell `row * size + column`; size 3:

      a b c
    1  0 1 2             cell 4 touches 1 and 2 above,
     2  3 4 5            3 and 5 beside,
      3  6 7 8           6 and 7 below

With `swap`, player 1 may answer the first stone by "swap" (move `size * size`): the stone becomes o and goes to its
mirror image, row and column exchanged. The mirror also exchanges the two pairs of sides, so this is the same as
changing colours, but players keep their sides.

A set of cells is a bitboard in words of 64 bits, cell 0 in the lowest bit of word 0. The bits beyond the last cell
are x's from the start: they stand for the bottom side, where every row below the board would be x's too.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import OptionError
from ..rng import below, bits, happens
from ..rules.codes import NO_REPLY, TOO_LONG
from ..rules.game import OVER, Game, declare
from .board_key import scramble
from .bridges import AROUND, BITS, EMPTY, OUTSIDE, SAVERS, one_of, ring_code
from .hex_looks import KINDS_OF_MOVES, LOOKS, TAKEOVER
from .hex_sense import RING, judgement
from .notation import by_turns, last_to_win, player_of, read_boards, words_in, write_boards
from .turns import HALF, SAME, of_cells

SMALLEST, LARGEST = 2, 19
LETTERS, MARKS = "abcdefghijklmnopqrs", "xo"
NOBODY, NO_MOVE = -1, -1

WORD = 64
NONE, ONE, ALL = np.uint64(0), np.uint64(1), np.uint64(2**64 - 1)
BY_1, BY_2, BY_4, BY_56, BY_63 = (np.uint64(distance) for distance in (1, 2, 4, 56, 63))
PAIRS, FOURS, EIGHTS, BYTES = (
    np.uint64(mask) for mask in (0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F, 0x0101010101010101)
)


def count(word: Any) -> Any:
    """The number of bits set: sums of neighbours, in fields of 2, 4 and 8 bits."""
    word = word - (word >> BY_1 & PAIRS)
    word = (word & FOURS) + (word >> BY_2 & FOURS)
    return np.int64(((word + (word >> BY_4)) & EIGHTS) * BYTES >> BY_56)


def bit(cell: int) -> Any:
    """A cell's bit within its word, `cell // WORD`."""
    return ONE << np.uint64(cell % WORD)


def bitboard(bits_set: int, words: int) -> Any:
    """An integer's lowest bits as an array of words."""
    return np.array([bits_set >> WORD * w & (2**WORD - 1) for w in range(words)], dtype=np.uint64)


def neighbours(size: int) -> Any:
    """A table: [cell, way] is the cell next to it, in the order of `RING`. Off the board it is the number of cells, one
    more, or two more: beyond a side of player 0, beyond one of player 1, beyond both."""
    cells = size * size

    def number(row: int, column: int) -> int:
        beyond_0, beyond_1 = not 0 <= row < size, not 0 <= column < size
        return cells - 1 + beyond_0 + 2 * beyond_1 if beyond_0 or beyond_1 else row * size + column

    places = [divmod(cell, size) for cell in range(cells)]
    return np.array([[number(row + down, column + right) for down, right in RING] for row, column in places], np.uint16)


def game(size: int = 11, swap: bool = False) -> Game:
    if isinstance(size, bool) or not isinstance(size, int) or not SMALLEST <= size <= LARGEST:
        raise OptionError(f"hex: size must be a whole number from {SMALLEST} to {LARGEST}, not {size!r}")
    if not isinstance(swap, bool):
        raise OptionError(f"hex: swap must be True or False, not {swap!r}")

    cells = size * size
    words = -(-cells // WORD)
    swap_move = cells
    actions = cells + swap
    reductions = 2 * size - 2
    by_row, by_rest = np.uint64(size), np.uint64(WORD - size)

    board = sum(1 << cell for cell in range(cells))
    last_column = sum(1 << cell for cell in range(size - 1, cells, size))
    beyond = bitboard(~board, words)
    has_right_neighbour = bitboard(~last_column, words)
    near = neighbours(size)
    beyond_sides = np.array([0, 1, OUTSIDE])

    state_type = np.dtype(
        [
            ("stones", np.uint64, (2, words)),  # one bitboard a player
            ("scratch", np.uint64, words),  # for finding the winner; zero between moves
            ("empty", np.int16),  # number of empty cells
            ("player", np.int8),  # to move
            ("winner", np.int8),  # NOBODY until one has joined
        ]
    )

    def start(state: Any, rng: Any) -> None:
        for w in range(words):
            state.stones[0, w] = beyond[w]
            state.stones[1, w] = 0
        state.scratch[:] = 0
        state.empty = cells
        state.player = 0
        state.winner = NOBODY

    def mover(state: Any) -> int:
        return OVER if state.winner != NOBODY else state.player

    def moves(state: Any, out: Any) -> int:
        n = 0
        for cell in range(cells):
            out[n] = cell  # overwritten by the next if it is taken: cheaper than a branch
            n += is_empty(state, cell)
        if may_swap(state):
            out[n] = swap_move
            n += 1
        return n

    def is_empty(state: Any, cell: int) -> bool:
        taken = state.stones[0, cell // WORD] | state.stones[1, cell // WORD]
        return bool(taken & bit(cell) == NONE)

    def may_swap(state: Any) -> bool:
        return swap and state.empty == cells - 1 and state.player == 1

    def play(state: Any, move: int) -> None:
        player = state.player
        if move == swap_move:
            take_over_first_stone(state)
        else:
            state.stones[player, move // WORD] |= bit(move)
            state.empty -= 1
            if cells - state.empty >= 2 * size - 1 and has_joined(state, player):  # it takes `size` stones to join
                state.winner = player
        state.player = 1 - player

    def take_over_first_stone(state: Any) -> None:
        for cell in range(cells):
            if not is_empty(state, cell):
                mirrored = cell % size * size + cell // size
                state.stones[0, cell // WORD] ^= bit(cell)
                state.stones[1, mirrored // WORD] |= bit(mirrored)
                return

    def has_joined(state: Any, player: int) -> bool:
        """A player has won who would still win if the other had all the empty cells."""
        for w in range(words):
            state.scratch[w] = state.stones[0, w] if player == 0 else ~state.stones[1, w]
        joined = winner_of_full(state.scratch) == player
        state.scratch[:] = 0
        return joined

    def winner_of_full(first: Any) -> int:
        """Who has joined on a full board; `first` are the cells of player 0, and are spent.

        Replace each cell by the majority of itself, its right and its lower neighbour: the winner stays the same,
        and the board ends one diagonal earlier. Repeat until one cell is left or nothing changes. (The reduction of
        the game of Y, Schensted and Titus 1975; Hex is Y with o's on all cells to the right and x's on all below.)
        """
        for _ in range(reductions):
            changed = NONE
            for w in range(words):
                here = first[w]
                following = first[w + 1] if w + 1 < words else ALL
                right = (here >> BY_1 | following << BY_63) & has_right_neighbour[w]
                lower = here >> by_row | following << by_rest
                first[w] = here & right | lower & (here | right)
                changed |= here ^ first[w]
            if changed == NONE:
                break
        return 0 if first[0] & ONE else 1

    def returns(state: Any, out: Any) -> None:
        out[0] = out[1] = 0.0
        if state.winner != NOBODY:
            out[state.winner] = 1.0
            out[1 - state.winner] = -1.0

    def key(state: Any) -> Any:
        found = scramble(np.uint64(state.player + 1))
        for w in range(words):
            found = scramble(scramble(found + state.stones[0, w]) + state.stones[1, w])
        return found

    def playout(state: Any, rng: Any, out: Any, limit: int, trace: Any) -> int:
        """Fill the board at random: what is placed after one has joined changes nothing."""
        opening = play_opening(state, rng, trace) if swap else 0
        length: int = opening + state.empty
        if length > limit:
            if trace is not None:
                trace[opening:limit] = NO_MOVE
            return TOO_LONG
        fill_at_random(state, rng)
        if trace is not None:
            tell_cells(state, trace, opening)
        state.winner = winner_of_full(state.scratch)
        returns(state, out)
        return length

    def play_opening(state: Any, rng: Any, trace: Any) -> int:
        """Play on until nobody may swap any more; drawing the cell that is taken stands for the swap."""
        n = 0
        while state.empty == cells or may_swap(state):
            cell = below(rng, cells)
            move = cell if is_empty(state, cell) else swap_move
            if trace is not None:
                trace[n] = int(state.player) * actions + move
            play(state, move)
            n += 1
        return n

    def fill_at_random(state: Any, rng: Any) -> None:
        """The cells of player 0 on a random full board, into `scratch`. The turns decide how many of the empty cells
        each gets, and any set of that many is as likely as another: toss coins until the number is right."""
        share = (state.empty + 1 - state.player) // 2
        heads = -1
        while heads != share:
            heads = 0
            for w in range(words):
                coins = bits(rng) & ~(state.stones[0, w] | state.stones[1, w])
                state.scratch[w] = state.stones[0, w] | coins
                heads += count(coins)

    def tell_cells(state: Any, trace: Any, told: int) -> None:
        """The cells that both get on the full board `scratch`, in no order of play, behind what is `told` already."""
        n = np.uint64(told)
        for w in range(words):
            empty, second = ~(state.stones[0, w] | state.stones[1, w]), ~state.scratch[w]
            for cell in range(WORD * w, min(WORD * w + WORD, cells)):
                trace[n] = cell + actions * np.int64(second & ONE)  # overwritten by the next if it is taken
                n += empty & ONE
                empty, second = empty >> BY_1, second >> BY_1

    def held(state: Any, place: Any) -> Any:
        """Who has a cell, or a side."""
        if place >= cells:
            return beyond_sides[place - cells]
        w, shift = place // WORD, np.uint64(place % WORD)
        first, second = state.stones[0, w] >> shift & ONE, state.stones[1, w] >> shift & ONE
        return EMPTY - 2 * np.int64(first) - np.int64(second)

    def reply(state: Any, last: Any, rng: Any) -> Any:
        """Save a bridge that the last stone intruded into."""
        if last < 0 or last >= cells:
            return NO_REPLY
        around = 0
        for way in range(AROUND):
            around |= held(state, np.int64(near[last, way])) << BITS * way
        ways = SAVERS[state.player, around]
        return np.int64(near[last, one_of(ways, rng)]) if ways else NO_REPLY

    def playout_replying(state: Any, rng: Any, out: Any, limit: int, trace: Any, last: Any, often: float) -> int:
        """Fill the board move by move, saving bridges; who has joined is found in the end, as in `playout`."""
        told = play_opening(state, rng, trace) if swap else 0
        if told > 0:
            last = np.int64(trace[told - 1]) % actions
        length: int = told + state.empty
        if length > limit:
            trace[told:limit] = NO_MOVE
            return TOO_LONG
        holds, left = np.empty(cells + len(beyond_sides), np.uint8), np.empty(cells, np.uint16)
        vacant = 0
        for cell in range(len(holds)):
            holds[cell] = held(state, cell)
            if holds[cell] == EMPTY:
                left[vacant] = cell
                vacant += 1
        for w in range(words):
            state.scratch[w] = state.stones[0, w]
        player, at = np.int64(state.player), np.uint64(max(last, 0))
        answers = last >= 0 and last < cells
        for k in range(told, length):
            ways = SAVERS[player, ring_code(holds, near, at)] if answers else np.uint8(0)
            if ways and happens(rng, often):
                at = np.uint64(near[at, one_of(ways, rng)])
            else:
                while True:  # replies are still in the list: they are taken out when they are drawn
                    i = below(rng, vacant)
                    at = np.uint64(left[i])
                    vacant -= 1
                    left[i] = left[vacant]
                    if holds[at] == EMPTY:
                        break
            holds[at] = player
            if player == 0:
                state.scratch[at // np.uint64(WORD)] |= ONE << at % np.uint64(WORD)
            trace[k] = player * actions + np.int64(at)
            player, answers = 1 - player, True
        state.winner = winner_of_full(state.scratch)
        returns(state, out)
        return length

    def features(state: Any, moves: Any, n: int, out: Any) -> None:
        """What lies around the cell."""
        holds, seen = np.empty(cells + len(beyond_sides), np.uint8), LOOKS[state.player]
        for w in range(words):
            first, second = state.stones[0, w], state.stones[1, w]
            for cell in range(WORD * w, min(WORD * w + WORD, cells)):
                holds[cell] = EMPTY - np.uint8(first & ONE) * 2 - np.uint8(second & ONE)
                first, second = first >> BY_1, second >> BY_1
        for side in range(len(beyond_sides)):
            holds[cells + side] = beyond_sides[side]
        for i in range(n):
            out[i] = TAKEOVER if moves[i] == swap_move else seen[ring_code(holds, near, np.uint64(moves[i]))]

    def planes(state: Any, observer: int, out: Any) -> None:
        """Own stones, the other's; ones where the observer joins top and bottom; ones where a swap is allowed; ones."""
        for cell in range(cells):
            row, column = cell // size, cell % size
            out[0, row, column] = state.stones[observer, cell // WORD] & bit(cell) != NONE
            out[1, row, column] = state.stones[1 - observer, cell // WORD] & bit(cell) != NONE
            out[2, row, column] = 1 - observer
            out[3, row, column] = may_swap(state)
            out[4, row, column] = 1.0

    def symmetries() -> Any:
        return of_cells(size, size, (SAME, HALF), others=int(swap))

    def move_name(state: Any, move: int) -> str:
        return "swap" if move == swap_move else f"{LETTERS[move % size]}{move // size + 1}"

    def owner(state: Any) -> list[list[int]]:
        owners = [next((p for p in (0, 1) if state.stones[p, c // WORD] & bit(c)), NOBODY) for c in range(cells)]
        return [owners[size * row : size * (row + 1)] for row in range(size)]

    def render(state: Any) -> str:
        def stone(cell: int) -> str:
            owners = [player for player in (0, 1) if state.stones[player, cell // WORD] & bit(cell)]
            return "xo"[owners[0]] if owners else "."

        columns = " ".join(LETTERS[:size])
        top = ["x joins top and bottom, o left and right", f"   {columns}"]
        rows = [
            f"{' ' * row}{row + 1:2}  " + " ".join(stone(row * size + column) for column in range(size))
            for row in range(size)
        ]
        return "\n".join([*top, *rows, f"{' ' * size}    {columns}"])

    def cell_at(row: int, column: int) -> int:
        return row * size + column

    def notation(state: Any) -> str:
        sides = [sum(int(word) << WORD * w for w, word in enumerate(side)) & board for side in state.stones]
        return f"{write_boards(sides, MARKS, size, size, cell_at)} {MARKS[state.player]}"

    def from_notation(state: Any, text: str) -> None:
        found, word = words_in(text, "cells turn")
        sides, turn = read_boards(found, MARKS, size, size, cell_at), player_of(word, MARKS)
        state.empty = cells - by_turns([side.bit_count() for side in sides], turn, MARKS, swap)
        state.stones[0] = bitboard(sides[0], words) | beyond
        state.stones[1] = bitboard(sides[1], words)
        state.player = turn
        if last_to_win([has_joined(state, player) for player in (0, 1)], turn, MARKS):
            state.winner = 1 - turn

    return declare(
        globals(),
        locals(),
        judgement(size),
        name="hex",
        state=state_type,
        players=2,
        max_moves=cells,
        max_length=cells + swap,
        actions=actions,
        plane_shape=(5, size, size),
        move_features=KINDS_OF_MOVES,
        trusted=True,
    )
