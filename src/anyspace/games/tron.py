"""Tron: both move one step at the same time and leave a wall behind; who has to stop loses.

Each player has a head on a grid. Turn by turn both choose a direction at the same time and move one step; the cell that
a head leaves, and the one it enters, is a wall from then on. Who enters a wall or leaves the grid has crashed. One
crashes: the other wins. Both crash, or both enter the same cell: a draw.

Only steps to free cells are listed; a player without any has one move left, `crash`. Cells are numbered row by row from
the top. The start is symmetric: both heads in the middle row, in the second column and the last but one; `walls` adds
that many walls at random, each with its mirror image turned by half a circle.

    move     north east south west crash
    number     0    1     2     3     4
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import OptionError, PositionError
from ..rng import below
from ..rules.game import OVER, Game, declare
from .board_key import scramble
from .notation import EMPTY, player_of, read_rows, words_in, write_rows

NONE = -1
CRASH = 4
NAMES = ("north", "east", "south", "west", "crash")
MARKS = "AB"
TRAIL = "#"
LEAST, MOST = 3, 32


def beside(cell: int, heads: tuple[int, int], columns: int) -> bool:
    """Whether a cell is a head's or next to one: nobody is walled in at the start."""
    found = False
    for head in heads:
        found |= abs(cell // columns - head // columns) + abs(cell % columns - head % columns) <= 1
    return found


def game(rows: int = 13, columns: int = 13, walls: int = 0) -> Game:
    for name, given, least, most in (
        ("rows", rows, LEAST, MOST),
        ("columns", columns, LEAST, MOST),
        ("walls", walls, 0, rows * columns // 4 if isinstance(rows, int) and isinstance(columns, int) else 0),
    ):
        if isinstance(given, bool) or not isinstance(given, int) or not least <= given <= most:
            raise OptionError(f"tron: {name} must be a whole number from {least} to {most}, not {given!r}")
    cells = rows * columns
    first = (rows // 2) * columns + min(1, columns // 2 - 1)
    heads_at = (first, cells - 1 - first)
    room = sum(not beside(cell, heads_at, columns) and 2 * cell != cells - 1 for cell in range(cells)) // 2
    if walls > room:
        raise OptionError(f"tron: walls must be a whole number from 0 to {room} on so small a grid, not {walls!r}")
    row_step, column_step = np.array([-1, 0, 1, 0]), np.array([0, 1, 0, -1])
    words = (cells + 63) // 64

    state_type = np.dtype(
        [
            ("wall", np.int8, cells),  # 1 where nobody can go, heads included
            ("heads", np.int16, 2),
            ("steps", np.int8, 2),  # of this turn, or NONE
            ("crashed", np.int8, 2),
        ]
    )

    def start(state: Any, rng: Any) -> None:
        state.wall[:] = 0
        for player in range(2):
            state.heads[player] = heads_at[player]
            state.wall[heads_at[player]] = 1
        state.steps[:] = NONE
        state.crashed[:] = 0
        for _ in range(walls):
            cell = below(rng, cells)
            while state.wall[cell] or cells - 1 - cell == cell or beside(cell, heads_at, columns):
                cell = below(rng, cells)
            state.wall[cell] = 1
            state.wall[cells - 1 - cell] = 1

    def target(head: int, step: int) -> int:
        """The cell that a step leads to; NONE beyond the edge."""
        row, column = head // columns + row_step[step], head % columns + column_step[step]
        return row * columns + column if 0 <= row < rows and 0 <= column < columns else NONE

    def mover(state: Any) -> int:
        if state.crashed[0] or state.crashed[1]:
            return OVER
        return 0 if state.steps[0] == NONE else 1

    def together(state: Any) -> int:
        return 1 if state.steps[0] == NONE else 0

    def withdraw(state: Any) -> None:
        state.steps[:] = NONE

    def moves(state: Any, out: Any) -> int:
        head = state.heads[0 if state.steps[0] == NONE else 1]
        n = 0
        for step in range(4):
            cell = target(head, step)
            if cell != NONE and not state.wall[cell]:
                out[n] = step
                n += 1
        if n == 0:
            out[0] = CRASH
            n = 1
        return n

    def play(state: Any, move: int) -> None:
        if state.steps[0] == NONE:
            state.steps[0] = move
            return
        state.steps[1] = move
        for player in range(2):
            step = state.steps[player]
            if step == CRASH:
                state.crashed[player] = 1
            else:
                state.heads[player] = target(state.heads[player], step)
        if state.heads[0] == state.heads[1]:
            state.crashed[:] = 1
        for player in range(2):
            state.wall[state.heads[player]] = 1
        state.steps[:] = NONE

    def returns(state: Any, out: Any) -> None:
        """An unfinished game is a draw."""
        out[0] = float(state.crashed[1]) - float(state.crashed[0])
        out[1] = -out[0]

    def information_key(state: Any, observer: int) -> Any:
        word = scramble(np.uint64(state.heads[0]) * np.uint64(cells) + np.uint64(state.heads[1]))
        for i in range(words):
            part = np.uint64(0)
            for k in range(64):
                cell = 64 * i + k
                if cell < cells and state.wall[cell]:
                    part |= np.uint64(1) << np.uint64(k)
            word = scramble(word + part)
        return word

    def evaluate(state: Any, out: Any) -> None:
        """How much freer a head is than the other: cells around it that can be entered."""
        free = np.zeros(2)
        for player in range(2):
            for step in range(4):
                cell = target(state.heads[player], step)
                free[player] += cell != NONE and not state.wall[cell]
        out[0] = (free[0] - free[1]) / 4.0
        out[1] = -out[0]

    def move_name(state: Any, move: int) -> str:
        return NAMES[move]

    def board(state: Any) -> list[str]:
        marks = [TRAIL if wall else EMPTY for wall in state.wall]
        for player in range(2):
            marks[state.heads[player]] = "X" if state.heads[0] == state.heads[1] else MARKS[player]
        return ["".join(marks[row * columns : (row + 1) * columns]) for row in range(rows)]

    def render(state: Any) -> str:
        if mover(state) != OVER:
            said = "both move" if state.steps[0] == NONE else "B moves, A has chosen"
        elif state.crashed[0] and state.crashed[1]:
            said = "a draw"
        else:
            said = f"{MARKS[int(state.crashed[0])]} has won"
        return "\n".join([*board(state), said])

    def notation(state: Any) -> str:
        """The board, who is to choose, and what A has chosen if it is B; or who has crashed."""
        over = mover(state) == OVER
        crashed = "".join(mark for mark, has in zip(MARKS, state.crashed, strict=True) if has)
        chosen = "" if over or state.steps[0] == NONE else f" {NAMES[state.steps[0]]}"
        return f"{write_rows(board(state))} " + (f"- {crashed}" if over else MARKS[mover(state)] + chosen)

    def from_notation(state: Any, text: str) -> None:
        rows_, turn, more = words_in(text, "board turn", "chosen-or-crashed")
        found = "".join(read_rows(rows_, [columns] * rows, MARKS + TRAIL + "X"))
        together_at = found.count("X")
        if (found.count("A"), found.count("B"), together_at) not in ((1, 1, 0), (0, 0, 1)):
            raise PositionError("there is one A and one B on the board, or one X where they met")
        state.wall[:] = [cell != EMPTY for cell in found]
        state.heads[:] = [found.index("X" if together_at else mark) for mark in MARKS]
        state.steps[:], state.crashed[:] = NONE, 0
        if turn == "-":
            if more not in ("A", "B", "AB") or (together_at and more != "AB"):
                raise PositionError("after - come those who have crashed: A, B or AB")
            state.crashed[:] = [mark in more for mark in MARKS]
            return
        if together_at:
            raise PositionError("where both have met the game is over: - AB")
        player = player_of(turn, MARKS)
        if (player == 1) != bool(more):
            raise PositionError("B is to choose once A has chosen: B and what A has")
        if more:
            listed = np.zeros(5, np.int32)
            if more not in NAMES or NAMES.index(more) not in listed[: moves(state, listed)]:
                raise PositionError(f"A cannot have chosen {more!r} here")
            state.steps[0] = NAMES.index(more)

    return declare(
        globals(),
        locals(),
        name="tron",
        state=state_type,
        players=2,
        max_moves=4,
        actions=5,
        max_length=cells + 2,
    )
