"""Pocman for people: names of moves, what the player sees, and all there is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .pocman_mazes import PELLET, PILL, WALL, Level, Maze

NAMES = ("north", "east", "south", "west")
HURRY, STAYS = 4, 8
"""Outcomes of a ghost's chance move: from HURRY on a step of a chase or a flight, after which it may turn back."""
SMELL, HEAR = 1 << 8, 1 << 9
"""Of the bits that are perceived; those before are ghosts in sight and ways to go, by direction."""

SEEN, TRUE = (" ", "?", PILL), (" ", PELLET, PILL)
"""By what lies in a cell: none, perhaps a pellet, a pill."""


def texts(level: Level, maze: Maze) -> dict[str, Callable[..., str]]:
    """The rules `move_name`, `view` and `render`."""
    width, height, lies = maze.width, maze.height, maze.food.tolist()
    walls = [mark == WALL for row in reversed(level.rows) for mark in row]

    def move_name(state: Any, move: int) -> str:
        if state.turn == 0:
            return NAMES[move]
        if state.turn > level.ghosts:
            return f"perceives{move}"
        return "stays" if move == STAYS else ("" if move < HURRY else "hurries-") + NAMES[move % HURRY]

    def marks_seen(state: Any) -> list[str]:
        been = state.been.tolist()
        return [SEEN[0 if been[cell] else lies[cell]] for cell in range(width * height)]

    def marks_true(state: Any) -> list[str]:
        marks = [TRUE[kind if food else 0] for kind, food in zip(lies, state.food, strict=True)]
        for cell in state.ghost.tolist():
            marks[cell] = "g" if state.power else "G"
        return marks

    def picture(state: Any, marks: list[str]) -> list[str]:
        drawn = [WALL if wall else mark for wall, mark in zip(walls, marks, strict=True)]
        drawn[int(state.at)] = "P"
        return ["".join(drawn[y * width : (y + 1) * width]) for y in range(height - 1, -1, -1)]

    def words(bits: int) -> str:
        seen = [NAMES[direction] for direction in range(4) if bits >> direction & 1]
        parts = [f"a ghost to the {' and '.join(seen)}"] if seen else []
        parts += ["food is near"] if bits & SMELL else []
        parts += ["a ghost is heard"] if bits & HEAR else []
        return "; ".join(parts) or "nothing"

    def said(state: Any) -> str:
        power = f", power for {state.power} steps" if state.power else ""
        return f"{state.steps} steps, {state.score:g} so far{power}"

    def view(state: Any, observer: int) -> str:
        waits = "" if state.turn == 0 else ", and goes on"
        return "\n".join(
            [*picture(state, marks_seen(state)), f"perceives {words(int(state.perceived))}{waits}", said(state)]
        )

    def render(state: Any) -> str:
        turn = "" if state.turn == 0 else f", turn {state.turn}"
        heads = " ".join(str(heading) for heading in state.heading)
        return "\n".join([*picture(state, marks_true(state)), f"{said(state)}{turn}, headings {heads}"])

    return {"move_name": move_name, "view": view, "render": render}
