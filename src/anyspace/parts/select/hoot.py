"""HOOT, hierarchical optimistic optimisation applied to trees: Mansley, Weinstein and Littman, Sample-based planning
for continuous action Markov decision processes (2011); HOO itself: Bubeck, Munos, Stoltz and Szepesvári, X-armed
bandits (2011).

In every node the game's box of actions is a binary tree of cells, each half of the one above, axis by axis. A cell of
level h whose points were played T times, of n in all, has

    U = mean + c sqrt(2 ln n / T) + nu rho^h        B = min(U, greatest B of its halves), infinite where never played

and from the box down one follows the greater B until a cell that was never played: a point of it is played, its
middle, and the cells on the way learn from the reward. Actions are tried the more densely the better they are, and no
grid is chosen beforehand. nu rho^h says how much rewards may differ within a cell of level h.

n is taken as the next power of two: then a cell's U changes only when it is played or when n doubles, so that a choice
takes as many steps as there are levels (the doubling trick of Bubeck et al., section 4.2.2).

A cell's middle is a child of the node, and the cell is kept with it. As published a child is played once, and what
lies below it never grows. Two numbers let it (ours; the second is how the high-confidence tree of Azar, Lazaric and
Brunskill 2014 works): from `depth` halvings on a cell is played again instead of split, and until it was played
`plays` times.

In a game of a single decision this is HOO.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.binding import Loop, Setup
from ...core.descend import NEW
from ...core.growth import can_add, grow
from ...core.tree import NO_NODE, UNSEEN, set_mover
from ...rng import below
from ...rules.vectors import BITS, last_level, level_of, with_level
from ..expand.actions import no_vectors
from ..options import number, whole
from ..part import Part

UNPLAYED = 1e300
"""B of a cell that was never played."""

DEEPEST = 28
"""Levels of cells at most: 28 bits of one coordinate's 30."""


