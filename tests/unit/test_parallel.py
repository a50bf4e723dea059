"""Several threads: every scheme with every kind of search and bound; nothing is lost, nothing leaks, nothing hangs."""

from __future__ import annotations

import _thread
import importlib
import os
import signal
import subprocess
import sys
import threading
import time
from typing import Any

import numpy as np
import pytest
from toys import PythonNim, nim

import anyspace
from anyspace import Leaf, OptionError, PythonGame, Recycle, Root, Search, Tree
from anyspace.core import atomic
from anyspace.core.check import check
from anyspace.core.sharing import TOUCHED
from anyspace.crew import REPORT_SECONDS
from anyspace.kernels import kernel
from anyspace.parallel import from_text, hands
from anyspace.parallel.several_trees import exchange, first_ply
from anyspace.reading import decide, root_statistics


def leduc() -> Any:
    return importlib.import_module("anyspace.games.leduc_poker").game()


GAMES = {"perfect": nim(30), "single": leduc(), "multi": leduc(), "determinized": leduc()}
MEMORIES = [None, "stop:nodes=40", "stunt:nodes=40", "ensemble:nodes=40", "flatten:nodes=40", "recycle:nodes=40",
            "collect:nodes=40"]  # fmt: skip


def assert_nobody_is_in(tree: Any) -> None:
    assert not tree.locks.any()
    assert not (tree.holders & ~TOUCHED).any()


def threads_at_work() -> int:
    """How many threads there are once those that wait for more work have gone."""
    deadline = time.monotonic() + hands.PATIENCE + 5
    while hands._waiting and time.monotonic() < deadline:
        time.sleep(0.01)
    time.sleep(0.01)  # the system may need a moment to clear them away
    return _thread._count()


def searched(scheme: Any, information: str, memory: str | None, iterations: int = 1500) -> None:
    game = GAMES[information]
    state = game.start(seed=1)
    search = Search(game, parallel=scheme, information=information, memory=memory, seed=1)
    result = search.run(state, iterations=iterations)
    for tree in search.forest:
        check(tree)
        assert_nobody_is_in(tree)
    assert result.move in state.moves()
    assert result.stats.threads == 2
    if memory is not None:
        assert result.stats.nodes <= 40
    if memory is None or not memory.startswith("stop"):
        assert result.stats.iterations == iterations
    if memory is None:
        assert sum(row.visits for row in result.table) == iterations


@pytest.mark.parametrize("memory", MEMORIES)
@pytest.mark.parametrize("information", GAMES)
def test_every_bound_in_a_shared_tree(information: str, memory: str | None) -> None:
    searched(Tree(threads=2), information, memory)


def test_a_flattened_first_ply_starts_afresh() -> None:
    """Its nodes have moves untried when the pool fills up; who moves from them is asked, and noted, once more."""
    game = nim(30)
    for nodes in range(9, 20):
        search = Search(game, parallel=Tree(threads=1), memory=f"flatten:nodes={nodes}", seed=1)
        search.run(game.start(), iterations=300)
        check(search.tree)


@pytest.mark.parametrize("memory", MEMORIES)
@pytest.mark.parametrize("information", GAMES)
def test_every_bound_in_several_trees(information: str, memory: str | None) -> None:
    searched(Root(threads=2), information, memory)


@pytest.mark.parametrize(
    ("mode", "information", "memory"),
    [
        ("hand-out", "perfect", None),
        ("hand-out", "multi", "recycle:nodes=40"),
        ("together", "perfect", None),
        ("together", "single", "ensemble:nodes=40"),
    ],
)
def test_leaves(mode: str, information: str, memory: str | None) -> None:
    searched(Leaf(threads=2, mode=mode), information, memory)


@pytest.mark.parametrize("split", ["dynamic", "static"])
@pytest.mark.parametrize(
    "scheme", ["tree:threads=2,lock=node", "tree:threads=2,lock=global,virtual_loss=0", "root:threads=2"]
)
def test_locks_and_splits(scheme: str, split: str) -> None:
    searched(f"{scheme},split={split}", "perfect", None)
    searched(f"{scheme},split={split}", "single", "recycle:nodes=40")


