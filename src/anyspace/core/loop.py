"""The loop: descend, expand, play out, back up (the survey's Algorithm 2).

Knows no game: rules are reached through the function table, a state is an address. Knows no clock: a driver calls
`run` for a slice of iterations and looks at the time between slices.
"""

from __future__ import annotations

from typing import Any

from ..machine.jit import bind
from ..machine.native import call
from ..parts.memory.kinds import RECYCLE
from ..rules.codes import BAD_PAYOFF, OK, TOO_LONG
from ..rules.table import Table
from .descend import descend
from .growth import make_room, settle
from .hidden import descend_hidden
from .policy import CAN_RECYCLE, CAN_SHARE, CAN_SWEEP, Policy
from .questions import Scratch, deal
from .sharing import (
    begin_iteration,
    credit,
    credit_root,
    end_iteration,
    fetch_path,
    leave,
    lock_tree,
    next_ration,
    unlock_tree,
)
from .tree import NO_NODE, Tree, is_shared, push_back

TOLERANCE = 1e-9
"""How far beyond its declared range a payoff may lie, as a share of the range: rounding."""


def run(tree: Tree, game: Table, policy: Policy, scratch: Scratch, iterations: int) -> int:
    """Search for that many iterations. Returns OK, POOL_FULL, or what went wrong."""
    for _ in range(iterations):
        status = make_room(tree, policy, scratch)
        if status == OK:
            status = deal(game, policy, scratch)
        if status != OK:
            return status
        begin(tree, policy)
        status = descend(tree, game, policy, scratch)
        unlock_tree(tree, policy)
        if status < 0:
            return end(tree, status)
        length = play_out(game, policy, scratch)
        if length < 0:
            return end(tree, length)
        lock_tree(tree, policy)
        credit_paths(tree, policy, scratch, scratch.payoffs)
        leave_paths(tree, policy, scratch)
        unlock_tree(tree, policy)
        end(tree, OK)
        note(policy, scratch, length)
    return OK


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


def credit_paths(tree: Tree, policy: Policy, scratch: Scratch, payoffs: Any) -> None:
    """Back up: add a playout's rewards to every node of every path, each that of the player who moved into it.
    Recycling: from the leaf to the root, so that children return to the queue before their parents."""
    recycles = CAN_RECYCLE and policy.memory == RECYCLE and not is_shared(tree)
    for which in range(len(tree.roots)):
        depth = scratch.depths[which]
        fetch_path(tree, scratch.paths[which], depth)
        for i in range(depth - 1, -1, -1):
            node = scratch.paths[which, i]
            reward = payoffs[tree.nodes[node].player]
            if i == 0 and is_shared(tree):
                credit_root(tree, policy, scratch.owed[which], node, reward)
            else:
                credit(tree, policy, node, reward)
            if recycles and tree.nodes[node].child != NO_NODE:
                push_back(tree, node)


def leave_paths(tree: Tree, policy: Policy, scratch: Scratch) -> None:
    """Recycling in a shared tree: this thread holds none of the nodes any more."""
    if CAN_RECYCLE and CAN_SHARE and policy.memory == RECYCLE and is_shared(tree):
        for which in range(len(tree.roots)):
            leave(tree, scratch.paths[which], scratch.depths[which])


def note(policy: Policy, scratch: Scratch, length: int) -> None:
    """Keep count."""
    tally = scratch.tally[0]
    tally.iterations += 1
    tally.nodes_on_paths += scratch.depths[policy.own]
    tally.deepest = max(tally.deepest, scratch.depths[policy.own])
    tally.playout_moves += length


def begin(tree: Tree, policy: Policy) -> None:
    """An iteration in a shared tree begins: no sweep until it ends, and with a lock on the tree, no other descent."""
    if CAN_SWEEP and CAN_SHARE and is_shared(tree):
        begin_iteration(tree)
    lock_tree(tree, policy)


def end(tree: Tree, status: int) -> int:
    """And ends. Returns `status`."""
    if CAN_SWEEP and CAN_SHARE and is_shared(tree):
        end_iteration(tree)
    return status


def work(tree: Tree, game: Table, policy: Policy, scratch: Scratch, control: Any) -> int:
    """What one thread of a team does: rations of iterations until there are no more. Returns as `run`."""
    while True:
        ration = next_ration(control, scratch.watch)
        status = run(tree, game, policy, scratch, ration)
        if status != OK or ration == 0:
            settle(tree, scratch)
            return status


run_hidden = bind(run, descend=descend_hidden)
work_hidden = bind(work, run=run_hidden)
"""The same under hidden information."""
