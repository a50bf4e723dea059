"""Who has done well in a playout: for methods that know winners and losers only."""

from __future__ import annotations

from typing import Any

from .codes import LOWEST_REWARD


def par_of(tree: Any, game: Any, payoffs: Any) -> float:
    """The reward that is neither good nor bad: a player who got more has won, one who got less has lost. Half of what
    there is between two; what all got on the average among more; what was usual so far for one alone."""
    if game.players == 2:
        return LOWEST_REWARD
    if game.players == 1:
        root = tree.nodes[tree.roots[0]]
        return root.reward / max(1, root.visits)
    total = 0.0
    for player in range(game.players):
        total += payoffs[player]
    return total / game.players
