"""Several threads: every scheme with every kind of search and bound; nothing is lost, nothing leaks, nothing hangs."""

from __future__ import annotations

import _thread
import os
import signal
import subprocess
import sys
import threading
import time
from typing import Any

import numpy as np
import pytest
from parallel_helpers import GAMES, assert_nobody_is_in, leduc, searched
from patience import in_one_of_some_tries
from toys import PythonNim, nim

from anyspace import Leaf, PythonGame, Recycle, Root, Search, Tree
from anyspace.core.check import check
from anyspace.machine import atomic
from anyspace.machine.jit import compile_kernel
from anyspace.search.parallel import hands

MEMORIES = [None, "stop:nodes=40", "stunt:nodes=40", "ensemble:nodes=40", "flatten:nodes=40", "recycle:nodes=40",
            "collect:nodes=40"]  # fmt: skip
SHARED = {"perfect": (0, 3, 4, 5), "single": (1, 5), "multi": (2, 5, 6), "determinized": (0,)}
SEVERAL = {"perfect": (0, 5), "single": (2, 6), "multi": (3, 5), "determinized": (4,)}
"""Which of them are tried with which kind of search by default: every bound, every kind. All pairs, each of which takes
seconds to compile, are tried by `-m slow`."""


def pairs(chosen: dict[str, tuple[int, ...]]) -> list[Any]:
    return [
        pytest.param(information, memory, marks=() if place in chosen[information] else pytest.mark.slow)
        for information in GAMES
        for place, memory in enumerate(MEMORIES)
    ]


def threads_at_work() -> int:
    """How many threads there are once those that wait for more work have gone."""
    deadline = time.monotonic() + hands.PATIENCE + 5
    while hands._waiting and time.monotonic() < deadline:
        time.sleep(0.01)
    time.sleep(0.01)  # the system may need a moment to clear them away
    return _thread._count()


@pytest.mark.parametrize(("information", "memory"), pairs(SHARED))
def test_every_bound_in_a_shared_tree(information: str, memory: str | None) -> None:
    searched(Tree(threads=2), information, memory)


def test_a_flattened_first_ply_starts_afresh() -> None:
    """Its nodes have moves untried when the pool fills up; who moves from them is asked, and noted, once more."""
    game = nim(30)
    for nodes in range(9, 20):
        search = Search(game, "plain", parallel=Tree(threads=1), memory=f"flatten:nodes={nodes}", seed=1)
        search.run(game.start(), iterations=300)
        check(search.tree)


@pytest.mark.parametrize(("information", "memory"), pairs(SEVERAL))
def test_every_bound_in_several_trees(information: str, memory: str | None) -> None:
    searched(Root(threads=2), information, memory)


def test_one_thread_is_repeatable_and_finds_what_the_plain_search_finds() -> None:
    game = nim(21)
    plain = Search(game, "plain", seed=3).run(game.start(), iterations=20_000)
    for scheme in (Root(threads=1), Tree(threads=1, virtual_loss=0), Tree(threads=1, lock="node", virtual_loss=0)):
        results = [
            Search(game, "plain", parallel=scheme, seed=3).run(game.start(), iterations=20_000) for _ in range(2)
        ]
        assert [r.table for r in results] == [plain.table, plain.table]


def test_one_thread_finds_what_the_plain_search_finds_under_hidden_information() -> None:
    game = leduc()
    start = game.start(seed=5)
    plain, alone = (
        Search(game, "plain", information="single", parallel=scheme, seed=3).run(start, iterations=5_000)
        for scheme in (None, Tree(threads=1, virtual_loss=0))
    )
    assert alone.table == plain.table


@pytest.mark.parametrize(
    ("information", "memory"),
    [
        ("perfect", "recycle:nodes=60"),
        ("perfect", "recycle:nodes=60,keep_refutations=1"),
        ("multi", "recycle:nodes=60"),
        ("multi", "collect:nodes=60"),
    ],
)
def test_many_threads_on_few_nodes(information: str, memory: str) -> None:
    """What a missing fence or a forgotten lock would break: eight threads, a tiny pool, and then every invariant."""
    game = GAMES[information]
    sweeps = "collect" in memory  # every few iterations all threads must rest
    iterations = 2_000 if sweeps else 100_000
    search = Search(
        game, "plain", parallel=Tree(threads=4 if sweeps else 8), information=information, memory=memory, seed=1
    )
    for seed in range(3):
        result = search.run(game.start(seed=seed), iterations=iterations)
        check(search.tree)
        assert result.stats.iterations == iterations
        assert result.stats.nodes <= 60
        assert_nobody_is_in(search.tree)


@pytest.mark.parametrize("virtual_loss", [0, 1, 3])
def test_no_update_is_lost(virtual_loss: int) -> None:
    game = nim(8)  # a small tree, complete after a moment: all threads update the same few nodes
    search = Search(game, "plain", parallel=Tree(threads=8, virtual_loss=virtual_loss), seed=1)
    search.run(game.start(), iterations=400_000)
    check(search.tree)
    assert search.root.visits == 400_000
    assert sum(node.visits for node in search.root.children) >= 400_000 - 8
    waiting = [search.root]
    while waiting:
        node = waiting.pop()
        if node.children:
            # every visit but those that ended in the node before it had all its children went on
            assert node.visits - sum(child.visits for child in node.children) <= 8
            waiting += node.children


