"""Choosing among the children of a node.

What a child scores is asked of the search's parts: `spread` (what of the parent enters the bound, once a node) and
`score` (a child's bound). Here only the greatest is found.
"""

from __future__ import annotations

from typing import Any

from ..rng import below
from .policy import Policy
from .questions import Scratch
from .tree import NO_NODE, Tree

LOWEST = -1e300
"""Less than any score."""


def spread(tree: Tree, policy: Policy, node: Any, trials: Any) -> float:
    """Hook: what the choice at `node` contributes to the bound of each child that could have been taken `trials`
    times: UCB1's c * sqrt(ln N), say."""
    return 0.0


def score(
    tree: Tree, policy: Policy, scratch: Scratch, node: Any, child: Any, reward: float, visits: Any, width: float
) -> float:
    """Hook: how promising a child of `node` is that was visited and got `reward` in all; `width` is what `spread` gave.
    NO_NODE for a move that has statistics and no node. Pure, but for what it draws."""
    return reward / visits


def is_sound(bound: float) -> bool:
    """Hook: whether a score is a number. The built-in formulas give no other."""
    return True


def best_child(tree: Tree, policy: Policy, scratch: Scratch, node: Any) -> Any:
    """Hook: the child of `node` with the greatest score; ties are broken at random. Every child has been visited.

    No branch depends on which child leads: it cannot be predicted, and ties are too rare to ask about on the way.
    NO_NODE if a score is not a number.
    """
    nodes, scores = tree.nodes, scratch.scores
    width = spread(tree, policy, node, nodes[node].visits)
    best = NO_NODE
    best_score = LOWEST
    tied = False
    sound = True
    n = 0
    child = nodes[node].child
    while child != NO_NODE and n < len(scores):
        bound = score(tree, policy, scratch, node, child, nodes[child].reward, nodes[child].visits, width)
        scores[n] = bound
        n += 1
        sound = sound & is_sound(bound)
        better = bound > best_score
        tied = (tied & (not better)) | (bound == best_score)
        best = child if better else best
        best_score = max(bound, best_score)
        child = nodes[child].sibling
    if not sound:
        return NO_NODE
    return any_child_with(tree, scratch, node, best_score, n, best) if tied else best


def any_child_with(tree: Tree, scratch: Scratch, node: Any, wanted: float, n: int, otherwise: Any) -> Any:
    """A uniformly random one of the first `n` children, those whose score is `wanted`. (Other threads may have added
    children meanwhile: then the places do not match, and any child will do.)"""
    nodes = tree.nodes
    chosen = otherwise
    seen = 0
    child = nodes[node].child
    for i in range(n):
        if child == NO_NODE:
            break
        if scratch.scores[i] == wanted:
            seen += 1
            if below(scratch.rng, seen) == 0:
                chosen = child
        child = nodes[child].sibling
    return chosen
