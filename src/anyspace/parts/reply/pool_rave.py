"""PoolRAVE: in playouts, moves that look best by RAVE are tried first (Hoock et al. 2010; Rimmel et al. 2011).

When a playout begins, each player gets a pool: the k moves with the greatest AMAF value in the deepest node of the path
where that player moves and that has been visited often enough. Then at every move, with probability p, one of the
player's pool is drawn and played if it is legal; else whatever the search's playout would play.

The AMAF values are those that RAVE, GRAVE or AMAF keep; without one of these the part keeps them itself, and the tree
is searched without them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.binding import Loop, Setup
from ...core.policy import MULTI
from ...core.tree import NO_NODE
from ...rng import below, uniform
from ..options import number, whole
from ..part import Part
from ..value.amaf import MoveValues, learn_all_moves
from .lgr import find_code


@dataclass(frozen=True)
class PoolRave(Part):
    """Playouts draw from the moves that are best by RAVE.

    p: how often a move of the pool is tried. k: how many moves are in it. visits: how often a node must have been
    visited for its values to be used.
    """

    p: float = 0.5
    k: int = 10
    visits: float = 50.0
    kind = "reply"
    needs = ("actions",)
    steps = True
    reference = "Hoock et al. 2010, Rimmel et al. 2011; survey, V-C8"

    def __post_init__(self) -> None:
        number(self, "p", 0, 1)
        whole(self, "k", 1, 2**15)
        number(self, "visits", 1)

    def refusal(self, setup: Setup) -> str | None:
        return MoveValues.refusal(self, setup)  # type: ignore[arg-type]

    def bind(self, loop: Loop) -> None:
        rows = learn_all_moves(loop) if loop.move_rows is None else loop.move_rows
        p, least, actions = loop.number(self.p), loop.number(self.visits), loop.number(loop.setup.game.actions or 1)
        players = loop.setup.game.players
        multi = loop.setup.information == MULTI
        pools, means = loop.note(np.int32, (players, self.k)), loop.note(np.float64, (self.k,))
        sources = loop.note(np.int64, (players, 3))  # how many are in the pool, of which node, at how many visits
        starts, inner = loop.starts, loop.choose

        def fill_pools(tree: Any, policy: Any, scratch: Any) -> None:
            starts(tree, policy, scratch)
            known, row = scratch.notes[sources], tree.rows[rows]
            many = int(policy.numbers[actions])
            for player in range(len(known)):
                node = deepest(tree, scratch, player if multi else 0, player, policy.numbers[least])
                visits = np.int64(tree.nodes[node].visits)
                if node != known[player, 1] or is_stale(visits, known[player, 2]):
                    known[player, 1] = node
                    known[player, 2] = visits
                    known[player, 0] = 0
                    if node != NO_NODE:
                        block = 2 * player * many if row.shape[1] > 2 * many else 0  # rows may be everybody's
                        pool = scratch.notes[pools][player]
                        known[player, 0] = gather(row[node], block, many, pool, scratch.notes[means])

        def choose_from_pool(tree: Any, game: Any, policy: Any, scratch: Any, mover: int, n: int, ply: int) -> int:
            size = scratch.notes[sources][mover, 0]
            if size > 0 and uniform(scratch.rng) < policy.numbers[p]:
                action = np.int64(scratch.notes[pools][mover, below(scratch.rng, size)])
                found = find_code(game, scratch, mover * game.actions + action, mover, n)
                if found >= 0:
                    return found
            return inner(tree, game, policy, scratch, mover, n, ply)

        loop.starts, loop.choose = fill_pools, choose_from_pool


def deepest(tree: Any, scratch: Any, which: int, player: int, least: float) -> Any:
    """The last node on the path of tree `which` where `player` moves and that has `least` visits; NO_NODE if none."""
    for i in range(scratch.depths[which] - 1, -1, -1):
        node = np.int64(scratch.paths[which, i])
        if tree.nodes[node].mover == player and tree.nodes[node].visits >= least:
            return node
    return np.int64(NO_NODE)


def is_stale(visits: Any, noted: Any) -> bool:
    """Whether a node that had `noted` visits when its pool was made has so many more that it may be another one now: an
    eighth. (Fewer, and its record was given to another node.)"""
    return visits < noted or visits > noted + (noted >> 3)


def gather(row: Any, block: int, actions: int, pool: Any, means: Any) -> int:
    """The moves with the greatest means in a row of AMAF values, into `pool`, the best first. Returns how many."""
    size = 0
    for action in range(actions):
        count = np.float64(row[block + actions + action])
        if count == 0.0:
            continue
        mean = np.float64(row[block + action]) / count
        if size == len(pool) and mean <= means[size - 1]:
            continue
        size = min(size + 1, len(pool))
        at = size - 1
        while at > 0 and means[at - 1] < mean:
            means[at] = means[at - 1]
            pool[at] = pool[at - 1]
            at -= 1
        means[at] = mean
        pool[at] = action
    return size
