"""What trees of bandits are worth (Tesauro, Rajan and Segal 2010)."""

from __future__ import annotations

from anyspace import State
from anyspace.lab.reproduce.checks.arms import TREE, odds_of


def salt_of(state: State) -> int:
    """Which tree it is."""
    return int(state._block.view(TREE)["salt"][0])


def true_value(salt: int, branching: int, depth: int, ply: int = 0, leaf: int = 0) -> float:
    """What the first player wins if both play as well as can be."""
    if ply == depth:
        return odds_of(salt, leaf)
    values = [true_value(salt, branching, depth, ply + 1, leaf * branching + i) for i in range(branching)]
    return max(values) if ply % 2 == 0 else min(values)
