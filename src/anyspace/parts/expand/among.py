"""The usual choice, but among some of a node's moves only: for parts that narrow it down where everything is seen."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.competing import consider, list_again, unvisited
from ...core.descend import NEW, may_expand
from ...core.growth import can_add, grow
from ...core.questions import Scratch
from ...core.select import LOWEST, is_sound, score, spread
from ...core.sharing import lock_node, unlock_node
from ...core.tree import NO_NODE, UNSEEN, Tree, set_mover
from ...core.untried import mark_children, slot_of, unmark
from ...rng import below
from ...rules.codes import BAD_SCORE
from ...rules.table import Table


def list_for(tree: Tree, game: Table, scratch: Scratch, node: Any, mover: int) -> int:
    """List the moves of `node`, for the first time perhaps. Returns how many, or what went wrong."""
    n = list_again(tree, game, scratch, node)
    if n >= 0 and tree.nodes[node].mover == UNSEEN:
        set_mover(tree, node, mover, n)
    return n


def may_grow(tree: Tree, policy: Any, scratch: Scratch, node: Any) -> bool:
    """Whether a child may be added to `node`, and can be."""
    return may_expand(tree, policy, scratch, 0, node) and can_add(tree, policy, scratch)


def choosing_among(counts: Any) -> Any:
    """A choice among the children for which `counts(tree, scratch, child)` says so, and those of the `n` moves listed
    that have no node and are `open`; `n` is 0 if none is to be added. `trials` stands for the visits of the node. As
    `descend.pick`: the child, NEW added if it was just made; NO_NODE to stay; or what went wrong."""

    def choose(
        tree: Any, game: Any, policy: Any, scratch: Any, node: Any, mover: int, n: int, is_open: Any, trials: Any
    ) -> Any:
        nodes, moves, marks = tree.nodes, scratch.moves, scratch.marks
        if n > 0:
            status = consider(tree, game, policy, scratch, node, mover, n)
            if status < 0:
                return np.int64(status)
        lock_node(tree, policy, node)
        width = spread(tree, policy, node, max(1, trials))
        best, best_move, best_score, ties, sound = np.uint32(NO_NODE), -1, LOWEST, 0, True
        child = nodes[node].child
        while child != NO_NODE:
            if counts(tree, scratch, child):
                bound = score(tree, policy, scratch, node, child, nodes[child].reward, nodes[child].visits, width)
                sound = sound & is_sound(bound)
                if bound > best_score:
                    best, best_score, ties = child, bound, 1
                elif bound == best_score:
                    ties += 1
                    if below(scratch.rng, ties) == 0:
                        best = child
            child = nodes[child].sibling
        if n > 0:
            mark_children(nodes, node, moves, n, marks)
            for i in range(n):
                if is_open[i] != 0 and marks[slot_of(marks, moves[i])] > 0:
                    bound = unvisited(tree, game, policy, scratch, node, mover, i, width)
                    sound = sound & is_sound(bound)
                    if bound > best_score:
                        best, best_move, best_score, ties = np.uint32(NO_NODE), moves[i], bound, 1
                    elif bound == best_score:
                        ties += 1
                        if below(scratch.rng, ties) == 0:
                            best, best_move = np.uint32(NO_NODE), moves[i]
            unmark(marks, moves, n)
        found = np.int64(best)
        if best == NO_NODE and best_move >= 0 and sound:
            found = np.int64(grow(tree, policy, scratch, node, best_move, nodes[node].untried))
            found += NEW if found != NO_NODE else np.int64(0)
        unlock_node(tree, policy, node)
        return found if sound else np.int64(BAD_SCORE)

    return choose
