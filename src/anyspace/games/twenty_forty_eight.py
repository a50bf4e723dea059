"""2048: slide all tiles to one side, equal tiles merge; reach the target tile.

Four rows of four cells. A cell is four bits, the tile's exponent (0: empty, 1: a 2, 2: a 4, ... 11: a 2048), so a row
is sixteen bits and the board one 64-bit word. Cell `i` is at bit `4 i`:

     0  1  2  3
     4  5  6  7
     8  9 10 11
    12 13 14 15

The player slides up, right, down or left. Every tile goes as far as it can; two equal tiles that meet become one of
twice the value, which is scored, and which does not merge again in the same move. Of three equal tiles in a row, the
two that are further ahead merge. A direction is open only if some tile moves. Then chance puts a 2 (nine times out of
ten) or a 4 on an empty cell. The game begins with two such tiles; it is over when no direction is open or the target
is reached. The payoff is the score.

The score need not be kept: a tile of 2**e made of twos has scored (e - 1) 2**e on its way, and every 4 that chance
put on the board came without the four points for merging it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import OptionError, PositionError
from ..rng import below
from ..rules.codes import TOO_LONG
from ..rules.game import CHANCE, OVER, Game, declare
from .notation import read_numbers, whole, words_in, write_numbers

CELLS = 16
DIRECTIONS = ("up", "right", "down", "left")
UP, RIGHT, DOWN, LEFT = range(4)

# uint64 throughout: mixed with signed integers they would become floats
ZERO, ONE, TWO, THREE, FOUR = (np.uint64(n) for n in range(5))
BITS_12, BITS_16, BITS_24, BITS_32, BITS_48, BITS_56 = (np.uint64(n) for n in (12, 16, 24, 32, 48, 56))
CELL, ROW = np.uint64(0xF), np.uint64(0xFFFF)
EVERY_1, EVERY_8 = np.uint64(0x1111_1111_1111_1111), np.uint64(0x8888_8888_8888_8888)
ODD_CELLS_OF_EVEN_ROWS = np.uint64(0x0000_F0F0_0000_F0F0)
UPPER_RIGHT_QUARTER = np.uint64(0x0000_0000_FF00_FF00)
NIBBLES, BYTES = np.uint64(0x0F0F_0F0F_0F0F_0F0F), np.uint64(0x0101_0101_0101_0101)

STATE = np.dtype(
    [
        ("board", np.uint64),
        ("fours", np.int16),  # how many tiles of 4 chance has put on the board
        ("due", np.int8),  # how many tiles chance is about to put there
        ("over", np.int8),
    ]
)


def slide_table() -> Any:
    """`[backwards, row]`: the row after a slide towards its lowest cell, or towards its highest."""

    def close_gaps(cells: Any) -> Any:
        return np.take_along_axis(cells, np.argsort(cells == 0, axis=0, kind="stable"), axis=0)

    shifts = np.array([[0], [4], [8], [12]])
    table = np.zeros((2, 1 << 16), dtype=np.uint16)
    for backwards, order in enumerate((shifts, shifts[::-1])):
        cells = close_gaps(np.arange(1 << 16) >> order & 15)
        for i in range(3):
            merges = (cells[i] == cells[i + 1]) & (cells[i] > 0)
            cells[i] += merges
            cells[i + 1, merges] = 0
        table[backwards] = (close_gaps(np.minimum(cells, 15)) << order).sum(axis=0)
    return table


SLID = slide_table()


def transposed(board: Any) -> Any:
    """Rows become columns: swap the off-diagonal cells of each quarter, then the off-diagonal quarters."""
    swap = (board ^ (board >> BITS_12)) & ODD_CELLS_OF_EVEN_ROWS
    board ^= swap ^ (swap << BITS_12)
    swap = (board ^ (board >> BITS_24)) & UPPER_RIGHT_QUARTER
    return board ^ swap ^ (swap << BITS_24)


def slide(board: Any, direction: int) -> Any:
    """The board after a slide; the same board if the direction is not open."""
    upright = direction in (UP, DOWN)
    backwards = int(direction in (RIGHT, DOWN))
    rows = transposed(board) if upright else board
    rows = (
        np.uint64(SLID[backwards, rows & ROW])
        | np.uint64(SLID[backwards, (rows >> BITS_16) & ROW]) << BITS_16
        | np.uint64(SLID[backwards, (rows >> BITS_32) & ROW]) << BITS_32
        | np.uint64(SLID[backwards, rows >> BITS_48]) << BITS_48
    )
    return transposed(rows) if upright else rows


def empty_cells(board: Any) -> Any:
    """The lowest bit of every empty cell."""
    board |= board >> TWO
    return ~(board | board >> ONE) & EVERY_1


def count(cells: Any) -> int:
    """How many lowest bits are set."""
    pairs = (cells & NIBBLES) + (cells >> FOUR & NIBBLES)
    return np.int64((pairs * BYTES) >> BITS_56)  # type: ignore[return-value]


def nth(cells: Any, n: int) -> Any:
    """The lowest bit of the `n`-th of `cells`, from 0."""
    for _ in range(n):
        cells &= cells - ONE
    return cells & (~cells + ONE)


def stuck(board: Any) -> bool:
    """Whether no direction of a full board is open: if two tiles can merge, they can from either side."""
    return slide(board, LEFT) == board and slide(board, UP) == board


def has_tile(board: Any, exponent: Any) -> bool:
    """Whether a tile is on the board: its cell becomes 0, which subtracting 1 shows in the top bit."""
    other = board ^ (EVERY_1 * exponent)
    return (other - EVERY_1) & ~other & EVERY_8 != ZERO


def score(board: Any, fours: int) -> int:
    points = -4 * fours
    for cell in range(CELLS):
        exponent = int((board >> np.uint64(4 * cell)) & CELL)
        points += (exponent - 1) << exponent if exponent else 0
    return points


def start(state: Any, rng: Any) -> None:
    state.board = ZERO
    state.fours = 0
    state.due = 2
    state.over = 0


def mover(state: Any) -> int:
    return OVER if state.over else CHANCE if state.due else 0


def moves(state: Any, out: Any) -> int:
    n = 0
    if state.due:
        empty = empty_cells(state.board)
        for cell in range(CELLS):
            if (empty >> np.uint64(4 * cell)) & ONE:
                out[n], out[n + 1] = 2 * cell, 2 * cell + 1
                n += 2
        return n
    for direction in range(4):
        if slide(state.board, direction) != state.board:
            out[n] = direction
            n += 1
    return n


def weights(state: Any, out: Any) -> None:
    for pair in range(count(empty_cells(state.board))):
        out[2 * pair], out[2 * pair + 1] = 9.0, 1.0


def move_name(state: Any, move: int) -> str:
    if not state.due:
        return DIRECTIONS[move]
    row, column = divmod(move // 2, 4)
    return f"{'24'[move % 2]}@{'abcd'[column]}{row + 1}"


def render(state: Any) -> str:
    def line(row: int) -> str:
        exponents = [int(state.board) >> 4 * (4 * row + column) & 15 for column in range(4)]
        return f"{row + 1} " + "".join(f"{1 << exponent if exponent else '.':>6}" for exponent in exponents)

    status = "the game is over" if state.over else "a tile is coming" if state.due else "to slide"
    points = score(state.board, int(state.fours))
    return "\n".join(["       a     b     c     d", *map(line, range(4)), f"score {points}, {status}"])


def notation(state: Any) -> str:
    """The tiles, how many are about to come, and how many fours have come."""
    exponents = [int(state.board) >> 4 * cell & 15 for cell in range(CELLS)]
    tiles = [1 << exponent if exponent else 0 for exponent in exponents]
    return f"{write_numbers(tiles[row : row + 4] for row in range(0, CELLS, 4))} {state.due} {state.fours}"


def highest(target: int) -> list[int]:
    """The sixteen exponents, largest first, that no board can exceed before the target is reached.

    `k` tiles of at least 2**j were once `k + 1` tiles of at least 2**(j-1), because the last of them was merged, and
    so on down to the fours: `k + j - 2` of them had to fit on the board.
    """
    return [min(target.bit_length() - 2, CELLS + 2 - k) for k in range(1, CELLS + 1)]


def game(target: int = 2048) -> Game:
    """`target`: the tile that ends the game, a power of two from 8 to 32,768."""
    if not isinstance(target, int) or target not in [1 << exponent for exponent in range(3, 16)]:
        raise OptionError(f"twenty_forty_eight: target must be a power of two from 8 to 32768, not {target!r}")
    exponent = np.uint64(target.bit_length() - 1)
    tiles = highest(target)

    def play(state: Any, move: int) -> None:
        if state.due:
            four = move & 1
            state.board |= (TWO if four else ONE) << np.uint64(2 * (move - four))
            state.fours += four
            state.due -= 1
            state.over = int(state.due == 0 and empty_cells(state.board) == ZERO and stuck(state.board))
        else:
            state.board = slide(state.board, move)
            state.over = int(has_tile(state.board, exponent))
            state.due = 1 - state.over

    def from_notation(state: Any, text: str) -> None:
        cells, due, fours = words_in(text, "tiles", "due fours")
        rows = read_numbers(cells, 4, 4, "a tile", target)
        laid = [tile for row in rows for tile in row]
        for tile in laid:
            if tile & tile - 1 or tile == 1:
                raise PositionError(f"a tile is a power of two, not {tile}")
        board = np.uint64(sum(tile.bit_length() - 1 << 4 * cell for cell, tile in enumerate(laid) if tile))
        reached = has_tile(board, exponent)
        state.due = whole(due or "0", "due", 0, 0 if reached else min(2, laid.count(0)))
        if (laid.count(0) < CELLS and state.due > 1) or CELLS - laid.count(0) + state.due < 2:
            raise PositionError("two tiles come at the beginning and one after every slide")
        state.board = board
        state.fours = whole(fours or "0", "fours", 0, sum(laid) // 4)
        state.over = int(reached or (state.due == 0 and 0 not in laid and stuck(board)))

    def returns(state: Any, out: Any) -> None:
        out[0] = score(state.board, state.fours)

    def playout(state: Any, rng: Any, out: Any, limit: int, trace: Any) -> int:
        """Directions are drawn until one is open."""
        board, fours, due = state.board, int(state.fours), int(state.due)
        for ply in range(1, limit + 1):
            if due > 0:
                empty = empty_cells(board)
                choices = count(empty)
                four = int(below(rng, 10) == 0)
                board |= nth(empty, below(rng, choices)) << np.uint64(four)
                fours += four
                due -= 1
                if trace is not None:
                    trace[ply - 1] = CHANCE
                over = choices == 1 and stuck(board)
            else:
                before = board
                direction = LEFT
                while board == before:
                    direction = below(rng, 4)
                    board = slide(before, direction)
                if trace is not None:
                    trace[ply - 1] = direction
                due = 1
                over = has_tile(board, exponent)
            if over:
                out[0] = score(board, fours)
                return ply
        state.board, state.fours, state.due = board, fours, due  # as it stands, for `returns` to score
        return TOO_LONG

    return declare(
        globals(),
        locals(),
        name="twenty_forty_eight",
        state=STATE,
        players=1,
        payoffs=(0.0, float(sum(e << e for e in tiles))),  # (e - 1) << e each, and the last slide may double them all
        max_moves=2 * CELLS,
        actions=2 * CELLS,  # chance has the most
        max_length=sum(1 << e for e in tiles),  # two a slide at least
        trusted=True,
    )
