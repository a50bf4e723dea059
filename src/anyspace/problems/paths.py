"""Ways across a map with obstacles: by UCT, and beside it by rapidly exploring random trees (survey, IV-J3 and VII-E).

Naveed, Kitchin and Crampton (2010) let both look for paths in a real-time strategy game and found that UCT takes less
effort. Effort here is how many places a search puts into its tree or finds blocked, the same for both.

**UCT.** A move goes to one of the eight cells around that is free and was not on the way yet. There are no playouts:
a place is worth how near it is to the goal. The part `solver` ends the search at the first way that arrives, and
closes dead ends.

**RRT** (LaValle 1998). A point is drawn anywhere on the map, now and then the goal; the node of the tree that is
nearest to it takes one step towards it, if nothing is in the way.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import OptionError
from ..rules.game import OVER, Game, declare
from ..search.search import Search

FREE, BLOCKED, PASSED = 0, 1, 2
LARGEST = 200
ACROSS, DOWN = (1, 1, 0, -1, -1, -1, 0, 1), (0, 1, 1, 1, 0, -1, -1, -1)
NAMES = ("e", "se", "s", "sw", "w", "nw", "n", "ne")

PARTS = ("ucb1:c=0.01", "widening:first=2,order=prior", "solver")

Cell = tuple[int, int]
"""row, column"""


@dataclass(frozen=True)
class GridMap:
    """A map of cells: `blocked[row][column]`, and where the way begins and ends."""

    blocked: tuple[tuple[bool, ...], ...]
    start: Cell
    goal: Cell

    @property
    def rows(self) -> int:
        return len(self.blocked)

    @property
    def columns(self) -> int:
        return len(self.blocked[0])

    def is_free(self, row: int, column: int) -> bool:
        """Whether a cell is on the map, and nothing is in the way."""
        return 0 <= row < self.rows and 0 <= column < self.columns and not self.blocked[row][column]


@dataclass(frozen=True)
class Way:
    """What a search found."""

    cells: list[Cell] | None
    """from start to goal; None: none was found"""
    effort: int
    """places put into the tree, or found blocked"""
    impossible: bool = False
    """whether it is proven that there is none"""


def read_map(text: str) -> GridMap:
    """Rows of `.` (free), `#` (blocked), `S` and `G`, one of each."""
    rows = [line.strip() for line in text.strip().splitlines()]
    if not rows or len({len(row) for row in rows}) != 1 or len(rows) > LARGEST or len(rows[0]) > LARGEST:
        raise OptionError(f"a map has rows of one length, at most {LARGEST} of at most {LARGEST}")
    wrong = {mark for row in rows for mark in row} - {*".#SG"}
    if wrong:
        raise OptionError(f"a map is made of . # S G, not {min(wrong)!r}")
    found = {mark: [(r, row.index(mark)) for r, row in enumerate(rows) if mark in row] for mark in "SG"}
    if any(len(places) != 1 or "".join(rows).count(mark) != 1 for mark, places in found.items()):
        raise OptionError("a map has one S and one G")
    blocked = tuple(tuple(mark == "#" for mark in row) for row in rows)
    return GridMap(blocked, found["S"][0], found["G"][0])


def random_map(rows: int, columns: int, share: float, seed: int) -> GridMap:
    """Blocks of two by two cells at random places until that share is blocked; from corner to corner, which stay
    free."""
    if not (4 <= rows <= LARGEST and 4 <= columns <= LARGEST and 0 <= share < 0.8):
        raise OptionError(f"a map has 4 to {LARGEST} rows and columns, and up to 0.8 of it is blocked")
    source = random.Random(seed)
    cells = [[False] * columns for _ in range(rows)]
    while sum(map(sum, cells)) < share * rows * columns:
        top, left = source.randrange(rows - 1), source.randrange(columns - 1)
        for row in (top, top + 1):
            for column in (left, left + 1):
                near_corner = min(row + column, rows + columns - 2 - row - column) < 2
                cells[row][column] |= not near_corner
    return GridMap(tuple(map(tuple, cells)), (0, 0), (rows - 1, columns - 1))


# ---- UCT


def path_game(given: GridMap, limit: int = 0) -> Game:
    """The way as a game: it pays 1 to arrive, 0 to be stuck or still on the way after `limit` steps."""
    rows, columns = given.rows, given.columns
    most = limit or 4 * (rows + columns)
    first = np.array(given.blocked, np.uint8).reshape(-1)
    begin = given.start[0] * columns + given.start[1]
    end = given.goal[0] * columns + given.goal[1]
    far = math.hypot(rows, columns)
    across, down = np.array(ACROSS), np.array(DOWN)
    state_type = np.dtype(
        [
            ("at", np.int32),
            ("goal", np.int32),
            ("made", np.int32),
            ("open_", np.int8),
            ("cells", np.uint8, rows * columns),
        ]
    )

    def start(state: Any, rng: Any) -> None:
        state.cells[:] = first
        state.cells[begin] = PASSED
        state.at = begin
        state.goal = end
        state.made = 0
        state.open_ = count(state)

    def is_open(state: Any, direction: int) -> bool:
        row, column = state.at // columns + down[direction], state.at % columns + across[direction]
        return 0 <= row < rows and 0 <= column < columns and state.cells[row * columns + column] == FREE

    def count(state: Any) -> int:
        n = 0
        for direction in range(8):
            n += is_open(state, direction)
        return n

    def mover(state: Any) -> int:
        return OVER if state.at == state.goal or state.open_ == 0 or state.made == most else 0

    def moves(state: Any, out: Any) -> int:
        n = 0
        for direction in range(8):
            if is_open(state, direction):
                out[n] = direction
                n += 1
        return n

    def play(state: Any, direction: int) -> None:
        state.at += down[direction] * columns + across[direction]
        state.cells[state.at] = PASSED
        state.made += 1
        state.open_ = count(state)

    def distance(state: Any) -> float:
        height, width = state.at // columns - state.goal // columns, state.at % columns - state.goal % columns
        return math.sqrt(height * height + width * width)

    def returns(state: Any, out: Any) -> None:
        out[0] = 1.0 if state.at == state.goal else 0.0 if mover(state) == OVER else nearness(state)

    def nearness(state: Any) -> float:
        return 0.999 * (1.0 - distance(state) / far)

    def playout(state: Any, rng: Any, out: Any, limit: int) -> int:
        """None is played: how near it is."""
        out[0] = nearness(state)
        return 1

    def prior(state: Any, moves: Any, n: int, out: Any) -> None:
        """Steps towards the goal look best."""
        for i in range(n):
            height = state.at // columns + down[moves[i]] - state.goal // columns
            width = state.at % columns + across[moves[i]] - state.goal % columns
            out[i] = math.exp(-math.sqrt(height * height + width * width) + distance(state))

    def move_name(state: Any, move: int) -> str:
        return NAMES[move]

    def render(state: Any) -> str:
        marks = [".#o"[cell] for cell in state.cells]
        marks[state.goal], marks[state.at] = "G", "@"
        return "\n".join("".join(marks[row * columns : (row + 1) * columns]) for row in range(rows))

    return declare(
        locals(),
        name="path",
        state=state_type,
        players=1,
        payoffs=(0.0, 1.0),
        max_moves=8,
        max_length=most,
        actions=8,
        trusted=True,
    )


def uct_way(given: GridMap, *, iterations: int = 20_000, seed: int | None = None) -> Way:
    """A way by UCT. The constant is small, as a place hardly differs from the next; the two moves that look best come
    first, others as a place is visited more often."""
    state = path_game(given).start(seed=0)
    return way_from(Search(state.game, *PARTS, seed=seed), state, given.columns, iterations)


def way_from(search: Any, state: Any, columns: int, iterations: int) -> Way:
    """What a search from this position finds."""
    cells = [divmod(int(state["at"]), columns)]
    if state.over:
        arrived = state.returns()[0] == 1.0
        return Way(cells if arrived else None, 1, not arrived)
    result = search.run(state, iterations=iterations)
    if not result.proven:
        return Way(None, result.stats.iterations)
    if result.value < 1.0:
        return Way(None, result.stats.iterations, True)
    end = state.copy()
    for move in result.line:
        end.play(move)
        cells.append(divmod(int(end["at"]), columns))
    return Way(cells, result.stats.iterations)


# ---- RRT


def rrt_way(given: GridMap, *, iterations: int = 20_000, seed: int | None = None, bias: float = 0.05) -> Way:
    """A way by a rapidly exploring random tree on the same cells. `bias`: how often the goal itself is drawn."""
    source = random.Random(seed)
    nodes: list[Cell] = [given.start]
    parent: dict[Cell, Cell | None] = {given.start: None}
    places = np.array([given.start], float)
    for effort in range(1, iterations + 1):
        goal = source.random() < bias
        drawn = given.goal if goal else (source.randrange(given.rows), source.randrange(given.columns))
        near = nodes[int(np.argmin(((places - drawn) ** 2).sum(1)))]
        step = tuple(at + (there > at) - (there < at) for at, there in zip(near, drawn, strict=True))
        there = (step[0], step[1])
        if there in parent or not given.is_free(*there):
            continue
        parent[there] = near
        nodes.append(there)
        places = np.vstack([places, there])
        if there == given.goal:
            cells: list[Cell] = []
            at: Cell | None = there
            while at is not None:
                cells.append(at)
                at = parent[at]
            return Way(cells[::-1], effort)
    return Way(None, iterations)
