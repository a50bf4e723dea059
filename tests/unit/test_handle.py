"""A search in a thread of its own: what others can ask of it at any moment, and how quickly it stops."""

from __future__ import annotations

import asyncio
import statistics
import subprocess
import sys
import threading
import time
from typing import Any

import numpy as np
import pytest
from patience import in_one_of_some_tries
from toys import PythonNim, gamble, nim

import anyspace
from anyspace import CHANCE, Handle, PythonGame, Search
from anyspace.core import layout
from anyspace.core.check import check
from anyspace.core.layout import Layout, grown, new_tree
from anyspace.core.tree import plant

SCHEMES = [None, "tree:threads=2", "root:threads=2", "leaf:threads=2"]


@pytest.fixture(scope="module")
def four() -> Any:
    return anyspace.load("connect_four")


def test_results_at_any_moment(four: Any) -> None:
    search = Search(four, "plain", seed=1)
    with search.start(four.start()) as handle:
        results = [handle.result() for _ in range(5)]
        assert not handle.done and not handle.wait(0.01)
    assert handle.done and handle.wait()
    results.append(handle.result())
    counts = [result.stats.iterations for result in results]
    assert counts == sorted(counts) and 0 < counts[0] < counts[-1]
    for result in results:
        assert sum(row.visits for row in result.table) == result.stats.iterations  # nobody wrote meanwhile
    assert results[-1].stats.interrupted and handle.stop() is results[-1]
    assert handle.search.root.visits == counts[-1]


def test_it_finds_what_run_finds(four: Any) -> None:
    state = four.start()
    alone = Search(four, "plain", seed=7).run(state, iterations=20_000)
    handle = Search(four, "plain", seed=7).start(state, iterations=20_000)
    while not handle.done:
        handle.result()  # looking on changes nothing
    assert handle.result().table == alone.table and not handle.result().stats.interrupted


@pytest.mark.parametrize("scheme", SCHEMES)
def test_stop_returns_within_20_milliseconds(four: Any, scheme: str | None) -> None:
    search = Search(four, "plain", parallel=scheme, seed=1)
    search.run(four.start(), iterations=100)
    took = []
    for i in range(15):
        handle = search.start(four.start())
        time.sleep(0.005 * i)
        started = time.perf_counter()
        result = handle.stop()
        took.append(time.perf_counter() - started)
        assert result.stats.iterations == sum(row.visits for row in result.table) > 0
        if i == 2:
            for tree in search.forest:
                check(tree)
    assert statistics.median(took) < 0.02, took


class CountedNim(PythonNim):
    """Playouts take a while, and are counted."""

    begun = 0

    def playout(self, source: Any) -> Any:
        type(self).begun += 1
        time.sleep(0.01)
        return super().returns() if self.mover() == anyspace.OVER else [0.0] * 2


@pytest.mark.parametrize("scheme", [None, "tree:threads=2"])
def test_python_games_stop_after_the_playout(scheme: str | None) -> None:
    game = PythonGame(CountedNim)
    search = Search(game, "plain", parallel=scheme, seed=1)
    handle = search.start(game.start())
    time.sleep(0.3)
    before = CountedNim.begun
    result = handle.stop()
    assert CountedNim.begun - before <= (1 if scheme is None else 3)
    assert result.stats.iterations == sum(row.visits for row in result.table) > 5