@dataclass(frozen=True)
class HOOT(Part):
    """Selection among continuous actions by a tree of cells in every node.

    c: how much to explore, 0 or more; 1 as published. nu, rho: how far rewards differ within a cell of level h, nu
    rho^h; 0 or more, and from 0 to 1. depth: how often the box is halved at most, 1 or more. plays: how often a cell is
    played before it is split; 1 as published.
    """

    c: float = 1.0
    nu: float = 1.0
    rho: float = 0.5
    depth: int = 12
    plays: int = 1
    kind = "select"
    name = "hoot"
    reference = "Mansley, Weinstein and Littman 2011; Bubeck et al. 2011"
    consistent = "no: only where rewards are as smooth as nu and rho say, and down to cells of its depth"
    excludes = ("bins", "action_widening", "widening", "decisive", "groups", "graph", "depth_limit", "slow_creation",
                "recycle", "flatten", "collect", "ensemble")  # fmt: skip
    suggests = {"final": "densest"}  # noqa: RUF012

    def __post_init__(self) -> None:
        number(self, "c")
        number(self, "nu")
        number(self, "rho", 0, 1)
        whole(self, "depth", 1, DEEPEST)
        whole(self, "plays", 1, 1 << 30)

    def refusal(self, setup: Setup) -> str | None:
        if setup.shares_tree:
            return "cells are changed by every playout, and threads that share a tree would have to take turns"
        return no_vectors(setup)

    def bind(self, loop: Loop) -> None:
        axes = len(loop.setup.game.box or ())
        depth, plays = loop.number(self.depth), loop.number(self.plays)
        c, nu, rho = loop.number(self.c), loop.number(self.nu), loop.number(self.rho)
        deepest, most = axes * (BITS // axes - 2), loop.setup.game.max_moves
        loop.structure.append((axes, most))
        loop.field("cells", np.uint32)  # of a node where somebody moves: its box, the first child
        loop.field("cell_low", np.uint32)  # of a child: the halves of its cell, or NO_NODE
        loop.field("cell_high", np.uint32)
        loop.field("cell_level", np.int32)
        loop.field("cell_plays", np.int32)
        loop.field("cell_reward", np.float64)
        loop.field("cell_bound", np.float64)
        ends = loop.note(np.int64, (2, axes))  # the cell on the way down: lowest and highest level of each axis
        way = loop.note(np.uint32, (DEEPEST + 2,))
        inner = loop.credit

        def is_last(policy: Any, level: int) -> bool:
            """Whether cells of this level are not split."""
            return level >= min(policy.numbers[depth], deepest)

        def pick(tree: Any, game: Any, policy: Any, scratch: Any, node: Any, mover: int) -> Any:
            nodes, extras, box = tree.nodes, tree.extras, scratch.notes[ends]
            if nodes[node].mover == UNSEEN:
                set_mover(tree, node, mover, most)
            whole_box(box, axes)
            parent, cell, upper = np.uint32(NO_NODE), extras[node].cells, False
            while (
                cell != NO_NODE
                and extras[cell].cell_plays >= policy.numbers[plays]
                and not is_last(policy, extras[cell].cell_level)
            ):
                low, high = extras[cell].cell_low, extras[cell].cell_high
                low_bound = extras[low].cell_bound if low != NO_NODE else UNPLAYED
                high_bound = extras[high].cell_bound if high != NO_NODE else UNPLAYED
                upper = high_bound > low_bound or (high_bound == low_bound and below(scratch.rng, 2) == 1)
                halve(box, extras[cell].cell_level % axes, upper)
                parent, cell = cell, high if upper else low
            if cell != NO_NODE:
                return np.int64(cell)
            if nodes[node].untried == 0 or not can_add(tree, policy, scratch):
                return np.int64(parent)
            level = extras[parent].cell_level + 1 if parent != NO_NODE else 0
            move = point_of(box, axes, is_last(policy, level))
            made = grow(tree, policy, scratch, node, move, nodes[node].untried)
            if made == NO_NODE:
                return np.int64(parent)
            if parent == NO_NODE:
                extras[node].cells = made
            elif upper:
                extras[parent].cell_high = made
            else:
                extras[parent].cell_low = made
            extras[made].cell_level = level
            return np.int64(made) + NEW

        def credit(tree: Any, policy: Any, scratch: Any, which: int, i: int, node: Any, payoffs: Any) -> None:
            inner(tree, policy, scratch, which, i, node, payoffs)
            extras = tree.extras
            if i == 0:
                return
            parent = scratch.paths[which, i - 1]
            if extras[parent].cells == NO_NODE:
                return  # chance led here
            box, cells = scratch.notes[ends], scratch.notes[way]
            whole_box(box, axes)
            n = 0
            cell = extras[parent].cells
            reward, move = payoffs[tree.nodes[node].player], tree.nodes[node].move
            while cell != NO_NODE and n < len(cells):
                cells[n] = cell
                n += 1
                extras[cell].cell_plays += 1
                extras[cell].cell_reward += reward
                if cell == node:
                    break
                axis = extras[cell].cell_level % axes
                upper = level_of(move, axis, axes) > (box[0, axis] + box[1, axis]) // 2
                halve(box, axis, upper)
                cell = extras[cell].cell_high if upper else extras[cell].cell_low
            played = extras[extras[parent].cells].cell_plays
            width = policy.numbers[c] * math.sqrt(2.0 * math.log(next_power(played)))
            if (played - 1) & (played - 2) == 0:  # n has doubled: all bounds; newer cells come first in the list
                child = tree.nodes[parent].child
                while child != NO_NODE:
                    bind_cell(extras, child, width, policy.numbers[nu], policy.numbers[rho])
                    child = tree.nodes[child].sibling
            else:
                for k in range(n - 1, -1, -1):
                    bind_cell(extras, cells[k], width, policy.numbers[nu], policy.numbers[rho])

        loop.pick, loop.credit = pick, credit


def next_power(n: Any) -> int:
    """The least power of two that is not below n."""
    power = 1
    while power < n:
        power *= 2
    return power


def whole_box(box: Any, axes: int) -> None:
    """All levels of every axis."""
    for axis in range(axes):
        box[0, axis] = 0
        box[1, axis] = last_level(axes)


def halve(box: Any, axis: int, upper: bool) -> None:
    """Keep the lower or the upper half of a cell."""
    half = (box[0, axis] + box[1, axis]) // 2
    if upper:
        box[0, axis] = half + 1
    else:
        box[1, axis] = half


def point_of(box: Any, axes: int, is_last: bool) -> int:
    """The move that is played in a cell: its middle; but in cells of the last level the end of the box, where they
    touch it, for the best push is often the hardest. No two cells play the same: each is two levels wide or more, so
    that the middle lies below the upper end, where the middle of a cell around it may be."""
    move = 0
    for axis in range(axes):
        level = (box[0, axis] + box[1, axis]) // 2
        if is_last and box[0, axis] == 0:
            level = box[0, axis]
        elif is_last and box[1, axis] == last_level(axes):
            level = box[1, axis]
        move = with_level(move, axis, axes, level)
    return move


def bind_cell(extras: Any, cell: Any, width: float, nu: float, rho: float) -> None:
    """A cell's B, from those of its halves."""
    record = extras[cell]
    low, high = record.cell_low, record.cell_high
    low_bound = extras[low].cell_bound if low != NO_NODE else UNPLAYED
    high_bound = extras[high].cell_bound if high != NO_NODE else UNPLAYED
    own = record.cell_reward / record.cell_plays + width / math.sqrt(record.cell_plays) + nu * rho**record.cell_level
    record.cell_bound = min(own, max(low_bound, high_bound))
