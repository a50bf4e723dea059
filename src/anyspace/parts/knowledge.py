"""What a game says of its own moves and positions, by its rules `prior` and `evaluate`: asked by kernels, and kept of
every child for the parts that start from it.

H, in [0, 1]: by `prior` the weight of a move, that of the best one being 1; by `evaluate` the estimate of the position
that the move leads to, for who made it (of a finished one, what it paid).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..core.binding import Loop, Setup
from ..core.loop import scale_payoffs
from ..core.policy import MULTI, PERFECT, Policy
from ..core.questions import Scratch, ask_mover, list_moves
from ..core.tree import NO_NODE, Tree
from ..machine.native import call
from ..rules.codes import BAD_PRIOR, OK, OVER
from ..rules.table import Table

SOURCES = ("prior", "evaluate")

KNOWN, ASKED = 1, 2
"""Marks of a node: what its own move is worth is known; that of all its children's was asked for."""


def ask_prior(game: Table, scratch: Scratch, n: int, looks: Any) -> int:
    """What the game thinks of the `n` moves listed, into `looks`; the best is 1 (or all are 0). OK, or what went
    wrong."""
    status = call(game.prior, (scratch.state, scratch.moves_at, n, scratch.weights_at))
    if status < 0:
        return status
    most = 0.0
    for i in range(n):
        weight = scratch.weights[i]
        if not (weight >= 0.0 and weight < 1e300):
            scratch.tally[0].culprit = weight
            return BAD_PRIOR
        most = max(most, weight)
    share = 1.0 / most if most > 0.0 else 0.0
    for i in range(n):
        looks[i] = scratch.weights[i] * share
    return OK


def ask_estimate(game: Table, scratch: Scratch) -> int:
    """What the game thinks of the state, or pays in it if it is over, into `payoffs`, scaled to [0, 1]. OK, or what
    went wrong."""
    mover = ask_mover(game, scratch)
    if mover < OVER:
        return mover
    status = call(game.returns if mover == OVER else game.evaluate, (scratch.state, scratch.payoffs_at))
    if status < 0:
        return status
    status = scale_payoffs(game, scratch)
    return status if status == OK or mover == OVER else BAD_PRIOR


class Keeper(NamedTuple):
    """Where a part keeps H: functions of (tree, node), and one more number for those that write."""

    put: Any
    marks: Any
    set_marks: Any


def wait_refusal(setup: Setup, source: str, after: int) -> str | None:
    """Why H cannot wait for visits in this search."""
    if source == "prior" and after > 0 and setup.information != PERFECT:
        return "after= needs source=evaluate here: which moves a node has differs from guess to guess"
    return None


def keep_heuristic(loop: Loop, source: str, after: int, keeper: Keeper) -> int:
    """Have H kept of every child, once its parent was visited `after` times. Returns the place of a note: H of the
    moves being compared (by `evaluate` nothing is known of those without a node: there is no such note)."""
    loop.rules.add(source)
    waits = loop.number(after)
    if source == "evaluate":
        _keep_estimates(loop, waits, keeper)
        return -1
    return _keep_priors(loop, waits, keeper)


def _keep_estimates(loop: Loop, after: int, keeper: Keeper) -> None:
    """A position is evaluated when the descent is there anyway."""
    arrived, reached = loop.arrived, loop.reached
    put, marks, set_marks = keeper

    def estimate(tree: Any, game: Any, policy: Any, scratch: Any, parent: Any, node: Any) -> int:
        if parent == NO_NODE or tree.nodes[parent].mover < 0 or tree.nodes[parent].visits < policy.numbers[after]:
            return OK
        status = ask_estimate(game, scratch)
        if status == OK:
            put(tree, node, scratch.payoffs[tree.nodes[node].player])
            set_marks(tree, node, KNOWN)
        return status

    def arrive(tree: Any, game: Any, policy: Any, scratch: Any, node: Any) -> int:
        parent = parent_of(tree, policy, scratch, node)
        status = estimate(tree, game, policy, scratch, parent, node)
        return status if status < 0 else arrived(tree, game, policy, scratch, node)

    def reach(tree: Any, game: Any, policy: Any, scratch: Any, which: int, node: Any) -> int:
        status = OK
        depth = scratch.depths[which]
        if policy.numbers[after] > 0 and depth > 1 and marks(tree, node) == 0:
            status = estimate(tree, game, policy, scratch, scratch.paths[which, depth - 2], node)
        return status if status < 0 else reached(tree, game, policy, scratch, which, node)

    loop.arrived, loop.reached = arrive, reach


