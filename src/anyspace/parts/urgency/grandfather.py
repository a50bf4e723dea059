"""The grandfather heuristic: a move starts with the value that it had two plies earlier (Gelly and Silver 2007).

What a move was worth to a player at the last turn is a guess at what it is worth now. A move that has no node scores as
if it had been visited `visits` times with the mean that the same move has at the grandparent, where the same player
moved; one that has none there, as it would without this part. Gelly and Silver found other starts better in Go.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.binding import Loop
from ...core.policy import MULTI, PERFECT
from ...core.tree import NO_NODE
from ...core.untried import check_actions, mark, place_of, unmark
from ...rules.codes import OK
from ..options import whole
from ..part import Part

NOT_THERE = -1.0


@dataclass(frozen=True)
class Grandfather(Part):
    """Moves start with their value two plies up.

    visits: how many visits that value counts for. The more, the less such a move is explored for being new.
    """

    visits: int = 1
    kind = "urgency"
    reference = "Gelly and Silver 2007; survey, V-B10"

    def __post_init__(self) -> None:
        whole(self, "visits", 1, 2**31 - 1)

    def bind(self, loop: Loop) -> None:
        most = loop.setup.game.max_moves
        inherited = loop.note(np.float64, (most,))
        visits = loop.number(self.visits)
        consider, inner, bound = loop.consider, loop.unvisited, loop.bound

        def ask_grandfather(tree: Any, game: Any, policy: Any, scratch: Any, node: Any, mover: int, n: int) -> int:
            means = scratch.notes[inherited]
            grandfather = grandfather_of(tree, policy, scratch, mover)
            status = OK
            if grandfather != NO_NODE:
                status = inherit(tree, game, policy, scratch, grandfather, n, means)
            else:
                for i in range(n):
                    means[i] = NOT_THERE
            return status if status < 0 else consider(tree, game, policy, scratch, node, mover, n)

        def unvisited(
            tree: Any, game: Any, policy: Any, scratch: Any, node: Any, mover: int, i: int, width: float
        ) -> float:
            mean = scratch.notes[inherited][i]
            if mean < 0.0:
                return inner(tree, game, policy, scratch, node, mover, i, width)
            return bound(tree, policy, scratch, node, NO_NODE, mean, np.int64(policy.numbers[visits]), width)

        loop.consider, loop.unvisited = ask_grandfather, unvisited


def grandfather_of(tree: Any, policy: Any, scratch: Any, mover: int) -> Any:
    """The node two steps up the path of who chooses, if the same player moved there; else NO_NODE."""
    which = mover if policy.information == MULTI else 0
    depth = scratch.depths[which]
    if depth < 3:
        return np.uint32(NO_NODE)
    found = scratch.paths[which, depth - 3]
    return found if tree.nodes[found].mover == mover else np.uint32(NO_NODE)


def inherit(tree: Any, game: Any, policy: Any, scratch: Any, grandfather: Any, n: int, means: Any) -> int:
    """For each of the `n` moves listed: its mean at `grandfather`, or NOT_THERE. In time linear in the moves: `places`
    (core/competing.py) is empty before and after. OK, or what went wrong."""
    nodes, moves, places = tree.nodes, scratch.moves, scratch.places
    marks_here = game.actions == 0 and policy.information == PERFECT  # under hidden information they are marked already
    status = check_actions(game, scratch, n) if game.actions > 0 else OK
    if status < 0:
        return status
    if marks_here:
        mark(scratch.marks, moves, n)
    child = nodes[grandfather].child
    while child != NO_NODE:
        places[place_of(game, scratch, nodes[child].move)] = child
        child = nodes[child].sibling
    for i in range(n):
        found = places[place_of(game, scratch, moves[i])]
        known = found != NO_NODE and nodes[found].visits > 0 and nodes[found].move == moves[i]
        means[i] = nodes[found].reward / nodes[found].visits if known else NOT_THERE
    child = nodes[grandfather].child
    while child != NO_NODE:
        places[place_of(game, scratch, nodes[child].move)] = NO_NODE
        child = nodes[child].sibling
    if marks_here:
        unmark(scratch.marks, moves, n)
    return OK
