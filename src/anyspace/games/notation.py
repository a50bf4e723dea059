"""Positions of board games as a line of text: rows of cells as they are printed, then who is to move, then what else
there is to know, with blanks between them.

    3/1x1/2o x

A row is a mark for each piece and a number for each run of empty cells; rows are printed from the top, with a slash
between them. Numbers that lie on the board, seeds or tiles, are written out with commas: `4,4,0/3,0,1`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from ..errors import PositionError

EMPTY = "."
NOBODY = "-"
"""In place of whoever is to move: the game is over."""

At = Callable[[int, int], int]
"""The number of the cell in a row, counted as they are printed, and a column."""


def words_in(text: str, needed: str, optional: str = "") -> list[str]:
    """The words of a text, of which `needed` and `optional` name the parts; those left out at the end are empty."""
    found, names, more = text.split(), needed.split(), optional.split()
    if not len(names) <= len(found) <= len(names) + len(more):
        wanted = " ".join([*names, *(f"[{name}]" for name in more)])
        raise PositionError(f"expected {wanted!r}")
    return [*found, *[""] * (len(names) + len(more) - len(found))]


def whole(word: str, what: str, least: int, most: int) -> int:
    """A whole number within its range."""
    if not re.fullmatch(r"[0-9]{1,9}", word) or not least <= int(word) <= most:
        raise PositionError(f"{what} must be a whole number from {least} to {most}, not {word!r}")
    return int(word)


def player_of(word: str, marks: str) -> int:
    """Which of `marks` a word is."""
    if len(word) != 1 or word not in marks:
        raise PositionError(f"the player to move must be {' or '.join(marks)}, not {word!r}")
    return marks.index(word)


# ---- rows of cells


def write_rows(rows: Iterable[Iterable[str]]) -> str:
    """Rows of marks as text; `EMPTY` is an empty cell."""
    return "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), "".join(row)) for row in rows)


def read_rows(text: str, widths: Sequence[int], marks: str) -> list[str]:
    """The rows that a text describes, each a mark or `EMPTY` a cell."""
    rows = text.split("/")
    if len(rows) != len(widths):
        raise PositionError(f"the board has {len(widths)} rows, not {len(rows)}")
    return [
        _read_row(row, number, width, marks) for number, (row, width) in enumerate(zip(rows, widths, strict=True), 1)
    ]


def _read_row(text: str, number: int, width: int, marks: str) -> str:
    cells = ""
    for part in re.findall(r"[0-9]+|.", text, re.DOTALL):
        if part in marks:
            cells += part
        elif re.fullmatch(r"[1-9][0-9]?", part):
            cells += EMPTY * int(part)
        else:
            raise PositionError(
                f"row {number} has {part!r}, which is neither {' nor '.join(marks)} nor a number of cells"
            )
    if len(cells) != width:
        raise PositionError(f"row {number} has {len(cells)} cells, not {width}")
    return cells


def write_boards(boards: Iterable[int], marks: str, rows: int, columns: int, at: At) -> str:
    """Sets of cells, one a mark, as text."""
    sets = [int(board) for board in boards]

    def cell(row: int, column: int) -> str:
        return next((mark for mark, board in zip(marks, sets, strict=True) if board >> at(row, column) & 1), EMPTY)

    return write_rows([cell(row, column) for column in range(columns)] for row in range(rows))


def read_boards(text: str, marks: str, rows: int, columns: int, at: At) -> list[int]:
    """The set of cells of every mark."""
    found = read_rows(text, [columns] * rows, marks)
    return [
        sum(1 << at(row, column) for row in range(rows) for column in range(columns) if found[row][column] == mark)
        for mark in marks
    ]


# ---- numbers on the board


def write_numbers(rows: Iterable[Iterable[int]]) -> str:
    """Rows of numbers as text."""
    return "/".join(",".join(str(int(number)) for number in row) for row in rows)


def read_numbers(text: str, rows: int, columns: int, what: str, most: int) -> list[list[int]]:
    """The numbers that a text describes."""
    found = [row.split(",") for row in text.split("/")]
    if [len(row) for row in found] != [columns] * rows:
        raise PositionError(f"expected {rows} rows of {columns} numbers, with slashes and commas between them")
    return [[whole(number, what, 0, most) for number in row] for row in found]


# ---- who is to move


def by_turns(counts: Sequence[int], turn: int, marks: str, swapped: bool = False) -> int:
    """How many pieces two players have put on the board in turns. Raises unless `turn` is to move after so many;
    `swapped`: the second player may have taken over the first piece."""
    first, second = counts
    if first - second not in ((turn, turn - 1) if swapped else (turn,)):
        has = " and ".join(f"{count} {mark}" for count, mark in zip(counts, marks, strict=True))
        raise PositionError(f"{marks[turn]} cannot be to move: there are {has}, and {marks[0]} began")
    return first + second


def last_to_win(won: Sequence[bool], turn: int, marks: str) -> bool:
    """Whether whoever moved last has won. Raises where the other one, who is to move, has won as well or instead."""
    if won[turn]:
        raise PositionError(f"{marks[turn]} cannot be to move: it has won already")
    return bool(won[1 - turn])