def _keep_priors(loop: Loop, after: int, keeper: Keeper) -> int:
    """A node's moves are asked about together, whenever some have no node yet, and once for those that have."""
    looks = loop.note(np.float64, (loop.setup.game.max_moves,))
    about = loop.note(np.int64, (2,))  # the node that `looks` is about, and how many moves it has
    consider, arrived, reached = loop.consider, loop.arrived, loop.reached
    put, marks, set_marks = keeper

    def ask(tree: Any, game: Any, policy: Any, scratch: Any, node: Any, mover: int, n: int) -> int:
        status = OK
        scratch.notes[about][0] = node
        scratch.notes[about][1] = n
        if tree.nodes[node].visits >= policy.numbers[after]:
            status = ask_prior(game, scratch, n, scratch.notes[looks])
        else:
            scratch.notes[about][1] = 0
            for i in range(n):
                scratch.notes[looks][i] = 0.0
        return status if status < 0 else consider(tree, game, policy, scratch, node, mover, n)

    def arrive(tree: Any, game: Any, policy: Any, scratch: Any, node: Any) -> int:
        parent = parent_of(tree, policy, scratch, node)
        if parent != NO_NODE and np.int64(parent) == scratch.notes[about][0]:
            at = index_of(scratch, scratch.notes[about][1], tree.nodes[node].move)
            if at >= 0:
                put(tree, node, scratch.notes[looks][at])
                set_marks(tree, node, KNOWN)
        return arrived(tree, game, policy, scratch, node)

    def reach(tree: Any, game: Any, policy: Any, scratch: Any, which: int, node: Any) -> int:
        record = tree.nodes[node]
        is_due = policy.numbers[after] > 0 and record.visits >= policy.numbers[after]
        if is_due and record.mover >= 0 and record.child != NO_NODE and marks(tree, node) & ASKED == 0:
            n = list_moves(game, scratch)
            status = ask_prior(game, scratch, n, scratch.notes[looks]) if n >= 0 else n
            if status < 0:
                return status
            set_marks(tree, node, marks(tree, node) | ASKED)
            child = record.child
            while child != NO_NODE:
                at = index_of(scratch, n, tree.nodes[child].move)
                if at >= 0:
                    put(tree, child, scratch.notes[looks][at])
                    set_marks(tree, child, marks(tree, child) | KNOWN)
                child = tree.nodes[child].sibling
        return reached(tree, game, policy, scratch, which, node)

    loop.consider, loop.arrived, loop.reached = ask, arrive, reach
    return looks


def parent_of(tree: Tree, policy: Policy, scratch: Scratch, node: Any) -> Any:
    """The parent of `node`, which the path of who chose it has just come to; NO_NODE if that is not known."""
    which = max(0, np.int64(tree.nodes[node].player)) if policy.information == MULTI else 0
    depth = scratch.depths[which]
    if depth < 2 or depth > scratch.paths.shape[1] or scratch.paths[which, depth - 1] != node:
        return np.uint32(NO_NODE)
    return scratch.paths[which, depth - 2]


def index_of(scratch: Scratch, n: int, move: int) -> int:
    """Where `move` is among the `n` listed; -1 if it is not."""
    for i in range(n):
        if scratch.moves[i] == move:
            return i
    return -1
