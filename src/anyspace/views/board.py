"""A position as it is printed, drawn: where the text is a board of stones, as one; else as the text it is.

A board is recognised by its rows: signs for stones and empty cells with a blank between them, a label before or after.
All rows are as long, one below the other (squares) or each shifted by half a cell (hexagons); or they grow and shrink
by one (a hexagon of hexagons). Whatever else the text has stands around it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from .markup import escape

WOOD = "#dcc79b"
"""Of a cell."""

Fills = Sequence[Sequence[str]]
"""A colour for every cell, row by row."""

DARK, LIGHT, BLOCK, EMPTY = "xXbB@", "oOwW", "#", ".-"
SIGNS = DARK + LIGHT + BLOCK + EMPTY + "*?"
SIZE = 22
"""Pixels of a cell."""
LEAST_CELLS = 2


@dataclass(frozen=True)
class Row:
    """One row of a board."""

    before: str
    cells: list[tuple[int, str]]
    """column of the text, sign"""
    after: str


@dataclass(frozen=True)
class Board:
    """A board that was found in a text."""

    rows: list[Row]
    columns: list[tuple[int, str]]
    """labels of the columns, with the column of the text they are written in"""
    below: bool
    """whether these are written below the board, not above"""
    hexagonal: bool
    above_text: list[str]
    below_text: list[str]


def picture(text: str) -> str:
    """As markup."""
    board = recognised(text)
    return f'<pre class="as-text">{escape(text)}</pre>' if board is None else _drawn(board, text)


def recognised(text: str) -> Board | None:
    """The board that a text is, if it is one."""
    lines = text.rstrip().splitlines()
    rows = [_row(line) for line in lines]
    blocks = [i for i, row in enumerate(rows) if row is not None]
    if len(blocks) < LEAST_CELLS or blocks != list(range(blocks[0], blocks[-1] + 1)):
        return None
    found = [row for row in rows if row is not None]
    shift = _shift(found)
    if shift is None:
        return None
    first, last = blocks[0], blocks[-1]
    above, below = _labels(lines[first - 1] if first else ""), _labels(lines[last + 1] if last + 1 < len(lines) else "")
    return Board(
        rows=found,
        columns=below or above,
        below=bool(below),
        hexagonal=shift,
        above_text=lines[: first - bool(above)],
        below_text=lines[last + 1 + bool(below) :],
    )


def _row(line: str) -> Row | None:
    words, at = [], 0
    for word in line.split():
        at = line.index(word, at)
        words.append((at, word))
        at += len(word)
    before = after = ""
    if words and words[0][1] not in SIGNS:
        before = words.pop(0)[1]
    if words and words[-1][1] not in SIGNS:
        after = words.pop()[1]
    signs = len(words) >= LEAST_CELLS and all(len(word) == 1 and word in SIGNS for _, word in words)
    apart = all(b - a == 2 for (a, _), (b, _) in pairwise(words))
    return Row(before, words, after) if signs and apart and len(before) <= 3 and len(after) <= 3 else None


def _shift(rows: list[Row]) -> bool | None:
    """Whether rows are shifted against each other, as hexagons are; None if they make no board."""
    lengths, starts = [len(row.cells) for row in rows], [row.cells[0][0] for row in rows]
    moved = [b - a for a, b in pairwise(starts)]
    grown = [b - a for a, b in pairwise(lengths)]
    if not any(grown):
        return bool(moved[0]) if len(set(moved)) == 1 and moved[0] in (0, 1, -1) else None
    middle = len(rows) // 2
    hexagon = grown == [1] * middle + [-1] * middle and moved == [-1] * middle + [1] * middle
    return True if hexagon else None


def _labels(line: str) -> list[tuple[int, str]]:
    """The letters of a line that has nothing else."""
    words = line.split()
    if len(words) < LEAST_CELLS or any(len(word) > 1 or not word.isalnum() for word in words):
        return []
    return [(at, letter) for at, letter in enumerate(line) if not letter.isspace()]


def _drawn(board: Board, text: str) -> str:
    around = [
        "".join(f"<p>{escape(line)}</p>" for line in lines if line.strip())
        for lines in (board.above_text, board.below_text)
    ]
    return around[0] + drawn(board, text)[0] + around[1]


def drawn(board: Board, text: str, fills: Fills | None = None, extra: str = "") -> tuple[str, float, float]:
    """The board alone as SVG, and its width and height; with `fills` cells have other colours than wood's. `extra` are
    attributes."""
    left = min(row.cells[0][0] for row in board.rows)
    right = max(row.cells[-1][0] for row in board.rows)
    margin = SIZE if any(row.before or row.after for row in board.rows) else 2
    step = SIZE * math.sqrt(3) / 2 if board.hexagonal else SIZE
    top = SIZE if board.columns and not board.below else 4
    height = top + step * (len(board.rows) - 1) + SIZE + (SIZE if board.below else 4)
    width = (right - left) / 2 * SIZE + SIZE + 2 * margin

    def x_of(column: int) -> float:
        return margin + (column - left) / 2 * SIZE + SIZE / 2

    pieces = []
    for number, row in enumerate(board.rows):
        y = top + SIZE / 2 + number * step
        for place, (column, sign) in enumerate(row.cells):
            fill = WOOD if fills is None else fills[number][place]
            pieces.append(_cell(x_of(column), y, board.hexagonal, fill))
            pieces.append(_stone(x_of(column), y, sign))
        first, last = row.cells[0][0], row.cells[-1][0]
        pieces += [_label(x_of(first) - SIZE, y, row.before), _label(x_of(last) + SIZE, y, row.after)]
    y = height - SIZE / 2 if board.below else SIZE / 2
    pieces += [_label(x_of(column), y, letter) for column, letter in board.columns]
    svg = (
        f'<svg {extra}role="img" aria-label="board" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" style="height:auto"><title>{escape(text)}</title>'
        f"{''.join(pieces)}</svg>"
    )
    return svg, width, height


def _cell(x: float, y: float, hexagonal: bool, fill: str) -> str:
    look = f'fill="{fill}" stroke="#8d7a52" stroke-width=".8"'
    if not hexagonal:
        return f'<rect x="{x - SIZE / 2:.1f}" y="{y - SIZE / 2:.1f}" width="{SIZE}" height="{SIZE}" {look}/>'
    radius = SIZE / math.sqrt(3)
    turns = [math.pi / 6 + i * math.pi / 3 for i in range(6)]
    corners = " ".join(f"{x + radius * math.cos(turn):.1f},{y + radius * math.sin(turn):.1f}" for turn in turns)
    return f'<polygon points="{corners}" {look}/>'


def _stone(x: float, y: float, sign: str) -> str:
    if sign in EMPTY:
        return ""
    if sign in BLOCK:
        side = SIZE * 0.72
        place = f'x="{x - side / 2:.1f}" y="{y - side / 2:.1f}" width="{side:.1f}" height="{side:.1f}"'
        return f'<rect {place} rx="2" fill="#6b6b6b"/>'
    if sign in DARK + LIGHT:
        fill, edge = ("#151515", "#8a8a8a") if sign in DARK else ("#fdfdfd", "#555")
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{SIZE * 0.38:.1f}" fill="{fill}" stroke="{edge}"/>'
    return f'<text x="{x:.1f}" y="{y + 4:.1f}" font-size="12" text-anchor="middle" fill="#222">{escape(sign)}</text>'


def _label(x: float, y: float, text: str) -> str:
    if not text:
        return ""
    look = 'font-size="11" text-anchor="middle" fill="currentColor" fill-opacity=".72"'
    return f'<text x="{x:.1f}" y="{y + 4:.1f}" {look}>{escape(text)}</text>'
