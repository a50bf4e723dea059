"""Bounds on what each player gets from a node: `rows[node, 2 p]` at least, `1 - rows[node, 2 p + 1]` at most.

All zeros, as a node is born, says that nothing is known. Whoever tightens says whether it did. Several threads may
tighten a node at once: each store only makes a bound tighter, and what one misses the next visit finds.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.known import has_all, is_dropped
from ...core.tree import NO_NODE, Tree

STANDARD, PARANOID, FIRST_WINNER = range(3)


def is_settled(rows: Any, node: Any) -> bool:
    """Whether the bounds of all players meet."""
    settled = True
    for i in range(0, rows.shape[1], 2):
        settled = settled and rows[node, i] + rows[node, i + 1] >= 1.0
    return settled


def raise_to(rows: Any, node: Any, at: int, bound: Any) -> bool:
    """Make one bound at least this tight; whether it was looser."""
    if bound > rows[node, at]:
        rows[node, at] = bound
        return True
    return False


def tighten_for_two(tree: Tree, rows: Any, node: Any, rule: int, observer: int) -> bool:
    """A decision of one of two players (or of the only one), from its children."""
    mover: Any = np.int64(tree.nodes[node].mover)
    sure, slack = best_of_children(tree, rows, node, mover)
    news = raise_to(rows, node, 2 * mover, sure)
    news |= raise_to(rows, node, 2 * mover + 1, slack)
    if rows.shape[1] == 4:
        raise_to(rows, node, 2 * (1 - mover), slack)  # the other gets what the mover cannot get
        raise_to(rows, node, 2 * (1 - mover) + 1, sure)
    return news


def best_of_children(tree: Tree, rows: Any, node: Any, player: int) -> tuple[Any, Any]:
    """What `player` is sure to get by the right move, and how much less than 1 the most is that any move may give."""
    sure, slack = np.float32(0.0), np.float32(1.0)
    child = tree.nodes[node].child
    while child != NO_NODE:
        sure = max(sure, rows[child, 2 * player])
        slack = min(slack, np.float32(1.0) if is_dropped(tree, child) else rows[child, 2 * player + 1])
        child = tree.nodes[child].sibling
    if not has_all(tree, node):
        slack = np.float32(0.0)
    return sure, slack


def tighten_for_many(tree: Tree, rows: Any, node: Any, rule: int, observer: int) -> bool:
    """A decision of one of several players, of whom one wins."""
    mover: Any = np.int64(tree.nodes[node].mover)
    sure, slack = best_of_children(tree, rows, node, mover)
    news = raise_to(rows, node, 2 * mover, sure)
    news |= raise_to(rows, node, 2 * mover + 1, slack)
    winner: Any = mover if sure >= 1.0 else -1
    if winner < 0 and has_all(tree, node):
        winner = winner_by_rule(tree, rows, node, rule, observer)
    if winner >= 0:
        news |= raise_to(rows, node, 2 * winner, np.float32(1.0))
        for player in range(rows.shape[1] // 2):
            if player != winner:
                news |= raise_to(rows, node, 2 * player + 1, np.float32(1.0))
    return news


def winner_by_rule(tree: Tree, rows: Any, node: Any, rule: int, observer: int) -> int:
    """Every move was tried and none wins for the mover: who wins then; -1 for nobody in particular, or not known."""
    first, same = -1, True
    child = tree.nodes[node].child
    while child != NO_NODE:  # the newest child comes first, so the last one seen is the first that was tried
        if is_dropped(tree, child):
            child = tree.nodes[child].sibling
            continue
        winner = winner_of(rows, child)
        if winner < 0:
            return -1
        same = same and (first < 0 or winner == first)
        if (
            (rule == PARANOID and winner != observer and (first < 0 or first == observer))
            or rule != PARANOID
            or first < 0
        ):
            first = winner
        child = tree.nodes[child].sibling
    return -1 if rule == STANDARD and not same else first


def winner_of(rows: Any, node: Any) -> int:
    """The player who is certain to get everything; -1 if there is none."""
    for player in range(rows.shape[1] // 2):
        if rows[node, 2 * player] >= 1.0:
            return player
    return -1


def tighten_at_chance(tree: Tree, rows: Any, node: Any) -> bool:
    """A chance event: its outcomes' bounds, weighted by their odds."""
    news = False
    for i in range(rows.shape[1]):
        bound = 0.0
        child = tree.nodes[node].child
        while child != NO_NODE:
            bound += np.float64(tree.extras[child].odds) * np.float64(rows[child, i])
            child = tree.nodes[child].sibling
        news |= raise_to(rows, node, i, np.float32(bound * (1.0 - ROUNDING)))
    return news


ROUNDING = 1e-6
"""Sums of odds are not exact: what they make certain is taken for a little less."""
