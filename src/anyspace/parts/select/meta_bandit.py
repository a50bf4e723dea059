"""Meta-bandits: Hartland, Gelly, Baskiotis, Teytaud and Sebag, Multi-armed bandit, dynamic environments and
meta-bandits (2006); Hartland et al., Change point detection and meta-bandits for online learning in dynamic
environments (2007).

Made for arms whose means change, as those of a tree's inner nodes do while the tree below them grows. Every node is a
bandit of its own, UCB1-tuned over its children, and watches its rewards x_1, x_2, ... by Page and Hinkley's test: with

    m_T = sum over t <= T of (x_t - (mean of x_1 .. x_t) + drift)

it raises the alarm when m_T is `alarm` below the greatest m_t so far: rewards are less than they were. Was it chance,
or is what it knows out of date? A second bandit begins that has forgotten everything, and for `period` visits a
meta-bandit, UCB1-tuned over the two, decides who chooses; each learns only from its own choices. Then the one that was
chosen more often goes on, and the watch begins anew.

Ours: the watch is over all rewards of a node's choices (published for the best arm's), the values of drift, alarm and
period, and that the search's own visits and rewards, by which the move is chosen in the end, forget nothing.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.binding import Loop
from ...core.tree import NO_NODE
from ..options import number, whole
from ..part import Part
from .ucb1_tuned import tuned_width
from .variance import lack, log_of_trials, variance

COUNT, SUM, SHORTFALL = range(3)
"""What is kept of an arm."""

OLD, NEW, MET_OLD, MET_NEW, WATCH, WIDTH = 0, 3, 6, 9, 12, 18
"""Where in a node's row: it as an arm of its parent's old bandit and of the new one; its own old bandit and its new one
as arms of its meta-bandit; and the watch."""

SEEN, MEAN, SUM_OFF, GREATEST, TURN, TIME = (WATCH + i for i in range(6))
"""The watch: rewards seen, their mean, m, the greatest m; whose turn it is, 0 for the old bandit's, 1 for the new
one's; how many visits the meta-bandit may still decide, 0 while there is none."""

UNKNOWN = 1e6
"""The bound of an arm that a bandit has not pulled: above all others, below that of a move never tried."""


@dataclass(frozen=True)
class MetaBandit(Part):
    """Selection that forgets when rewards fall, if forgetting turns out to pay.

    drift: how much less than their mean rewards may be without alarm, 0 or more. alarm: how much they must have been
    short of that in all, above 0. period: for how many visits the old bandit and the new one are compared, at least 2.
    c: what the width of the bounds is multiplied by, 0 or more; 1 as published.
    """

    drift: float = 0.05
    alarm: float = 20.0
    period: int = 200
    c: float = 1.0
    kind = "select"
    reference = "Hartland et al. 2006, 2007; survey, V-A5"

    def __post_init__(self) -> None:
        number(self, "drift")
        number(self, "alarm", 1e-9)
        whole(self, "period", 2, 2**31 - 1)
        number(self, "c")

    def bind(self, loop: Loop) -> None:
        row = loop.row(np.float64, WIDTH)
        drift, alarm = loop.number(self.drift), loop.number(self.alarm)
        period, c = loop.number(self.period), loop.number(self.c)
        inner_entered, inner_credit = loop.entered, loop.credit

        def entered(tree: Any, policy: Any, scratch: Any, which: int, depth: int, node: Any) -> None:
            inner_entered(tree, policy, scratch, which, depth, node)
            own = tree.rows[row][node]
            if own[TIME] > 0.0:
                own[TURN] = whose_turn(own, policy.numbers[c])

        def bound(
            tree: Any, policy: Any, scratch: Any, node: Any, child: Any, worth: float, visits: Any, width: float
        ) -> float:
            if child == NO_NODE:  # a move that has statistics and no node: neither bandit knows it
                return worth + policy.numbers[c] * tuned_width(variance(worth, 0.0, visits), visits, width)
            own = tree.rows[row][node]
            is_new = own[TURN] > 0.0
            log = math.log(max(1.0, own[MET_NEW + COUNT])) if is_new else width
            return arm_bound(tree.rows[row][child], NEW if is_new else OLD, log, policy.numbers[c])

        def credit(tree: Any, policy: Any, scratch: Any, which: int, i: int, node: Any, payoffs: Any) -> None:
            inner_credit(tree, policy, scratch, which, i, node, payoffs)
            if i == 0:
                return
            # where several iterations are under way in one tree, the turn may be another one's by now
            parent, rows, reward = scratch.paths[which, i - 1], tree.rows[row], payoffs[tree.nodes[node].player]
            watch = rows[parent]
            turn = np.int64(watch[TURN])
            pull(rows[node], OLD + 3 * turn, reward)
            if watch[TIME] > 0.0:
                pull(watch, MET_OLD + 3 * turn, reward)
                watch[TIME] -= 1.0
                if watch[TIME] <= 0.0:
                    settle(tree, rows, parent, watch[MET_NEW + COUNT] > watch[MET_OLD + COUNT])
            elif rewards_fell(watch, reward, policy.numbers[drift], policy.numbers[alarm]):
                begin_again(tree, rows, parent, policy.numbers[period])

        loop.entered, loop.credit = entered, credit
        loop.spread, loop.bound = log_of_trials, bound


