"""AMAF that counts for more nodes (permutations) or by fewer moves (killers): by hand, and against slow twins."""

from __future__ import annotations

from collections import Counter, defaultdict
from types import SimpleNamespace
from typing import Any

import everything
import numpy as np
import pytest
from further import further
from uncompiled import plain_search

import anyspace
from anyspace import KillerRave, OptionError, PermutationAmaf, Search
from anyspace.core.check import check
from anyspace.core.tree import NO_NODE, NODE
from anyspace.parts.value.killer_rave import hide_others, insert
from anyspace.parts.value.permutation import others_learn

Rows = dict[int, dict[int, tuple[float, float]]]


def children(tree: Any, node: int) -> list[int]:
    """The newest first."""
    found, child = [], int(tree.nodes[node].child)
    while child != NO_NODE:
        found.append(child)
        child = int(tree.nodes[child].sibling)
    return found


def told_of(game: Any, scratch: Any, end: int) -> list[tuple[int, int]]:
    return [divmod(int(entry), game.actions) for entry in scratch.trace[:end]]


def check_rows(search: Search, rows: Rows) -> None:
    actions = search.game.actions or 0
    assert search.loop.move_rows is not None
    table = search.tree.rows[search.loop.move_rows]
    for node in range(1, int(search.tree.pool[0].next)):
        for action in range(actions):
            total, count = rows[node].get(action, (0.0, 0.0))
            assert table[node, action] == pytest.approx(total, abs=1e-4)
            assert table[node, actions + action] == count


# ---- permutations ----------------------------------------------------------------------------------------------------


def reachable(tree: Any, told: Counter[tuple[int, int]]) -> dict[int, Counter[tuple[int, int]]]:
    """Every inner node that these moves reach in some order, and what is left of them there; level by level."""
    found, level = {}, {int(tree.roots[0]): told}
    while level:
        found |= level
        level = {
            child: left - Counter([made])
            for node, left in level.items()
            for child in children(tree, node)
            for made in [(int(tree.nodes[node].mover), int(tree.nodes[child].move))]
            if left[made] > 0 and tree.nodes[child].child != NO_NODE
        }
    return found


def watched(search: Search, first: int | None, cutoff: int | None, most: int) -> Rows:
    """Rows as they should be, from what every iteration told."""
    rows: Rows = defaultdict(lambda: defaultdict(lambda: (0.0, 0.0)))
    inner = search.loop.learn

    def learn(tree: Any, game: Any, policy: Any, scratch: Any, payoffs: Any, length: int) -> int:
        if cutoff is None or tree.nodes[tree.roots[0]].visits <= cutoff:
            in_tree, end = (int(each) for each in scratch.told[:2])
            told = told_of(game, scratch, end if first is None else min(end, in_tree + first))
            path = [int(node) for node in scratch.paths[0, : scratch.depths[0]]]
            others = [node for node in reachable(tree, Counter(told)) if node not in path][:most]
            left = {node: Counter(told[i:]) for i, node in enumerate(path) if tree.nodes[node].child != NO_NODE}
            left |= {node: reachable(tree, Counter(told))[node] for node in others}
            for node, counts in left.items():
                mover = int(tree.nodes[node].mover)
                for action in {action for player, action in counts.elements() if player == mover}:
                    total, count = rows[node][action]
                    rows[node][action] = (total + float(payoffs[mover]), count + 1)
        return int(inner(tree, game, policy, scratch, payoffs, length))

    search.loop.learn = learn
    return rows


@pytest.mark.parametrize(
    ("part", "first", "cutoff", "most"),
    [
        (PermutationAmaf(nodes=5000), None, None, 5000),
        (PermutationAmaf(nodes=7), None, None, 7),
        (PermutationAmaf(first=1, nodes=3), 1, None, 3),
        (PermutationAmaf(cutoff=40), None, 40, 64),
    ],
    ids=["all", "seven", "first", "cutoff"],
)
def test_permuted_rows(part: Any, first: int | None, cutoff: int | None, most: int) -> None:
    game = everything.game(hides=False)
    search = plain_search(game, part, seed=4)
    rows = watched(search, first, cutoff, most)
    search.run(game.start(), iterations=150)
    check_rows(search, rows)


