"""Whose cells are in the end (search/ownership.py), as a picture: the board with its cells coloured, stones on top.

Of two players one board: blue where the first has a cell more often, orange where the second has, grey where neither
leads. Of others one board each, the bluer the more often a cell is that player's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .board import Board, Fills, Row, drawn, recognised
from .colours import Scale
from .markup import escape

LINE = 22
"""Pixels of a line of text."""

LEAST_WIDTH = 300
"""Pixels: the captions' room."""

OF_TWO = "blue: player 0's, orange: player 1's"


def ownership_picture(text: str, shares: Sequence[Sequence[Sequence[float]]]) -> str:
    """An SVG document. `text` is the position as it is printed, `shares` how often a cell is whose: players, rows,
    columns."""
    board = _board(text, len(shares[0]), len(shares[0][0]))
    pieces, top, widest = [], 0.0, float(LEAST_WIDTH)
    for caption, leads in _maps(shares):
        svg, width, height = drawn(board, text, _fills(leads), f'y="{top:.0f}" ')
        label = f'<text x="4" y="{top + height + LINE * 0.7:.0f}" font-size="12">{escape(caption)}</text>'
        pieces += [svg, label]
        top, widest = top + height + LINE, max(widest, width)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{widest:.0f}" height="{top:.0f}" '
        f'font-family="system-ui,sans-serif"><rect width="100%" height="100%" fill="#fff"/>{"".join(pieces)}</svg>\n'
    )


def _maps(shares: Sequence[Any]) -> list[tuple[str, list[list[float]]]]:
    """Captions, and leads from -1 to 1."""
    if len(shares) == 2:
        rows = zip(*shares, strict=True)
        return [(OF_TWO, [[mine - other for mine, other in zip(*row, strict=True)] for row in rows])]
    return [(f"player {player}'s: the bluer the more often", share) for player, share in enumerate(shares)]


def _fills(leads: Sequence[Sequence[float]]) -> Fills:
    scale = Scale(0.0, 1.0)
    return [[scale.colour(float(lead)) for lead in row] for row in leads]


def _board(text: str, rows: int, columns: int) -> Board:
    """The board that the text is, if it has these cells; else one of squares without stones."""
    found = recognised(text)
    if found is not None and [len(row.cells) for row in found.rows] == [columns] * rows:
        return found
    return Board([Row("", [(2 * at, ".") for at in range(columns)], "")] * rows, [], False, False, [], [])
