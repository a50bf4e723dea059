"""The search as a caller sees it: decisions, budgets, reuse, determinism, interruption."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time

import pytest
from toys import PythonNim, gamble, nim

import anyspace
from anyspace import MaxRobust, PythonGame, Search, Unbounded
from anyspace.core.check import check
from anyspace.core.tree import NODE


def test_finds_the_winning_move() -> None:
    game = nim(10)
    result = Search(game, "plain", seed=1).run(game.start(), iterations=5000)
    assert result.move == 2  # leave a multiple of four
    assert result.value > 0.8
    assert result.line[0] == 2
    assert sum(row.visits for row in result.table) == 5000
    assert result.stats.iterations == 5000
    assert [row.visits for row in result.table] == sorted((row.visits for row in result.table), reverse=True)


def test_second_player_maximises_its_own_payoff() -> None:
    game = nim(10)
    state = game.start().play(1)  # nine left: take one
    result = Search(game, "plain", seed=1).run(state, iterations=5000)
    assert (result.player, result.move) == (1, 1)
    assert result.value > 0.8


def test_any_number_of_players() -> None:
    game = nim(3, players=5)
    result = Search(game, "plain", seed=1).run(game.start(), iterations=2000)
    assert result.move == 3
    assert result.value == pytest.approx(1.0, abs=0.02)
    alone = nim(7, players=1)
    assert Search(alone, "plain", seed=1).run(alone.start(), iterations=100).value == pytest.approx(1.0)


@pytest.mark.parametrize(("odds", "best"), [(0.75, 1), (0.4, 0)])
def test_chance_is_averaged(odds: float, best: int) -> None:
    game = gamble(odds)
    search = Search(game, "plain", seed=2)
    result = search.run(game.start(), iterations=20_000)
    assert result.move == best
    risky = next(row for row in result.table if row.move == 1)
    assert risky.value == pytest.approx(odds, abs=0.15)
    coin = search.root.child(1)
    assert coin is not None
    assert {node.move for node in coin.children} == {0, 1}
    four_errors = 4 * (odds * (1 - odds) / coin.visits) ** 0.5
    assert coin.child(1).visits / coin.visits == pytest.approx(odds, abs=four_errors)


def test_one_seed_one_answer() -> None:
    game = nim(15)
    tables = [Search(game, "plain", seed=5).run(game.start(), iterations=3000).table for _ in range(2)]
    assert tables[0] == tables[1]
    search = Search(game, "plain", seed=5)
    search.run(game.start().play(3), iterations=500)
    assert search.run(game.start(), iterations=3000).table == tables[0]  # history does not matter
    assert (
        Search(game, "plain", seed=5, memory=Unbounded(reserve=10)).run(game.start(), iterations=3000).table
        == tables[0]
    )
    assert Search(game, "plain", seed=6).run(game.start(), iterations=3000).table != tables[0]


VISITS = """
import anyspace
game = anyspace.load("connect_four")
result = anyspace.Search(game, seed=11).run(game.start(), iterations=20000)
print([(row.name, row.visits, row.value) for row in result.table])
"""


def test_two_processes_one_answer() -> None:
    outputs = {subprocess.run([sys.executable, "-c", VISITS], check=True, capture_output=True).stdout for _ in range(2)}
    assert len(outputs) == 1


@pytest.mark.parametrize("seconds", [0.05, 0.3])
def test_deadline_is_kept(seconds: float) -> None:
    game = anyspace.load("connect_four")
    search = Search(game, "plain")
    search.run(game.start(), iterations=10)
    late = []
    for _ in range(5):
        started = time.perf_counter()
        search.run(game.start(), seconds=seconds)
        late.append(time.perf_counter() - started - seconds)
    assert sorted(late)[2] < 0.02  # the median: other work may hold up one of them


def test_both_budgets() -> None:
    game = nim()
    assert Search(game, "plain").run(game.start(), iterations=50, seconds=60).stats.iterations == 50
    assert Search(game, "plain").run(game.start(), iterations=2**31 - 1, seconds=0.05).stats.seconds < 5


def test_the_pool_grows_without_a_trace() -> None:
    game = nim(40)
    small = Search(game, "plain", seed=1, memory=Unbounded(reserve=3))
    large = Search(game, "plain", seed=1)
    assert small.run(game.start(), iterations=5000).table == large.run(game.start(), iterations=5000).table
    check(small.tree)


def test_advance_keeps_the_subtree() -> None:
    game = nim(20)
    search = Search(game, "plain", seed=1)
    state = game.start()
    result = search.run(state, iterations=4000)
    kept = search.root.child(result.move).visits
    search.advance(result.move)
    check(search.tree)
    state.play(result.move)
    after = search.run(state, iterations=1000)
    assert after.stats.reused == kept
    assert search.root.visits == kept + 1000
    check(search.tree)
    search.advance(1)
    search.advance(3)
    check(search.tree)
    assert search.run(iterations=10).stats.iterations == 10  # from where it stands


def test_a_position_that_was_not_advanced_to_starts_anew() -> None:
    game = nim(20)
    search = Search(game, "plain", seed=1)
    search.run(game.start(), iterations=500)
    search.advance(1)
    assert search.run(game.start().play(2), iterations=100).stats.reused == 0


def test_advance_to_a_move_without_node() -> None:
    game = nim(20)
    search = Search(game, "plain", seed=1)
    search.run(game.start(), iterations=1)
    for _ in range(3):
        search.advance(1)
    assert search.run(iterations=100).stats.reused == 0
    check(search.tree)


def test_going_on() -> None:
    game = nim(20)
    search = Search(game, "plain", seed=1)
    search.run(game.start(), iterations=100)
    assert search.run(iterations=100).stats.reused == 100
    assert search.root.visits == 200


def test_walking_the_tree() -> None:
    game = nim(10)
    search = Search(game, "plain", seed=1)
    search.run(game.start(), iterations=1000)
    root = search.root
    assert root.move is None and root.name == "" and root.visits == 1000
    child = root.children[0]
    assert child.parent is root and child.player == 0 and child.name == "2"
    assert child.state() == game.start().play(2)
    assert child.visits == 1 + sum(node.visits for node in child.children)
    search.run(iterations=1)
    with pytest.raises(anyspace.AnyspaceError, match="earlier search"):
        _ = child.children


def test_progress_is_reported() -> None:
    game = anyspace.load("connect_four")
    seen: list[anyspace.Result] = []
    Search(game, "plain", seed=1).run(game.start(), seconds=0.5, on_progress=seen.append)
    assert 2 <= len(seen) <= 8
    assert seen[-1].stats.iterations > seen[0].stats.iterations > 0


def test_max_robust_searches_on_while_undecided() -> None:
    game = nim(30)
    search = Search(game, "plain", final=MaxRobust(extra=1.0), seed=4)
    counts = {search.run(game.start(), iterations=n).stats.iterations / n for n in range(10, 60)}
    assert min(counts) == 1.0 and 1.0 < max(counts) <= 2.0


def test_playouts_can_be_cut() -> None:
    game = nim(30)
    result = Search(game, playout=anyspace.Random(limit=2), seed=1).run(game.start(), iterations=200)
    assert result.stats.mean_playout <= 2


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_ctrl_c_returns_the_best_so_far() -> None:
    game = anyspace.load("connect_four")
    search = Search(game, "plain")
    search.run(game.start(), iterations=10)
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    started = time.perf_counter()
    result = search.run(game.start(), seconds=30)
    assert time.perf_counter() - started < 5
    assert result.stats.interrupted and result.stats.iterations > 100
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert not search.run(game.start(), iterations=10).stats.interrupted


def test_search_in_another_thread() -> None:
    game = nim()
    found: list[anyspace.Result] = []
    thread = threading.Thread(
        target=lambda: found.append(Search(game, "plain", seed=1).run(game.start(), iterations=2000))
    )
    thread.start()
    thread.join()
    assert found[0].move == 2


def test_python_games_take_the_same_road() -> None:
    game = PythonGame(PythonNim)
    search = Search(game, "plain", seed=1)
    result = search.run(game.start(), iterations=3000)
    assert result.move == "two" and result.value > 0.8
    assert Search(game, "plain", seed=1).run(game.start(), iterations=3000).table == result.table
    search.advance("two")
    assert search.run(game.start().play("two"), iterations=10).stats.reused == result.table[0].visits
    check(search.tree)
    assert len(game.backend.objects) < 20  # states that are gone leave nothing behind


def test_a_node_is_small() -> None:
    assert NODE.itemsize + 8 <= 40  # and two links for the recycling queue
