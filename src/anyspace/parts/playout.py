"""How positions outside the tree are valued: the default policy."""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import OptionError


@dataclass(frozen=True)
class Random:
    """Play to the end with the game's own playout, or uniformly random moves where it has none.

    limit: cut a playout after this many moves and score the position as it stands (the game's `returns`). None lets
    every playout run to the end; one that goes on beyond the game's `max_length` is then an error.
    """

    limit: int | None = None

    def __post_init__(self) -> None:
        if self.limit is not None and (
            not isinstance(self.limit, int) or isinstance(self.limit, bool) or self.limit < 0
        ):
            raise OptionError(f"Random: limit must be a whole number of moves, 0 or more, not {self.limit!r}")
