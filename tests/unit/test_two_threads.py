"""One search, or one game, in the hands of two threads: who comes second is told so at once."""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from patience import in_one_of_some_tries
from toys import PythonNim, nim

import anyspace
from anyspace import Busy, PythonGame, Search
from anyspace.core.check import check

TRIES = 1000


def test_a_thousand_collisions() -> None:
    game = nim(12)
    search = Search(game, "plain", seed=1)
    search.run(game.start(), iterations=10)
    counted: list[Counter[str]] = []
    wrong: list[BaseException] = []
    both = threading.Barrier(2)

    def operations(draw: random.Random) -> dict[str, Callable[[], object]]:
        return {
            "run": lambda: search.run(game.start(), iterations=draw.choice([1, 300, 3000])),
            "go on": lambda: search.run(seconds=0.002),
            "start": lambda: search.start(game.start(), iterations=3000).stop(),
            "advance": lambda: search.advance(draw.choice([1, 2, 3])),
            "forget": search.forget,
            "walk": lambda: [child.children for child in search.root.children],
            "top": lambda: search.top(20),
        }

    def work(seed: int) -> None:
        draw, seen = random.Random(seed), Counter[str]()
        named = operations(draw)
        both.wait()
        for _ in range(TRIES // 2):
            name = draw.choice(list(named))
            try:
                named[name]()
                seen[name] += 1
            except Busy as error:
                seen["busy" if "this search is busy: no `" in str(error) else "wrongly blamed"] += 1
                time.sleep(0.001 * draw.random())  # not all tries at once, while the other has no processor
            except (anyspace.NothingToSearch, anyspace.IllegalMove):
                seen["in vain"] += 1  # after `forget`, at the end of the game, a move that is not legal there
            except anyspace.AnyspaceError as error:
                seen["in vain" if "earlier search" in str(error) else "wrongly blamed"] += 1
            except BaseException as error:
                wrong.append(error)
                raise
        counted.append(seen)

    threads = [threading.Thread(target=work, args=(seed,), daemon=True) for seed in (1, 2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
        assert not thread.is_alive(), "it hangs"
    assert not wrong
    together = counted[0] + counted[1]
    assert together["wrongly blamed"] == 0
    assert together.total() == TRIES and together["busy"] > 10 and all(together[name] > 10 for name in ("run", "walk"))
    result = search.run(game.start(), iterations=1000)
    assert sum(row.visits for row in result.table) == 1000
    check(search.tree)


def test_busy_is_said_at_once_and_says_why() -> None:
    game = nim(12)
    search = Search(game, "plain", seed=1)
    search.run(game.start(), iterations=10)
    node = search.root
    with search.start(game.start()) as handle:
        while handle.result().stats.iterations < 100:
            pass
        for name, try_it in {
            "run": lambda: search.run(game.start(), iterations=10),
            "start": lambda: search.start(game.start()),
            "advance": lambda: search.advance(1),
            "forget": search.forget,
            "root": lambda: search.root,
            "children": lambda: node.children,
        }.items():

            def refused(name: str = name, try_it: Callable[[], object] = try_it) -> None:
                started = time.perf_counter()
                with pytest.raises(Busy, match=f"no `{name}` while `start` is under way in another thread") as caught:
                    try_it()
                assert time.perf_counter() - started < 1
                assert "\n" not in str(caught.value)

            in_one_of_some_tries(refused)
        assert not handle.done and search.position == game.start()
        assert len(search.top(10)) == 10
    assert len(search.root.children) == 3

    def nested(result: anyspace.Result) -> None:
        with pytest.raises(Busy, match="no `run` within its own `run`"):
            search.run(game.start(), iterations=10)
        assert search.root.children  # who runs it may look

    assert search.run(game.start(), seconds=0.1, every=0.03, on_progress=nested).stats.iterations > 10


def test_two_who_read_are_not_in_each_other_s_way() -> None:
    game = nim(12)
    search = Search(game, "plain", seed=1)
    search.run(game.start(), iterations=100)
    with search.occupancy.read("one"):
        reading = threading.Thread(target=lambda: found.append(len(search.root.children)))
        found: list[int] = []
        reading.start()
        reading.join(10)
        assert found == [3]
        with pytest.raises(Busy, match="while another thread reads"):
            search.advance(1)
    search.advance(1)


class TupleNim(PythonNim):
    """Moves get numbers when they are first seen: by whom, must not matter."""

    WORDS = tuple(("take", i) for i in (1, 2, 3))  # type: ignore[assignment]


def test_two_searches_of_one_python_game_keep_their_seeds() -> None:
    def visits(game: PythonGame, seed: int) -> list[tuple[Any, int]]:
        result = Search(game, "plain", seed=seed).run(game.start(), iterations=400)
        return [(row.move, row.visits) for row in result.table]

    alone = {seed: visits(PythonGame(TupleNim), seed) for seed in (1, 2)}
    assert alone[1] != alone[2]
    for _ in range(5):
        game = PythonGame(TupleNim)
        found: dict[int, Any] = {}
        threads = [
            threading.Thread(target=lambda seed: found.__setitem__(seed, visits(game, seed)), args=(seed,))  # noqa: B023
            for seed in alone
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        assert found == alone


class TouchyNim(PythonNim):
    """Whoever begins with few stones meets an error sooner or later."""

    touchy = False

    def copy(self) -> TouchyNim:
        twin = super().copy()
        assert isinstance(twin, TouchyNim)
        twin.touchy = self.touchy
        return twin

    def returns(self) -> list[float]:
        if self.touchy:
            raise ZeroDivisionError("the touchy one")
        return super().returns()


def test_each_search_gets_its_own_game_s_error() -> None:
    game = PythonGame(TouchyNim)
    bad = game.start()
    bad.game.backend.thing(bad._block).touchy = True  # type: ignore[attr-defined]
    calm = Search(game, "plain", seed=1)
    with calm.start(game.start()) as handle:
        for _ in range(30):
            with pytest.raises(ZeroDivisionError, match="the touchy one"):
                Search(game, "plain", seed=2).run(bad, iterations=50)
        assert not handle.done
    assert handle.result().stats.iterations > 30


def test_a_search_within_a_search_gives_the_session_back() -> None:
    game = PythonGame(TupleNim)
    alone = Search(game, "plain", seed=1).run(game.start(), seconds=60, iterations=3000)
    other = Search(game, "plain", seed=5)
    inner: list[Any] = []
    both = Search(game, "plain", seed=1).run(
        game.start(),
        iterations=3000,
        every=0.01,
        on_progress=lambda result: inner.append(other.run(game.start(), iterations=10)),
    )
    assert inner and both.table == alone.table


def test_two_threads_that_compile_one_game_get_one_backend() -> None:
    for _ in range(3):
        game = nim(9, name="nim_for_two")
        both = threading.Barrier(2)
        found: list[Any] = []

        def ask(game: Any = game, both: Any = both, found: Any = found) -> None:
            both.wait()
            found.append(game.backend)

        threads = [threading.Thread(target=ask) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(120)
        assert len(found) == 2 and found[0] is found[1] is game.backend


def test_who_wants_to_change_a_search_waits_for_a_last_look_at_it() -> None:
    """A picture of a tree that is still being drawn when the next search begins is no mistake of anybody's."""
    game = nim(12)
    search = Search(game, "plain", seed=1)
    search.run(game.start(), iterations=20)
    looks, has_seen = threading.Event(), threading.Event()

    def look() -> None:
        with search.occupancy.read("picture"):
            looks.set()
            has_seen.wait(0.05)

    reader = threading.Thread(target=look)
    reader.start()
    looks.wait()
    assert search.run(game.start(), iterations=30).stats.iterations == 30
    reader.join()
