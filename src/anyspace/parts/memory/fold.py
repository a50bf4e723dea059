"""Refutations that outlive their nodes: an answer to the open problem of the memory-bounded paper.

Recycling forgets. A move that looked good until a reply refuted it is rarely visited, so its replies are recycled;
visited again, every reply is tried anew as if for the first time, the move looks good while that lasts, and the same
subtree is built and dropped over and over. Here a recycled child is *folded* into its parent: of all that a node has
lost it keeps the most visited one by itself (its move, visits and mean: the refutation) and the rest together (how
many, their visits, their mean). What is folded still competes by UCB1 beside the children that have nodes, and gets a
node again, with its statistics, only when it wins: as rarely as if it had never been lost.

Folding and unfolding are O(1): 16 bytes a node, found by the node's index.
"""

from __future__ import annotations

from typing import Any

from ...core.tree import NO_NODE, Tree
from ...rules.codes import CHANCE
from ..select.ucb1 import root_of_log, ucb1

WHOLE = 65_535
"""A mean of 1, and the most visits that are remembered of a single move."""

NEVER_TRIED = 1e9
"""The bound of a move of which nothing is known: greater than any other."""


def is_folded(tree: Tree, node: Any) -> bool:
    """Whether `node` remembers anything of children that it has lost."""
    return len(tree.folds) > 1 and (tree.folds[node].visits > 0 or tree.folds[node].lost > 0)


def fold_into(tree: Tree, parent: Any, victim: Any) -> None:
    """Before `victim` is freed: its parent remembers it. Outcomes of chance are not chosen: no need to."""
    fold, record = tree.folds[parent], tree.nodes[victim]
    if record.visits == 0 or tree.nodes[parent].mover == CHANCE:
        return
    if record.visits > fold.visits:
        if fold.visits > 0:
            add_to_rest(fold, fold.visits, fold.value)
        fold.move = record.move
        fold.visits = min(record.visits, WHOLE)
        fold.value = round(record.reward / record.visits * WHOLE)
    else:
        add_to_rest(fold, record.visits, record.reward / record.visits * WHOLE)


def add_to_rest(fold: Any, visits: int, mean: float) -> None:
    """One more of the moves that are remembered together."""
    total = fold.rest_visits + visits
    fold.rest_value = round((float(fold.rest_visits) * fold.rest_value + float(visits) * mean) / total)
    fold.rest_visits = total
    fold.lost += 1


def visits_each(fold: Any, others: int) -> int:
    """How many visits of the rest fall on each of `others` moves that have no node (some may never have had one)."""
    return int(fold.rest_visits) // max(int(fold.lost), others, 1)


def refutation_bound(fold: Any, spread: float) -> float:
    """UCB1 of the move that is remembered by itself."""
    return ucb1(float(fold.value) / WHOLE * fold.visits, int(fold.visits), spread)


def rest_bound(fold: Any, others: int, spread: float) -> float:
    """UCB1 of any of the `others` moves without a node, none of which is the one remembered by itself."""
    visits = visits_each(fold, others)
    return NEVER_TRIED if visits == 0 else ucb1(float(fold.rest_value) / WHOLE * visits, visits, spread)


def folded_bound(tree: Tree, node: Any, untried: int, refutation_is_legal: bool, spread: float) -> float:
    """The greatest bound among the `untried` moves without a node at `node`."""
    fold = tree.folds[node]
    others = untried - refutation_is_legal
    bound = refutation_bound(fold, spread) if refutation_is_legal else -1.0
    return max(bound, rest_bound(fold, others, spread)) if others > 0 else bound


def prefers_refutation(tree: Tree, node: Any, untried: int, spread: float) -> bool:
    """Whether the move remembered by itself, if there is one, has the greatest bound of the `untried` moves."""
    fold = tree.folds[node]
    return fold.visits > 0 and (untried == 1 or refutation_bound(fold, spread) >= rest_bound(fold, untried - 1, spread))


def children_lead(tree: Tree, node: Any, exploration: float) -> bool:
    """UCT: whether a child has a bound at least as great as every move without a node."""
    nodes = tree.nodes
    if not is_folded(tree, node):
        return False
    spread = exploration * root_of_log(nodes[node].visits)
    wanted = folded_bound(tree, node, int(nodes[node].untried), tree.folds[node].visits > 0, spread)
    child = nodes[node].child
    while child != NO_NODE and ucb1(nodes[child].reward, nodes[child].visits, spread) < wanted:
        child = nodes[child].sibling
    return child != NO_NODE


def unfold(tree: Tree, parent: Any, child: Any, untried: int) -> None:
    """A new child, by one of `untried` moves, gets back what its parent remembers of it: its own statistics, or its
    share of the rest's."""
    fold, record = tree.folds[parent], tree.nodes[child]
    if fold.visits > 0 and fold.move == record.move:
        record.visits = fold.visits
        record.reward = float(fold.value) / WHOLE * fold.visits
        fold.visits = 0
    elif fold.lost > 0:
        visits = visits_each(fold, untried - (fold.visits > 0))
        record.visits = visits
        record.reward = float(fold.rest_value) / WHOLE * visits
        fold.rest_visits -= visits
        fold.lost -= 1
        if fold.lost == 0:
            fold.rest_visits = 0
    record.available = tree.nodes[parent].visits
