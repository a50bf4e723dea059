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
from anyspace.core import descend, growth, hidden, loop
from anyspace.core.check import check
from anyspace.core.tree import NO_NODE
from anyspace.machine.jit import bind
from anyspace.rules.interpreted import InterpretedBackend


class Watch:
    """Stamps every access with its iteration, and compares each victim with the result of a scan."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.clock = 0
        self.accessed: dict[int, int] = {}
        self.recycled = 0
        self.scratch: Any = None
        self.updated: dict[int, int] = {}
        self.all_is_seen = True
        self._leave, self._push = descend.leave_queue, loop.push_back
        self._recycle, self._grow, self._choose = growth.recycle_leaf, growth.grow, hidden.choose
        monkeypatch.setattr(descend, "leave_queue", self.leave_queue)
        monkeypatch.setattr(loop, "push_back", self.push_back)
        monkeypatch.setattr(growth, "recycle_leaf", self.recycle_leaf)
        monkeypatch.setattr(descend, "grow", self.grow)
        monkeypatch.setattr(hidden, "grow", self.grow)
        monkeypatch.setattr(hidden, "choose", self.choose)

    def stamp(self, nodes: Any, parent: int, legal: set[int] | None = None) -> None:
        child = int(nodes[parent].child)
        while child != NO_NODE:
            if legal is None or int(nodes[child].move) in legal:
                self.accessed[child] = int(self.scratch.tally[0].iterations)
            child = int(nodes[child].sibling)

    def leave_queue(self, tree: Any, node: Any) -> None:
        self.stamp(tree.nodes, int(node))
        self._leave(tree, node)

    def push_back(self, tree: Any, node: Any) -> None:
        self.clock += 1
        self.updated[int(node)] = self.clock
        self._push(tree, node)

    def choose(self, tree: Any, policy: Any, scratch: Any, which: int, mover: int, n: int) -> int:
        self.all_is_seen = False
        node = int(scratch.paths[which, scratch.depths[which] - 1])
        self.stamp(tree.nodes, node, {int(move) for move in scratch.moves[:n]})
        return self._choose(tree, policy, scratch, which, mover, n)

    def grow(self, tree: Any, policy: Any, scratch: Any, parent: Any, move: int, untried: int) -> Any:
        child = self._grow(tree, policy, scratch, parent, move, untried)
        self.accessed[int(child)] = int(self.scratch.tally[0].iterations)
        return child

    def recycle_leaf(self, tree: Any) -> bool:
        families = self.families_off_the_path(tree)
        done = self._recycle(tree)
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
        return done

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
    search = Search(game, information=information, memory=Recycle(nodes=nodes), seed=2)
    watch = Watch(monkeypatch)
    watched = loop.run if information == "perfect" else bind(loop.run, descend=hidden.descend_hidden)

    def run(tree: Any, table: Any, policy: Any, scratch: Any, iterations: int) -> int:
        watch.scratch = scratch
        with np.errstate(all="ignore"):
            return watched(tree, table, policy, scratch, iterations)

    loops = (loop.run, loop.run_hidden)
    for module in ("search", "crew"):
        monkeypatch.setattr(f"anyspace.{module}.kernel", lambda function, **_: run if function in loops else function)
    search.run(game.start(seed=5), iterations=400)
    check(search.tree)
    assert watch.recycled > 100
    assert search.tree.pool[0].used <= nodes
