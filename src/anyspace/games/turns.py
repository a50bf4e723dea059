"""Ways to turn a board, for the rule `symmetries`: where each cell of a grid goes."""

from __future__ import annotations

from collections.abc import Iterable

Turn = tuple[bool, bool, bool]
"""Whether rows and columns are exchanged, and then whether rows, whether columns are reversed."""

SAME: Turn = (False, False, False)
MIRROR: Turn = (False, False, True)
HALF: Turn = (False, True, True)
DIAGONAL: Turn = (True, False, False)
OTHER_DIAGONAL: Turn = (True, True, True)
ALL: tuple[Turn, ...] = tuple((a, b, c) for a in (False, True) for b in (False, True) for c in (False, True))
"""Of a square."""
OBLONG: tuple[Turn, ...] = tuple(turn for turn in ALL if not turn[0])


def turned(rows: int, columns: int, turn: Turn) -> list[int]:
    """Where cell `row * columns + column` goes."""
    exchanged, upside_down, mirrored = turn

    def place(row: int, column: int) -> int:
        if exchanged:
            row, column = column, row
        row = rows - 1 - row if upside_down else row
        column = columns - 1 - column if mirrored else column
        return row * columns + column

    return [place(*divmod(cell, columns)) for cell in range(rows * columns)]


def of_cells(rows: int, columns: int, turns: Iterable[Turn], others: int = 0) -> list[tuple[list[int], list[int]]]:
    """For a game whose moves are the cells of its planes, and `others` that stay what they are."""
    cells = rows * columns
    found = [turned(rows, columns, turn) for turn in turns]
    return [(each, [*each, *range(cells, cells + others)]) for each in found]