def test_growth_is_given_up_when_the_search_stops(four: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    tree = new_tree(10, Layout())
    with np.errstate(all="ignore"):
        plant(tree, 0)
    assert grown(tree, Layout(), 100, lambda: True) is None
    monkeypatch.setattr(layout, "COPIED_AT_ONCE", 3)
    larger = grown(tree, Layout(), 100)
    assert larger is not None and (larger.nodes[:11] == tree.nodes).all()
    search = Search(four, "plain", memory=anyspace.Unbounded(reserve=5_000), seed=1)
    stopped: list[int] = []

    def too_slow(*arguments: Any) -> Any:
        if len(search.tree.nodes) > 20_000:
            threading.Thread(target=lambda: stopped.append(handle.stop().stats.iterations)).start()
            while not arguments[-1]():
                time.sleep(0.001)
            return None
        return grown(*arguments)

    monkeypatch.setattr("anyspace.search.crew.grown", too_slow)
    handle = search.start(four.start())
    assert handle.wait(30)
    assert handle.result().stats.interrupted and handle.result().stats.iterations > 10_000
    check(search.tree)
    monkeypatch.undo()
    assert search.run(iterations=1000).stats.iterations == 1000  # and on it goes


def test_progress_comes_when_asked_for(four: Any) -> None:
    def told() -> None:
        search = Search(four, "plain", seed=1)  # one for each try: a handle of a try that failed may still be at work
        search.run(four.start(), iterations=10)
        seen = list(search.start(four.start(), seconds=0.5).progress(every=0.1))
        assert 3 <= len(seen) <= 7
        assert [result.stats.iterations for result in seen] == sorted(result.stats.iterations for result in seen)
        assert not seen[-1].stats.interrupted and seen[-1].stats.seconds >= 0.49

        calls: list[tuple[float, str]] = []
        handle = search.start(
            four.start(),
            seconds=0.5,
            every=0.2,
            on_progress=lambda result: calls.append((result.stats.seconds, threading.current_thread().name)),
        )
        assert handle.wait(10) and 1 <= len(calls) <= 2
        assert {name for _, name in calls} == {"anyspace search"}
        often: list[Any] = []
        search.run(four.start(), seconds=0.3, every=0.02, on_progress=often.append)
        assert len(often) >= 5

    in_one_of_some_tries(told)
    search = Search(four, "plain", seed=1)
    handle = search.start(four.start(), iterations=10)
    assert handle.wait(10)
    for wrong in (0, -1, "often", True, None):
        with pytest.raises(anyspace.BudgetError, match="every must be"):
            search.run(four.start(), iterations=10, every=wrong)  # type: ignore[arg-type]
        with pytest.raises(anyspace.BudgetError, match="every must be"):
            next(handle.progress(every=wrong))  # type: ignore[arg-type]


def test_callbacks_may_look_and_stop(four: Any) -> None:
    search = Search(four, "plain", seed=1)
    seen: list[Any] = []

    def look(result: anyspace.Result) -> None:
        seen.append((handle.result(), search.root.visits, len(search.root.children), handle.stop()))

    handle: Handle = search.start(four.start(), on_progress=look, every=0.05)
    assert handle.wait(20) and len(seen) == 1
    result, visits, children, last = seen[0]
    assert result.stats.iterations == visits == last.stats.iterations and children == 7
    assert handle.result().stats.interrupted


def test_await(four: Any) -> None:
    search = Search(four, "plain", seed=1)
    search.run(four.start(), iterations=10)

    async def both() -> tuple[list[anyspace.Result], int]:
        other = Search(four, "plain", seed=2)
        ticks = 0

        async def tick() -> None:
            nonlocal ticks
            while True:
                ticks += 1
                await asyncio.sleep(0.01)

        ticking = asyncio.create_task(tick())
        first, second = search.start(four.start(), seconds=0.3), other.start(four.start(), iterations=500)
        results = await asyncio.gather(first, second)
        ticking.cancel()
        assert await first is results[0]  # once more, when it is over
        endless = search.start(four.start())
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(_awaited(endless), 0.05)
        assert not endless.done
        endless.stop()
        return results, ticks

    results, ticks = asyncio.run(both())
    assert results[1].stats.iterations == 500 and ticks >= 5


async def _awaited(handle: Handle) -> anyspace.Result:
    return await handle


def test_pondering(four: Any) -> None:
    state = four.start()
    search = Search(four, "plain", seed=1)
    with search.start(state) as handle:  # on the opponent's time
        time.sleep(0.1)
        handle.advance(3)
        state.play(3)
        assert not handle.done
        handle.wait(0.1)
        result = handle.stop()
    assert result.player == 1 and result.stats.reused > 100
    assert search.position == state
    search.advance(result.move)
    assert search.run(iterations=100).stats.reused > 100
    with search.start() as handle:
        with pytest.raises(anyspace.IllegalMove):
            handle.advance(99)
        assert not handle.done and search.position.mover == 0  # nothing has changed


def test_a_move_is_not_the_end(four: Any) -> None:
    """Who waits, asks or looks on meanwhile does so beyond it."""
    search = Search(four, "plain", seed=1)
    handle = search.start(four.start())
    ended: list[Any] = []
    asked: list[Any] = []
    threads = [
        threading.Thread(target=lambda: ended.append((handle.wait(60), handle.result()))),
        threading.Thread(target=lambda: ended.append((True, asyncio.run(_awaited(handle))))),
        threading.Thread(target=lambda: ended.append((True, list(handle.progress(every=0.01))[-1]))),
        threading.Thread(target=lambda: asked.extend(handle.result() for _ in range(200))),
    ]
    for thread in threads:
        thread.start()
    for move in (3, 3, 2, 4):
        time.sleep(0.03)
        assert not ended
        handle.advance(move)
    time.sleep(0.05)
    assert not ended
    last = handle.stop()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive()
    assert ended == [(True, last)] * 3 and len(asked) == 200


def test_pondering_waits_for_chance_and_for_the_end() -> None:
    game = gamble()
    handle = Search(game, "plain", seed=1).start(game.start())
    handle.advance(1)
    assert handle.done and handle.search.position.mover == CHANCE
    with pytest.raises(anyspace.NothingToSearch):
        handle.result()
    short = nim(2)
    handle = Search(short, "plain", seed=1).start(short.start())
    handle.advance(1)
    assert handle.stop().move == 1  # the last stone
    handle.advance(1)
    assert handle.done and handle.search.position.over


def test_what_goes_wrong_is_told_to_who_asks() -> None:
    class Broken(PythonNim):
        def play(self, move: int) -> None:
            if self.left < 4:
                raise ZeroDivisionError("no stones")
            super().play(move)

    game = PythonGame(Broken)
    game.examined = True  # or it would be found out before the search starts
    search = Search(game, "plain", seed=1)
    handle = search.start(game.start())
    assert handle.wait(10) and handle.done
    for asked in (handle.result, handle.stop, lambda: list(handle.progress()), lambda: asyncio.run(_awaited(handle))):
        with pytest.raises(ZeroDivisionError, match="no stones"):
            asked()
    with pytest.raises(anyspace.BudgetError):
        search.start(game.start(), seconds=-1)
    with pytest.raises(anyspace.NothingToSearch):
        search.start()
    hidden = anyspace.load("kuhn_poker")
    determinized = Search(hidden, information="determinized")
    with pytest.raises(anyspace.BudgetError, match="divides its budget"):
        determinized.start(hidden.start().play(0).play(1))
    search.forget()  # it is free again


def test_a_decided_search_ends_by_itself_and_a_forced_one_goes_on() -> None:
    game = anyspace.load("tic_tac_toe")
    handle = Search(game, "solver", seed=1).start(game.start())
    assert handle.wait(60) and handle.result().proven
    last = nim(1)
    search = Search(last, "plain", seed=1)
    assert search.start(last.start(), seconds=5).stop().forced
    with search.start(last.start()) as handle:
        time.sleep(0.05)
    assert handle.result().forced and handle.result().stats.iterations > 1


@pytest.mark.skipif(sys.platform == "win32", reason="fork")
def test_processes_answer_at_the_end() -> None:
    game = PythonGame(PythonNim)
    handle = Search(game, "plain", parallel="root:processes=2", seed=1).start(game.start())
    with pytest.raises(anyspace.NothingToSearch, match="when they are done"):
        handle.result()
    time.sleep(0.2)
    result = handle.stop()  # on a machine that is busy the processes may just have begun: one iteration each at least
    assert sum(row.visits for row in result.table) == result.stats.iterations >= 2


def test_a_program_that_ends_takes_its_searches_along() -> None:
    program = (
        "import anyspace; game = anyspace.load('tic_tac_toe'); search = anyspace.Search(game, 'plain'); "
        "handle = search.start(game.start()); print(handle.result().name)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0 and done.stdout.strip(), done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="fork")
def test_forked_processes_have_trees_of_their_own() -> None:
    """Also those that are large enough for large pages."""
    game = PythonGame(PythonNim)
    search = Search(game, "plain", parallel="root:processes=2", memory=anyspace.Unbounded(reserve=200_000), seed=1)
    result = search.run(game.start(), seconds=0.3)
    assert sum(row.visits for row in result.table) == result.stats.iterations > 2
    assert search.tree.pool[0].used == 1  # nobody wrote to ours
