"""MAST: its numbers by hand, what it chooses, and that it learns while it searches."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest
from uncompiled import plain_search

from anyspace import Mast, OptionError, Search, load
from anyspace.core.check import check


def prepared(part: Mast):
    """An uncompiled search of tic-tac-toe after one iteration, and what its kernels take."""
    search = plain_search(load("tic_tac_toe"), part, seed=1)
    search.run(search.game.start(), iterations=1)
    for table in search.tree.tables:
        table.fill(0)
    return search, search.workspaces[0].scratch


def tell(scratch, codes, in_tree):
    scratch.trace[: len(codes)] = codes
    scratch.told[0], scratch.told[1] = in_tree, len(codes)


def test_means_of_moves_wherever_they_were_made():
    search, scratch = prepared(Mast())
    kernel = search.loop.teach
    tell(scratch, [4, 9 + 0, 8], 1)  # player 0: the centre and a corner; player 1: a corner
    kernel(search.tree, search.table, search.policy, scratch, np.array([1.0, 0.0]))
    tell(scratch, [4, -1, 9 + 0], 1)
    kernel(search.tree, search.table, search.policy, scratch, np.array([0.0, 1.0]))
    sums, liked = search.tree.tables
    assert sums[4].tolist() == [1.0, 2.0] and sums[8].tolist() == [1.0, 1.0] and sums[9].tolist() == [1.0, 2.0]
    assert liked[4] == liked[9] == -0.5 and liked[8] == 0.0 and liked[5] == 0.0  # never made: as if it always won


def test_the_tree_alone():
    search, scratch = prepared(Mast(tree_only=True))
    tell(scratch, [4, 9 + 0, 8], 1)
    search.loop.teach(search.tree, search.table, search.policy, scratch, np.array([0.0, 1.0]))
    assert np.flatnonzero(search.tree.tables[0][:, 1]).tolist() == [4]


def test_gibbs_odds():
    search, scratch = prepared(Mast(method="gibbs", temperature=0.5))
    tell(scratch, [4, 4], 0)
    search.loop.teach(search.tree, search.table, search.policy, scratch, np.array([0.25, 0.75]))
    liked = search.tree.tables[1]
    assert liked[4] == pytest.approx(math.exp(-0.75 / 0.5) - 1.0)
    scratch.moves[:2] = [4, 5]
    kernel = search.loop.choose
    drawn = Counter(kernel(search.tree, search.table, search.policy, scratch, 0, 2, 0) for _ in range(4000))
    expected = 4000 * math.exp(-1.5) / (1.0 + math.exp(-1.5))
    assert abs(drawn[0] - expected) < 4 * math.sqrt(expected)


def test_greedy_takes_the_best_and_any_of_the_best():
    search, scratch = prepared(Mast(epsilon=0.0))
    search.tree.tables[1][:9] = -1.0
    search.tree.tables[1][[2, 7]] = -0.25
    scratch.moves[:4] = [0, 2, 5, 7]
    kernel = search.loop.choose
    drawn = Counter(kernel(search.tree, search.table, search.policy, scratch, 0, 4, 0) for _ in range(400))
    assert set(drawn) == {1, 3} and abs(drawn[1] - 200) < 60


@pytest.mark.parametrize("options", [{"method": "best"}, {"epsilon": 1.5}, {"temperature": 0}, {"kept": 2}])
def test_bad_options(options):
    with pytest.raises(OptionError):
        Mast(**options)


def test_compiled_and_kept_from_move_to_move():
    game = load("connect_four")
    search = Search(game, Mast(kept=0.5), seed=3)
    state = game.start()
    result = search.run(state, iterations=2000)
    check(search.tree)
    counts = search.tree.tables[0][:, 1].copy()
    assert counts.sum() > 2000 * 10
    search.advance(result.move)
    assert np.allclose(search.tree.tables[0][:, 1], counts / 2)
    search.forget()
    search.run(state, iterations=1)
    assert search.tree.tables[0][:, 1].sum() < 60


def test_same_visits_uncompiled():
    compiled = Search(load("tic_tac_toe"), "mast", seed=5)
    plain = plain_search(load("tic_tac_toe"), "mast", seed=5)
    tables = [s.run(s.game.start(), iterations=300).table for s in (compiled, plain)]
    assert [(row.move, row.visits) for row in tables[0]] == [(row.move, row.visits) for row in tables[1]]
