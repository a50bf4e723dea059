"""A grid of Morpion Solitaire, drawn as the keepers of records draw it: the cross, all lines, the moves' numbers."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Any

CELL = 24
"""Pixels."""

STEPS = {"-": (1, 0), "|": (0, 1), "\\": (1, 1), "/": (1, -1)}


def picture(positions: Sequence[Any], names: Sequence[str]) -> str:
    """The last position in SVG. The points of the first are the cross; every name says where a line was drawn."""
    first, last = (points(state) for state in (positions[0], positions[-1]))
    length = int(dict(positions[0].game.origin.options)["variant"][0])
    left, right = min(x for x, _ in last) - 1, max(x for x, _ in last) + 1
    top, bottom = min(y for _, y in last) - 1, max(y for _, y in last) + 1

    def at(x: float, y: float) -> tuple[float, float]:
        return CELL * (x - left), CELL * (y - top)

    width, height = at(right, bottom)
    parts = [f'<rect width="{width}" height="{height}" fill="#fff"/>']
    for x in range(left, right + 1):
        parts.append(segment(*at(x, top), *at(x, bottom), "#e4e4e0", 0.6))
    for y in range(top, bottom + 1):
        parts.append(segment(*at(left, y), *at(right, y), "#e4e4e0", 0.6))
    numbered = []
    for number, name in enumerate(names, 1):
        x, y, (across, down), place = read(name)
        begin = x - place * across, y - place * down
        end = begin[0] + (length - 1) * across, begin[1] + (length - 1) * down
        parts.append(segment(*at(*begin), *at(*end), "#2e5e8c", 1.2))
        numbered.append((x, y, number))
    for x, y in first:
        cx, cy = at(x, y)
        parts.append(f'<circle cx="{cx}" cy="{cy}" r="5" fill="#111"/>')
    for x, y, number in numbered:
        cx, cy = at(x, y)
        parts.append(f'<circle cx="{cx}" cy="{cy}" r="8.5" fill="#fff" stroke="#111" stroke-width="0.8"/>')
        parts.append(
            f'<text x="{cx}" y="{cy + 3}" text-anchor="middle" font-family="sans-serif" font-size="8.5">{number}</text>'
        )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}">{"".join(parts)}</svg>'
    )


def points(state: Any) -> list[tuple[int, int]]:
    """Column and row of all points."""
    side = math.isqrt(len(state["cells"]))
    return [(cell % side, cell // side) for cell, bits in enumerate(state["cells"].tolist()) if bits & 1]


def read(name: str) -> tuple[int, int, tuple[int, int], int]:
    """The new point, the direction of the line, and how many points come before the new one."""
    found = re.fullmatch(r"([a-z]{1,2})([0-9]+)([-|/\\])([0-9])", name)
    if found is None:
        raise ValueError(f"{name!r} is no move of Morpion Solitaire")
    letters = found[1]
    column = ord(letters) - ord("a") if len(letters) == 1 else 26 + ord(letters[1]) - ord("a")
    return column, int(found[2]) - 1, STEPS[found[3]], int(found[4])


def segment(x1: float, y1: float, x2: float, y2: float, colour: str, width: float) -> str:
    """A straight line."""
    return f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{colour}" stroke-width="{width}"/>'
