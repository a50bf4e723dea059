"""Permutation AMAF: an iteration also counts for nodes that its moves would have reached in another order (Helmbold and
Parker-Wood 2009; survey, V-C1).

Where the order of moves does not matter, as with stones that stay, a player could have played any of his moves first. A
node is reached by a permutation if every move on the way to it is one that its player made in the iteration, each used
once. AMAF adds to a node of the path (amaf.py) the moves that its mover made from there on; here such a node gets those
of its mover's moves that were not used on the way to it. On the path itself the two are the same, so this is one rule
for all nodes; the path comes first, then the others level by level, the newest children first, up to `nodes` of them an
iteration. All of it goes to the AMAF statistics alone; visits and means stay those of UCT.

Nothing tells whether a permutation leads to the same position: where moves take, or move pieces, it need not, and the
statistics are as biased as AMAF's are anyway. There is no way through chance, whose outcomes nobody could have chosen.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.binding import Loop, Setup
from ...core.policy import MULTI
from ...core.questions import Scratch
from ...core.tree import NO_NODE, Tree
from ...core.untried import action_of
from ...rules.table import Table
from ..options import whole
from .amaf import ALL, Amaf

MOST = 1 << 16


@dataclass(frozen=True)
class PermutationAmaf(Amaf):
    """All moves as first, in every order.

    alpha, first, cutoff: as for amaf. nodes: how many nodes beside those of the path an iteration may count for.
    """

    alpha: float = 0.5
    nodes: int = 64
    reference = "Helmbold and Parker-Wood 2009; survey, V-C1"

    def __post_init__(self) -> None:
        super().__post_init__()
        whole(self, "nodes", 0, MOST)

    def refusal(self, setup: Setup) -> str | None:
        if setup.information == MULTI:
            return "a player's tree has what its owner saw of moves, and these cannot be put in another order"
        return super().refusal(setup)

    def bind(self, loop: Loop) -> None:
        super().bind(loop)
        if self.alpha == 0:
            return
        game, rows = loop.setup.game, loop.move_rows
        assert rows is not None
        left = loop.note(np.int32, (game.players * (game.actions or 1),))  # how often moves were made, less those used
        queue = loop.note(np.int64, (self.nodes + game.max_length + 3, 3))  # a node, its parent's place, and its depth
        most = loop.number(self.nodes)
        moves_counted = loop.number(ALL if self.first is None else self.first)
        iterations_counted = loop.number(ALL if self.cutoff is None else self.cutoff)
        learn = loop.learn

        def learn_permuted(tree: Any, game: Any, policy: Any, scratch: Any, payoffs: Any, length: int) -> int:
            status = learn(tree, game, policy, scratch, payoffs, length)
            if tree.nodes[tree.roots[0]].visits <= policy.numbers[iterations_counted]:
                end = min(scratch.told[1], scratch.told[0] + np.int64(policy.numbers[moves_counted]))
                others_learn(
                    tree,
                    game,
                    scratch,
                    payoffs,
                    end,
                    np.int64(policy.numbers[most]),
                    tree.rows[rows],
                    scratch.notes[left],
                    scratch.notes[queue],
                )
            return status

        loop.learn = learn_permuted


NODE, PARENT, DEPTH = range(3)


def others_learn(
    tree: Tree, game: Table, scratch: Scratch, payoffs: Any, end: int, most: Any, rows: Any, left: Any, queue: Any
) -> None:
    """Up to `most` nodes beside the path learn from the first `end` moves of the iteration. `left` is all 0 before and
    after. (Threads that share a tree may recycle a node meanwhile: then another one learns what was meant for it.)"""
    nodes, trace = tree.nodes, scratch.trace
    for k in range(end):
        if trace[k] >= 0:
            left[trace[k]] += 1
    queue[0, NODE], queue[0, PARENT], queue[0, DEPTH] = tree.roots[0], -1, 0
    at, waiting, done = 0, 1, 0
    while at < waiting and done < most:
        node, depth = np.uint32(queue[at, NODE]), queue[at, DEPTH]
        mover = np.int64(nodes[node].mover)
        if mover >= 0:
            use_way(tree, game, left, queue, at, -1)
            child, steps = nodes[node].child, 0
            while child != NO_NODE and steps < game.max_moves and done < most and waiting < len(queue):
                steps += 1
                move = mover * game.actions + action_of(nodes[child].move)
                if nodes[child].child != NO_NODE and move < len(left) and left[move] > 0:
                    queue[waiting, NODE], queue[waiting, PARENT], queue[waiting, DEPTH] = child, at, depth + 1
                    waiting += 1
                    if depth + 1 >= scratch.depths[0] or scratch.paths[0, depth + 1] != child:
                        left[move] -= 1
                        add_left(rows[child], left, game.actions, np.int64(nodes[child].mover), payoffs)
                        left[move] += 1
                        done += 1
                child = nodes[child].sibling
            use_way(tree, game, left, queue, at, 1)
        at += 1
    for k in range(end):
        if trace[k] >= 0:
            left[trace[k]] = 0


def use_way(tree: Tree, game: Table, left: Any, queue: Any, at: int, step: int) -> None:
    """Add `step` to what is left of the moves on the way to the node at a place of the queue."""
    while queue[at, PARENT] >= 0:
        above = queue[at, PARENT]
        mover = np.int64(tree.nodes[np.uint32(queue[above, NODE])].mover)
        move = mover * game.actions + action_of(tree.nodes[np.uint32(queue[at, NODE])].move)
        if move >= 0 and move < len(left):
            left[move] += step
        at = above


def add_left(row: Any, left: Any, actions: int, mover: Any, payoffs: Any) -> None:
    """A node where `mover` moves learns of all that is left of his moves."""
    if mover < 0:
        return
    gain = np.float32(payoffs[mover])
    for a in range(actions):
        if left[mover * actions + a] > 0:
            row[a] += gain
            row[actions + a] += np.float32(1.0)
