"""EXP3: Auer, Cesa-Bianchi, Freund and Schapire, The nonstochastic multiarmed bandit problem (2002); as a tree policy
Teytaud and Flory 2011, Perick et al. 2012.

Of K children, child i is chosen with probability

    p_i = (1 - gamma) exp(eta g_i) / (sum of all exp(eta g)) + gamma / K,    eta = gamma / K

and when it was chosen and brought the reward r, its gain g_i grows by r / p_i: an unbiased estimate of what it would
have earned if it had always been chosen. Nothing is assumed of where rewards come from, not even that their means stay
the same; in simultaneous and hidden-information games the mixture that is played approaches an equilibrium.

The softmax is drawn by the Gumbel trick, child by child, so it works wherever children are scored one by one; p_i is
worked out when the chosen one is entered. The visit that a move gets when its node is made was not drawn: there p = 1.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.binding import Loop
from ...core.tree import NO_NODE
from ...rng import uniform
from ..options import number
from ..part import Part
from .children import count_children
from .draws import gumbel

NODE, FIRST, ETA, EXPLORES, COUNT, GREATEST, TOTAL = range(7)
"""What a thread notes while the children of a node are scored: the node; the child that was first; eta; whether any
child will do; how many children were scored; the greatest eta g; the sum of exp(eta g - greatest)."""


@dataclass(frozen=True)
class EXP3(Part):
    """Selection at random, for rewards that anyone may choose.

    gamma: how often any child is chosen, above 0, at most 1.
    """

    gamma: float = 0.2
    kind = "select"
    reference = "Auer, Cesa-Bianchi, Freund and Schapire 2002; Perick et al. 2012"
    consistent = "no: every child keeps gamma / K of the visits, so values are those of players who err as often"

    def __post_init__(self) -> None:
        number(self, "gamma", 1e-6, 1.0)

    def bind(self, loop: Loop) -> None:
        gamma, notes = loop.number(self.gamma), loop.note(np.float64, (TOTAL + 1,))
        loop.field("gain", np.float64)
        # the probability with which the child was chosen last; 0: it was not drawn. Where several iterations are under
        # way in one tree, it may be that of another one: gains are estimates then
        loop.field("odds", np.float64)
        inner_entered, inner_credit = loop.entered, loop.credit

        def bound(
            tree: Any, policy: Any, scratch: Any, node: Any, child: Any, worth: float, visits: Any, width: float
        ) -> float:
            note, gain = scratch.notes[notes], tree.extras[child].gain
            if child != NO_NODE:
                if note[NODE] != node or note[FIRST] == child:
                    begin(note, node, child, policy.numbers[gamma] / count_children(tree, node))
                    note[EXPLORES] = uniform(scratch.rng) < policy.numbers[gamma]
                include(note, note[ETA] * gain)
            return uniform(scratch.rng) if note[EXPLORES] > 0.0 else note[ETA] * gain + gumbel(scratch.rng)

        def entered(tree: Any, policy: Any, scratch: Any, which: int, depth: int, node: Any) -> None:
            note, odds = scratch.notes[notes], 0.0
            if depth == 0:
                note[NODE] = NO_NODE
            elif note[NODE] == scratch.paths[which, depth - 1]:
                if tree.nodes[node].visits > 0:
                    odds = probability(note, note[ETA] * tree.extras[node].gain, policy.numbers[gamma])
                note[NODE] = NO_NODE
            tree.extras[node].odds = odds
            inner_entered(tree, policy, scratch, which, depth, node)

        def credit(tree: Any, policy: Any, scratch: Any, which: int, i: int, node: Any, payoffs: Any) -> None:
            inner_credit(tree, policy, scratch, which, i, node, payoffs)
            record = tree.extras[node]
            record.gain += payoffs[tree.nodes[node].player] / (record.odds if record.odds > 0.0 else 1.0)

        loop.bound, loop.entered, loop.credit = bound, entered, credit

    def mixture(self, tree: Any, children: Sequence[int]) -> list[float]:
        """As often as each was visited, without the visits that only explored."""
        visits = super().mixture(tree, children)
        explored = self.gamma * sum(visits) / max(1, len(visits))
        kept = [max(0.0, count - explored) for count in visits]
        return kept if sum(kept) > 0.0 else visits


def begin(note: Any, node: Any, child: Any, eta: float) -> None:
    """The children of `node` are about to be scored, `child` first."""
    note[NODE] = node
    note[FIRST] = child
    note[ETA] = eta
    note[COUNT] = 0.0
    note[GREATEST] = -1e300
    note[TOTAL] = 0.0


def include(note: Any, exponent: float) -> None:
    """One more child, whose eta g is `exponent`."""
    note[COUNT] += 1.0
    if exponent > note[GREATEST]:
        note[TOTAL] = note[TOTAL] * math.exp(max(note[GREATEST] - exponent, -700.0)) + 1.0
        note[GREATEST] = exponent
    else:
        note[TOTAL] += math.exp(exponent - note[GREATEST])


def probability(note: Any, exponent: float, gamma: float) -> float:
    """With which the child is chosen whose eta g is `exponent`, of those included."""
    return (1.0 - gamma) * math.exp(exponent - note[GREATEST]) / note[TOTAL] + gamma / note[COUNT]
