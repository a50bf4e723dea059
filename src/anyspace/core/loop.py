"""The loop: descend, expand, play out, back up (the survey's Algorithm 2).

Knows no game: rules are reached through the function table, a state is an address. Knows no clock: a driver calls
`run` for a slice of iterations and looks at the time between slices.
"""

from __future__ import annotations

from ..memory.kinds import RECYCLE
from ..rules.codes import BAD_PAYOFF, OK, TOO_LONG
from ..rules.jit import bind
from ..rules.table import Table
from .descend import descend
from .growth import make_room
from .hidden import descend_hidden
from .native import call
from .policy import CAN_RECYCLE, Policy
from .questions import Scratch
from .tree import NO_NODE, Tree, push_back

TOLERANCE = 1e-9
"""How far beyond its declared range a payoff may lie, as a share of the range: rounding."""


def run(tree: Tree, game: Table, policy: Policy, scratch: Scratch, iterations: int) -> int:
    """Search for that many iterations. Returns OK, POOL_FULL, or what went wrong."""
    for _ in range(iterations):
        status = make_room(tree, policy, scratch)
        if status != OK:
            return status
        status = descend(tree, game, policy, scratch)
        if status < 0:
            return status
        length = play_out(game, policy, scratch)
        if length < 0:
            return length
        back_up(tree, policy, scratch)
        tally = scratch.tally[0]
        tally.iterations += 1
        tally.nodes_on_paths += scratch.depths[policy.own]
        tally.deepest = max(tally.deepest, scratch.depths[policy.own])
        tally.playout_moves += length
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


def back_up(tree: Tree, policy: Policy, scratch: Scratch) -> None:
    """Add this playout's rewards to every node of every path, each that of the player who moved into it. From the
    leaf to the root: the recycling queue needs children before their parents."""
    nodes = tree.nodes
    for which in range(len(tree.roots)):
        for i in range(scratch.depths[which] - 1, -1, -1):
            node = scratch.paths[which, i]
            record = nodes[node]
            record.visits += 1
            record.reward += scratch.payoffs[record.player]
            if CAN_RECYCLE and policy.memory == RECYCLE and record.child != NO_NODE:
                push_back(tree, node)


run_hidden = bind(run, descend=descend_hidden)
"""The same loop under hidden information."""
