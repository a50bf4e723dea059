"""Moves as GTP names them.

Vertices are the game's own names; where these use the letter i, which GTP's do not, the letters from i on are moved by
one, unless all `letters` are used: programs for Hex do, so that is Hex's default. Names have no blanks.
"""

from __future__ import annotations

import re
from typing import Any

from ..errors import IllegalMove
from ..rules.game import AnyGame, State

COLOURS = ("black", "white")
"""Player 0 is black."""

LETTERS = ("gtp", "all")
WITH_ALL_LETTERS = ("hex",)
"""Games whose programs use the letter i."""

CELL = re.compile(r"([a-z])([1-9][0-9]*)", re.IGNORECASE)
OTHER_NAMES = {"swap": "swap-pieces"}
"""What programs call moves that are no vertices."""


def usual_letters(game: AnyGame) -> str:
    """Which letters a game's programs use."""
    return "all" if game.name in WITH_ALL_LETTERS else "gtp"


class Vertices:
    """Moves by their names in GTP, and back."""

    def __init__(self, game: AnyGame, letters: str) -> None:
        first = _first_names(game)
        cells = [match for match in map(CELL.fullmatch, first) if match]
        columns, rows = {cell[1].lower() for cell in cells}, {int(cell[2]) for cell in cells}
        self._skips = letters == "gtp" and "i" in columns
        self.size = (len(columns), len(rows)) if len(cells) == len(columns) * len(rows) > 0 else None
        """Columns and rows, where moves are the cells of a board."""

    def name(self, state: State, move: Any) -> str:
        """What the program calls a move."""
        return self.spoken(state.name(move))

    def spoken(self, own: str) -> str:
        """What it calls a move that has this name in the game."""
        own = one_word(OTHER_NAMES.get(own, own))
        cell = CELL.fullmatch(own)
        if not self._skips or cell is None or cell[1].lower() < "i":
            return own
        return chr(ord(cell[1]) + 1) + cell[2]

    def legal(self, state: State) -> dict[str, Any]:
        """Every legal move by what the program calls it, in small letters."""
        moves = state.moves()
        return {self.spoken(name).lower(): move for name, move in zip(state.names(moves), moves, strict=True)}


def one_word(name: str) -> str:
    """A move's name as one word."""
    return "_".join(name.split())


def move_of(state: State, word: str) -> Any:
    """The legal move that a word names: as it is written, or else in any case. Raises `IllegalMove`."""
    moves = state.moves()
    names = [one_word(name) for name in state.names(moves)]
    if word in names:
        return moves[names.index(word)]
    same = [move for name, move in zip(names, moves, strict=True) if name.lower() == word.lower()]
    if len(same) != 1:
        raise IllegalMove(f"{word[:40]!r} is not a legal move here")
    return same[0]


def _first_names(game: AnyGame) -> list[str]:
    state = game.start(seed=0)
    return [name for name in state.names(state.moves()) if name.lower() != "pass"]
