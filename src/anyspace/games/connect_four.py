"""Connect Four: drop discs into seven columns of six; four in a row wins, a full board is a draw.

Bitboard of 49 bits, one spare bit on top of each column stops lines from wrapping:

     6 13 20 27 34 41 48     spare
     5 12 19 26 33 40 47
     4 11 18 25 32 39 46
     3 10 17 24 31 38 45
     2  9 16 23 30 37 44
     1  8 15 22 29 36 43
     0  7 14 21 28 35 42
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..bits import popcount
from ..errors import PositionError
from ..rng import below
from ..rules.codes import TOO_LONG
from ..rules.game import OVER, Game, declare
from .board_key import scramble
from .notation import by_turns, last_to_win, player_of, read_boards, words_in, write_boards
from .turns import MIRROR, SAME, turned

WIDTH, HEIGHT, CELLS = 7, 6, 42
ONE, COLUMN = np.int64(1), np.int64(0b111111)
BOARD = sum(COLUMN << 7 * column for column in range(WIDTH))
TOP = np.int64(sum(1 << 7 * column + HEIGHT - 1 for column in range(WIDTH)))

# The open columns of a board without looking at one after the other: a product moves the top row's bits together.
GATHER = np.int64(sum(1 << 37 - 6 * column for column in range(WIDTH)))
OPEN = np.array([WIDTH - full.bit_count() for full in range(128)], np.int8)
CHOICES = np.zeros((128, WIDTH), np.int8)  # [full columns, k]: the first bit of the k-th open column
for _full in range(128):
    _open = [7 * column for column in range(WIDTH) if not _full >> column & 1]
    CHOICES[_full, : len(_open)] = _open
NAMES, MARKS = "abcdefg", "xo"

# For `evaluate` and `prior`. The numbers were fitted to 2,500 positions each, to the values and to the best moves that
# searches of some thousand iterations found; but a win is put before all else.
BOTTOM = np.int64(sum(1 << 7 * column for column in range(WIDTH)))
STEPS = np.array([1, 7, 6, 8])  # up, across, falling, rising
STARTS = np.array([BOARD & BOARD >> s & BOARD >> 2 * s & BOARD >> 3 * s for s in (1, 7, 6, 8)])
ONE_OF_FOUR, TWO_OF_FOUR, THREE_OF_FOUR = 0.03, 0.07, 0.18
TO_MOVE, SURE = 0.22, 0.99
LATE_THREAT = 0.3
# Where columns are filled up by turns, who began gets the first, third and fifth row, the other those between.
LATE_ROWS = BOTTOM * np.array([0b010101, 0b101010])
BY_COLUMN = np.array([1.0, 1.5, 2.7, 5.0, 2.7, 1.5, 1.0])
WINS, STOPS_A_WIN, ALLOWS_A_WIN, GIVES_UP_A_WIN = 10_000.0, 100.0, 0.06, 0.5
MAKES_A_THREAT, PREVENTS_A_THREAT = 2.3, 4.0

STATE = np.dtype(
    [
        ("discs", np.int64, 2),  # one bitboard a player
        ("placed", np.int8),
        ("won", np.int8),  # 1 once the last disc made a line
    ]
)


def start(state: Any, rng: Any) -> None:
    state.discs[:] = 0
    state.placed = 0
    state.won = 0


def mover(state: Any) -> int:
    return OVER if state.won or state.placed == CELLS else state.placed & 1


def moves(state: Any, out: Any) -> int:
    occupied = state.discs[0] | state.discs[1]
    n = 0
    for column in range(WIDTH):
        if not (occupied >> (7 * column + HEIGHT - 1)) & 1:
            out[n] = column
            n += 1
    return n


def play(state: Any, column: int) -> None:
    player = state.placed & 1
    occupied = state.discs[0] | state.discs[1]
    landing = (occupied + (ONE << (7 * column))) & (COLUMN << (7 * column))
    state.discs[player] |= landing
    state.placed += 1
    state.won = has_line(state.discs[player])


def has_line(discs: Any) -> bool:
    """Four in a row: vertical, horizontal, both diagonals."""
    return (fours(discs, 1) | fours(discs, 7) | fours(discs, 6) | fours(discs, 8)) != 0


def fours(discs: Any, step: int) -> Any:
    """The first discs of all fours in one direction."""
    pairs = discs & (discs >> step)
    return pairs & (pairs >> (2 * step))


def returns(state: Any, out: Any) -> None:
    out[0] = out[1] = 0.0
    if state.won:
        winner = (state.placed - 1) & 1
        out[winner] = 1.0
        out[1 - winner] = -1.0


def key(state: Any) -> Any:
    """A number for each position: in every column, the discs of player 0 and a bit above the highest disc of all."""
    return scramble(np.uint64(state.discs[0] + (state.discs[0] | state.discs[1]) + BOTTOM))


def planes(state: Any, observer: int, out: Any) -> None:
    """Own discs, the other's, and a plane of ones; the top row first."""
    for row in range(HEIGHT):
        for column in range(WIDTH):
            cell = 7 * column + HEIGHT - 1 - row
            out[0, row, column] = state.discs[observer] >> cell & 1
            out[1, row, column] = state.discs[1 - observer] >> cell & 1
            out[2, row, column] = 1.0


