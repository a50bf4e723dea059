"""What moves are worth wherever they are played: for every player and move, how often it was played and the rewards
that followed, one table for the whole search. The position does not matter: this is the history heuristic (Schaeffer
1989) with rewards in place of cutoffs.

(Threads that share a tree may lose each other's additions now and then: of a sum over all iterations that is nothing.)
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.binding import Loop, Setup
from ...core.policy import MULTI
from ...core.questions import Scratch
from ...core.tree import NO_NODE, Tree
from ...core.untried import action_of
from ...rules.table import Table

LARGEST = 1 << 22
"""Entries of a table: more would take more than 64 MiB."""

NEVER_PLAYED = 0.5
"""The mean of a move that was never played: neither good nor bad."""


def table_refusal(setup: Setup) -> str | None:
    """Why there cannot be such a table in this search."""
    game = setup.game
    if game.players * (game.actions or 0) > LARGEST:
        return f"{game.name} has {game.actions:,} different moves; a table of them would take too much memory"
    return None


def move_table(loop: Loop) -> int:
    """The place of a table, float64 [players, actions, 2]: rewards and how often."""
    return loop.table(np.float64, (loop.setup.game.players, loop.setup.game.actions or 1, 2))


def add_move(table: Any, player: Any, move: Any, reward: float) -> None:
    """`player` played `move`, and got `reward` in the end."""
    action = action_of(move)
    if action < table.shape[1]:
        table[player, action, 0] += reward
        table[player, action, 1] += 1.0


def mean_of_move(table: Any, player: Any, move: Any) -> float:
    """What followed when `player` played `move`."""
    action = action_of(move)
    if action >= table.shape[1] or table[player, action, 1] == 0.0:
        return NEVER_PLAYED
    return table[player, action, 0] / table[player, action, 1]


def mean_of_child(tree: Tree, table: Any, child: Any) -> float:
    """The same for the move that leads to `child`; nothing, where it has no node."""
    record = tree.nodes[child]
    return mean_of_move(table, np.int64(record.player), np.int64(record.move)) if child != NO_NODE else 0.0


def learn_from_paths(tree: Tree, policy: Any, scratch: Scratch, payoffs: Any, table: Any) -> None:
    """Add the moves that this iteration played in the tree. Where every player has a tree, each player's from its own:
    the others only have what their owners saw of it."""
    for which in range(len(tree.roots)):
        for i in range(1, scratch.depths[which]):
            mover = np.int64(tree.nodes[scratch.paths[which, i - 1]].mover)
            if mover >= 0 and (policy.information != MULTI or mover == which):
                add_move(table, mover, np.int64(tree.nodes[scratch.paths[which, i]].move), payoffs[mover])


def learn_from_trace(game: Table, scratch: Scratch, payoffs: Any, table: Any) -> None:
    """Add all moves of this iteration, those of the playout included, as they were told (parts/tracing.py)."""
    for k in range(max(scratch.told[0], scratch.told[1])):
        entry = np.int64(scratch.trace[k])
        if entry >= 0:
            player = entry // game.actions
            add_move(table, player, entry - player * game.actions, payoffs[player])
