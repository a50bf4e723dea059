"""Killer RAVE: only the most important moves of an iteration count for RAVE (Lorentz 2011, for Havannah; survey, V-C6).

Which moves these are is our reading, for the survey says no more than that and the paper was not to be had: a table for
the whole search has for every player and move how often it was played, in the tree or in a playout, and the rewards. Of
the moves that a player made in an iteration the `moves` with the best mean there, among those played `least` times or
more, are added to the RAVE statistics of the path (amaf.py), and no others; equal ones in the order in which they were
played. Then the table learns all moves of the iteration. The rest is RAVE (rave.py).

A move that wins wherever it is played gets its RAVE value, as a killer move is tried first wherever it is legal; the
many moves that are merely there no longer blur it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.binding import Loop
from ...core.questions import Scratch
from ...rules.table import Table
from ..bias.move_table import learn_from_trace, mean_of_move, move_table
from ..options import number, whole
from .rave import Rave

SEEN, CHOSEN = np.int8(1), np.int8(2)


@dataclass(frozen=True)
class KillerRave(Rave):
    """RAVE by the best moves alone.

    moves: how many moves of each player count in an iteration. least: how often a move must have been played, in all,
    to be one of them; with 0 one that never was counts as neither good nor bad. schedule, k, bias, v, maximum: as for
    rave.
    """

    moves: int = 10
    least: float = 10.0
    reference = "Lorentz 2011; survey, V-C6"

    def __post_init__(self) -> None:
        super().__post_init__()
        whole(self, "moves", 1, 2**15)
        number(self, "least")

    def bind(self, loop: Loop) -> None:
        game = loop.setup.game
        table, least, most = move_table(loop), loop.number(self.least), loop.number(self.moves)
        marks = loop.note(np.int8, (game.players * (game.actions or 1),))
        best = loop.note(np.float64, (game.players, self.moves, 2))  # of each player: moves and means, the best first
        told = loop.note(np.int32, (2 * game.max_length + 2,))
        learn = loop.learn

        def restore(tree: Any, game: Any, policy: Any, scratch: Any, payoffs: Any, length: int) -> int:
            for i in range(scratch.told[1]):
                scratch.trace[i] = scratch.notes[told][i]
            learn_from_trace(game, scratch, payoffs, tree.tables[table])
            return learn(tree, game, policy, scratch, payoffs, length)

        loop.learn = restore
        super().bind(loop)  # RAVE learns from the trace, and then calls the above
        rave = loop.learn

        def learn_killers(tree: Any, game: Any, policy: Any, scratch: Any, payoffs: Any, length: int) -> int:
            numbers, notes = policy.numbers, scratch.notes
            for i in range(scratch.told[1]):
                notes[told][i] = scratch.trace[i]
            hide_others(
                game, scratch, tree.tables[table], np.int64(numbers[most]), numbers[least], notes[marks], notes[best]
            )
            return rave(tree, game, policy, scratch, payoffs, length)

        loop.learn = learn_killers


def hide_others(game: Table, scratch: Scratch, table: Any, most: Any, least: float, marks: Any, best: Any) -> None:
    """Leave of the moves of an iteration only each player's `most` best, those that were played `least` times. `marks`
    is all 0 before and after."""
    trace, end = scratch.trace, scratch.told[1]
    for player in range(game.players):
        found = 0
        for k in range(end):
            entry = np.int64(trace[k])
            if entry < 0 or entry // game.actions != player or marks[entry] != 0:
                continue
            marks[entry] = SEEN
            action = entry - player * game.actions
            if table[player, action, 1] >= least:
                found = insert(best[player], found, most, entry, mean_of_move(table, player, action))
        for i in range(found):
            marks[np.int64(best[player, i, 0])] = CHOSEN
    for k in range(end):
        entry = np.int64(trace[k])
        if entry >= 0 and marks[entry] != CHOSEN:
            marks[entry] = 0
            trace[k] = -1
    for k in range(end):
        if trace[k] >= 0:
            marks[trace[k]] = 0


def insert(best: Any, found: int, most: Any, entry: Any, mean: float) -> int:
    """Put a move where it belongs among the `found` best so far, if it is one of the `most` best. How many are now."""
    if found == most and mean <= best[most - 1, 1]:
        return found
    at = min(found, most - 1)
    while at > 0 and best[at - 1, 1] < mean:
        best[at, 0] = best[at - 1, 0]
        best[at, 1] = best[at - 1, 1]
        at -= 1
    best[at, 0] = entry
    best[at, 1] = mean
    return min(found + 1, most)
