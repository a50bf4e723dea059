"""Move groups: first a group of moves is chosen, then one of it (Childs, Brodeur and Kocsis 2008; Saito et al. 2007).

Where many moves are alike, what is learnt of one says something of the others: an extra layer of decisions keeps the
branching small. A group's statistics are the sums over its children. Groups of which nothing was tried come first, then
the one with the greatest bound; within it the choice is the usual one, with the group's visits as the visits of the
parent. Which group a move belongs to says the game's rule `group`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.binding import Loop, Setup
from ...core.descend import NEW
from ...core.policy import PERFECT
from ...core.questions import Scratch
from ...core.select import LOWEST, is_sound, score, spread
from ...core.tree import NO_NODE, UNSEEN, Tree
from ...core.untried import mark_children, slot_of, unmark
from ...machine.native import call
from ...rng import below
from ...rules.codes import BAD_SCORE, OK, UNANSWERED
from ...rules.table import Table
from ..part import Part
from .among import choosing_among, list_for, may_grow

GROUPS = 256
REWARD, VISITS, CHILDREN, UNTRIED = range(4)
"""What is summed up of a group; the last are the moves that could get a node now."""


@dataclass(frozen=True)
class MoveGroups(Part):
    """A group is chosen first, then a move of it, both by the search's formula."""

    kind = "expand"
    name = "groups"
    needs = ("group",)
    excludes = ("decisive",)
    reference = "Childs, Brodeur and Kocsis 2008; survey, V-B3"

    def refusal(self, setup: Setup) -> str | None:
        if setup.information != PERFECT:
            return (
                "under hidden information moves compete by how often they were available, and groups are not counted so"
            )
        return None

    def bind(self, loop: Loop) -> None:
        loop.field("move_group", np.int32)
        sums = loop.note(np.float64, (GROUPS, 4))
        of_move = loop.note(np.int32, (loop.setup.game.max_moves,))
        is_open = loop.note(np.int8, (loop.setup.game.max_moves,))
        latest = loop.note(np.int64, (2,))  # the group chosen; how many groups there are, the last one's number and 1

        def in_group(tree: Any, scratch: Any, child: Any) -> bool:
            return tree.extras[child].move_group == scratch.notes[latest][0]

        among = choosing_among(in_group)

        def pick(tree: Any, game: Any, policy: Any, scratch: Any, node: Any, mover: int) -> Any:
            groups, last = scratch.notes[sums], scratch.notes[latest]
            n = 0
            grows = tree.nodes[node].mover == UNSEEN or tree.nodes[node].untried != 0
            clear_groups(groups, last)
            if grows and may_grow(tree, policy, scratch, node):
                n = list_for(tree, game, scratch, node, mover)
                status = group_moves(tree, game, scratch, node, n, groups, last, scratch.notes[of_move]) if n > 0 else n
                if status < 0:
                    return np.int64(status)
            add_children(tree, node, groups, last)
            group = best_group(tree, policy, scratch, node, groups, last[1])
            if group < 0:
                return np.int64(NO_NODE) if group == NO_GROUP else np.int64(group)
            last[0] = group
            for i in range(n):
                scratch.notes[is_open][i] = scratch.notes[of_move][i] == group
            n = n if groups[group, UNTRIED] > 0 else 0
            trials = np.int64(groups[group, VISITS])
            found = among(tree, game, policy, scratch, node, mover, n, scratch.notes[is_open], trials)
            if found >= NEW:
                # until here other threads that share the tree take it for one of group 0
                tree.extras[np.uint32(found & (NEW - 1))].move_group = group
            return found

        loop.pick = pick


NO_GROUP = -1
"""There is nothing to choose from."""


def clear_groups(groups: Any, last: Any) -> None:
    """Nothing is known of any group."""
    for g in range(last[1]):
        for column in range(4):
            groups[g, column] = 0.0
    last[1] = 0


def group_moves(
    tree: Tree, game: Table, scratch: Scratch, node: Any, n: int, groups: Any, last: Any, of_move: Any
) -> int:
    """Which groups the moves belong to that have no node; GROUPS for the others. OK, or what went wrong."""
    moves, marks = scratch.moves, scratch.marks
    status = OK
    mark_children(tree.nodes, node, moves, n, marks)
    for i in range(n):
        of_move[i] = GROUPS
        if status == OK and marks[slot_of(marks, moves[i])] > 0:
            group = call(game.group, (scratch.state, moves[i]))
            if group <= UNANSWERED:
                status = group
            else:
                group &= GROUPS - 1
                of_move[i] = group
                groups[group, UNTRIED] += 1.0
                last[1] = max(last[1], group + 1)
    unmark(marks, moves, n)
    return status


def add_children(tree: Tree, node: Any, groups: Any, last: Any) -> None:
    """Sum up the children of `node` by their groups."""
    nodes = tree.nodes
    child = nodes[node].child
    while child != NO_NODE:
        group = tree.extras[child].move_group
        groups[group, REWARD] += nodes[child].reward
        groups[group, VISITS] += nodes[child].visits
        groups[group, CHILDREN] += 1.0
        last[1] = max(last[1], group + 1)
        child = nodes[child].sibling


def best_group(tree: Tree, policy: Any, scratch: Scratch, node: Any, groups: Any, count: int) -> int:
    """Of the first `count` groups one of which nothing was tried, if there is any; else the one with the greatest
    bound. Ties are broken at random. NO_GROUP, or BAD_SCORE."""
    width = spread(tree, policy, node, max(1, tree.nodes[node].visits))
    best, best_score, ties, sound = NO_GROUP, LOWEST, 0, True
    for g in range(count):
        if groups[g, UNTRIED] == 0.0 and groups[g, CHILDREN] == 0.0:
            continue
        bound = -LOWEST
        if groups[g, VISITS] > 0.0 or groups[g, UNTRIED] == 0.0:
            visits = max(1, np.int64(groups[g, VISITS]))
            bound = score(tree, policy, scratch, node, NO_NODE, groups[g, REWARD], visits, width)
            sound = sound & is_sound(bound)
        if bound > best_score:
            best, best_score, ties = g, bound, 1
        elif bound == best_score:
            ties += 1
            if below(scratch.rng, ties) == 0:
                best = g
    return best if sound else BAD_SCORE