def test_permutations_by_hand() -> None:
    """x, o and x made the moves 0, 2 and 1. They also lead by 1 to node 3, where 2 is left to o, and by 1 and 2 to node
    5, where 0 is left to x; node 6 was reached by 2, which x did not make; nodes 8 and 9 have no children."""
    #              root  0  1  0 2  1 2  2  2 1  0 2 1  1 2 0
    move, parent = [0, -1, 0, 1, 2, 2, 2, 1, 1, 0], [0, 0, 1, 1, 2, 3, 1, 6, 4, 5]
    nodes = np.zeros(10, NODE).view(np.recarray)
    for node in range(1, 10):
        nodes[node].move, nodes[node].mover = move[node], {1: 0, 2: 1, 3: 1, 6: 1}.get(node, 0)
        if node > 1:
            nodes[node].sibling, nodes[parent[node]].child = nodes[parent[node]].child, node
    tree: Any = SimpleNamespace(nodes=nodes, roots=[1])
    game: Any = SimpleNamespace(actions=3, max_moves=3, players=2)
    scratch: Any = SimpleNamespace(trace=[0, 5, 1], depths=[4], paths=np.array([[1, 2, 4, 8]]))
    for most, expected in ((9, {(3, 2): 0.25, (5, 0): 0.75}), (1, {(3, 2): 0.25}), (0, {})):
        rows, left = np.zeros((10, 6), np.float32), np.zeros(6, np.int32)
        others_learn(tree, game, scratch, [0.75, 0.25], 3, most, rows, left, np.zeros((20, 3), np.int64))
        assert {(int(i), int(j)): rows[i, j] for i, j in zip(*rows[:, :3].nonzero(), strict=True)} == expected
        assert {(int(i), int(j)) for i, j in zip(*rows[:, 3:].nonzero(), strict=True)} == set(expected)
        assert not left.any()


def test_no_other_nodes_is_alpha_amaf_and_alpha_0_is_plain_uct() -> None:
    game = everything.game(hides=False)
    tables = [
        plain_search(game, *parts, select="ucb1:c=0.7", seed=2).run(game.start(), iterations=200).table
        for parts in (["amaf:alpha=0.5"], [PermutationAmaf(nodes=0)], [], [PermutationAmaf(alpha=0)])
    ]
    assert tables[0] == tables[1] and tables[2] == tables[3] != tables[0]


# ---- killers ---------------------------------------------------------------------------------------------------------


def test_the_best_are_kept_in_order() -> None:
    best, found = np.zeros((3, 2)), 0
    for entry, mean in ((7, 0.5), (3, 0.2), (9, 0.9), (4, 0.5), (5, 0.1)):
        found = insert(best, found, 3, entry, mean)
    assert found == 3
    assert best.tolist() == [[9, 0.9], [7, 0.5], [4, 0.5]], "of equals the one that was played first"


def test_killers_by_hand() -> None:
    """Two players, four actions. Player 0 made 0 1 2 3 and player 1 made 1 2, once twice; chance had its say."""
    table = np.zeros((2, 4, 2))
    table[0] = [[8, 10], [9, 10], [4, 4], [1, 10]]  # means 0.8, 0.9, 1 (but only four times), 0.1
    table[1] = [[0, 0], [5, 10], [6, 10], [10, 10]]
    trace = np.array([0, 5, 1, 6, -1, 2, 5, 3])
    scratch: Any = SimpleNamespace(trace=trace, told=[2, 8])
    game: Any = SimpleNamespace(players=2, actions=4)
    marks = np.zeros(8, np.int8)
    hide_others(game, scratch, table, 2, 10.0, marks, np.zeros((2, 2, 2)))
    assert trace.tolist() == [0, 5, 1, 6, -1, -1, 5, -1]
    assert not marks.any()
    hide_others(game, scratch, table, 1, 10.0, marks, np.zeros((2, 1, 2)))
    assert trace.tolist() == [-1, -1, 1, 6, -1, -1, -1, -1]
    assert not marks.any()


