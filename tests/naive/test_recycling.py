"""Recycling takes the node that a scan of the whole tree would take. The kernels run uncompiled here, watched at every
step; the scan knows nothing of the queue.

The scan looks for the inner node, off the path of the iteration under way, that was updated longest ago, and among its
children for the one that was accessed longest ago. Where everything is seen, a visit to a node accesses all its
children (to choose among them, or to see which moves are untried): then the victim must also be the least recently
accessed leaf of the whole tree."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np
import pytest
from toys import nim

from anyspace import Recycle, Search
from anyspace.core import hidden, loop
from anyspace.core.check import check
from anyspace.core.tree import NO_NODE, room
from anyspace.rules.interpreted import InterpretedBackend


class Watch:
    """Stamps every access with its iteration, and compares each victim with the result of a scan."""

    def __init__(self) -> None:
        self.clock = 0
        self.accessed: dict[int, int] = {}
        self.recycled = 0
        self.scratch: Any = None
        self.updated: dict[int, int] = {}
        self.all_is_seen = True

    def stamp(self, nodes: Any, parent: int, legal: set[int] | None = None) -> None:
        child = int(nodes[parent].child)
        while child != NO_NODE:
            if legal is None or int(nodes[child].move) in legal:
                self.access(child)
            child = int(nodes[child].sibling)

    def access(self, node: int) -> None:
        self.accessed[node] = int(self.scratch.tally[0].iterations)

    def update(self, node: int) -> None:
        self.clock += 1
        self.updated[node] = self.clock

    def compare(self, tree: Any, families: dict[int, list[int]], done: bool) -> None:
        assert done == bool(families)
        if done:
            victim = int(tree.pool[0].free)
            parent = min(families, key=lambda node: self.updated[node])
            siblings = families[parent]
            assert not any(child in families for child in siblings), "children of the longest untouched are leaves"
            assert victim in siblings
            assert self.accessed[victim] == min(self.accessed[child] for child in siblings)
            if self.all_is_seen:
                leaves = [child for children in families.values() for child in children if child not in families]
                assert self.accessed[victim] == min(self.accessed[leaf] for leaf in leaves)
            self.recycled += 1

    def families_off_the_path(self, tree: Any) -> dict[int, list[int]]:
        """Every inner node that this iteration has not visited, with its children."""
        path = {
            int(self.scratch.paths[which, i])
            for which in range(len(tree.roots))
            for i in range(self.scratch.depths[which] & (hidden.LEFT_BEHIND - 1))
        }
        found: dict[int, list[int]] = {}
        waiting = [int(root) for root in tree.roots]
        while waiting:
            node = waiting.pop()
            children = []
            child = int(tree.nodes[node].child)
            while child != NO_NODE:
                children.append(child)
                child = int(tree.nodes[child].sibling)
            if children and node not in path:
                found[node] = children
            waiting += children
        return found


def watch_loop(bound: Any, watch: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the watch around what the loop calls. (Plain functions: methods cannot be bound into a loop.)"""
    inner_entered, inner_credit, inner_has_room, inner_grow = bound.entered, bound.credit, bound.has_room, bound.grow
    inner_choose = hidden.choose

    def entered(tree: Any, policy: Any, scratch: Any, which: int, depth: int, node: Any) -> None:
        if watch.all_is_seen:
            watch.stamp(tree.nodes, int(node))
        inner_entered(tree, policy, scratch, which, depth, node)

    def credit(tree: Any, policy: Any, scratch: Any, which: int, i: int, node: Any, payoffs: Any) -> None:
        inner_credit(tree, policy, scratch, which, i, node, payoffs)
        if tree.nodes[node].child != NO_NODE:
            watch.update(int(node))

    def choose(tree: Any, game: Any, policy: Any, scratch: Any, which: int, mover: int, n: int) -> int:
        watch.all_is_seen = False
        if hidden.follows(scratch, which):
            node = int(scratch.paths[which, scratch.depths[which] - 1])
            watch.stamp(tree.nodes, node, {int(move) for move in scratch.moves[:n]})
        return inner_choose(tree, game, policy, scratch, which, mover, n)

    def grow(tree: Any, policy: Any, scratch: Any, parent: Any, move: int, untried: int) -> Any:
        child = inner_grow(tree, policy, scratch, parent, move, untried)
        watch.access(int(child))
        return child

    def has_room(tree: Any, policy: Any) -> bool:
        if room(tree) > 0:
            return inner_has_room(tree, policy)
        families = watch.families_off_the_path(tree)
        done = inner_has_room(tree, policy)
        watch.compare(tree, families, done)
        return done

    bound.entered, bound.credit, bound.has_room, bound.grow = entered, credit, has_room, grow
    monkeypatch.setattr(hidden, "choose", choose)


CASES = [
    (nim(12), "perfect", 16),
    (importlib.import_module("anyspace.games.kuhn_poker").game(), "single", 8),
    (importlib.import_module("anyspace.games.leduc_poker").game(), "multi", 14),
    (importlib.import_module("anyspace.games.phantom").game(m=3, n=3, k=3), "multi", 25),
]


@pytest.mark.parametrize(("game", "information", "nodes"), CASES, ids=[f"{c[0].name} {c[1]}" for c in CASES])
def test_the_victim_is_the_least_recently_accessed_leaf(
    game: Any, information: str, nodes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game.__dict__["backend"] = InterpretedBackend(game)
    search = Search(game, "plain", information=information, memory=Recycle(nodes=nodes), seed=2)
    watch = Watch()
    watch_loop(search.loop, watch, monkeypatch)
    watched = search.loop.plain(loop.work)

    def work(tree: Any, table: Any, policy: Any, scratch: Any, control: Any) -> int:
        watch.scratch = scratch
        with np.errstate(all="ignore"):
            return watched(tree, table, policy, scratch, control)

    search.loop.kernel = lambda function: work if function is loop.work else search.loop.plain(function)
    search.run(game.start(seed=5), iterations=400)
    check(search.tree)
    assert watch.recycled > 100
    assert search.tree.pool[0].used <= nodes
