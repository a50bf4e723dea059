"""How much memory the tree may take, and what happens when it is used up."""

from __future__ import annotations

from dataclasses import dataclass

from ..core.tree import LARGEST_POOL
from ..errors import OptionError

FIRST_POOL = 1 << 16
"""Nodes that an unbounded tree starts with where nothing is known of its size; untouched ones cost nothing."""

LARGEST_FIRST_POOL = 1 << 24


@dataclass(frozen=True)
class Unbounded:
    """The tree grows as long as the search goes on; its pool doubles when it is full.

    reserve: nodes to make room for at the start (32 bytes each). None takes the iterations asked for, within reason.
    """

    reserve: int | None = None

    def __post_init__(self) -> None:
        if self.reserve is not None and not 1 <= self.reserve <= LARGEST_POOL - 1:
            raise OptionError(f"Unbounded: reserve must be 1 to {LARGEST_POOL - 1:,} nodes, not {self.reserve!r}")

    def first_pool(self, iterations: int | None) -> int:
        """How many nodes to make room for."""
        if self.reserve is not None:
            return self.reserve
        return min(iterations + 1, LARGEST_FIRST_POOL) if iterations is not None else FIRST_POOL
