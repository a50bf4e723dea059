"""Root parallelization: a tree for every thread, put together by their first plies."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from ...core import loop
from ...core.growth import POOL_FULL
from ...core.tree import Tree
from ...parts.parallel import Root
from ...rules.codes import OK
from ..budget import MOST_ITERATIONS, Stopwatch
from ..walk import MOVE, children_of
from .team import Team

if TYPE_CHECKING:
    from ..search import Search


News = dict[int, tuple[int, float]]
"""By move (as a number): visits and rewards."""


class RootTeam(Team):
    """Every thread searches a tree of its own; one that is full grows without waiting for the others."""

    scheme: Root

    def __init__(self, search: Search, seed: int, scheme: Root) -> None:
        super().__init__(search, seed, scheme)
        self._told: list[News] = [{} for _ in self.works]

    def jobs(self) -> list[Callable[[], int]]:
        return [partial(self._work, i) for i in range(len(self.works))]

    def _work(self, i: int) -> int:
        """What thread `i` does, each in its own tree."""
        search = self.search
        work = search.loop.kernel(loop.work)
        table, policy = search.table, search.policy
        while True:
            status = int(work(search.forest[i], table, policy, self.works[i].scratch, self.controls[i]))
            if status != POOL_FULL or search.memory.stops_when_full:
                return status
            if not self.grow(i):
                return OK

    def between(self, clock: Stopwatch) -> int:
        """Exchange what is known of the root's moves, if that was asked for."""
        if self.scheme.share_every is None:
            return MOST_ITERATIONS
        if clock.done > 0:
            exchange(self.search.forest, self.search.own, self._told)
        return self.scheme.share_every

    def rest(self) -> None:
        """Take back what trees were told by each other: from now on each speaks for itself."""
        for tree, told in zip(self.search.forest, self._told, strict=False):  # no trees after a failure
            if told:
                tell(tree, self.search.own, told, -1)
                told.clear()


def first_ply(tree: Tree, own: int) -> dict[int, int]:
    """The children of the root, by move."""
    return {record[MOVE]: child for child, record in children_of(tree, int(tree.roots[own]))}


def tell(tree: Tree, own: int, news: News, sign: int) -> None:
    """Add visits and rewards of moves to the root's children, and to the root; moves without a node are left out."""
    children = first_ply(tree, own)
    root = tree.nodes[tree.roots[own]]
    for move, (visits, reward) in news.items():
        if move in children:
            node = tree.nodes[children[move]]
            node.visits += sign * visits
            node.available += sign * visits
            node.reward += sign * reward
            root.visits += sign * visits


def exchange(forest: list[Tree], own: int, told: list[News]) -> None:
    """Every tree learns what all the others have found themselves of the root's moves. `told` is what each has learnt
    from others so far; a node that was lost since, and what it was told, is forgotten."""
    for tree, before in zip(forest, told, strict=True):
        tell(tree, own, before, -1)
        before.clear()
    found = []
    for tree in forest:
        children = first_ply(tree, own)
        found.append({m: (int(tree.nodes[c].visits), float(tree.nodes[c].reward)) for m, c in children.items()})
    for i, tree in enumerate(forest):
        for j, theirs in enumerate(found):
            if i != j:
                for move, (visits, reward) in theirs.items():
                    if move in found[i]:
                        known = told[i].get(move, (0, 0.0))
                        told[i][move] = (known[0] + visits, known[1] + reward)
        tell(tree, own, told[i], 1)
