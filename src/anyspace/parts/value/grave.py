"""Generalized RAVE: AMAF values of the nearest ancestor that has enough of them (Cazenave 2015).

    value = beta A + (1 - beta) Q,    beta = m / (m + n + bias m n)

A and m are not those of the node itself but of the closest node above it (itself included) with more than `ref` visits;
without one, the root's. That node may be one where the other moves, so every node keeps the values of all players'
moves. A node visited ten times has AMAF values that are mostly noise; those a little further up are not.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.binding import Loop
from ...core.competing import FIRST
from ...core.policy import MULTI
from ...core.tree import NO_NODE
from ...core.untried import action_of
from ..options import number
from .amaf import MoveValues, learn_all_moves


@dataclass(frozen=True)
class Grave(MoveValues):
    """GRAVE.

    ref: a node with more visits than this uses its own AMAF values. bias: how soon the usual mean takes over.
    """

    ref: float = 100.0
    bias: float = 1e-5
    reference = "Cazenave 2015"

    def __post_init__(self) -> None:
        number(self, "ref")
        number(self, "bias")

    def bind(self, loop: Loop) -> None:
        ref, bias = loop.number(self.ref), loop.number(self.bias)
        actions = loop.number(loop.setup.game.actions or 1)
        rows = learn_all_moves(loop, everyone=True)
        reference = loop.note(np.int64, (loop.setup.game.players,))
        multi = loop.setup.information == MULTI
        entered, inner, bound = loop.entered, loop.value, loop.bound

        def note_reference(tree: Any, policy: Any, scratch: Any, which: int, depth: int, node: Any) -> None:
            entered(tree, policy, scratch, which, depth, node)
            if depth == 0 or tree.nodes[node].visits > policy.numbers[ref]:
                scratch.notes[reference][which] = node

        def reference_of(tree: Any, scratch: Any, node: Any) -> Any:
            # under MO-ISMCTS each tree has its own; the chooser's is that of who moves
            return scratch.notes[reference][max(0, tree.nodes[node].mover) if multi else 0]

        def value(tree: Any, policy: Any, scratch: Any, node: Any, child: Any, reward: float, visits: Any) -> float:
            mean = inner(tree, policy, scratch, node, child, reward, visits)
            row = tree.rows[rows]
            source, many = reference_of(tree, scratch, node), int(policy.numbers[actions])
            mover: Any = np.int64(tree.nodes[node].mover)
            at = 2 * max(0, mover) * many + action_of(tree.nodes[child].move)
            count = np.float64(row[source, at + many])
            if child == NO_NODE or count == 0:
                return mean
            return blended(mean, visits, np.float64(row[source, at]), count, policy.numbers[bias])

        def unvisited(
            tree: Any, game: Any, policy: Any, scratch: Any, node: Any, mover: int, i: int, width: float
        ) -> float:
            row = tree.rows[rows]
            at = 2 * mover * game.actions + action_of(scratch.moves[i])
            source = scratch.notes[reference][mover if multi else 0]
            count = np.float64(row[source, at + game.actions])
            if count == 0:
                return FIRST
            return bound(tree, policy, scratch, node, NO_NODE, np.float64(row[source, at]) / count, 1, width)

        loop.entered, loop.value, loop.unvisited = note_reference, value, unvisited


def blended(mean: float, visits: Any, total: Any, count: Any, bias: float) -> float:
    """beta A + (1 - beta) Q with one division, where A = total / count."""
    own = visits * (1.0 + bias * count)
    return (mean * own + total) / (own + count)