def pull(row: Any, at: Any, reward: float) -> None:
    """An arm brought a reward."""
    row[at + COUNT] += 1.0
    row[at + SUM] += reward
    row[at + SHORTFALL] += lack(reward)


def arm_bound(row: Any, at: int, log: float, c: float) -> float:
    """UCB1-tuned of the arm that is kept there."""
    count = row[at + COUNT]
    if count == 0.0:
        return UNKNOWN
    mean = row[at + SUM] / count
    return mean + c * tuned_width(variance(mean, row[at + SHORTFALL], count), count, log)


def whose_turn(own: Any, c: float) -> float:
    """What the meta-bandit decides: 0 for the old bandit, 1 for the new one, which goes first."""
    log = math.log(max(1.0, own[MET_OLD + COUNT] + own[MET_NEW + COUNT]))
    return 1.0 if arm_bound(own, MET_NEW, log, c) >= arm_bound(own, MET_OLD, log, c) else 0.0


def rewards_fell(watch: Any, reward: float, drift: float, alarm: float) -> bool:
    """Page and Hinkley's test, one reward on."""
    watch[SEEN] += 1.0
    watch[MEAN] += (reward - watch[MEAN]) / watch[SEEN]
    watch[SUM_OFF] += reward - watch[MEAN] + drift
    watch[GREATEST] = max(watch[GREATEST], watch[SUM_OFF])
    return watch[GREATEST] - watch[SUM_OFF] > alarm


def begin_again(tree: Any, rows: Any, node: Any, period: float) -> None:
    """The meta-bandit begins, and beside the old bandit a new one that knows nothing."""
    for i in range(MET_OLD, WIDTH):
        rows[node][i] = 0.0
    rows[node][TIME] = period
    child = tree.nodes[node].child
    while child != NO_NODE:
        for i in range(3):
            rows[child][NEW + i] = 0.0
        child = tree.nodes[child].sibling


def settle(tree: Any, rows: Any, node: Any, is_new: bool) -> None:
    """The meta-bandit ends: the new bandit takes the old one's place, or is forgotten; the watch begins anew."""
    for i in range(MET_OLD, WIDTH):
        rows[node][i] = 0.0
    child = tree.nodes[node].child
    while child != NO_NODE:
        for i in range(3):
            if is_new:
                rows[child][OLD + i] = rows[child][NEW + i]
            rows[child][NEW + i] = 0.0
        child = tree.nodes[child].sibling
