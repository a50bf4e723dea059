"""The loop: descend, expand, play out, back up (the survey's Algorithm 2).

Knows no game: rules are reached through the function table, a state is an address. Knows no clock: a driver calls
`run` for a slice of iterations and looks at the time between slices. Knows no part: what a search does differently
takes the place of the functions that are called hooks (core/hooks.py lists them).
"""

from __future__ import annotations

from typing import Any

from ..machine.native import call
from ..rules.codes import BAD_PAYOFF, OK, TOO_LONG
from ..rules.table import Table
from .descend import descend
from .growth import make_room
from .playing import assess
from .policy import Policy
from .questions import Scratch, deal
from .rations import next_ration
from .sharing import lock_tree, unlock_tree
from .tree import Tree

DECIDED = 2
"""Status of `run`: nothing that is left to search can change the answer."""

TOLERANCE = 1e-9
"""How far beyond its declared range a payoff may lie, as a share of the range: rounding."""


def run(tree: Tree, game: Table, policy: Policy, scratch: Scratch, iterations: int) -> int:
    """Search for that many iterations. Returns OK, POOL_FULL, DECIDED, or what went wrong."""
    for _ in range(iterations):
        status = make_room(tree, policy, scratch)
        if status == OK:
            status = deal(game, policy, scratch)
        if status != OK:
            return status
        begin(tree)
        lock_tree(tree)
        status = descend(tree, game, policy, scratch)
        unlock_tree(tree)
        if status < 0:
            return end(tree, status)
        length = play_out(tree, game, policy, scratch)
        if length < 0:
            return end(tree, length)
        lock_tree(tree)
        credit_paths(tree, policy, scratch, scratch.payoffs)
        status = learn(tree, game, policy, scratch, scratch.payoffs, length)
        leave(tree, policy, scratch)
        unlock_tree(tree)
        end(tree, OK)
        note(policy, scratch, length)
        if status != OK:
            return status
        if decided(tree, policy):
            return DECIDED
    return OK


def play_out(tree: Tree, game: Table, policy: Policy, scratch: Scratch) -> int:
    """Hook: what the position at the end of the path is worth, into `payoffs`, scaled to [0, 1]. Returns the number of
    moves played, or what went wrong. Here (the default policy): play to the end."""
    length = playout_call(tree, game, policy, scratch)
    if length == TOO_LONG and policy.cut_playouts:
        length = min(assess(tree, game, policy, scratch), OK) or policy.playout_limit
    if length < 0:
        return length
    status = scale_payoffs(game, scratch)
    return length if status == OK else status


def playout_call(tree: Tree, game: Table, policy: Policy, scratch: Scratch) -> int:
    """Hook: the game's playout from the state of this iteration. Where parts have a say in it: core/playing.py."""
    return call(
        game.playout,
        (scratch.state, scratch.rng_at, scratch.payoffs_at, scratch.moves_at, scratch.weights_at, policy.playout_limit),
    )


def scale_payoffs(game: Table, scratch: Scratch) -> int:
    """From the game's own units to [0, 1]. OK, or BAD_PAYOFF."""
    payoffs = scratch.payoffs
    for player in range(game.players):
        reward = (payoffs[player] - game.lowest) * game.scale
        if not (reward >= -TOLERANCE and reward <= 1.0 + TOLERANCE):
            scratch.tally[0].culprit = payoffs[player]
            return BAD_PAYOFF
        payoffs[player] = min(max(reward, 0.0), 1.0)
    return OK


def credit_paths(tree: Tree, policy: Policy, scratch: Scratch, payoffs: Any) -> None:
    """Back up: add a playout's rewards to every node of every path, each that of the player who moved into it; from the
    leaf to the root, so that a node's children know before it does."""
    for which in range(len(tree.roots)):
        depth = scratch.depths[which]
        coming(tree, scratch.paths[which], depth)
        for i in range(depth - 1, -1, -1):
            node = scratch.paths[which, i]
            credit(tree, policy, scratch, which, i, node, payoffs)


def coming(tree: Tree, path: Any, depth: int) -> None:
    """Hook: a path is about to be backed up."""


def credit(tree: Tree, policy: Policy, scratch: Scratch, which: int, i: int, node: Any, payoffs: Any) -> None:
    """Hook: what `node`, the `i`-th on the path of tree `which`, learns from a playout."""
    record = tree.nodes[node]
    record.visits += 1
    record.reward += payoffs[record.player]


def learn(tree: Tree, game: Table, policy: Policy, scratch: Scratch, payoffs: Any, length: int) -> int:
    """Hook: what is learnt from the iteration as a whole, after all nodes were credited. OK, or what went wrong."""
    teach(tree, game, policy, scratch, payoffs)
    return OK


def teach(tree: Tree, game: Table, policy: Policy, scratch: Scratch, payoffs: Any) -> None:
    """Hook: what later playouts learn from the moves of one, and from those that led to it. Where a leaf is played out
    several times, each time: parts/leaf/several.py."""


def leave(tree: Tree, policy: Policy, scratch: Scratch) -> None:
    """Hook: the paths are done with."""


def decided(tree: Tree, policy: Policy) -> bool:
    """Hook: whether the search can end here."""
    return False


def note(policy: Policy, scratch: Scratch, length: int) -> None:
    """Keep count."""
    tally = scratch.tally[0]
    tally.iterations += 1
    tally.nodes_on_paths += scratch.depths[policy.own]
    tally.deepest = max(tally.deepest, scratch.depths[policy.own])
    tally.playout_moves += length


def begin(tree: Tree) -> None:
    """Hook: an iteration begins."""


def end(tree: Tree, status: int) -> int:
    """Hook: and ends. Returns `status`."""
    return status


def work(tree: Tree, game: Table, policy: Policy, scratch: Scratch, control: Any) -> int:
    """What one thread of a team does: rations of iterations until there are no more. Returns as `run`."""
    while True:
        ration = next_ration(control, scratch.watch)
        status = run(tree, game, policy, scratch, ration)
        if status != OK or ration == 0:
            settle(tree, scratch)
            return status


def settle(tree: Tree, scratch: Scratch) -> None:
    """Hook: a thread is done with the tree for now: it keeps nothing, and owes nothing."""
