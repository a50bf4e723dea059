"""Games that were used lately, with the options they had: going back to a board of another size, or to another komi,
compiles nothing anew."""

from __future__ import annotations

from typing import Any

from ..games import load
from ..rules.game import AnyGame

PLACES = 8


class Shelf:
    """A few games that were loaded by name."""

    def __init__(self) -> None:
        self._games: dict[tuple[str, tuple[tuple[str, Any], ...]], AnyGame] = {}

    def add(self, game: AnyGame) -> None:
        """Keep a game that is there already."""
        if game.origin is not None:
            self._games.setdefault((game.origin.name, tuple(sorted(game.origin.options))), game)

    def game(self, name: str, **options: Any) -> AnyGame:
        """The game with all these options, the one that is there or a new one. Raises as `load` does."""
        place = name, tuple(sorted(options.items()))
        found = self._games.pop(place, None) or load(name, **options)
        self._games[place] = found  # the latest is the last
        while len(self._games) > PLACES:
            del self._games[next(iter(self._games))]
        return found
