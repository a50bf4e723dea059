"""SameGame: take groups of one colour from a board; cells fall, empty columns close up; big groups score most.

A board of 15 columns and 15 rows with five colours. A move takes a group: two or more cells of one colour that hang
together by their sides. What lies above falls down; the columns to the right of an empty one move to the left. A
group of n cells scores (n - 2)^2. A board that is cleared scores 1,000 more. When no group is left, every colour of
which m > 2 cells remain costs (m - 2)^2 (`penalty=false`: nothing).

A move is the first cell of the group, from the left and then from below. Cells are numbered in columns from the bottom,
with one number left out above each, and one column on either side; 3 columns, 2 rows:

    2  4 7 10
    1  3 6  9
       a b  c
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import OptionError, PositionError
from ..rng import below, new
from ..rules.codes import TOO_LONG
from ..rules.game import OVER, Game, declare
from .board_key import scramble
from .instances import flag_option, paragraphs, text_of, whole_option
from .notation import EMPTY, read_rows, whole, words_in, write_rows
from .samegame_groups import SIZE, group_rules
from .samegame_picture import picture

__all__ = ["game", "picture"]

LARGEST, MOST_COLOURS = 15, 9
LETTERS, MARKS = "abcdefghijklmno", "abcdefghi"
CLEARED = 1000
SPARED = 0.05
"""The weight of a group of the colour that is kept for the end, where others weigh 1."""


def drawn_board(columns: int, rows: int, colours: int, seed: int) -> list[list[int]]:
    """A random board by its number: rows from the top, colours from 0."""
    rng = new(seed)
    with np.errstate(over="ignore"):
        return [[int(below(rng, colours)) for _ in range(columns)] for _ in range(rows)]


def boards_in(file: str) -> list[list[list[int]]]:
    """The boards of a file: rows of colours from 0, with blanks between them, and a blank line between boards."""
    found = []
    for number, lines in enumerate(paragraphs(text_of("samegame", file)), 1):
        board = [line.split() for line in lines]
        wrong = next((word for row in board for word in row if word not in "012345678" or len(word) != 1), None)
        if wrong is not None:
            raise OptionError(f"samegame: board {number} of {file!r} has {wrong!r}; a colour is a number from 0 to 8")
        if len({len(row) for row in board}) != 1:
            raise OptionError(f"samegame: board {number} of {file!r} has rows of different lengths")
        found.append([[int(word) for word in row] for row in board])
    if not found:
        raise OptionError(f"samegame: there is no board in {file!r}")
    return found


def chosen_board(board: int, file: str, columns: int, rows: int, colours: int) -> list[list[int]]:
    """The board of that number, from the file or drawn."""
    if file == "":
        return drawn_board(columns, rows, colours, board)
    boards = boards_in(file)
    if board > len(boards):
        raise OptionError(f"samegame: board {board} of {file!r}: there are {len(boards)}, from 1")
    return boards[board - 1]


def game(
    board: int = 1,
    file: str = "",
    columns: int = 15,
    rows: int = 15,
    colours: int = 5,
    tabu: bool = True,
    pairs: int = 0,
    penalty: bool = True,
) -> Game:
    """`board`: which one of a `file`, from 1, or without a file the number by which a random one is drawn; 0: another
    one at every start. With a file its size is the board's. `tabu`: playouts keep the most frequent colour for the
    end; `pairs`: but may take two cells of it once so many or fewer are left in all."""
    whole_option("samegame", "board", board, 1 if file != "" else 0, 2**31 - 1)
    flag_option("samegame", "tabu", tabu)
    whole_option("samegame", "pairs", pairs, 0, LARGEST * LARGEST)
    flag_option("samegame", "penalty", penalty)
    whole_option("samegame", "columns", columns, 1, LARGEST)
    whole_option("samegame", "rows", rows, 1, LARGEST)
    whole_option("samegame", "colours", colours, 1, MOST_COLOURS)
    if columns * rows < 2:
        raise OptionError("samegame: a board has two cells at least")
    first_board = np.zeros((rows, columns), np.uint8)
    if board > 0:
        given = chosen_board(board, file, columns, rows, colours)
        rows, columns = len(given), len(given[0])
        if rows * columns < 2 or rows > LARGEST or columns > LARGEST:
            raise OptionError(f"samegame: a board has up to {LARGEST} rows and columns, not {rows} and {columns}")
        colours = max(colours, *(colour + 1 for row in given for colour in row))
        first_board = np.array(given, np.uint8) + 1
    drawn = board == 0

    stride = rows + 1
    places, cells_in_all = (columns + 2) * stride, columns * rows
    regroup, take = group_rules(columns, rows, colours)
    state_type = np.dtype(
        [
            ("marks", np.uint64, places),  # of every group, at its first cell: see samegame_groups
            ("points", np.int32),
            ("groups", np.int16),  # how many
            ("left", np.uint8, colours + 1),  # cells of every colour; 0: of all
            ("cells", np.uint8, places),  # 0 is empty
        ]
    )

    def start(state: Any, rng: Any) -> None:
        state.cells[:] = 0
        state.left[:] = 0
        state.points = 0
        for column in range(columns):
            for row in range(rows):
                colour = 1 + below(rng, colours) if drawn else np.int64(first_board[rows - 1 - row, column])
                state.cells[(column + 1) * stride + row] = colour
                state.left[colour] += 1
                state.left[0] += 1
        found_anew(state)

    def found_anew(state: Any) -> None:
        state.marks[:] = 0
        state.groups = regroup(state.cells, state.marks, 1, columns)

    def mover(state: Any) -> int:
        return OVER if state.groups == 0 else 0

    def moves(state: Any, out: Any) -> int:
        n = 0
        for cell in range(stride, places - stride):
            if state.marks[cell] != 0:
                out[n] = cell
                n += 1
        return n

    def play(state: Any, move: int) -> None:
        tally = np.empty(1, np.int64)
        colour = np.int64(state.cells[move])
        n = take(state.cells, state.marks, move, tally)
        state.groups += tally[0]
        state.left[colour] -= n
        state.left[0] -= n
        state.points += (n - 2) * (n - 2)

    def returns(state: Any, out: Any) -> None:
        """An unfinished game pays for what was taken so far."""
        score = np.int64(state.points)
        if state.left[0] == 0:
            score += CLEARED
        elif penalty and state.groups == 0:
            for colour in range(1, colours + 1):
                more: Any = np.int64(state.left[colour]) - 2
                score -= more * more if more > 0 else 0
        out[0] = score

    def code(state: Any, move: int) -> Any:
        return state.marks[move]

    def key(state: Any) -> Any:
        """The cells, sixteen at a time, and the points."""
        word, found = np.uint64(0), np.uint64(np.int64(state.points) + 1)
        for cell in range(stride, places - stride):
            word = word * np.uint64(11) + np.uint64(state.cells[cell])
            if cell % 16 == 0:
                found = scramble(found ^ word) + np.uint64(cell)
                word = np.uint64(0)
        return scramble(found ^ word)

    def kept(state: Any) -> int:
        """The colour that is kept for the end: the most frequent one, which it stays as it is not taken from."""
        most = 1
        for colour in range(2, colours + 1):
            if state.left[colour] > state.left[most]:
                most = colour
        return most

    def of_others(state: Any, out: Any) -> int:
        """The groups of other colours, and one that is all there is of the colour that is kept; late in the game its
        pairs too; if none, all."""
        most = kept(state)
        last = np.uint64(state.left[most])
        also = np.uint64(2) if state.left[0] <= pairs else last
        n = 0
        for cell in range(stride, places - stride):
            mark = state.marks[cell]
            if mark != 0 and (state.cells[cell] != most or mark & SIZE == last or mark & SIZE == also):
                out[n] = cell
                n += 1
        return n if n > 0 else moves(state, out)

    def prior(state: Any, moves: Any, n: int, out: Any) -> None:
        most = kept(state)
        for i in range(n):
            out[i] = SPARED if state.cells[moves[i]] == most else 1.0

    def playout(state: Any, rng: Any, out: Any, limit: int, trace: Any) -> int:
        """Random groups, of other colours than the one that is kept as long as there are any."""
        listed = np.empty(cells_in_all, np.int32)
        for ply in range(limit + 1):
            if state.groups == 0:
                returns(state, out)
                return ply
            if ply == limit:
                break
            move: Any = np.int64(listed[below(rng, of_others(state, listed))])
            if trace is not None:
                trace[ply] = move
            play(state, move)
        return TOO_LONG

    def move_name(state: Any, move: int) -> str:
        return f"{LETTERS[move // stride - 1]}{move % stride + 1}"

    def mark(state: Any, row: int, column: int) -> str:
        colour = int(state.cells[(column + 1) * stride + row])
        return MARKS[colour - 1] if colour else EMPTY

    def render(state: Any) -> str:
        width = len(str(rows))
        lines = [
            f"{row + 1:{width}} " + " ".join(mark(state, row, column) for column in range(columns))
            for row in reversed(range(rows))
        ]
        out = np.zeros(1)
        returns(state, out)
        foot = f"{state.left[0]} cells, {state.groups} groups, {int(out[0])} points"
        return "\n".join([*lines, " " * (width + 1) + " ".join(LETTERS[:columns]), foot])

    def notation(state: Any) -> str:
        board = ([mark(state, row, column) for column in range(columns)] for row in reversed(range(rows)))
        return f"{write_rows(board)} {state.points}"

    def from_notation(state: Any, text: str) -> None:
        found, points = words_in(text, "cells", "points")
        board = read_rows(found, [columns] * rows, MARKS[:colours])
        heights = []
        for column in range(columns):
            cells = "".join(board[row][column] for row in reversed(range(rows)))
            heights.append(len(cells.rstrip(EMPTY)))
            if EMPTY in cells[: heights[-1]]:
                raise PositionError(f"a cell of column {LETTERS[column]} lies on nothing")
            for row, cell in enumerate(cells):
                state.cells[(column + 1) * stride + row] = MARKS.index(cell) + 1 if cell != EMPTY else 0
        if any(heights[column] > 0 and 0 in heights[:column] for column in range(columns)):
            raise PositionError("an empty column stands to the left of a full one")
        for colour in range(1, colours + 1):
            state.left[colour] = np.count_nonzero(state.cells == colour)
        state.left[0] = sum(heights)
        state.points = whole(points or "0", "points", 0, (cells_in_all - 2) ** 2)
        found_anew(state)

    return declare(
        globals(),
        locals(),
        name="samegame",
        state=state_type,
        players=1,
        payoffs=None,
        max_moves=max(1, cells_in_all // 2),
        actions=places,
        max_length=max(1, cells_in_all // 2),
        trusted=True,
        **(dict(playout_moves=of_others) if tabu else dict(playout=None)),
    )
