"""Root parallelization: a tree for every thread, put together by their first plies."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from ..budget import MOST_ITERATIONS, Stopwatch
from ..core import loop
from ..core.growth import POOL_FULL
from ..core.sharing import DEADLINE, HANDED, LIMIT, STOP
from ..core.tree import Tree
from ..crew import larger
from ..rules.codes import OK
from ..walk import MOVE, children_of
from . import Root
from .team import Team

if TYPE_CHECKING:
    from ..search import Search


FIRST_RATION = 4
SHORTEST_RATION, LONGEST_RATION = 0.0002, 0.02
"""Seconds that a thread works before it asks again."""

News = dict[int, tuple[int, float]]
"""By move (as a number): visits and rewards."""


class RootTeam(Team):
    """Every thread searches a tree of its own; one that is full grows without waiting for the others."""

    scheme: Root

    def __init__(self, search: Search, seed: int, scheme: Root) -> None:
        super().__init__(search, seed, scheme)
        self._told: list[News] = [{} for _ in self.works]
        self._paces = [search.pace for _ in self.works]
        self._rations = [FIRST_RATION // 4 for _ in self.works]
        self._counter = threading.Lock()

    def jobs(self) -> list[Callable[[], int]]:
        self._rations = [FIRST_RATION // 4 if pace == 0 else MOST_ITERATIONS // 4 for pace in self._paces]
        return [partial(self._turn, 0), *(partial(self._work, i) for i in range(1, len(self.works)))]

    def _work(self, i: int) -> int:
        """One thread: turns until there is nothing left to do."""
        while True:
            status = self._turn(i)
            if status != OK or self._rations[i] == 0:
                return status

    def _turn(self, i: int) -> int:
        """One ration of iterations with the plain kernel (nothing is compiled for this scheme alone)."""
        search, work = self.search, self.works[i]
        ration = self._rations[i] = self._take(i)
        if ration == 0:
            return OK
        started, before = time.perf_counter(), work.iterations
        policy = search.policy
        status = int(self._kernel(loop.run)(search.forest[i], search.game.backend.table, policy, work.scratch, ration))
        done = work.iterations - before
        if done > 0:
            self._paces[i] = (time.perf_counter() - started) / done
        if status == POOL_FULL and not search.stops_when_full:
            search.forest[i] = larger(search.forest[i], policy.spare)
            self._return(i, ration - done)
            return OK
        return status

    def _take(self, i: int) -> int:
        """How many iterations thread `i` is to do next, given its seconds an iteration so far: a share of what is left,
        so that all end together, no more than a slice's time, and not many more than last time."""
        control, pace, most = self.controls[i], self._paces[i], 4 * self._rations[i]
        with self._counter:
            left = int(control[LIMIT] - control[HANDED])
            if control[STOP] or left <= 0:
                return 0
            share = left if self.scheme.split == "static" else 3 * left // (4 * len(self.works))
            ration = most
            if pace > 0:
                ration = min(most, max(int(SHORTEST_RATION / pace), min(share, int(LONGEST_RATION / pace))))
            if control[DEADLINE] != 0:
                time_left = 1e-9 * int(control[DEADLINE] - time.clock_gettime_ns(time.CLOCK_MONOTONIC))
                if time_left <= 0 and control[HANDED] > 0:
                    return 0
                ration = min(ration, int(time_left / 2 / pace) if pace > 0 else FIRST_RATION)
            ration = max(1, min(ration, left))
            control[HANDED] += ration
            return ration

    def _return(self, i: int, iterations: int) -> None:
        with self._counter:
            self.controls[i][HANDED] -= iterations

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
