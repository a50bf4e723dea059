"""k in a row on a board of any size (m,n,k-games): Gomoku by default, tic-tac-toe with 3 columns, 3 rows and k = 3.

Player 0 (x) begins. A turn puts a stone on an empty cell; stones stay. Whoever first has k or more of the own stones
in an unbroken row, column or diagonal wins; a full board without such a line is a draw.

Cell `row * columns + column`; 4 columns, 3 rows:

      a  b  c  d
    1  0  1  2  3
    2  4  5  6  7
    3  8  9 10 11

The state is every line of the board, each a word of bits for either player (see `mnk_lines`): a stone is a bit in four
of them, and whether it has made k in a row is seen in these four alone.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import OptionError
from ..rng import BITS_27, BITS_30, BITS_31, GOLDEN, MIX_1, MIX_2, below
from ..rules.codes import TOO_LONG
from ..rules.game import OVER, Game, declare
from .mnk_lines import (
    LOST,
    NOWHERE,
    OWN_PULL,
    OWN_WORTH,
    TEMPO,
    THEIR_PULL,
    THEIR_WORTH,
    WON,
    by_stones,
    empty_pulls,
    hops_to,
    lines_of,
    stones_in,
)
from .notation import EMPTY, by_turns, last_to_win, player_of, read_rows, words_in, write_rows

LARGEST = 19
LETTERS, MARKS = "abcdefghijklmnopqrs", "xo"
HALF = np.uint64(32)


def check_option(option: str, value: int, largest: int, why: str = "") -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= largest:
        raise OptionError(f"mnk: {option} must be a whole number from 1 to {largest}{why}, not {value!r}")


def mixed(word: Any) -> Any:
    """64 bits of which each depends on all of `word`, as in `anyspace.rng`."""
    word = (word ^ (word >> BITS_30)) * MIX_1
    word = (word ^ (word >> BITS_27)) * MIX_2
    return word ^ (word >> BITS_31)


def game(columns: int = 15, rows: int = 15, k: int = 5) -> Game:
    check_option("columns", columns, LARGEST)
    check_option("rows", rows, LARGEST)
    check_option("k", k, max(columns, rows), " (the longer side)")

    cells = columns * rows
    falling, rising = (
        columns + 2 * rows - 1,
        2 * columns + 2 * rows - 1,
    )  # where column - row is 0, where column + row is
    origin, step, first, windows = lines_of(columns, rows, k)
    count = len(origin)
    hops = hops_to(k)
    full_window = (1 << k) - 1
    pull_of_empty = empty_pulls(columns, rows, k)
    own_pull, their_pull = by_stones(OWN_PULL, k), by_stones(THEIR_PULL, k)
    own_worth, their_worth = by_stones(OWN_WORTH, k), by_stones(THEIR_WORTH, k)

    state_type = np.dtype(
        [
            ("lines", np.int32, (2, count)),  # for each player the stones on every line
            ("placed", np.int16),  # the number of stones
            ("won", np.int8),  # 1 once the last stone made k in a row
        ]
    )

    def start(state: Any, rng: Any) -> None:
        state.lines[:] = 0
        state.placed = 0
        state.won = 0

    def mover(state: Any) -> int:
        return OVER if state.won or state.placed == cells else state.placed & 1

    def moves(state: Any, out: Any) -> int:
        return list_empty(state.lines, out)

    def list_empty(lines: Any, out: Any) -> int:
        """The empty cells into `out`; how many they are."""
        n = 0
        for row in range(rows):
            taken = lines[0, row] | lines[1, row]
            for column in range(columns):
                out[n] = row * columns + column  # overwritten by the next if it is taken: cheaper than a branch
                n += 1 - (taken >> column & 1)
        return n

    def play(state: Any, cell: int) -> None:
        state.won = place(state.lines, state.placed & 1, cell)
        state.placed += 1

    def place(lines: Any, player: int, cell: int) -> bool:
        """Put a stone, and tell whether it makes k in a row. Two lines share a word, with a gap between them."""
        row, column = cell // columns, cell % columns
        across, down = 1 << column, 1 << row
        own = lines[player]
        east = own[row] = own[row] | across
        south = own[rows + column] = own[rows + column] | down
        fall = own[falling + column - row] = own[falling + column - row] | across
        rise = own[rising + column + row] = own[rising + column + row] | across
        return (run_starts(east | np.int64(south) << 32) | run_starts(fall | np.int64(rise) << 32)) != 0

    def run_starts(line: Any) -> Any:
        """The first bits of all runs of k: of 2, of 4, ... by laying what there is onto itself."""
        line = line & (line >> hops[0])
        line = line & (line >> hops[1])
        line = line & (line >> hops[2])
        line = line & (line >> hops[3])
        return line & (line >> hops[4])

    def returns(state: Any, out: Any) -> None:
        out[0] = out[1] = 0.0
        if state.won:
            winner = (state.placed - 1) & 1
            out[winner] = 1.0
            out[1 - winner] = -1.0

    def playout(state: Any, rng: Any, out: Any, limit: int, trace: Any) -> int:
        """Uniformly random moves, drawn from a list of the empty cells that is made only once."""
        empty = np.empty(cells, np.uint16)
        left = list_empty(state.lines, empty)
        player: Any = np.int64(state.placed & 1)
        for length in range(1, limit + 1):
            i = below(rng, left)
            cell: Any = np.int64(empty[i])
            left -= 1
            empty[i] = empty[left]
            if trace is not None:
                trace[length - 1] = player * cells + cell
            if place(state.lines, player, cell):
                out[player] = 1.0
                out[1 - player] = -1.0
                return length
            if left == 0:
                out[0] = out[1] = 0.0
                return length
            player = 1 - player
        state.placed += limit
        return TOO_LONG

    def key(state: Any) -> Any:
        """The rows of both players, each mixed with its number; whose turn it is follows from the number of stones."""
        found = np.uint64(0)
        for row in range(rows):
            stones = np.uint64(state.lines[0, row]) | np.uint64(state.lines[1, row]) << HALF
            found ^= mixed(stones + np.uint64(row + 1) * GOLDEN)
        return found

    def prior(state: Any, moves: Any, n: int, out: Any) -> None:
        """Every window pulls at its cells: the mover would like to fill it, or to stop the other from doing so."""
        mine, theirs = state.lines[state.placed & 1], state.lines[1 - (state.placed & 1)]
        pull = pull_of_empty.copy()
        for line in range(count):
            if mine[line] | theirs[line] == 0:
                continue
            for bit in range(first[line], first[line] + windows[line]):
                own, other = mine[line] >> bit & full_window, theirs[line] >> bit & full_window
                if (own == 0) == (other == 0):  # empty, or of both
                    continue
                gain = own_pull[stones_in(own)] if own != 0 else their_pull[stones_in(other)]
                cell = origin[line] + step[line] * bit
                for _ in range(k):
                    pull[cell] += gain
                    cell += step[line]
        for i in range(n):
            out[i] = pull[moves[i]]

    def evaluate(state: Any, out: Any) -> None:
        player = state.placed & 1
        out[player] = estimate(state.lines[player], state.lines[1 - player])
        out[1 - player] = -out[player]

    def estimate(mine: Any, theirs: Any) -> float:
        """The mover's: who can still fill which windows, and what is decided by the next two moves."""
        total = TEMPO
        threat = NOWHERE
        lost = False
        for line in range(count):
            if mine[line] | theirs[line] == 0:
                continue
            for bit in range(first[line], first[line] + windows[line]):
                own, other = mine[line] >> bit & full_window, theirs[line] >> bit & full_window
                if (own == 0) == (other == 0):
                    continue
                if own != 0:
                    if stones_in(own) == k - 1:
                        return WON
                    total += own_worth[stones_in(own)]
                else:
                    total -= their_worth[stones_in(other)]
                    if stones_in(other) == k - 1:
                        gap = bit + stones_in((full_window ^ other) - 1)  # the bit that is missing
                        cell = origin[line] + step[line] * gap
                        lost |= threat not in (NOWHERE, cell)
                        threat = cell
        return LOST if lost else total / (1.0 + abs(total))

    def move_name(state: Any, cell: int) -> str:
        return f"{LETTERS[cell % columns]}{cell // columns + 1}"

    def render(state: Any) -> str:
        def stone(row: int, column: int) -> str:
            return "x" if state.lines[0, row] >> column & 1 else "o" if state.lines[1, row] >> column & 1 else "."

        header = "   " + " ".join(LETTERS[:columns])
        grid = [f"{row + 1:2} " + " ".join(stone(row, column) for column in range(columns)) for row in range(rows)]
        return "\n".join([header, *grid])

    def notation(state: Any) -> str:
        def stone(row: int, column: int) -> str:
            return next((MARKS[side] for side in (0, 1) if state.lines[side, row] >> column & 1), EMPTY)

        cells = write_rows([stone(row, column) for column in range(columns)] for row in range(rows))
        return f"{cells} {MARKS[state.placed & 1]}"

    def from_notation(state: Any, text: str) -> None:
        found, turn = words_in(text, "cells turn")
        board, player = read_rows(found, [columns] * rows, MARKS), player_of(turn, MARKS)
        won = [False, False]
        for row in range(rows):
            for column in range(columns):
                if board[row][column] != EMPTY:
                    side = MARKS.index(board[row][column])
                    won[side] |= place(state.lines, side, row * columns + column)
        state.placed = by_turns(["".join(board).count(mark) for mark in MARKS], player, MARKS)
        state.won = last_to_win(won, player, MARKS)

    return declare(
        globals(),
        locals(),
        name="mnk",
        state=state_type,
        players=2,
        max_moves=cells,
        actions=cells,
        max_length=cells,
        trusted=True,
    )
