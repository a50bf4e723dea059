"""However a search with a network ends, what waited was backed up: no visit counts that was never completed."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from neural.strip import linear, strip
from uncompiled import plain_search, uncompiled

from anyspace import Result, Search, load
from anyspace.core.check import check
from anyspace.parts.leaf.network import Network

FEW = 60


class Looks:
    """A network that says so when it has looked at so many batches."""

    def __init__(self, after: int, then: Callable[[], object]) -> None:
        self.left, self.then = after, then

    def __call__(self, planes: Any) -> Any:
        self.left -= 1
        if self.left == 0:
            self.then()
        return linear(planes)


def is_whole(search: Search, result: Result) -> None:
    """Every visit is an iteration that was done, in the table and in the tree; the most visited move is played."""
    done = result.stats.iterations
    assert sum(row.visits for row in result.table) == done == search.root.visits
    assert result.move in {row.move for row in result.table if row.visits == result.table[0].visits}
    check(search.tree)
    nodes, extras = search.tree.nodes, search.tree.extras
    assert not (extras["looked_at"] == 1).any()
    assert "under_way" not in extras.dtype.names or not extras["under_way"].any()
    at = [*range(1, int(search.tree.pool[0].next))]
    for node in at:
        below = [each for each in children(search, node) if nodes[each].visits > 0]
        if below:  # visited once before it had children; the root was looked at beforehand
            own = 0 if node == int(search.tree.roots[0]) else 1
            assert nodes[node].visits == own + sum(int(nodes[each].visits) for each in below)


def children(search: Search, node: int) -> list[int]:
    found, child = [], int(search.tree.nodes[node].child)
    while child:
        found.append(child)
        child = int(search.tree.nodes[child].sibling)
    return found


WAYS = [("loss", 1), ("visits", 1), ("loss", 2)]


@pytest.mark.parametrize(("waiting", "threads"), WAYS)
def test_ctrl_c(waiting: str, threads: int) -> None:
    """While a batch is being looked at."""
    game = uncompiled(strip())
    looks = Looks(12, lambda: os.kill(os.getpid(), signal.SIGINT))
    search = plain_search(game, Network(looks, batch=4, threads=threads, waiting=waiting, cache=0), seed=1)
    result = search.run(game.start(), iterations=100_000)
    assert result.stats.interrupted and 0 < result.stats.iterations < 1_000
    is_whole(search, result)


@pytest.mark.parametrize(("waiting", "threads"), WAYS)
def test_time_is_up(waiting: str, threads: int) -> None:
    """By a clock that makes a jump in the middle of a batch."""
    game, jump = uncompiled(strip()), [0.0]
    looks = Looks(12, lambda: jump.append(1e6))
    search = plain_search(game, Network(looks, batch=4, threads=threads, waiting=waiting, cache=0), seed=1)
    result = search.run(game.start(), seconds=1e5, timer=lambda: time.perf_counter() + jump[-1])
    assert not result.stats.interrupted and 0 < result.stats.iterations < 1_000
    is_whole(search, result)


@pytest.mark.parametrize("threads", [1, 2])
def test_time_is_up_where_nobody_looks_any_more(threads: int) -> None:
    """Near the end of a game all positions have been looked at: the kernel comes back nevertheless."""
    game = uncompiled(load("tic_tac_toe"))
    state = game.start()
    for cell in (0, 1, 2, 4, 3, 5, 7):
        state.play(cell)

    def equal(planes: Any) -> Any:
        return np.zeros((len(planes), 9)), np.zeros((len(planes), 1))

    search = plain_search(game, Network(equal, batch=4, threads=threads, cache=0), seed=1)
    result = search.run(state, seconds=0.3)
    assert not result.stats.interrupted and result.stats.iterations > search.looks["looked_at"]
    is_whole(search, result)


def test_somebody_stops_it_and_the_next_run_goes_on() -> None:
    game, seen = uncompiled(strip()), threading.Event()
    search = plain_search(game, Network(Looks(12, seen.set), batch=4, cache=0), seed=1)
    handle = search.start(game.start())
    assert seen.wait(60)
    is_whole(search, handle.stop())
    before, more = search.root.visits, search.run(iterations=FEW)
    assert search.root.visits == before + FEW == sum(row.visits for row in more.table)


def test_what_is_told_on_the_way_is_whole_too() -> None:
    game, told = uncompiled(strip()), list[Result]()
    search = plain_search(game, Network(linear, batch=8, cache=0), seed=1)
    search.run(game.start(), iterations=400, on_progress=told.append, every=0.001)
    assert told
    for result in told:
        assert sum(row.visits for row in result.table) == result.stats.iterations
