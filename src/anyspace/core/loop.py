"""The loop: descend, expand, play out, back up (the survey's Algorithm 2).

Knows no game: rules are reached through the function table, a state is an address. Knows no clock: a driver calls
`run` for a slice of iterations and looks at the time between slices.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..rng import below
from ..rules.codes import BAD_MOVE_COUNT, BAD_MOVER, BAD_PAYOFF, CHANCE, OK, OVER, TOO_LONG
from ..rules.playout import pick_weighted
from ..rules.table import Table
from ..select.ucb1 import best_child
from .native import call, copy_bytes
from .tree import NO_NODE, UNSEEN, Tree, add_child, child_by_move, has_room
from .untried import pick_untried

POOL_FULL = 1
"""Status of `run`: the next iteration needs a node and there is none. Nothing was changed or drawn."""

TOLERANCE = 1e-9
"""How far beyond its declared range a payoff may lie, as a share of the range: rounding."""

TALLY = np.dtype(
    [
        ("iterations", np.int64),
        ("nodes_on_paths", np.int64),
        ("deepest", np.int64),
        ("playout_moves", np.int64),
        ("culprit", np.float64),  # the number behind a bad status: a payoff, a count, a player
    ]
)


class Policy(NamedTuple):
    """The options of a search as kernels know them."""

    exploration: float
    playout_limit: int
    cut_playouts: bool
    """At the limit: True scores the position as it stands, False reports TOO_LONG."""


class Scratch(NamedTuple):
    """One thread's working memory. Each array comes with its address, for the rules."""

    root: int
    """address of the state that the search starts from"""
    state: int
    """address of the state that an iteration plays on"""
    path: Any
    """uint32 [longest game + 2]: the nodes of this iteration, root first"""
    moves: Any
    """int32 [max_moves + slack]"""
    weights: Any
    """float64 [max_moves]"""
    payoffs: Any
    """float64 [players]; scaled to [0, 1] once a playout is done"""
    marks: Any
    """int32, see untried.py"""
    rng: Any
    """uint64 [1]"""
    tally: Any
    """TALLY [1]"""
    moves_at: int
    weights_at: int
    payoffs_at: int
    rng_at: int


def run(tree: Tree, game: Table, policy: Policy, scratch: Scratch, iterations: int) -> int:
    """Search for that many iterations. Returns OK, POOL_FULL, or what went wrong."""
    for _ in range(iterations):
        if not has_room(tree):
            return POOL_FULL
        depth = descend(tree, game, policy, scratch)
        if depth < 0:
            return depth
        length = play_out(game, policy, scratch)
        if length < 0:
            return length
        back_up(tree, scratch, depth)
        tally = scratch.tally[0]
        tally.iterations += 1
        tally.nodes_on_paths += depth
        tally.deepest = max(tally.deepest, depth)
        tally.playout_moves += length
    return OK


def descend(tree: Tree, game: Table, policy: Policy, scratch: Scratch) -> int:
    """Tree policy: from the root to a node that is new or final, playing its moves. Returns the length of the path."""
    nodes, path = tree.nodes, scratch.path
    status = copy_state(game, scratch.state, scratch.root)
    if status < 0:
        return status
    node = tree.pool[0].root
    path[0] = node
    depth = 1
    is_new = False
    while not is_new and depth < len(path):
        first_time = nodes[node].mover == UNSEEN
        if first_time:
            status = see_mover(nodes, node, game, scratch)
            if status < 0:
                return status
        if nodes[node].mover == OVER:
            break
        if nodes[node].mover == CHANCE or first_time or nodes[node].untried > 0:
            status = list_moves(game, scratch)
            if status < 0:
                return status
            move = choose_move(tree, node, game, scratch, status, first_time)
            if move < 0:
                return move
            child = child_by_move(tree, node, move) if nodes[node].mover == CHANCE else NO_NODE
            is_new = child == NO_NODE
            if is_new:
                child = add_child(tree, node, move)
        else:
            child = best_child(nodes, node, policy.exploration, scratch.rng)
        status = call(game.play, (scratch.state, nodes[child].move))
        if status < 0:
            return status
        node = child
        path[depth] = node
        depth += 1
    return depth


def choose_move(tree: Tree, node: Any, game: Table, scratch: Scratch, n: int, first_time: bool) -> int:
    """The move to expand, out of the `n` listed: at a decision any untried one, at chance any outcome by its odds."""
    nodes = tree.nodes
    if nodes[node].mover == CHANCE:
        if game.weights == 0:
            return scratch.moves[below(scratch.rng, n)]
        status = call(game.weights, (scratch.state, scratch.weights_at))
        if status < 0:
            return status
        choice = pick_weighted(scratch.rng, scratch.weights, n)
        return scratch.moves[choice] if choice >= 0 else choice
    nodes[node].untried = (n if first_time else nodes[node].untried) - 1
    return pick_untried(nodes, node, scratch.moves, n, scratch.marks, scratch.rng)


def see_mover(nodes: Any, node: Any, game: Table, scratch: Scratch) -> int:
    """Ask the rules who moves from `node`, and note it."""
    mover = call(game.mover, (scratch.state,))
    if mover >= game.players or mover < OVER:
        scratch.tally[0].culprit = mover
        return BAD_MOVER if mover > -100 else mover
    nodes[node].mover = mover
    return OK


def list_moves(game: Table, scratch: Scratch) -> int:
    """Put the legal moves into `scratch.moves`; returns how many, or what went wrong."""
    n = call(game.moves, (scratch.state, scratch.moves_at))
    if n < 1 or n > game.max_moves:
        scratch.tally[0].culprit = n
        return BAD_MOVE_COUNT if n > -100 else n
    return n


def play_out(game: Table, policy: Policy, scratch: Scratch) -> int:
    """Default policy: play to the end; payoffs scaled to [0, 1]. Returns the number of moves, or what went wrong."""
    payoffs = scratch.payoffs
    length = call(
        game.playout,
        (scratch.state, scratch.rng_at, scratch.payoffs_at, scratch.moves_at, scratch.weights_at, policy.playout_limit),
    )
    if length == TOO_LONG and policy.cut_playouts:
        length = call(game.returns, (scratch.state, scratch.payoffs_at))
        if length == OK:
            length = policy.playout_limit
    if length < 0:
        return length
    for player in range(game.players):
        reward = (payoffs[player] - game.lowest) * game.scale
        if not (reward >= -TOLERANCE and reward <= 1.0 + TOLERANCE):
            scratch.tally[0].culprit = payoffs[player]
            return BAD_PAYOFF
        payoffs[player] = min(max(reward, 0.0), 1.0)
    return length


def back_up(tree: Tree, scratch: Scratch, depth: int) -> None:
    """Add this playout's rewards to every node of the path, each that of the player who moved into it."""
    nodes = tree.nodes
    for i in range(depth):
        record = nodes[scratch.path[i]]
        record.visits += 1
        record.reward += scratch.payoffs[record.player]


def copy_state(game: Table, target: int, source: int) -> int:
    """Make the state at `target` a copy of the one at `source`."""
    if game.copy == 0:
        copy_bytes(target, source, game.state_bytes)
        return OK
    return call(game.copy, (target, source))
