"""How good the moves of a node look before they are tried, as odds: said by a network, or by the game's rule `prior`.

A node keeps the odds of its moves in the order in which the rules list them; where something is hidden, and which moves
there are differs from guess to guess, a weight for every move that the game knows, of which the share among the legal
ones counts. The odds of the move into a node are also the node's own.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from ..core.binding import Loop
from ..core.competing import remembering
from ..core.policy import PERFECT
from ..core.questions import list_moves
from ..core.tree import NO_NODE
from ..core.untried import action_of, check_actions
from ..machine.native import call
from ..rules.codes import BAD_PRIOR, OK

LEAST = 1e-9
"""Odds of a move are never less: what was ruled out by rounding can still be tried."""

OTHER_FIRSTS = (
    *("fpu", "grandfather", "amaf", "rave", "grave", "permutation_amaf", "killer_rave", "seeding", "prior_seeding"),
    "groups",
)
"""Parts that ask for the bound of what has no node: there nothing is known of its odds, and it would have none."""


class Priors(NamedTuple):
    """Functions that kernels ask."""

    of_move: Any
    """(tree, game, scratch, node, i): the odds of the i-th move listed"""
    of_child: Any
    """(tree, node, child): those of the move into a child"""
    row: int
    """the place of the row"""
    by_action: bool
    """whether it has a number for every move that the game knows, not for those that are listed"""


def keep_priors(loop: Loop) -> Priors:
    """Have them kept. Several parts may ask for it."""
    if loop.priors is not None:
        return loop.priors
    by_action = loop.setup.information != PERFECT
    row = loop.row(np.float32, loop.setup.game.actions or 0 if by_action else loop.setup.game.max_moves)
    loop.field("prior", np.float32)  # of the move into the node
    loop.field("legal_odds", np.float32)  # of all moves that are legal just now
    grow, reached = loop.grow, loop.reached

    def place(game: Any, scratch: Any, i: int) -> int:
        return action_of(scratch.moves[i]) if by_action else i

    def of_move(tree: Any, game: Any, scratch: Any, node: Any, i: int) -> float:
        return share(tree.rows[row][node, place(game, scratch, i)], tree.extras[node].legal_odds)

    def of_child(tree: Any, node: Any, child: Any) -> float:
        return share(tree.extras[child].prior, tree.extras[node].legal_odds)

    def grow_with_prior(tree: Any, policy: Any, scratch: Any, parent: Any, move: int, untried: int) -> Any:
        child = grow(tree, policy, scratch, parent, move, untried)
        if child != NO_NODE:
            at = action_of(move) if by_action else index_among(scratch.moves, move, tree.rows[row].shape[1])
            if at >= 0 and at < tree.rows[row].shape[1]:  # what somebody sees of a move may be any number
                tree.extras[child].prior = tree.rows[row][parent, at]
        return child

    def keep(tree: Any, game: Any, scratch: Any, node: Any, logits: Any, has_policy: bool, n: int) -> None:
        """The `n` moves are listed."""
        odds = tree.rows[row]
        most: Any = np.float64(-1e300)
        for i in range(n):
            most = max(most, np.float64(logits[action_of(scratch.moves[i])])) if has_policy else 0.0
        total = 0.0
        if by_action:
            for action in range(odds.shape[1]):
                weight = math.exp(min(np.float64(logits[action]) - most, 50.0)) if has_policy else 1.0
                odds[node, action] = max(weight, LEAST)
        for i in range(n):
            at = action_of(scratch.moves[i])
            weight = max(math.exp(np.float64(logits[at]) - most), LEAST) if has_policy else 1.0
            total += weight
            if not by_action:
                odds[node, i] = weight
        if not by_action:
            for i in range(n):
                odds[node, i] = np.float64(odds[node, i]) / total
        tree.extras[node].legal_odds = total if by_action else 1.0
        child = tree.nodes[node].child
        while child != NO_NODE:
            move = tree.nodes[child].move
            at = action_of(move) if by_action else index_among(scratch.moves, move, n)
            if at < odds.shape[1]:
                tree.extras[child].prior = odds[node, at]
            child = tree.nodes[child].sibling

    def weigh_legal(tree: Any, game: Any, policy: Any, scratch: Any, which: int, node: Any) -> int:
        n = list_moves(game, scratch)
        status = check_actions(game, scratch, n) if n >= 0 else n
        if status < 0:
            return status
        total = 0.0
        for i in range(n):
            total += np.float64(tree.rows[row][node, action_of(scratch.moves[i])])
        tree.extras[node].legal_odds = total
        return reached(tree, game, policy, scratch, which, node)

    loop.grow, loop.keep_policy = grow_with_prior, keep
    if not by_action and loop.setup.networks:  # a node is shown once, and listed at every visit
        loop.list_again = remembering(loop.row(np.int32, 1 + loop.setup.game.max_moves))
    if by_action:
        loop.reached = weigh_legal
    if not loop.setup.networks:
        ask_the_game(loop, row, place, by_action)
    loop.priors = Priors(of_move, of_child, row, by_action)
    return loop.priors


def share(odds: Any, of: Any) -> float:
    """Odds among those that are legal."""
    return np.float64(odds) / np.float64(of) if of > 0.0 else 1.0


def ask_the_game(loop: Loop, row: int, place: Any, again: bool) -> None:
    """Without a network: a node's moves are asked about when it is first chosen from, or `again` and again."""
    asks = loop.setup.game.backend.has("prior")
    loop.structure.append(asks)
    if asks:
        loop.rules.add("prior")
    loop.field("asked", np.int8)
    reached = loop.reached

    def ask(tree: Any, game: Any, policy: Any, scratch: Any, which: int, node: Any) -> int:
        if tree.extras[node].asked == 0 and tree.nodes[node].mover != -1:
            status = weigh(tree, game, scratch, node)
            if status < 0:
                return status
        return reached(tree, game, policy, scratch, which, node)

    def weigh(tree: Any, game: Any, scratch: Any, node: Any) -> int:
        mover = call(game.mover, (scratch.state,))
        if mover < 0:
            return OK
        n = list_moves(game, scratch)
        status = check_actions(game, scratch, n) if n >= 0 else n
        if asks and status == OK:
            status = call(game.prior, (scratch.state, scratch.moves_at, n, scratch.weights_at))
        total = 0.0
        if status < 0:
            return status
        for i in range(n):
            weight = scratch.weights[i] if asks else 1.0
            if not (weight >= 0.0 and weight < 1e300):
                scratch.tally[0].culprit = weight
                return BAD_PRIOR
            total += max(weight, LEAST)
        for i in range(n):
            weight = scratch.weights[i] if asks else 1.0
            tree.rows[row][node, place(game, scratch, i)] = max(weight, LEAST) / total
        tree.extras[node].legal_odds = 1.0
        tree.extras[node].asked = 0 if again else 1
        return OK

    loop.reached = ask


def index_among(moves: Any, move: int, n: int) -> int:
    """Where `move` is among the first `n`; `n` if it is not."""
    for i in range(n):
        if moves[i] == move:
            return i
    return n
