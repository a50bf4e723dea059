"""SP-MCTS, beam NMCS and the swarm: everything tried, statistics by hand, what is kept and what is closed."""

from __future__ import annotations

import math
import statistics
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from naive.solo import NaiveNested
from solve.plain import plainly
from solve.puzzles import Knapsack, best_of_all, coins, left_moves
from uncompiled import uncompiled

from anyspace import OptionError, PythonGame, Solo
from anyspace.solve.one_player.nodes import (
    CLOSED,
    NO_NODE,
    ROOT,
    Nodes,
    add_child,
    add_score,
    child_by,
    close,
    credit,
    new_nodes,
    plant,
)
from anyspace.solve.one_player.sp_mcts import best_child
from anyspace.solve.one_player.tag import TAG, bound, remember

__all__ = ["plainly"]

pytestmark = pytest.mark.usefixtures("plainly")


@given(some.lists(some.floats(-1e6, 1e6), min_size=1, max_size=30))
@settings(max_examples=30, deadline=None)
def test_a_node_knows_mean_variance_and_maximum(scores: list[float]) -> None:
    nodes = new_nodes(3, 5, [0.0] * 5)
    plant(nodes)
    for score in scores:
        add_score(nodes, ROOT, score)
    record = nodes.records[ROOT]
    assert record.total / record.visits == pytest.approx(statistics.fmean(scores), abs=1e-6)
    assert record.most == max(scores)
    assert record.squares / record.visits == pytest.approx(statistics.pvariance(scores), rel=1e-6, abs=1e-3)


def two_children(numbers: list[float]) -> Nodes:
    """Of a root with scores 0, 10 and 4, 6, 5."""
    nodes = new_nodes(10, 5, numbers)
    plant(nodes)
    for move, scores in enumerate(([0.0, 10.0], [4.0, 6.0, 5.0])):
        child = add_child(nodes, ROOT, move)
        nodes.path[0], nodes.path[1] = ROOT, child
        for score in scores:
            credit(nodes, 1, score)
    return nodes


def test_the_formula_by_hand() -> None:
    """Both have mean 5 of 0 to 10. Without exploration the one that scatters more is chosen; with d alone the one that
    was tried less; with the maximum alone the one that has seen 10; with c alone the one that was tried less."""
    for numbers in ([0.0, 0.0, 0.0], [0.0, 5.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]):
        nodes = two_children([*numbers, 0.0, 0.0])
        assert nodes.records[best_child(nodes, ROOT)].move == 0
    nodes = two_children([0.0] * 5)
    low = child_by(nodes, ROOT, 0)
    deviation = math.sqrt(nodes.records[low].squares / (2 * 100))
    assert deviation == pytest.approx(0.5) and nodes.records[low].total / 2 == 5.0
    nodes.records[low].untried = CLOSED
    assert nodes.records[best_child(nodes, ROOT)].move == 1


def test_nodes_are_closed_once_all_below_them_are() -> None:
    nodes = two_children([0.0] * 5)
    nodes.records[ROOT].untried = 0
    nodes.path[1] = child_by(nodes, ROOT, 0)
    close(nodes, 1)
    assert nodes.records[ROOT].untried == 0
    nodes.path[1] = child_by(nodes, ROOT, 1)
    close(nodes, 1)
    assert nodes.records[ROOT].untried == CLOSED
    assert best_child(nodes, ROOT) == NO_NODE


@pytest.mark.parametrize("options", ["", ":insert=false", ":maximum=1,c=0,d=0"])
def test_a_small_puzzle_is_seen_to_the_end_and_its_best_line_proven(options: str) -> None:
    game = uncompiled(coins(3))
    result = Solo(game, f"sp_mcts{options}", seed=2).run(iterations=100_000)
    assert result.proven and result.value == best_of_all(game.start())
    assert result.stats.iterations < 1000  # 336 lines, and a playout for every position on the way


def test_runs_begin_anew_when_a_tree_is_full_or_when_they_are_told() -> None:
    game = uncompiled(coins())
    full = Solo(game, "sp_mcts:nodes=60,insert=false", seed=2)
    assert not full.run(iterations=300).proven and 4 <= full.restarts <= 6
    told = Solo(game, "sp_mcts:restart=50", seed=2)
    told.run(iterations=300)
    assert told.restarts == 6


def test_a_beam_that_holds_everything_tries_everything() -> None:
    game = uncompiled(coins(3))
    assert Solo(game, "beam_nmcs:width=400", seed=1).run(iterations=400).value == best_of_all(game.start())


@pytest.mark.parametrize("level", [1, 2])
def test_a_beam_of_one_is_nested_search(level: int) -> None:
    """Candidates are tried in the same order, and the best line is remembered: the same draws, the same line."""
    game, twin = uncompiled(coins()), NaiveNested(9)
    twin.nested(game.start(), level, [])
    result = Solo(game, f"beam_nmcs:width=1,level={level}", seed=9).run(iterations=twin.playouts)
    assert (result.value, result.line) == twin.best


def test_the_swarm_looks_at_what_is_promising_again() -> None:
    game = uncompiled(left_moves(8))
    alone = Solo(game, "hgsts:width=1,playouts=0", seed=4).run(iterations=16)
    assert alone.stats.iterations == 16
    assert Solo(game, "hgsts:width=2,playouts=6", seed=4).run(iterations=400).value == 8.0


@pytest.mark.parametrize("method", ["sp_mcts", "beam_nmcs:width=2", "hgsts:width=2"])
def test_python_objects(method: str) -> None:
    game = PythonGame(Knapsack)
    assert Solo(game, method, seed=1).run(iterations=150).value == 21.0


def test_threshold_ascent_by_hand_and_to_the_end() -> None:
    assert bound(0.0, 2.0, 1.0) == 1.0 and bound(2.0, 4.0, 1.0) == pytest.approx((3.0 + math.sqrt(5.0)) / 4.0)
    ascent = TAG(keep=2, nodes=10).own(uncompiled(coins()))
    plant(ascent.nodes)
    first, second = add_child(ascent.nodes, ROOT, 0), add_child(ascent.nodes, ROOT, 1)
    for child, score in ((first, 5.0), (first, 3.0), (second, 4.0), (second, 2.0)):
        ascent.nodes.path[0], ascent.nodes.path[1] = ROOT, child
        remember(ascent, 1, score)
    assert [int(ascent.nodes.records[node].hits) for node in (ROOT, first, second)] == [2, 1, 1], (
        "4 has pushed out 3; 2 is none"
    )
    game = uncompiled(coins(3))
    result = Solo(game, "tag:keep=5", seed=1).run(iterations=1000)
    assert result.proven and result.value == best_of_all(game.start())


def test_a_pool_without_room_gives_none_and_options_are_checked() -> None:
    nodes: Any = new_nodes(2, 5, [0.0])
    plant(nodes)
    assert add_child(nodes, ROOT, 3) == NO_NODE and np.isneginf(nodes.records[ROOT].most)
    for method in ("sp_mcts:nodes=1", "sp_mcts:maximum=2", "beam_nmcs:width=0", "hgsts:c=-1"):
        with pytest.raises(OptionError, match="must be"):
            Solo(uncompiled(coins()), method)
