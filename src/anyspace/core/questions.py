"""Asking the rules, from kernels: each question checked, each answer a plain number or a negative code."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..machine.native import call, copy_bytes
from ..rng import below
from ..rules.codes import BAD_MOVE_COUNT, BAD_MOVER, OK, OVER, UNANSWERED
from ..rules.playout import pick_weighted
from ..rules.table import Table
from .policy import Policy

TALLY = np.dtype(
    [
        ("iterations", np.int64),
        ("nodes_on_paths", np.int64),
        ("deepest", np.int64),
        ("playout_moves", np.int64),
        ("culprit", np.float64),  # the number behind a bad status: a payoff, a count, a player
    ]
)


OWED = np.dtype([("visits", np.int64), ("reward", np.float64)])
"""Visits of a shared tree's root that a thread has not told it of yet."""


class Scratch(NamedTuple):
    """One thread's working memory. Arrays that rules write to come with their address."""

    root: int
    """address of the state that the search starts from"""
    state: int
    """address of the state that an iteration plays on"""
    paths: Any
    """uint32 [trees, longest game + 2]: the nodes of this iteration, a row a tree, root first"""
    depths: Any
    """int64 [trees]: how many of them there are"""
    moves: Any
    """int32 [max_moves + slack]"""
    weights: Any
    """float64 [max_moves + slack]"""
    payoffs: Any
    """float64 [players]; scaled to [0, 1] once a playout is done"""
    marks: Any
    """int32 [four times max_moves, or more], see untried.py"""
    ledger: Any
    """LEDGER [max_moves + 1], see memory/sweep.py"""
    rng: Any
    """uint64 [1]"""
    tally: Any
    """TALLY [1]"""
    scores: Any
    """float64 [max_moves + slack]: what the children of a node scored, in the order of their list"""
    places: Any
    """uint32 [actions, or as marks]: the child that a move leads to, see competing.py; all NO_NODE between choices"""
    trace: Any
    """int32 [twice the longest game, or 1]: the moves of this iteration as `mover * actions + move`, chance as -1;
    those in the tree first"""
    told: Any
    """int64 [4]: how many of them were made in the tree; how many there are in all; where a part asks for it, how many
    moves the playout had, and whether playouts have learnt from it already"""
    notes: Any
    """a tuple of arrays: what parts need while an iteration lasts, or of their own working memory"""
    spares: Any
    """int64 [as many as parts ask for, or 1]: addresses of states to try moves on"""
    reserve: Any
    """uint32 [1]: shared trees, head of the list of records that this thread has fetched and not used yet"""
    owed: Any
    """OWED [trees]"""
    watch: Any
    """int64 [3]: the time, seconds and nanoseconds, as the system writes it; how many iterations this thread may still
    do before it is to come back"""
    trace_at: int
    moves_at: int
    weights_at: int
    payoffs_at: int
    rng_at: int


def copy_state(game: Table, target: int, source: int) -> int:
    """Make the state at `target` a copy of the one at `source`."""
    if game.copy == 0:
        copy_bytes(target, source, game.state_bytes)
        return OK
    return call(game.copy, (target, source))


def deal(game: Table, policy: Policy, scratch: Scratch) -> int:
    """Hook: before an iteration, the root's position. OK, or what went wrong."""
    return min(copy_state(game, scratch.state, scratch.root), OK)


def deal_guess(game: Table, policy: Policy, scratch: Scratch) -> int:
    """The same where information is hidden: with a fresh guess of what is."""
    status = copy_state(game, scratch.state, scratch.root)
    if status >= 0:
        status = call(game.determinize, (scratch.state, policy.observer, scratch.rng_at))
    return min(status, OK)


def ask_mover(game: Table, scratch: Scratch) -> int:
    """Who moves: a player, CHANCE, OVER, or (below OVER) what went wrong."""
    mover = call(game.mover, (scratch.state,))
    if mover >= game.players or mover < OVER:
        scratch.tally[0].culprit = mover
        return BAD_MOVER if mover > UNANSWERED else mover
    return mover


def list_moves(game: Table, scratch: Scratch) -> int:
    """Hook: put the legal moves into `scratch.moves`; returns how many, or what went wrong."""
    n = call(game.moves, (scratch.state, scratch.moves_at))
    if n < 1 or n > game.max_moves:
        scratch.tally[0].culprit = n
        return BAD_MOVE_COUNT if n > UNANSWERED else n
    return n


def draw_outcome(game: Table, scratch: Scratch, n: int) -> int:
    """One of the `n` outcomes listed in `scratch.moves`, by its odds; or what went wrong."""
    if game.weights == 0:
        return scratch.moves[below(scratch.rng, n)]
    status = call(game.weights, (scratch.state, scratch.weights_at))
    if status < 0:
        return status
    choice = pick_weighted(scratch.rng, scratch.weights, n)
    return scratch.moves[choice] if choice >= 0 else choice
