"""Hierarchical bandits: one over groups of moves, then one within the group. The survey names them in V-A5 without a
source; what is here is the two-level policy of Pandey, Chakrabarti and Agarwal, Multi-armed bandit problems with
dependent arms (2007), with UCB1 at both levels:

    first the group of the greatest    mean(group) + c sqrt(ln N / n(group))
    then in it the child of the greatest    mean + c sqrt(ln n(group) / n)

where a group has the visits and rewards of all its children. Moves of a group that are alike tell of each other, and
bad groups are left early.

The groups are those of the game's rule `group`, if it has one. Ours, where it has none: two halves, by the numbers of
the moves, above and below their mean. Until all moves of a node have been tried, those untried come first, as in UCT.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.binding import Loop, Setup
from ...core.policy import PERFECT
from ...core.select import LOWEST, score, spread
from ...core.tree import NO_NODE
from ...machine.native import call
from ...rng import below
from ..options import number
from ..part import Part
from .ucb1 import bound, root_of_log, ucb1
from .ucb1 import score as ucb1_score

GROUPS = 256
"""Groups are 0 to 255; kept one higher, 0 says that the game was not asked."""

VISITS, REWARD = range(2)


@dataclass(frozen=True)
class HierarchicalBandit(Part):
    """Selection of a group of moves, then of a move in it.

    c: how much to explore, 0 or more, at both levels.
    """

    c: float = 1.0
    kind = "select"
    reference = "Pandey, Chakrabarti and Agarwal 2007; survey, V-A5"

    def __post_init__(self) -> None:
        number(self, "c")

    def refusal(self, setup: Setup) -> str | None:
        if setup.information != PERFECT:
            return "a group stands for all its moves, and under hidden information not all are legal"
        return None

    def bind(self, loop: Loop) -> None:
        c, sums = loop.number(self.c), loop.note(np.float64, (GROUPS + 1, 2))
        asked = loop.note(np.int64, (1,))
        loop.field("group", np.int64)
        if loop.setup.game.backend.has("group"):
            loop.rules.add("group")
        inner_move, inner_entered = loop.untried_move, loop.entered

        def untried_move(tree: Any, game: Any, policy: Any, scratch: Any, node: Any, n: int) -> int:
            # the one place where the move and the position before it are both known; its node is made next
            move = inner_move(tree, game, policy, scratch, node, n)
            scratch.notes[asked][0] = 0
            if move >= 0 and game.group != 0:
                group = call(game.group, (scratch.state, move))
                if group < 0:
                    return group
                scratch.notes[asked][0] = min(group, GROUPS - 1) + 1
            return move

        def entered(tree: Any, policy: Any, scratch: Any, which: int, depth: int, node: Any) -> None:
            inner_entered(tree, policy, scratch, which, depth, node)
            # where there was no room for the node, this is another child, which has its group already, or a new path
            if depth > 0 and tree.extras[node].group == 0:
                tree.extras[node].group = scratch.notes[asked][0]
            scratch.notes[asked][0] = 0

        def ucb1_spread(tree: Any, policy: Any, node: Any, trials: Any) -> float:
            return policy.numbers[c] * root_of_log(max(1, trials))

        def best_child(tree: Any, policy: Any, scratch: Any, node: Any) -> Any:
            return best_in_best_group(tree, policy, scratch, node, scratch.notes[sums])

        loop.untried_move, loop.entered, loop.best_child = untried_move, entered, best_child
        loop.spread, loop.bound = ucb1_spread, bound
        loop.fuse(ucb1_score)


def group_of(tree: Any, child: Any, middle: float) -> Any:
    """The group of a child, of 0 to GROUPS: by the game's rule, or by which side of the `middle` its move is."""
    group = tree.extras[child].group
    if group > 0:
        return group
    return np.int64(1) if tree.nodes[child].move > middle else np.int64(0)


def best_in_best_group(tree: Any, policy: Any, scratch: Any, node: Any, sums: Any) -> Any:
    """For `best_child`. `sums` are all 0 between two choices."""
    nodes = tree.nodes
    middle = mean_move(tree, node)
    child = nodes[node].child
    while child != NO_NODE:
        group = group_of(tree, child, middle)
        sums[group, VISITS] += max(1, nodes[child].visits)
        sums[group, REWARD] += nodes[child].reward
        child = nodes[child].sibling
    chosen = best_group(tree, policy, scratch, node, middle, sums)
    width = spread(tree, policy, node, np.int64(sums[chosen, VISITS]))
    best, best_score, ties = nodes[node].child, LOWEST, 0
    child = nodes[node].child
    while child != NO_NODE:
        group = group_of(tree, child, middle)
        if group == chosen:
            found = score(tree, policy, scratch, node, child, nodes[child].reward, nodes[child].visits, width)
            if found > best_score:
                best, best_score, ties = child, found, 1
            elif found == best_score:
                ties += 1
                if below(scratch.rng, ties) == 0:
                    best = child
        child = nodes[child].sibling
    child = nodes[node].child
    while child != NO_NODE:  # only now: all of a group's children share its sums
        group = group_of(tree, child, middle)
        sums[group, VISITS] = 0.0
        sums[group, REWARD] = 0.0
        child = nodes[child].sibling
    return best


def mean_move(tree: Any, node: Any) -> float:
    """The mean of the numbers of the moves to the children of `node`."""
    total, n = 0.0, 0
    child = tree.nodes[node].child
    while child != NO_NODE:
        total += tree.nodes[child].move
        n += 1
        child = tree.nodes[child].sibling
    return total / max(1, n)


def best_group(tree: Any, policy: Any, scratch: Any, node: Any, middle: float, sums: Any) -> Any:
    """The group with the greatest bound among the children of `node`. Ties go to whichever is met first: the order of
    the children is random."""
    nodes = tree.nodes
    width = spread(tree, policy, node, nodes[node].visits)
    chosen, best = np.int64(0), LOWEST
    child = nodes[node].child
    while child != NO_NODE:
        group = group_of(tree, child, middle)
        found = ucb1(sums[group, REWARD], np.int64(sums[group, VISITS]), width)
        if found > best:
            chosen, best = group, found
        child = nodes[child].sibling
    return chosen
