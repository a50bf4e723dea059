"""Fill the board: playouts first go where nothing is yet (Chaslot, Chatriot, Fiter, Gelly, Hoock, Perez, Rimmel and
Teytaud 2008; survey, VI-A3).

Before a move of a playout, N cells are drawn; on the first of them that is empty with all its neighbours, the eight
around it, a stone is put. If none is, the move is chosen as ever.

For games of stones on a board: moves 0 to rows x columns - 1 are its cells, row by row, and a cell is taken to be empty
if it may be played on. (In Go that is the same here: no cell with such surroundings is forbidden.) As with every part
that chooses moves, all others are drawn from the legal ones: a game's own playout, which in Go leaves eyes alone, is
not used.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isqrt
from typing import Any

import numpy as np

from ...core.binding import Loop, Setup
from ...core.questions import Scratch
from ...core.untried import action_of
from ...rng import below
from ...rules.table import Table
from ..options import whole
from ..part import Part


@dataclass(frozen=True)
class FillBoard(Part):
    """In playouts, empty areas first.

    tries: how many cells are drawn at each move. columns: how wide the board is; 0 for a square one.
    """

    tries: int = 5
    columns: int = 0
    kind = "reply"
    needs = ("actions",)
    steps = True
    reference = "Chaslot et al. 2008; survey, VI-A3"

    def __post_init__(self) -> None:
        whole(self, "tries", 0, 10_000)
        whole(self, "columns", 0, 2**24)

    def shape(self, actions: int) -> tuple[int, int]:
        """Rows and columns of a board, if `actions` are its cells (and a few more)."""
        columns = self.columns or isqrt(actions)
        return actions // columns, columns

    def refusal(self, setup: Setup) -> str | None:
        rows, columns = self.shape(setup.game.actions or 1)
        if rows < 1 or not set(range(rows * columns)) <= set(setup.game.start(seed=0).moves()):
            return f"it is for stones on a board, and {setup.game.name} has no {rows} x {columns} cells to start with"
        return None

    def bind(self, loop: Loop) -> None:
        rows, columns = self.shape(loop.setup.game.actions or 1)
        tries, height, width = loop.number(self.tries), loop.number(rows), loop.number(columns)
        places = loop.note(np.int64, (loop.setup.game.actions or 1,))
        counter = loop.note(np.int64, (1,))
        inner = loop.choose

        def choose(tree: Any, game: Any, policy: Any, scratch: Any, mover: int, n: int, ply: int) -> Any:
            high: Any = np.int64(policy.numbers[height])
            wide: Any = np.int64(policy.numbers[width])
            marks, first = scratch.notes[places], scratch.notes[counter][0] + 1
            scratch.notes[counter][0] += n
            mark_legal(game, scratch, marks, first, n)
            for _ in range(np.int64(policy.numbers[tries])):
                cell = below(scratch.rng, high * wide)
                if is_open(marks, first, cell // wide, cell % wide, high, wide):
                    return marks[cell] - first
            return inner(tree, game, policy, scratch, mover, n, ply)

        loop.choose = choose


def mark_legal(game: Table, scratch: Scratch, marks: Any, first: Any, n: int) -> None:
    """Note where each of the `n` moves listed is: from `first` on, so that older notes need not be taken out."""
    for i in range(n):
        action = action_of(scratch.moves[i])
        if action < len(marks):
            marks[action] = first + i


def is_open(marks: Any, first: Any, row: Any, column: Any, rows: Any, columns: Any) -> bool:
    """Whether a cell and all around it may be played on."""
    found = True
    for y in range(max(row - 1, 0), min(row + 2, rows)):
        for x in range(max(column - 1, 0), min(column + 2, columns)):
            found = found and marks[y * columns + x] >= first
    return found
