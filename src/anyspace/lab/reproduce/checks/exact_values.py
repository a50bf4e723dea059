"""What can be had at best in the small planning problems, by dynamic programming over what the agent knows: exact,
plain Python, and without the games' rules but for their tables."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from ....games import cheese_maze, sailing, tiger

Cell = tuple[int, int]
Belief = tuple[float, ...]
WAYS = ((0, -1), (1, 0), (0, 1), (-1, 0))


class Grid(NamedTuple):
    """A grid world, as its options say; the rest as the game has it."""

    grid: str = "...+/.#.-/S..."
    noise: float = 0.2
    step: float = -0.04
    goal: float = 1.0
    pit: float = -1.0
    discount: float = 1.0


def grid_values(world: Grid, horizon: int) -> list[dict[Cell, float]]:
    """What cells are worth, by steps left: column, and row from the north."""
    marks = {(x, y): mark for y, row in enumerate(world.grid.split("/")) for x, mark in enumerate(row) if mark != "#"}
    values: list[dict[Cell, float]] = [dict.fromkeys(marks, 0.0)]
    for _ in range(horizon):
        last = values[-1]
        values.append(
            {cell: 0.0 if mark in "+-" else max(grid_moves(world, last, cell)) for cell, mark in marks.items()}
        )
    return values


def grid_moves(world: Grid, after: dict[Cell, float], cell: Cell) -> list[float]:
    """What each way is worth from a cell, given what cells are worth after it."""
    rows = world.grid.split("/")
    led = []
    for dx, dy in WAYS:
        x, y = (cell[0] + dx, cell[1] + dy) if (cell[0] + dx, cell[1] + dy) in after else cell
        led.append(world.step + {"+": world.goal, "-": world.pit}.get(rows[y][x], world.discount * after[x, y]))
    slip = world.noise / 2
    return [(1 - world.noise) * led[way] + slip * (led[way - 1] + led[(way + 1) % 4]) for way in range(4)]


@cache
def cheese_value(left: int, belief: Belief | None = None) -> float:
    """Of the cheese maze, undiscounted: in so many steps, given how likely each cell is; without that, from a start."""
    if left == 0:
        return 0.0
    if belief is None:
        return sum(odds * cheese_value(left, after) for odds, after in put_anywhere())
    return max(cheese_moves(left, belief))


def cheese_moves(left: int, belief: Belief) -> list[float]:
    """What each way is worth."""
    worth = [0.0] * 4
    for way in range(4):
        seen: dict[int, list[float]] = {}
        for cell, odds in enumerate(belief):
            to = int(cheese_maze.AFTER[cell, way])
            if odds == 0:
                continue
            if to == cheese_maze.CHEESE:
                worth[way] += odds * (cheese_maze.FOUND + cheese_value(left - 1))
            else:
                worth[way] += odds * (cheese_maze.BUMP if to == cell else cheese_maze.STEP)
                seen.setdefault(int(cheese_maze.WALLS[to]), [0.0] * len(belief))[to] += odds
        for alike in seen.values():
            worth[way] += sum(alike) * cheese_value(left - 1, rounded([each / sum(alike) for each in alike]))
    return worth


def rounded(belief: list[float]) -> Belief:
    """So that what is the same is found again."""
    return tuple(round(float(odds), 9) for odds in belief)


def put_anywhere() -> list[tuple[float, Belief]]:
    """The mouse is put somewhere: what it may see, how likely that is, and how likely each cell then is."""
    cells = [cell for cell in range(cheese_maze.CELLS) if cell != cheese_maze.CHEESE]
    found = []
    for walls in sorted({int(cheese_maze.WALLS[cell]) for cell in cells}):
        alike = [cell for cell in cells if cheese_maze.WALLS[cell] == walls]
        belief = rounded([1 / len(alike) if cell in alike else 0.0 for cell in range(cheese_maze.CELLS)])
        found.append((len(alike) / len(cells), belief))
    return found


@cache
def tiger_value(left: int, lead: int = 0) -> float:
    """Of the tiger problem, with so many moves left, the tiger heard so much oftener on the right."""
    return max(tiger_moves(left, lead)) if left > 0 else 0.0


def tiger_moves(left: int, lead: int, discount: float = 0.95) -> list[float]:
    """What each move is worth: listen, left, right."""
    odds = (tiger.RIGHTLY / (1 - tiger.RIGHTLY)) ** lead
    right = odds / (1 + odds)
    heard = tiger.RIGHTLY * right + (1 - tiger.RIGHTLY) * (1 - right)
    more, less = (tiger_value(left - 1, lead + turn) for turn in (1, -1))
    fresh = discount * tiger_value(left - 1, 0)
    return [
        tiger.COST + discount * (heard * more + (1 - heard) * less),
        tiger.LOSS * (1 - right) + tiger.GAIN * right + fresh,
        tiger.LOSS * right + tiger.GAIN * (1 - right) + fresh,
    ]


def sailing_costs(size: int, discount: float) -> np.ndarray:
    """Of sailing without tacks: the least cost by moves left, column, row and wind."""
    costs = np.zeros((10 * size + 1, size, size, 8))
    for left in range(1, len(costs)):
        for x, y, wind in np.ndindex(size, size, 8):
            if (x, y) != (size - 1, size - 1):
                costs[left, x, y, wind] = min(sailing_moves(costs[left - 1], x, y, wind, discount).values())
    return costs


def sailing_moves(after: np.ndarray, x: int, y: int, wind: int, discount: float) -> dict[int, float]:
    """What each heading costs, given the costs after it."""
    size, found = len(after), {}
    for heading, (dx, dy) in enumerate(sailing.STEPS.tolist()):
        turn = min((heading - wind) % 8, (wind - heading) % 8)
        if 0 <= x + dx < size and 0 <= y + dy < size and turn != sailing.INTO:
            then = float(sailing.WINDS[wind] @ after[x + dx, y + dy])
            found[heading] = float(sailing.COSTS[turn]) + discount * then
    return found
