"""The house stays in order: rooms import each other in one direction, files are short, few lie about loose."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "anyspace"
FILES = sorted(PACKAGE.rglob("*.py"))


def room_of(path: Path) -> str:
    """The folder, or for a loose file the file, at the top of the package."""
    return path.relative_to(PACKAGE).with_suffix("").parts[0]


ROOMS = {room_of(path) for path in FILES}

LONGEST = 400
"""Lines of a file."""

MOST_LOOSE = 8
"""Files of the package that are in no room."""

FRONT_DOOR = "__init__"
"""Names everything for those outside; inside, nothing is asked of it but the version."""


def imports_of(path: Path) -> Iterator[tuple[str, str, int]]:
    """What a file of the package imports of it, wherever in the file: room (or loose file), name, line."""
    inside = path.relative_to(PACKAGE).parts[:-1]
    for step in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(step, ast.Import):
            found = [(name.name.split("."), "") for name in step.names]
        elif isinstance(step, ast.ImportFrom):
            above = ["anyspace", *inside][: len(inside) + 2 - step.level] if step.level else []
            found = [([*above, *(step.module or "").split(".")], name.name) for name in step.names]
        else:
            continue
        for module, name in found:
            words = [word for word in [*module, name] if word]
            if words[0] == "anyspace":
                room = words[1] if len(words) > 1 and words[1] in ROOMS else FRONT_DOOR
                yield room, words[-1], step.lineno


def test_rooms_import_each_other_in_one_direction() -> None:
    uses: dict[str, set[str]] = {room: set() for room in ROOMS}
    places: dict[tuple[str, str], list[str]] = {}
    for path in FILES:
        room = room_of(path)
        for other, _, line in imports_of(path):
            if other not in (room, FRONT_DOOR):
                uses[room].add(other)
                places.setdefault((room, other), []).append(f"{path.relative_to(ROOT)}:{line}")
    assert sum(map(len, uses.values())) > 30  # they were found at all
    try:
        TopologicalSorter(uses).prepare()
    except CycleError as error:
        circle = error.args[1][::-1]  # each imports the next
        steps = [f"{a} imports {b}: {', '.join(places[a, b][:3])}" for a, b in pairwise(circle)]
        pytest.fail("rooms import each other in a circle\n" + "\n".join(steps))


def test_nobody_inside_comes_through_the_front_door() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for path in FILES
        for room, name, line in imports_of(path)
        if room == FRONT_DOOR and name != "__version__"
    ]
    assert not wrong


def test_no_file_is_long() -> None:
    lengths = {
        str(path.relative_to(ROOT)): len(path.read_text("utf-8").splitlines())
        for folder in ("src", "tests")
        for path in (ROOT / folder).rglob("*.py")
    }
    assert {name: length for name, length in lengths.items() if length > LONGEST} == {}


def test_few_files_are_loose() -> None:
    assert len(list(PACKAGE.glob("*.py"))) <= MOST_LOOSE