@pytest.mark.parametrize("mode", ["hand-out", "together"])
@pytest.mark.parametrize("threads", [1, 2])
def test_leaves_are_handed_out_one_by_one(threads: int, mode: str) -> None:
    scheme = Leaf(threads=threads, mode=mode)
    game = GAMES["perfect"]
    search = Search(game, parallel=scheme, seed=1)
    rounds = count_rounds(search)
    result = search.run(game.start(), iterations=5_000)
    assert result.stats.iterations == sum(row.visits for row in result.table) == 5_000
    # every iteration that was handed out was done: rounds end only for the clock
    assert len(rounds) <= 2 + result.stats.seconds / REPORT_SECONDS


def count_rounds(search: Search) -> list[int]:
    made: list[int] = []
    crew_of = search._crew

    def counted(seed: int) -> Any:
        crew: Any = crew_of(seed)
        run_round = crew._round
        crew._round = lambda *arguments: made.append(1) or run_round(*arguments)
        return crew

    search._crew = counted  # type: ignore[method-assign]
    return made


def test_one_thread_is_repeatable_and_finds_what_the_plain_search_finds() -> None:
    game = nim(21)
    plain = Search(game, seed=3).run(game.start(), iterations=20_000)
    for scheme in (Root(threads=1), Tree(threads=1, virtual_loss=0), Tree(threads=1, lock="node", virtual_loss=0)):
        results = [Search(game, parallel=scheme, seed=3).run(game.start(), iterations=20_000) for _ in range(2)]
        assert [r.table for r in results] == [plain.table, plain.table]