def symmetries() -> Any:
    columns = [*range(WIDTH)]
    return [(turned(HEIGHT, WIDTH, SAME), columns), (turned(HEIGHT, WIDTH, MIRROR), columns[::-1])]


def count(cells: Any) -> Any:
    return np.int64(popcount(np.uint64(cells)))


def completing(discs: Any, occupied: Any) -> Any:
    """The empty cells that would make four in a row of `discs`."""
    found = (discs << 1) & (discs << 2) & (discs << 3)
    for step in (7, 6, 8):
        pairs = (discs << step) & (discs << 2 * step)  # a cell with two discs before it
        found |= pairs & ((discs << 3 * step) | (discs >> step))
        pairs = (discs >> step) & (discs >> 2 * step)
        found |= pairs & ((discs << step) | (discs >> 3 * step))
    return found & BOARD & ~occupied


def open_lines(mine: Any, theirs: Any) -> float:
    """What the lines are worth in which only one side has discs: many at once, by the first of their four cells."""
    worth = 0.0
    for i in range(len(STEPS)):
        step = STEPS[i]
        is_open = STARTS[i] & ~(theirs | theirs >> step | theirs >> 2 * step | theirs >> 3 * step)
        one, two = mine ^ (mine >> step), mine & (mine >> step)  # discs on the first two cells of a line
        one_more, two_more = one >> 2 * step, two >> 2 * step  # and on the last two
        none, none_more = ~(one | two), ~(one_more | two_more)
        worth += ONE_OF_FOUR * count(is_open & (one & none_more | none & one_more))
        worth += TWO_OF_FOUR * count(is_open & (two & none_more | one & one_more | none & two_more))
        worth += THREE_OF_FOUR * count(is_open & (two & one_more | one & two_more))
    return worth


def late_threats(discs: Any, occupied: Any, player: int) -> int:
    """How many cells that would make four in a row will be that player's when the rest of the board is full."""
    return count(completing(discs, occupied) & LATE_ROWS[player])


def evaluate(state: Any, out: Any) -> None:
    """Open lines and late threats, unless the next two moves decide the game."""
    player = state.placed & 1
    mine, theirs = state.discs[player], state.discs[1 - player]
    occupied = mine | theirs
    landings = (occupied + BOTTOM) & BOARD
    if completing(mine, occupied) & landings:
        value = SURE
    elif count(completing(theirs, occupied) & landings) > 1:
        value = -SURE
    else:
        lines = open_lines(mine, theirs) - open_lines(theirs, mine)
        late = late_threats(mine, occupied, player) - late_threats(theirs, occupied | landings, 1 - player)
        value = SURE * np.tanh(TO_MOVE + lines + LATE_THREAT * late)
    out[player] = value
    out[1 - player] = -value


