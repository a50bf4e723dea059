"""MHSP, A* and random walks: the shortest way, by brute force; what a position promises; what is refused."""

from __future__ import annotations

from typing import Any

import pytest
from solve.plain import plainly
from solve.puzzles import Change, Knapsack, best_of_all, coins, maze
from uncompiled import uncompiled

from anyspace import GameError, OptionError, PythonGame, Solo
from anyspace.search.budget import Budget
from anyspace.solve.one_player.solo import Attempt

__all__ = ["plainly"]

pytestmark = pytest.mark.usefixtures("plainly")


def shortest(state: Any) -> int:
    """By breadth first."""
    layer, moves = [state], 0
    while not any(each.over for each in layer):
        layer = [each.copy().play(move) for each in layer for move in each.moves()]
        layer = list({(each["x"], each["y"]): each for each in layer}.values())
        moves += 1
    return moves


def test_a_star_finds_the_shortest_way_for_certain_with_and_without_keys() -> None:
    best = -float(shortest(uncompiled(maze()).start()))
    for game in (uncompiled(maze()), uncompiled(maze(key=None))):
        result = Solo(game, "a_star", seed=1).run(iterations=2000)
        assert (result.value, result.proven) == (best, True)

    def nothing(state: Any) -> float:
        return 0.0

    with_keys, without = (
        Solo(uncompiled(maze(heuristic=nothing, **more)), "a_star", seed=1).run(iterations=3000)
        for more in ({}, {"key": None})
    )
    assert with_keys.value == without.value == best and with_keys.proven and without.proven
    assert 2 * with_keys.stats.iterations < without.stats.iterations


def test_a_star_without_room_ends_with_what_it_has() -> None:
    result = Solo(uncompiled(maze()), "a_star:nodes=5", seed=1).run(iterations=2000)
    assert not result.proven and result.stats.iterations < 10


@pytest.mark.parametrize("method", ["mhsp", "walks:walks=10", "walks:pool=1,walks=10,patience=100"])
def test_others_find_it_too(method: str) -> None:
    game = uncompiled(maze())
    result = Solo(game, method, seed=2).run(iterations=600)
    assert result.value == -float(shortest(game.start())) == -6.0


def test_mhsp_knows_when_it_has_seen_everything() -> None:
    def heuristic(state: Any) -> float:
        return 0.0

    game = uncompiled(coins(2, heuristic=heuristic))
    result = Solo(game, "mhsp", seed=1).run(iterations=1000)
    assert result.proven and result.stats.iterations == 1 + 1 + 8  # a first line, the root, its children
    assert result.value == max(game.after([a, b]).returns()[0] for a in range(8) for b in range(8) if a != b)


def test_walks_begin_anew_when_they_gain_nothing() -> None:
    solo = Solo(uncompiled(maze()), "walks:walks=5,patience=20", seed=1)
    solo.run(iterations=300)
    assert solo.restarts >= 2


@pytest.mark.parametrize("method", ["mhsp", "a_star", "tag", "beam_nrpa:level=1,n=20", "walks:walks=5,length=2"])
def test_python_objects_too(method: str) -> None:
    game = PythonGame(Change)
    result = Solo(game, method, seed=1).run(iterations=300)
    assert result.value == best_of_all(game.start()) == -3.0 and sorted(result.line) == [4, 4, 5]
    assert result.proven == (method in ("mhsp", "a_star", "tag"))


def test_threads_of_mhsp_grow_trees_of_their_own_and_the_first_that_of_one_thread() -> None:
    trees = []
    for threads in (1, 2):
        solo = Solo(uncompiled(maze()), "mhsp", threads=threads, seed=1)
        attempt = Attempt(solo, solo.game.start(), Budget(60 * threads), None)
        result = attempt.run(None, 0.1)
        assert result.stats.threads == threads and solo.game.after(result.line).returns() == [result.value]
        trees += [[int(move) for move in own.records.move[2:40]] for own in attempt.owns]
    alone, first, second = trees
    assert alone == first != second


def test_a_star_has_one_thread() -> None:
    assert Solo(uncompiled(maze()), "a_star").threads == 1
    with pytest.raises(OptionError, match="a_star: more threads would all do the same; it takes one, not 2"):
        Solo(uncompiled(maze()), "a_star", threads=2)


def test_walks_gather_with_python_objects() -> None:
    assert Solo(PythonGame(Knapsack), "walks:walks=5,length=2", seed=1).run(iterations=200).value == 21.0


def test_what_is_refused() -> None:
    for method in ("mhsp", "a_star", "walks"):
        with pytest.raises(OptionError, match=f"{method} asks coins for a rule 'heuristic'"):
            Solo(uncompiled(coins()), method)

    def heuristic(state: Any) -> float:
        return -1.0 if state.made == 3 else 1.0

    for method in ("mhsp", "a_star", "walks"):
        with pytest.raises(GameError, match="gave -1"):
            Solo(uncompiled(maze(heuristic=heuristic)), method, seed=1).run(iterations=200)
