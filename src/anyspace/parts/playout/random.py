"""How positions outside the tree are valued: the default policy."""

from __future__ import annotations

from dataclasses import dataclass

from ..options import whole
from ..part import Part


@dataclass(frozen=True)
class Random(Part):
    """Play to the end with the game's own playout, or uniformly random moves where it has none.

    limit: cut a playout after this many moves and score the position as it stands (the game's `returns`). None lets
    every playout run to the end; one that goes on beyond the game's `max_length` is then an error.
    """

    limit: int | None = None
    kind = "playout"
    reference = "survey, II-B"

    def __post_init__(self) -> None:
        if self.limit is not None:
            whole(self, "limit", 0, 2**31 - 1)

    @property
    def structure(self) -> tuple[type, ...]:
        return (type(self),)
