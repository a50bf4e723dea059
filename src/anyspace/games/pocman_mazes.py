"""The mazes of Pocman, and what can be said of one before anybody moves: where steps lead, what is in sight of what."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..errors import OptionError

WALL, PELLET, PILL = "#", ".", "o"
"""Whatever else is passage without food."""
NORTH, EAST, SOUTH, WEST = range(4)
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
NOWHERE = -1


class Level(NamedTuple):
    """A maze, rows from the north; places are (x, y) from the south-west."""

    rows: tuple[str, ...]
    ghosts: int
    reach: int
    """how near a ghost has to be to chase"""
    home: tuple[int, int]
    """of the player"""
    den: tuple[int, int]
    """of the ghosts: the south-western of a block of two by two"""
    passage: int
    """the row that leads from one side to the other; -1: none"""


LEVELS = {
    "ring": Level(("...", ".#.", "..."), 1, 2, (1, 0), (1, 2), -1),
    "micro": Level(
        (".......", "..#.#..", ".#...#.", "...#...", ".#...#.", "..#.#..", "......."), 1, 3, (3, 0), (3, 4), -1
    ),
    "mini": Level(
        (
            *("....##....", ".##.##.##.", ".#......#.", "...#..#...", ".#.#  #.#."),
            *(".#.#  #.#.", "...####...", ".#......#.", ".##.##.##.", "....##...."),
        ),
        3,
        4,
        (4, 2),
        (4, 4),
        5,
    ),
    "full": Level(
        (
            *(".................", ".##.###.#.###.##.", "o...............o", ".##.#.#####.#.##."),
            *("....#...#...#....", "###.###.#.###.###", "###.#       #.###", "###.# #   # #.###"),
            *("   .# #   # #.   ", "###.# ##### #.###", "###.#       #.###", "###.#.#####.#.###"),
            *(".................", ".##.###.#.###.##.", "o.#...........#.o", "#.#.#.#####.#.#.#"),
            *("....#...#...#....", ".######.#.######.", "................."),
        ),
        4,
        6,
        (8, 6),
        (8, 10),
        10,
    ),
}
"""By name: those of Silver and Veness (2010), and one that is small enough to work out."""


class Maze(NamedTuple):
    """The same in numbers; a cell is y * width + x."""

    width: int
    height: int
    food: Any
    """int8 [cells]: 0 none, 1 perhaps a pellet, 2 a pill"""
    after: Any
    """int16 [cells, 4]: where a step leads, or NOWHERE"""
    sight: Any
    """int8 [cells, cells]: in which direction one is seen from the other, or NOWHERE"""
    home: int
    dens: Any
    """int16 [ghosts]"""


def maze_of(name: str) -> tuple[Level, Maze]:
    """A maze by its name. Raises `OptionError`."""
    if name not in LEVELS:
        raise OptionError(f"pocman: maze must be one of {', '.join(LEVELS)}, not {name!r}")
    level = LEVELS[name]
    width, height = len(level.rows[0]), len(level.rows)
    at = "".join(reversed(level.rows))

    def open_at(x: int, y: int) -> bool:
        return 0 <= x < width and 0 <= y < height and at[y * width + x] != WALL

    cells = width * height
    after = np.full((cells, 4), NOWHERE, np.int16)
    sight = np.full((cells, cells), NOWHERE, np.int8)
    for cell in range(cells):
        x, y = cell % width, cell // width
        if not open_at(x, y):
            continue
        for direction, (dx, dy) in enumerate(STEPS):
            far_x, far_y = x + dx, y + dy
            to_x = far_x % width if y == level.passage and direction in (EAST, WEST) else far_x
            if open_at(to_x, far_y):
                after[cell, direction] = far_y * width + to_x
            while open_at(far_x, far_y):
                sight[cell, far_y * width + far_x] = direction
                far_x, far_y = far_x + dx, far_y + dy
    food = np.array([1 if each == PELLET else 2 if each == PILL else 0 for each in at], np.int8)
    x, y = level.den
    dens = np.array([(y + ghost // 2) * width + x + ghost % 2 for ghost in range(level.ghosts)], np.int16)
    return level, Maze(width, height, food, after, sight, level.home[1] * width + level.home[0], dens)
