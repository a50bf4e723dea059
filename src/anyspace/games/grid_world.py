"""A grid world: to the goal by steps that may slip, at a price each (Russell and Norvig's 4 x 3 world, and yours).

`grid` is the map, rows from the north with a slash between them: `.` free, `#` wall, `S` the start (one), `+` and `-`
cells that end it and pay `goal` and `pit`. A step goes north, east, south or west; with probability `noise` it slips,
to the left or the right of where it was meant to go, one as likely as the other (chance). Into a wall or off the map
one stays where one is. Each step pays `step`, a negative number for a price; what is paid counts `discount` to the
power of the steps before. After `horizon` steps it is over.

    north 0, east 1, south 2, west 3        chance: ahead 0, left 1, right 2
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import OptionError, PositionError
from ..rules.game import CHANCE, OVER, Game, declare
from .notation import whole, words_in

NAMES, SLIPS = ("north", "east", "south", "west"), ("ahead", "left", "right")
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
TURNS = np.array([0, 3, 1], np.int64)
"""By slip: quarters of a turn to the right."""
FREE, GOAL, PIT = 0, 1, 2
NONE = -1
MOST_CELLS = 10_000

STATE = np.dtype(
    [
        ("cell", np.int16),
        ("heading", np.int8),  # the step under way, or NONE
        ("moved", np.int16),
        ("factor", np.float64),  # of the next reward
        ("total", np.float64),
    ]
)


def read(grid: str) -> tuple[list[str], int]:
    """The map's rows, and which cell is the start."""
    rows = grid.split("/") if isinstance(grid, str) else []
    if not rows or not rows[0] or len({len(row) for row in rows}) != 1 or set(grid) - set(".#S+-/"):
        raise OptionError(f"grid_world: grid must be rows of . # S + and -, all as long, with / between, not {grid!r}")
    if grid.count("S") != 1 or len(rows) * len(rows[0]) > MOST_CELLS:
        raise OptionError(f"grid_world: grid must have one start S and at most {MOST_CELLS:,} cells, not {grid!r}")
    return rows, "".join(rows).index("S")


def game(
    grid: str = "...+/.#.-/S...",
    noise: float = 0.2,
    step: float = -0.04,
    goal: float = 1.0,
    pit: float = -1.0,
    discount: float = 1.0,
    horizon: int = 50,
) -> Game:
    rows, first = read(grid)
    for name, given, least, most in (
        ("noise", noise, 0.0, 1.0), ("step", step, -1e6, 1e6), ("goal", goal, -1e6, 1e6), ("pit", pit, -1e6, 1e6),
    ):  # fmt: skip
        if isinstance(given, bool) or not isinstance(given, int | float) or not least <= given <= most:
            raise OptionError(f"grid_world: {name} must be a number from {least:,g} to {most:,g}, not {given!r}")
    if isinstance(discount, bool) or not isinstance(discount, int | float) or not 0 < discount <= 1:
        raise OptionError(f"grid_world: discount must be a number above 0, at most 1, not {discount!r}")
    if isinstance(horizon, bool) or not isinstance(horizon, int) or not 1 <= horizon <= 10_000:
        raise OptionError(f"grid_world: horizon must be a whole number from 1 to 10,000, not {horizon!r}")
    width, height = len(rows[0]), len(rows)
    marks = "".join(rows)
    kinds = np.array([{"+": GOAL, "-": PIT}.get(mark, FREE) for mark in marks], np.int64)
    pays = np.array([0.0, goal, pit])
    after = np.array([[_stepped(marks, width, height, cell, way) for way in range(4)] for cell in range(len(marks))])
    slips = noise > 0

    def start(state: Any, rng: Any) -> None:
        state.cell = first
        state.heading = NONE
        state.moved = 0
        state.factor = 1.0
        state.total = 0.0

    def mover(state: Any) -> int:
        if state.heading != NONE:
            return CHANCE
        return OVER if kinds[state.cell] != FREE or state.moved == horizon else 0

    def moves(state: Any, out: Any) -> int:
        n = 4 if state.heading == NONE else 3
        for i in range(n):
            out[i] = i
        return n

    def weights(state: Any, out: Any) -> None:
        out[0] = 1.0 - noise
        out[1] = out[2] = noise / 2.0

    def play(state: Any, move: int) -> None:
        if slips and state.heading == NONE:
            state.heading = move
            return
        way = (state.heading + TURNS[move]) % 4 if slips else move
        state.cell = after[state.cell, way]
        state.heading = NONE
        state.total += state.factor * (step + pays[kinds[state.cell]])
        state.factor *= discount
        state.moved += 1

    def returns(state: Any, out: Any) -> None:
        out[0] = state.total

    def move_name(state: Any, move: int) -> str:
        return NAMES[move] if state.heading == NONE else SLIPS[move]

    def render(state: Any) -> str:
        cells = list(marks.replace("S", "."))
        cells[state.cell] = "A"
        lines = [" ".join(cells[i : i + width]) for i in range(0, len(cells), width)]
        going = "" if state.heading == NONE else f", going {NAMES[state.heading]}"
        return "\n".join([*lines, f"{state.total:.2f} in {state.moved} of {horizon} steps{going}"])

    def notation(state: Any) -> str:
        """Column and row from the north-west, steps made, and the step under way."""
        going = "" if state.heading == NONE else f" {NAMES[state.heading]}"
        return f"{state.cell % width},{state.cell // width} {state.moved}{going}"

    def from_notation(state: Any, text: str) -> None:
        """As if nothing had been paid so far."""
        where, moved, going = words_in(text, "x,y moved", "heading")
        if where.count(",") != 1 or (going and (going not in NAMES or not slips)):
            raise PositionError("expected a cell such as 2,1, the steps made, and a heading if one is under way")
        column, row = where.split(",")
        state.cell = whole(column, "x", 0, width - 1) + width * whole(row, "y", 0, height - 1)
        if marks[state.cell] == "#":
            raise PositionError(f"{where} is a wall")
        state.moved = whole(moved, "the steps made", 0, horizon)
        state.heading = NAMES.index(going) if going else NONE
        state.factor = discount ** int(state.moved)
        state.total = 0.0

    return declare(
        globals(),
        locals(),
        name="grid_world",
        state=STATE,
        players=1,
        payoffs=None,
        max_moves=4,
        actions=4,
        max_length=2 * horizon,
    )


def _stepped(marks: str, width: int, height: int, cell: int, way: int) -> int:
    """Where a step from a cell leads."""
    x, y = cell % width + STEPS[way][0], cell // width + STEPS[way][1]
    inside = 0 <= x < width and 0 <= y < height
    return y * width + x if inside and marks[y * width + x] != "#" else cell
