"""AMAF and its kin: formulas on numbers worked by hand, rows against a slow twin, limit cases."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import everything
import numpy as np
import pytest
from uncompiled import plain_search

import anyspace
from anyspace import Amaf, Grave, OptionError, Rave, Search
from anyspace.core.check import check
from anyspace.core.tree import NO_NODE
from anyspace.parts.value.grave import blended
from anyspace.parts.value.rave import hand_selected, least_error, linear


def test_schedules_by_hand() -> None:
    assert least_error(0.1, 10, 30, 0) == pytest.approx(30 / (10 + 30 + 4 * 10 * 30 * 0.01))
    assert hand_selected(1000, 0, 0, 1000) == pytest.approx(0.5)
    assert linear(200, 50, 0, 0) == pytest.approx(0.75)
    assert linear(200, 500, 0, 0) == 0


def test_grave_by_hand() -> None:
    beta = 40 / (40 + 10 + 1e-3 * 40 * 10)
    assert blended(0.25, 10, 40 * 0.75, 40, 1e-3) == pytest.approx(beta * 0.75 + (1 - beta) * 0.25)


Rows = dict[int, dict[int, tuple[float, float]]]


def watched(search: Search, first: int | None = None, cutoff: int | None = None) -> Rows:
    """Rows as they should be, by node and action: sums and counts, from what every iteration told."""
    rows: Rows = defaultdict(lambda: defaultdict(lambda: (0.0, 0.0)))
    inner = search.loop.learn

    def learn(tree: Any, game: Any, policy: Any, scratch: Any, payoffs: Any, length: int) -> int:
        if cutoff is None or tree.nodes[tree.roots[0]].visits <= cutoff:
            in_tree, end = (int(told) for told in scratch.told[:2])
            end = end if first is None else min(end, in_tree + first)
            told = [divmod(int(entry), game.actions) for entry in scratch.trace[:end]]
            for i in range(int(scratch.depths[0])):
                node = int(scratch.paths[0, i])
                mover = int(tree.nodes[node].mover)
                if mover < 0 or tree.nodes[node].child == NO_NODE:
                    continue
                for action in {action for player, action in told[i:] if player == mover}:
                    total, count = rows[node][action]
                    rows[node][action] = (total + float(payoffs[mover]), count + 1)
        return int(inner(tree, game, policy, scratch, payoffs, length))

    search.loop.learn = learn
    return rows


@pytest.mark.parametrize(
    ("part", "first", "cutoff"),
    [(Amaf(alpha=0.5), None, None), (Amaf(first=1), 1, None), (Amaf(cutoff=30), None, 30), (Rave(), None, None)],
    ids=str,
)
def test_rows_are_what_was_played_from_there_on(part: Any, first: int | None, cutoff: int | None) -> None:
    game = everything.game(hides=False)
    search = plain_search(game, part, seed=4)
    rows = watched(search, first, cutoff)
    search.run(game.start(), iterations=120)
    table = search.tree.rows[0]
    for node in range(1, int(search.tree.pool[0].next)):
        for action in range(game.actions or 0):
            total, count = rows[node].get(action, (0.0, 0.0))
            assert table[node, action] == pytest.approx(total, abs=1e-4)
            assert table[node, (game.actions or 0) + action] == count


def test_alpha_0_is_plain_uct() -> None:
    game = everything.game(hides=False)
    plain = plain_search(game, select="ucb1:c=0.7", seed=2).run(game.start(), iterations=200)
    amaf = plain_search(game, Amaf(alpha=0), select="ucb1:c=0.7", seed=2).run(game.start(), iterations=200)
    assert amaf.table == plain.table


def test_grave_takes_the_nearest_ancestor_with_enough_visits() -> None:
    game = everything.game(hides=False)
    search = plain_search(game, Grave(ref=20), seed=5)
    entered = search.loop.entered
    seen: list[tuple[int, int]] = []

    def watch(tree: Any, policy: Any, scratch: Any, which: int, depth: int, node: Any) -> None:
        entered(tree, policy, scratch, which, depth, node)
        path = [int(scratch.paths[0, i]) for i in range(depth + 1)]
        enough = [each for each in path if tree.nodes[each].visits > 20]
        seen.append((int(scratch.notes[2][0]), enough[-1] if enough else path[0]))

    search.loop.entered = watch
    search.run(game.start(), iterations=150)
    assert len({found for found, _ in seen}) > 2
    assert all(found == expected for found, expected in seen)


def test_compiled_and_not_agree() -> None:
    compiled = Search(anyspace.load("tic_tac_toe"), "grave:ref=30", seed=1)
    state = compiled.game.start()
    plain = plain_search(anyspace.load("tic_tac_toe"), "grave:ref=30", seed=1)
    assert compiled.run(state, iterations=300).table == plain.run(plain.game.start(), iterations=300).table
    check(compiled.tree)


def test_the_tree_grows_by_one_node_an_iteration() -> None:
    game = anyspace.load("go(size=5)")
    search = Search(game, "grave:ref=30", seed=1)
    search.run(game.start(), iterations=500)
    assert search.tree.pool[0].used == 501
    check(search.tree)
    assert np.isfinite(search.tree.rows[0]).all()


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Amaf(alpha=2), "alpha must be"),
        (lambda: Amaf(first=-1), "first must be"),
        (lambda: Rave(schedule="slow"), "schedule must be one of"),
        (lambda: Grave(ref=-1), "ref must be"),
        (lambda: Search(anyspace.load("dou_di_zhu"), "grave"), "asks dou_di_zhu for"),
        (lambda: Search(everything.game(), "grave", "rave"), "two parts|cannot be combined"),
    ],
)
def test_bad_options(make: Any, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        make()