def prior(state: Any, moves: Any, n: int, out: Any) -> None:
    """A product: the column, lines completed and stopped at once, and what the cell above then allows."""
    player = state.placed & 1
    mine, theirs = state.discs[player], state.discs[1 - player]
    occupied = mine | theirs
    wins, losses = completing(mine, occupied), completing(theirs, occupied)
    for i in range(n):
        landing = (occupied + (ONE << (7 * moves[i]))) & (COLUMN << (7 * moves[i]))
        weight = BY_COLUMN[moves[i]]
        weight *= WINS if wins & landing else 1.0
        weight *= STOPS_A_WIN if losses & landing else 1.0
        weight *= ALLOWS_A_WIN if losses & (landing << 1) else 1.0
        weight *= GIVES_UP_A_WIN if wins & (landing << 1) else 1.0
        then = occupied | landing
        made = count(completing(mine | landing, then)) - count(wins & ~landing)
        prevented = count(completing(theirs | landing, then)) - count(losses & ~landing)
        out[i] = weight * MAKES_A_THREAT**made * PREVENTS_A_THREAT**prevented


def playout(state: Any, rng: Any, out: Any, limit: int, trace: Any) -> int:
    """Uniformly random moves, with both bitboards in registers."""
    mover = state.placed & 1
    mine, theirs = state.discs[mover], state.discs[1 - mover]
    for length in range(1, limit + 1):
        occupied = mine | theirs
        full = ((occupied & TOP) * GATHER) >> 42 & 127  # one bit a column
        column = CHOICES[full, below(rng, OPEN[full])]
        mine |= (occupied + (ONE << column)) & (COLUMN << column)
        if trace is not None:
            # 37 / 256 is a seventh, nearly: a division would be felt
            trace[length - 1] = ((state.placed + length - 1) & 1) * WIDTH + (np.int64(column) * 37 >> 8)
        if has_line(mine):
            winner = (state.placed + length - 1) & 1
            out[winner] = 1.0
            out[1 - winner] = -1.0
            return length
        if (mine | theirs) == BOARD:
            out[0] = out[1] = 0.0
            return length
        mine, theirs = theirs, mine
    state.placed += limit
    mover = state.placed & 1
    state.discs[mover], state.discs[1 - mover] = mine, theirs
    return TOO_LONG


def move_name(state: Any, column: int) -> str:
    return NAMES[column]


def render(state: Any) -> str:
    def disc(row: int, column: int) -> str:
        bit = 7 * column + row
        return "x" if state.discs[0] >> bit & 1 else "o" if state.discs[1] >> bit & 1 else "."

    rows = [" ".join(disc(row, column) for column in range(WIDTH)) for row in reversed(range(HEIGHT))]
    return "\n".join([*rows, " ".join(NAMES)])


def cell_at(row: int, column: int) -> int:
    return 7 * column + HEIGHT - 1 - row


def notation(state: Any) -> str:
    return f"{write_boards(state.discs, MARKS, HEIGHT, WIDTH, cell_at)} {MARKS[state.placed & 1]}"


def from_notation(state: Any, text: str) -> None:
    cells, turn = words_in(text, "cells turn")
    discs, player = read_boards(cells, MARKS, HEIGHT, WIDTH, cell_at), player_of(turn, MARKS)
    occupied = discs[0] | discs[1]
    for column in range(WIDTH):
        stack = occupied >> 7 * column & int(COLUMN)
        if stack & stack + 1:
            raise PositionError(f"a disc in column {NAMES[column]} lies on nothing")
    state.placed = by_turns([side.bit_count() for side in discs], player, MARKS)
    state.discs[:] = discs
    state.won = last_to_win([has_line(side) for side in discs], player, MARKS)


def game() -> Game:
    return declare(
        globals(),
        name="connect_four",
        state=STATE,
        players=2,
        max_moves=WIDTH,
        actions=WIDTH,
        plane_shape=(3, HEIGHT, WIDTH),
        max_length=CELLS,
        trusted=True,
    )
