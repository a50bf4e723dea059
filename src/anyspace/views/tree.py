"""A tree as plain data, a row a node: what pictures and files of trees are made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class TreeRows:
    """The most visited nodes of a tree, every node after its parent, siblings the more visited first."""

    game: str
    player: int
    """whose values these are, at every node"""
    players: int
    """of the game"""
    payoffs: tuple[float, float]
    middle: float
    """a value that is neither good nor bad"""
    information: str
    """what the search looked at"""
    parents: Sequence[int]
    """the row of each node's parent; -1 for the first"""
    moves: Sequence[Any]
    names: Sequence[str]
    """of the moves into the nodes; empty for the first"""
    visits: Sequence[int]
    values: Sequence[float]
    """mean payoffs of `player`, in the game's own units"""
    movers: Sequence[int]
    """who moved into each node"""
    depths: Sequence[int]

    def __len__(self) -> int:
        return len(self.parents)

    def line(self, row: int) -> list[str]:
        """The names of the moves that lead to a node."""
        names: list[str] = []
        while row > 0:
            names.append(self.names[row])
            row = self.parents[row]
        return names[::-1]

    def children(self) -> list[list[int]]:
        """For each row those of its children."""
        found: list[list[int]] = [[] for _ in self.parents]
        for row, parent in enumerate(self.parents):
            if parent >= 0:
                found[parent].append(row)
        return found


def values_for(
    player: int,
    own: Sequence[float],
    movers: Sequence[int],
    parents: Sequence[int],
    visits: Sequence[int],
    total: float | None,
) -> list[float]:
    """What each node is worth to one player, where a node knows only what it is worth to who moved into it.

    `total` is what both of two players together get, if that is always the same: then one's value follows from the
    other's. Else it is the mean, by visits, of the player's own values further down, and where there are none what it
    was further up."""
    if total is not None:
        return [value if mover == player else total - value for value, mover in zip(own, movers, strict=True)]
    weight, below = [0.0] * len(own), [0.0] * len(own)
    known: list[float | None] = [None] * len(own)
    for row in reversed(range(len(own))):  # children before their parents
        if movers[row] == player:
            known[row] = own[row]
        elif weight[row]:
            known[row] = below[row] / weight[row]
        value, parent = known[row], parents[row]
        if value is not None and parent >= 0:
            weight[parent] += visits[row]
            below[parent] += visits[row] * value
    found: list[float] = []
    for row, value in enumerate(known):
        found.append(value if value is not None else found[parents[row]] if parents[row] >= 0 else own[row])
    return found
