"""Implicit minimax backups: two sources of knowledge, kept apart (Lanctot, Winands, Pepels and Sturtevant 2014).

    value = (1 - alpha) Q + alpha v

Q is the mean of playouts, v a heuristic value that is backed up by minimax: a new node's is the game's `evaluate`, that
of a node all of whose moves have nodes its best child's. Playouts see far and blur, an evaluation sees near and sharp.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.binding import Loop, Setup
from ...core.questions import ask_mover
from ...core.tree import NO_NODE
from ...machine.native import call
from ...rules.codes import BAD_PRIOR, CHANCE, OVER
from ..backup.minimax import minimax_over_children
from ..options import number
from ..part import Part


@dataclass(frozen=True)
class ImplicitMinimax(Part):
    """Implicit minimax backups.

    alpha: how much the backed-up evaluation counts, from 0 to 1.
    """

    alpha: float = 0.4
    kind = "value"
    reference = "Lanctot, Winands, Pepels and Sturtevant 2014"
    needs = ("evaluate",)
    consistent = "yes below alpha = 1 where every line ends in the tree: then both values tend to the true one"

    def __post_init__(self) -> None:
        number(self, "alpha", 0, 1)

    def refusal(self, setup: Setup) -> str | None:
        if setup.game.players > 2:
            return f"minimax is for two players, and {setup.game.name} has {setup.game.players}"
        return None

    def bind(self, loop: Loop) -> None:
        alpha = loop.number(self.alpha)
        loop.field("estimate", np.float32)
        news = loop.note(np.int8, (1,))
        backed_up = minimax_over_children(estimate_of)
        counts_untried = loop.setup.information == 0
        arrived, credit, value = loop.arrived, loop.credit, loop.value

        def arrive(tree: Any, game: Any, policy: Any, scratch: Any, node: Any) -> int:
            status = evaluate_into(game, scratch, tree, node)
            return arrived(tree, game, policy, scratch, node) if status >= 0 else status

        def credit_and_back_up(
            tree: Any, policy: Any, scratch: Any, which: int, i: int, node: Any, payoffs: Any
        ) -> None:
            credit(tree, policy, scratch, which, i, node, payoffs)
            record, changed = tree.nodes[node], scratch.notes[news]
            if i == scratch.depths[which] - 1 or record.mover == CHANCE:  # at chance, one visit more is news
                changed[0] = 1
            is_complete = record.child != NO_NODE and (record.untried == 0 or not counts_untried)
            if changed[0] != 0 and is_complete:
                estimate = np.float32(backed_up(tree, node))
                changed[0] = estimate != tree.extras[node].estimate
                tree.extras[node].estimate = estimate

        def blended(tree: Any, policy: Any, scratch: Any, node: Any, child: Any, reward: float, visits: Any) -> float:
            mean = value(tree, policy, scratch, node, child, reward, visits)
            if child == NO_NODE:
                return mean
            share = policy.numbers[alpha]
            return (1.0 - share) * mean + share * np.float64(tree.extras[child].estimate)

        loop.arrived, loop.credit, loop.value = arrive, credit_and_back_up, blended


def estimate_of(tree: Any, child: Any) -> float:
    """What the heuristic says of a child."""
    return np.float64(tree.extras[child].estimate)


def evaluate_into(game: Any, scratch: Any, tree: Any, node: Any) -> int:
    """The estimate of a new node: the game's evaluation, or the payoff where it is over. OK, or what went wrong."""
    mover = ask_mover(game, scratch)
    if mover < OVER:
        return mover
    rule = game.returns if mover == OVER else game.evaluate
    status = call(rule, (scratch.state, scratch.payoffs_at))
    if status < 0:
        return status
    payoff = scratch.payoffs[tree.nodes[node].player]
    estimate = (payoff - game.lowest) * game.scale
    if not (estimate >= -1e-9 and estimate <= 1.0 + 1e-9):
        scratch.tally[0].culprit = payoff
        return BAD_PRIOR
    tree.extras[node].estimate = estimate
    return 0