def test_one_thread_finds_what_the_plain_search_finds_under_hidden_information() -> None:
    game = leduc()
    start = game.start(seed=5)
    plain, alone = (
        Search(game, information="single", parallel=scheme, seed=3).run(start, iterations=5_000)
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
    search = Search(game, parallel=Tree(threads=4 if sweeps else 8), information=information, memory=memory, seed=1)
    for seed in range(3):
        result = search.run(game.start(seed=seed), iterations=iterations)
        check(search.tree)
        assert result.stats.iterations == iterations
        assert result.stats.nodes <= 60
        assert_nobody_is_in(search.tree)


@pytest.mark.parametrize("virtual_loss", [0, 1, 3])
def test_no_update_is_lost(virtual_loss: int) -> None:
    game = nim(8)  # a small tree, complete after a moment: all threads update the same few nodes
    search = Search(game, parallel=Tree(threads=8, virtual_loss=virtual_loss), seed=1)
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
    count = kernel(count_together)
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
        search = Search(game, parallel=scheme, seed=1)
        for _ in range(250):
            search.run(game.start(), iterations=8)
    assert threads_at_work() == before


@pytest.mark.parametrize("scheme", [Tree(threads=2), Root(threads=2), Leaf(threads=2)])
def test_time_is_kept_and_progress_told(scheme: Any) -> None:
    game = nim(40)
    search = Search(game, parallel=scheme, seed=1)
    search.run(game.start(), iterations=10)
    seen: list[int] = []
    started = time.perf_counter()
    result = search.run(game.start(), seconds=0.35, on_progress=lambda r: seen.append(r.stats.iterations))
    assert 0.3 < time.perf_counter() - started < 1.5
    assert len(seen) >= 2 and seen == sorted(seen)
    assert result.stats.iterations >= seen[-1]


@pytest.mark.parametrize("scheme", [Tree(threads=2), Root(threads=2), Leaf(threads=2)])
def test_hardly_any_time_is_enough_for_an_answer(scheme: Any) -> None:
    game = nim(40)
    search = Search(game, parallel=scheme, seed=1)
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
    search = Search(game, parallel=scheme, seed=1)
    with pytest.raises(ZeroDivisionError, match="rules are broken"):
        search.run(game.start(), iterations=2000)
    assert threads_at_work() == before
    good = PythonGame(PythonNim)
    assert Search(good, parallel=scheme, seed=1).run(good.start(), iterations=200).move in PythonNim.WORDS


def test_ctrl_c_stops_all_threads() -> None:
    code = """
import anyspace, _thread, signal, time
signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever runs the tests may ignore it
game = anyspace.load("tic_tac_toe")
for scheme in (anyspace.Tree(threads=2), anyspace.Root(threads=2)):
    search = anyspace.Search(game, parallel=scheme, seed=1)
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


@pytest.mark.parametrize("vote", ["sum", "majority", "average"])
def test_votes(vote: str) -> None:
    game = nim(10)
    search = Search(game, parallel=Root(threads=3, vote=vote), seed=1)
    assert search.run(game.start(), iterations=60_000).move == 2


def test_majority_is_not_the_sum() -> None:
    """Two trees of little conviction against one of much."""
    game = nim(21)
    search = Search(game, parallel=Root(threads=3, vote="majority", split="static"), seed=1)
    search.run(game.start(), iterations=300)
    decisions = {}
    for vote in ("sum", "majority", "average"):
        object.__setattr__(search.parallel, "vote", vote)
        for tree, visits in zip(search.forest, ({1: 10, 2: 6}, {1: 10, 2: 6}, {1: 10, 2: 90}), strict=True):
            for move, node in first_ply(tree, 0).items():
                tree.nodes[node].visits = visits.get(move, 1)
                tree.nodes[node].reward = 0.5 * visits.get(move, 1)
        crew = search._crew(1)
        tried = root_statistics(search, crew)
        decisions[vote] = tried[decide(search, crew, tried)].move
    assert decisions == {"sum": 2, "majority": 1, "average": 2}


def test_sharing_root_statistics() -> None:
    game = nim(21)
    search = Search(game, parallel=Root(threads=2, share_every=500, split="static"), seed=1)
    result = search.run(game.start(), iterations=10_000)
    assert sum(row.visits for row in result.table) == 10_000  # nothing is counted twice
    for tree in search.forest:
        check(tree)
    told: list[dict[int, tuple[int, float]]] = [{}, {}]
    own = [{m: int(t.nodes[n].visits) for m, n in first_ply(t, 0).items()} for t in search.forest]
    for _ in range(2):  # a second exchange without news changes nothing
        exchange(search.forest, 0, told)
        for tree in search.forest:
            for move, node in first_ply(tree, 0).items():
                assert tree.nodes[node].visits == own[0][move] + own[1][move]


def test_a_shared_tree_advances() -> None:
    game = nim(30)
    search = Search(game, parallel=Tree(threads=2), memory=Recycle(nodes=80), seed=1)
    state = game.start()
    for _ in range(5):
        result = search.run(state, iterations=2000)
        search.advance(result.move)
        check(search.tree)
        state.play(result.move)


@pytest.mark.parametrize("scheme", [Tree(threads=2), Leaf(threads=2), Root(threads=2)])
def test_bytes_are_for_all_threads_together(scheme: Any) -> None:
    game = nim(40)
    search = Search(game, parallel=scheme, memory=Recycle(bytes=65_536), seed=1)
    search.run(game.start(), iterations=500)
    taken = sum(array.nbytes for tree in search.forest for array in tree)
    assert 0.4 * 65_536 < taken <= 65_536


def test_processes_serve_python_games() -> None:
    game = PythonGame(PythonNim)
    state = game.start()
    result = Search(game, parallel=Root(processes=2), seed=1).run(state, iterations=3000)
    assert (result.stats.iterations, result.stats.threads) == (3000, 2)
    assert sum(row.visits for row in result.table) == 3000
    assert result.name == "two"  # ten stones: leave eight


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Tree(threads=0), "threads must be"),
        (lambda: Tree(lock="none"), "free, node, global"),
        (lambda: Tree(virtual_loss=-1), "virtual_loss"),
        (lambda: Root(vote="loudest"), "sum, majority, average"),
        (lambda: Root(threads=2, processes=2), "neither threads"),
        (lambda: Leaf(mode="later"), "hand-out, together"),
        (lambda: Root(split="fair"), "dynamic, static"),
        (lambda: from_text("forest"), "root, tree, leaf"),
        (lambda: from_text("tree:speed=9"), "takes threads"),
        (lambda: Search(nim(), parallel=2), "parallel must be"),  # type: ignore[arg-type]
    ],
)  # fmt: skip
def test_bad_options(make: Any, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        make()


def test_every_tree_needs_room() -> None:
    game = nim(30)
    search = Search(game, parallel=Root(threads=4), memory=Recycle(nodes=12), seed=1)
    with pytest.raises(OptionError, match="in each of 4 trees; at least 20"):
        search.run(game.start(), iterations=9)


def test_names_are_public() -> None:
    assert {"Root", "Tree", "Leaf"} <= set(dir(anyspace))