@pytest.mark.parametrize("part", [KillerRave(moves=2, least=5), KillerRave(moves=1, least=0)], ids=["two", "one"])
def test_killer_rows(part: Any) -> None:
    game = everything.game(hides=False)
    search = plain_search(game, part, seed=4)
    rows: Rows = defaultdict(lambda: defaultdict(lambda: (0.0, 0.0)))
    history: dict[tuple[int, int], list[float]] = defaultdict(list)
    inner = search.loop.learn

    def learn(tree: Any, game: Any, policy: Any, scratch: Any, payoffs: Any, length: int) -> int:
        told = told_of(game, scratch, int(scratch.told[1]))
        mean = {made: sum(history[made]) / len(history[made]) if history[made] else 0.5 for made in told}
        known = [made for made in dict.fromkeys(told) if len(history[made]) >= part.least]
        killers = {
            made
            for player in (0, 1)
            for made in sorted((m for m in known if m[0] == player), key=lambda m: -mean[m])[: part.moves]
        }
        for i in range(int(scratch.depths[0])):
            node = int(scratch.paths[0, i])
            mover = int(tree.nodes[node].mover)
            if mover >= 0 and tree.nodes[node].child != NO_NODE:
                for action in {
                    action for player, action in told[i:] if (player, action) in killers and player == mover
                }:
                    total, count = rows[node][action]
                    rows[node][action] = (total + float(payoffs[mover]), count + 1)
        for made in told:
            history[made].append(float(payoffs[made[0]]))
        status = int(inner(tree, game, policy, scratch, payoffs, length))
        assert told_of(game, scratch, int(scratch.told[1])) == told, "the trace is as it was"
        return status

    search.loop.learn = learn
    search.run(game.start(), iterations=150)
    check_rows(search, rows)
    assert any(rows.values())


def test_all_moves_are_killers_is_rave() -> None:
    game = everything.game(hides=False)
    rave = plain_search(game, "rave", seed=2).run(game.start(), iterations=200)
    killers = plain_search(game, KillerRave(moves=99, least=0), seed=2).run(game.start(), iterations=200)
    assert killers.table == rave.table
    few = plain_search(game, KillerRave(moves=1, least=0), seed=2).run(game.start(), iterations=200)
    assert few.table != rave.table


# ---- both ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "part",
    ["killer_rave", *further("rave", "permutation_amaf:nodes=20")],
)
def test_compiled_and_not_agree(part: str) -> None:
    compiled = Search(anyspace.load("tic_tac_toe"), part, seed=1)
    plain = plain_search(anyspace.load("tic_tac_toe"), part, seed=1)
    result = compiled.run(compiled.game.start(), iterations=300)
    assert result.table == plain.run(plain.game.start(), iterations=300).table
    check(compiled.tree)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: PermutationAmaf(nodes=-1), "nodes must be"),
        (lambda: PermutationAmaf(alpha=2), "alpha must be"),
        (lambda: KillerRave(moves=0), "moves must be"),
        (lambda: KillerRave(least=-1), "least must be"),
        (lambda: KillerRave(schedule="slow"), "schedule must be one of"),
        (lambda: Search(everything.game(), "killer_rave", "rave"), "cannot be combined"),
        (lambda: Search(everything.game(), "permutation_amaf", "amaf"), "cannot be combined"),
        (lambda: Search(everything.game(), "permutation_amaf", information="multi"), "another order"),
    ],
)
def test_bad_options(make: Any, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        make()