def test_atomic_operations_lose_nothing() -> None:
    words, real = np.zeros(3, np.int64), np.zeros(1)
    count = compile_kernel(count_together, "counting")
    count(words, real, 0)
    threads = [threading.Thread(target=count, args=(words, real, 50_000)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert words.tolist() == [200_000, 200_000, 0]
    assert real[0] == 100_000.0


def count_together(words: Any, real: Any, times: int) -> int:
    at = atomic_address(words)
    for _ in range(times):
        atomic_add64(at, 1)
        atomic_add_float(atomic_address(real), 0.5)
        while not atomic_swap32(at + 16, 0, 1):
            atomic_pause()
        words[1] += 1  # not atomic: only the lock protects it
        atomic_store32(at + 16, 0)
    return 0


atomic_address, atomic_add64, atomic_add_float = atomic.address_of, atomic.add64, atomic.add_float
atomic_swap32, atomic_store32, atomic_pause = atomic.swap32, atomic.store32, atomic.pause


def test_many_short_searches_leave_no_thread_behind() -> None:
    game = nim(10)
    before = threads_at_work()
    for scheme in (Tree(threads=3), Root(threads=3), Leaf(threads=3)):
        search = Search(game, "plain", parallel=scheme, seed=1)
        for _ in range(250):
            search.run(game.start(), iterations=8)
    assert threads_at_work() == before


@pytest.mark.parametrize("scheme", [Tree(threads=2), Root(threads=2), Leaf(threads=2)])
def test_time_is_kept_and_progress_told(scheme: Any) -> None:
    game = nim(40)
    search = Search(game, "plain", parallel=scheme, seed=1)
    search.run(game.start(), iterations=10)

    def told() -> None:
        seen: list[int] = []
        started = time.perf_counter()
        result = search.run(game.start(), seconds=0.35, on_progress=lambda r: seen.append(r.stats.iterations))
        assert 0.3 < time.perf_counter() - started < 1.5
        assert len(seen) >= 2 and seen == sorted(seen)
        assert result.stats.iterations >= seen[-1]

    in_one_of_some_tries(told)


@pytest.mark.parametrize("scheme", [Tree(threads=2), Root(threads=2), Leaf(threads=2)])
def test_hardly_any_time_is_enough_for_an_answer(scheme: Any) -> None:
    game = nim(40)
    search = Search(game, "plain", parallel=scheme, seed=1)
    for _ in range(50):
        assert search.run(game.start(), seconds=1e-6).stats.iterations > 0


class Broken(PythonNim):
    """Raises when few stones are left."""

    def play(self, move: str) -> None:
        super().play(move)
        if self.left < 3:
            raise ZeroDivisionError("rules are broken")


@pytest.mark.parametrize("scheme", [Tree(threads=3), Root(threads=3), Leaf(threads=3), Root(processes=2)])
def test_exceptions_stop_all_threads(scheme: Any) -> None:
    game = PythonGame(Broken)
    before = threads_at_work()
    search = Search(game, "plain", parallel=scheme, seed=1)
    with pytest.raises(ZeroDivisionError, match="rules are broken"):
        search.run(game.start(), iterations=2000)
    assert threads_at_work() == before
    good = PythonGame(PythonNim)
    assert Search(good, "plain", parallel=scheme, seed=1).run(good.start(), iterations=200).move in PythonNim.WORDS


def test_ctrl_c_stops_all_threads() -> None:
    code = """
import anyspace, _thread, signal, time
signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever runs the tests may ignore it
game = anyspace.load("tic_tac_toe")
for scheme in (anyspace.Tree(threads=2), anyspace.Root(threads=2)):
    search = anyspace.Search(game, "plain", parallel=scheme, seed=1)
    search.run(game.start(), iterations=10)
    print("ready", flush=True)
    result = search.run(game.start(), seconds=600)
    time.sleep(1.5)  # longer than a thread waits for more work
    print(result.stats.interrupted, _thread._count(), result.stats.iterations > 0, flush=True)
"""
    environment = {**os.environ, "PYTHONPATH": ":".join(sys.path), "ANYSPACE_QUIET": "1"}
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        for _ in range(2):
            assert process.stdout.readline() == "ready\n"
            time.sleep(0.3)
            process.send_signal(signal.SIGINT)
            assert process.stdout.readline() == "True 0 True\n"


def test_a_shared_tree_advances() -> None:
    game = nim(30)
    search = Search(game, "plain", parallel=Tree(threads=2), memory=Recycle(nodes=80), seed=1)
    state = game.start()
    for _ in range(5):
        result = search.run(state, iterations=2000)
        search.advance(result.move)
        check(search.tree)
        state.play(result.move)
