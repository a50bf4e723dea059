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

from ...core.binding import Loop
from ...core.growth import can_add
from ...core.policy import PERFECT, Policy
from ...core.questions import Scratch
from ...core.select import score, spread
from ...core.sharing import GATE, lock, unlock
from ...core.tree import NO_NODE, Tree
from ...core.untried import mark_children, pick_marked, slot_of, unmark
from ...rules.codes import CHANCE


def bind_folding(loop: Loop) -> None:
    """Into a loop that recycles."""
    born, blank, untried_move, or_untried = loop.born, loop.blank, loop.untried_move, loop.or_untried
    may_expand, shares_tree = loop.may_expand, loop.setup.shares_tree

    def born_again(tree: Any, parent: Any, child: Any, untried: int) -> None:
        born(tree, parent, child, untried)
        if is_folded(tree, parent):
            if shares_tree:
                lock(tree, GATE)
            unfold(tree, parent, child, untried)
            if shares_tree:
                unlock(tree, GATE)

    def blank_fold(tree: Any, node: Any) -> None:
        blank(tree, node)
        fold = tree.folds[node]
        fold.visits = 0
        fold.rest_visits = 0
        fold.lost = 0

    def unless_children_lead(tree: Any, policy: Any, scratch: Any, which: int, node: Any) -> bool:
        return may_expand(tree, policy, scratch, which, node) and not children_lead(tree, policy, scratch, node)

    def folded_move(tree: Any, game: Any, policy: Any, scratch: Any, node: Any, n: int) -> int:
        if not is_folded(tree, node):
            return untried_move(tree, game, policy, scratch, node, n)
        return choose_folded_move(tree, policy, scratch, node, n)

    def or_folded(
        tree: Any,
        game: Any,
        policy: Any,
        scratch: Any,
        which: int,
        node: Any,
        mover: int,
        n: int,
        untried: int,
        best: int,
        best_child: Any,
        bound: float,
    ) -> Any:
        if is_folded(tree, node):
            return choose_folded(tree, policy, scratch, node, n, untried, best, best_child, bound)
        return or_untried(tree, game, policy, scratch, which, node, mover, n, untried, best, best_child, bound)

    loop.folded = True
    loop.lost, loop.born, loop.blank = fold_into, born_again, blank_fold
    loop.untried_move = folded_move
    if loop.setup.information == PERFECT:
        loop.may_expand = unless_children_lead
    loop.or_untried = or_folded


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


def refutation_bound(tree: Tree, policy: Policy, scratch: Scratch, node: Any, width: float) -> float:
    """What the move scores that is remembered by itself."""
    fold = tree.folds[node]
    reward = float(fold.value) / WHOLE * fold.visits
    return score(tree, policy, scratch, node, NO_NODE, reward, int(fold.visits), width)


def rest_bound(tree: Tree, policy: Policy, scratch: Scratch, node: Any, others: int, width: float) -> float:
    """What any of the `others` moves without a node scores, none of which is the one remembered by itself."""
    fold = tree.folds[node]
    visits = visits_each(fold, others)
    if visits == 0:
        return NEVER_TRIED
    return score(tree, policy, scratch, node, NO_NODE, float(fold.rest_value) / WHOLE * visits, visits, width)


def folded_bound(
    tree: Tree, policy: Policy, scratch: Scratch, node: Any, untried: int, refutation_is_legal: bool, width: float
) -> float:
    """The greatest bound among the `untried` moves without a node at `node`."""
    others = untried - refutation_is_legal
    bound = refutation_bound(tree, policy, scratch, node, width) if refutation_is_legal else -1.0
    return max(bound, rest_bound(tree, policy, scratch, node, others, width)) if others > 0 else bound


def prefers_refutation(tree: Tree, policy: Policy, scratch: Scratch, node: Any, untried: int, width: float) -> bool:
    """Whether the move remembered by itself, if there is one, has the greatest bound of the `untried` moves."""
    if tree.folds[node].visits == 0:
        return False
    rest = rest_bound(tree, policy, scratch, node, untried - 1, width) if untried > 1 else -1.0
    return untried == 1 or refutation_bound(tree, policy, scratch, node, width) >= rest


def children_lead(tree: Tree, policy: Policy, scratch: Scratch, node: Any) -> bool:
    """UCT: whether a child has a bound at least as great as every move without a node."""
    nodes = tree.nodes
    if not is_folded(tree, node):
        return False
    width = spread(tree, policy, node, nodes[node].visits)
    is_legal = tree.folds[node].visits > 0
    wanted = folded_bound(tree, policy, scratch, node, int(nodes[node].untried), is_legal, width)
    child = nodes[node].child
    while child != NO_NODE:
        if score(tree, policy, scratch, node, child, nodes[child].reward, nodes[child].visits, width) >= wanted:
            return True
        child = nodes[child].sibling
    return False


def choose_folded_move(tree: Tree, policy: Policy, scratch: Scratch, node: Any, n: int) -> int:
    """UCT: the move to expand where children were folded."""
    nodes = tree.nodes
    width = spread(tree, policy, node, nodes[node].visits)
    if prefers_refutation(tree, policy, scratch, node, int(nodes[node].untried), width):
        return tree.folds[node].move
    mark_children(nodes, node, scratch.moves, n, scratch.marks)
    move = pick_unfolded(tree, node, scratch, n)
    unmark(scratch.marks, scratch.moves, n)
    return move


def choose_folded(
    tree: Tree,
    policy: Policy,
    scratch: Scratch,
    node: Any,
    n: int,
    untried: int,
    best: int,
    best_child: Any,
    bound: float,
) -> tuple[int, Any]:
    """ISMCTS: the `untried` moves compete with the best child that was found."""
    fold, marks = tree.folds[node], scratch.marks
    width = spread(tree, policy, node, tree.nodes[node].visits)
    is_legal = fold.visits > 0 and marks[slot_of(marks, fold.move)] > 0
    leads = bound >= folded_bound(tree, policy, scratch, node, untried, is_legal, width)
    if best >= 0 and (leads or not can_add(tree, policy, scratch)):
        return best, best_child
    if is_legal and prefers_refutation(tree, policy, scratch, node, untried, width):
        return fold.move, NO_NODE
    return pick_unfolded(tree, node, scratch, n), NO_NODE


def pick_unfolded(tree: Tree, node: Any, scratch: Scratch, n: int) -> int:
    """Any of the `n` moves without a node but the one that `node` remembers by itself, if it does."""
    fold, marks = tree.folds[node], scratch.marks
    if fold.visits > 0:
        slot = slot_of(marks, fold.move)
        marks[slot] = -abs(marks[slot])
    return pick_marked(scratch.moves, n, marks, scratch.rng)


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
