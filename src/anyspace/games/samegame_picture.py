"""A solution of SameGame, drawn: every position of it, the group that is taken next framed."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

COLOURS = ("#d1495b", "#2e86ab", "#f2b134", "#4c956c", "#7b5ea7", "#8d6e63", "#5c6b73", "#e88fb4", "#1b998b")
CELL = 8
"""Pixels."""


def picture(positions: Sequence[Any], names: Sequence[str]) -> str:
    """A row of frames in SVG, each with its number, the move that follows it and the points so far."""
    frames = [frame(state, number, name) for number, (state, name) in enumerate(zip(positions, names, strict=False))]
    frames.append(frame(positions[-1], len(names), None))
    return f'<div style="display:flex;flex-wrap:wrap;gap:12px">{"".join(frames)}</div>'


def frame(state: Any, number: int, name: str | None) -> str:
    """One position."""
    rows = [line.split()[1:] for line in str(state).splitlines()[:-2]]  # from the top, without their numbers
    taken = group(rows, name) if name else set()
    width, height = CELL * len(rows[0]), CELL * len(rows)
    cells = [
        f'<rect x="{CELL * x}" y="{CELL * y}" width="{CELL}" height="{CELL}" fill="{COLOURS["abcdefghi".index(mark)]}"'
        + (' stroke="#111" stroke-width="1.5"/>' if (x, y) in taken else ' stroke="#fff" stroke-width="0.6"/>')
        for y, row in enumerate(rows)
        for x, mark in enumerate(row)
        if mark != "."
    ]
    points = int(state.returns()[0])
    what = f"{number}: {escape(name)}" if name else "the end"
    return (
        f'<figure style="margin:0"><svg xmlns="http://www.w3.org/2000/svg" width="{width + 2}" height="{height + 2}" '
        f'viewBox="-1 -1 {width + 2} {height + 2}"><rect width="{width}" height="{height}" fill="#f4f4f2"/>'
        f'{"".join(cells)}</svg><figcaption style="font:11px sans-serif">{what}, {points}</figcaption></figure>'
    )


def group(rows: list[list[str]], name: str) -> set[tuple[int, int]]:
    """The cells of the group that a move names by one of them, column and row from the top."""
    first = ord(name[0]) - ord("a"), len(rows) - int(name[1:])
    found, open_ = {first}, [first]
    while open_:
        x, y = open_.pop()
        for there in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
            inside = 0 <= there[0] < len(rows[0]) and 0 <= there[1] < len(rows)
            if inside and there not in found and rows[there[1]][there[0]] == rows[y][x]:
                found.add(there)
                open_.append(there)
    return found
