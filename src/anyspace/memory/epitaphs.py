"""Refutations that outlive their nodes: our answer to the open problem of the memory-bounded paper.

Recycling forgets. A move that looked good until a reply refuted it is rarely visited, its subtree is recycled, and in
time the move itself; tried again it looks as good as on the first day, and the same subtree is built and dropped over
and over. Here a recycled node leaves an epitaph: its visits and reward, in a small table under a hash of the moves
that led to it. A new node on the same path takes them over and starts with what was learnt. Writing and reading are
one look at one entry each; the table counts towards the memory bound.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.tree import Tree

HASH_STEP, HASH_SHIFT = np.uint64(0x9E3779B97F4A7C15), np.uint64(32)


def recall(tree: Tree, parent: Any, child: Any) -> None:
    """Give a new node back what a recycled one on the same path knew, no more of it than the parent has seen."""
    nodes = tree.nodes
    mixed = (np.uint64(tree.hashes[parent]) * HASH_STEP + np.uint64(nodes[child].move + 1)) * HASH_STEP
    tree.hashes[child] = np.uint32(mixed >> HASH_SHIFT)
    epitaph = tree.epitaphs[tree.hashes[child] & np.uint32(len(tree.epitaphs) - 1)]
    if epitaph.path == tree.hashes[child] and epitaph.visits > 0:
        visits = min(epitaph.visits, nodes[parent].visits)
        nodes[child].reward = epitaph.reward / epitaph.visits * visits
        nodes[child].visits = visits
        nodes[child].available = visits
        epitaph.visits = 0


def bury(tree: Tree, node: Any) -> None:
    """Write the epitaph of a node that is about to be recycled. Of two on one place the more visited stays, but
    every challenge halves its claim."""
    epitaph = tree.epitaphs[tree.hashes[node] & np.uint32(len(tree.epitaphs) - 1)]
    visits = tree.nodes[node].visits
    if visits >= epitaph.visits:
        epitaph.path = tree.hashes[node]
        epitaph.visits = visits
        epitaph.reward = tree.nodes[node].reward
    else:
        epitaph.reward *= (epitaph.visits // 2) / epitaph.visits
        epitaph.visits //= 2
