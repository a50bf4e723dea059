"""The groups of a SameGame board: which cells of one colour hang together, kept up to date as blocks vanish.

A board is a line of bytes, column after column, each from the bottom up and with one empty byte on top; an empty column
stands on either side. So the neighbours of a cell are one byte or one column away, and no edge is ever asked for.

Of every group of two cells or more its *mark* is kept at its first cell: 56 bits that stand for its colour and its
cells, then 8 that are how many these are. All other cells have 0. A move only changes the columns it takes cells
from: groups that touch neither these nor the columns beside them are what they were. So a move looks at about
a quarter of the cells that are left.
"""

from __future__ import annotations

from typing import Any

import numpy as np

SEEN = np.uint8(0x80)
COLOUR = np.uint8(0x7F)
SIZE = np.uint64(0xFF)


def marks_of_cells(places: int, colours: int) -> Any:
    """uint64 [colours + 1, places]: what a cell of a colour adds to its group's mark. The same in every process."""
    source = np.random.Generator(np.random.PCG64(2012))
    return source.integers(1, 1 << 63, (colours + 1, places), dtype=np.uint64)


def group_rules(columns: int, rows: int, colours: int) -> tuple[Any, Any]:
    """`regroup(cells, marks, first, last)` finds all groups that touch these columns anew and returns how many more
    there are than before; `take(cells, marks, cell, tally)` takes a group from the board and returns how many cells it
    had, with the change in the number of groups in `tally[0]`."""
    stride = rows + 1
    places = (columns + 2) * stride
    shares = marks_of_cells(places, colours)

    def spread(cells: Any, queue: Any, begin: int) -> int:
        """The group of `queue[begin]`, which is seen already, into the queue; where it ends there."""
        end = begin + 1
        colour = cells[queue[begin]] & COLOUR
        at = begin
        while at < end:
            cell = np.int64(queue[at])
            at += 1
            for there in (cell - stride, cell - 1, cell + 1, cell + stride):
                if cells[there] == colour:
                    cells[there] |= SEEN
                    queue[end] = there
                    end += 1
        return end

    def regroup(cells: Any, marks: Any, first: int, last: int) -> int:
        queue = np.empty(places, np.int16)
        more = 0
        end = 0
        for column in range(max(first, 1), min(last, columns) + 1):
            for start in range(column * stride, column * stride + rows):
                if cells[start] == 0:
                    break
                if cells[start] & SEEN:
                    continue
                begin = end
                queue[begin] = start
                colour = np.int64(cells[start])
                cells[start] |= SEEN
                end = spread(cells, queue, begin)
                mark = np.uint64(0)
                least: Any = start
                for at in range(begin, end):
                    cell = np.int64(queue[at])
                    if marks[cell] != 0:
                        marks[cell] = 0
                        more -= 1
                    mark += shares[colour, cell]
                    least = min(least, cell)
                if end - begin > 1:
                    marks[least] = (mark & ~SIZE) | np.uint64(end - begin)
                    more += 1
        for at in range(end):
            cells[queue[at]] &= COLOUR
        return more

    def take(cells: Any, marks: Any, start: int, tally: Any) -> int:
        queue = np.empty(places, np.int16)
        queue[0] = start
        cells[start] |= SEEN
        n = spread(cells, queue, 0)
        left: Any = columns
        right: Any = 1
        for at in range(n):
            there = np.int64(queue[at]) // stride
            left, right = min(left, there), max(right, there)
        more = 0
        gone = 0
        for column in range(left, right + 1):
            base = column * stride
            to = base
            for cell in range(base, base + rows):
                if cells[cell] == 0:
                    break
                if marks[cell] != 0:
                    marks[cell] = 0
                    more -= 1
                if not cells[cell] & SEEN:
                    cells[to] = cells[cell]
                    to += 1
            for cell in range(to, base + rows):
                if cells[cell] == 0:
                    break
                cells[cell] = 0
            gone += to == base
        if gone > 0:
            more += close_up(cells, marks, left)
            right = columns
        tally[0] = more + regroup(cells, marks, left - 1, right + 1)
        return n

    def close_up(cells: Any, marks: Any, left: int) -> int:
        """Columns move to the left, over empty ones; what they had of marks is found anew afterwards."""
        to = left
        more = 0
        for column in range(left, columns + 1):
            base = column * stride
            for cell in range(base, base + rows):
                if marks[cell] != 0:
                    marks[cell] = 0
                    more -= 1
            if cells[base] == 0:
                continue
            if to < column:
                for row in range(rows):
                    cells[to * stride + row] = cells[base + row]
                    cells[base + row] = 0
            to += 1
        return more

    return regroup, take
