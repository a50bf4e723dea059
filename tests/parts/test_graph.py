"""UCD: the formulas by hand and by a slow twin; what searching a graph is good for; what it does not go with."""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from typing import Any

import everything
import numpy as np
import pytest
from toys import nim
from twin import Node, Twin, tree_of, tree_of_twin
from uncompiled import plain_search, uncompiled

import anyspace
from anyspace import Game, GameError, Graph, OptionError, Search
from anyspace.core.check import check
from anyspace.core.layout import Layout, new_tree
from anyspace.core.tree import NO_NODE
from anyspace.games.p_game_solver import solve
from anyspace.parts.value.graph import DEEPEST, count_below, mean_below


def board() -> Game:
    game = anyspace.load("tic_tac_toe")
    assert isinstance(game, Game)
    game.rules.pop("playout", None)
    return game


def two_heaps() -> Game:
    return everything.game(hides=False)


# ---- the formulas ----------------------------------------------------------------------------------------------------


class ByHand:
    """Moves 2 and 3 of player 0 lead to one position, where player 1 has moves 4 and 5; 3 holds them."""

    def __init__(self) -> None:
        fields = (("entry", np.uint32), ("link", np.uint32))
        self.tree = tree = new_tree(8, Layout(fields=fields))
        tree.pool[0].next = 6
        # node: player, visits, reward, child, sibling, entry
        for node, told in {
            2: (0, 2, 1.0, NO_NODE, 3, 2),
            3: (0, 4, 3.0, 4, NO_NODE, 2),
            4: (1, 3, 2.0, NO_NODE, 5, 3),
            5: (1, 1, 0.0, NO_NODE, NO_NODE, 4),
        }.items():
            record = tree.nodes[node]
            record.player, record.visits, record.reward, record.child, record.sibling = told[:5]
            tree.extras[node].entry = told[5]
        self.holders = np.array([0, 0, 3, 4, 5], np.uint32)
        self.endings = np.array([0, 0, 2, 5, 0])  # five descents ended where 4 leads to, most by other ways
        self.ended = np.array([[0, 0], [0, 0], [1.5, 0.5], [1.0, 4.0], [0, 0]])
        self.cursors, self.sums = np.zeros((DEEPEST + 1, 2), np.uint32), np.zeros((DEEPEST + 1, 2))

    def count(self, edge: int, depth: int) -> int:
        return int(count_below(self.tree, self.holders, self.endings, self.cursors, edge, depth))

    def mean(self, edge: int, depth: int) -> float:
        tables = self.holders, self.endings, self.ended, self.cursors, self.sums
        return mean_below(self.tree, *tables, edge, depth)


def test_the_formulas_by_hand() -> None:
    graph = ByHand()
    assert [graph.count(2, depth) for depth in range(4)] == [2, 2 + 3 + 1, 2 + 5 + 0, 2 + 5 + 0]
    assert [graph.count(3, depth) for depth in range(2)] == [4, 6]
    assert [graph.count(4, depth) for depth in range(2)] == [3, 5]
    # as player 0 sees it: what 4 brought player 1 is 2 of 3, what 5 did 0 of 1
    assert graph.mean(2, 1) == pytest.approx((1.5 + 3 * (1 - 2 / 3) + 1 * (1 - 0)) / (2 + 3 + 1))
    assert graph.mean(3, 1) == graph.mean(2, 1), "one position, one worth"
    # where 4 leads to, 4 of 5 went to player 1; nothing ended where 5 leads to, and it speaks for itself
    assert graph.mean(4, 1) == pytest.approx(4 / 5) and graph.mean(5, 1) == 0
    assert graph.mean(2, 2) == pytest.approx((1.5 + 3 * (1 - 4 / 5) + 1 * (1 - 0)) / (2 + 3 + 1))
    graph.tree.extras[4].entry = 0  # no place in the table: a node of a tree
    assert graph.count(2, 2) == 2 + 3 + 0
    assert graph.mean(2, 2) == pytest.approx(graph.mean(2, 1))


class Slow:
    """UCD as it is written down: dictionaries by key, and functions that call themselves."""

    def __init__(self, d1: int, d2: int, d3: int) -> None:
        self.d1, self.d2, self.d3 = d1, d2, d3
        self.lists: dict[int, dict[int, Node]] = defaultdict(dict)
        self.endings: dict[int, int] = defaultdict(int)
        self.ended: dict[int, list[float]] = defaultdict(lambda: [0.0, 0.0])

    def share(self, node: Node) -> None:
        node.children = self.lists[node.state.key()]

    def ways(self) -> dict[int, list[Node]]:
        """The moves that lead to a position."""
        found: dict[int, list[Node]] = defaultdict(list)
        for moves in self.lists.values():
            for node in moves.values():
                found[node.state.key()].append(node)
        return found

    def learn(self, path: list[Node], moves: Any, rewards: list[float]) -> None:
        key = path[-1].state.key()
        self.endings[key] += 1
        self.ended[key] = [total + reward for total, reward in zip(self.ended[key], rewards, strict=True)]

    def mu(self, edge: Node, depth: int) -> float:
        if depth == 0:
            return edge.mean
        key = edge.state.key()
        total, count = self.ended[key][edge.player], float(self.endings[key])
        for move in reversed(edge.children.values()):
            worth = self.mu(move, depth - 1)
            total += move.visits * (worth if move.player == edge.player else 1.0 - worth)
            count += move.visits
        return total / count if count else edge.mean

    def n(self, edge: Node, depth: int) -> int:
        if depth == 0:
            return edge.visits
        return self.endings[edge.state.key()] + sum(self.n(move, depth - 1) for move in edge.children.values())

    def score(self, node: Node, edge: Node) -> float:
        tried = self.endings[node.state.key()] + sum(self.n(move, self.d2) for move in node.children.values())
        worth = self.mu(edge, self.d1) if self.d1 == 0 else edge.visits * self.mu(edge, self.d1) / edge.visits
        return worth + math.sqrt(math.log(tried)) * (1 / math.sqrt(self.n(edge, self.d3)))


@pytest.mark.parametrize("depths", [(0, 0, 0), (1, 0, 1), (2, 1, 2)], ids=str)
@pytest.mark.parametrize("game", [board(), two_heaps()], ids=["board", "heaps"])
def test_as_the_slow_twin_says(game: Game, depths: tuple[int, int, int]) -> None:
    slow = Slow(*depths)
    search = plain_search(game, Graph(*depths), seed=3)
    with np.errstate(all="ignore"):
        compare(search, slow)


def compare(search: Search, slow: Slow) -> None:
    game, iterations = search.game, 160
    search.run(game.start(), iterations=iterations)
    check(search.tree)
    twin = Twin(
        game, 3, slow.score, arrived=slow.share, reached=slow.share, learn=slow.learn, competes=False
    ).run(game.start(), iterations)  # fmt: skip
    assert any(len(moves) > 1 for moves in slow.ways().values()), "some positions are reached by several ways"
    assert tree_of(search) == tree_of_twin(twin)


@pytest.mark.parametrize("depths", [(0, 0, 0), (0, 2, 1)], ids=str)
def test_without_transpositions_it_is_plain_uct(depths: tuple[int, int, int]) -> None:
    game = anyspace.load("p_game(branching=3,depth=5,tree=4)")
    assert isinstance(game, Game)
    trees = []
    for parts in ([], [Graph(*depths)]):
        search = plain_search(game, *parts, seed=5)
        search.run(game.start(seed=1), iterations=200)
        trees.append(tree_of(search))
    assert trees[0] == trees[1]


# ---- what it is good for, compiled -----------------------------------------------------------------------------------


def left_right(parts: list[Any], game: Any) -> float:
    """The mean of what descents brought, three seeds."""
    total = 0.0
    for seed in range(3):
        search = Search(game, *parts, select="ucb1:c=0.3", seed=seed)
        search.run(game.start(), iterations=1_500)
        check(search.tree)
        total += search.root.mean / 3
    return total


@pytest.mark.slow  # and a row of the page of results
def test_ahead_on_left_right() -> None:
    """Published: the graph is ahead of the tree, and counting from below ahead of (0, 0, 0)."""
    game = anyspace.load("left_right(steps=60)")
    tree = left_right([], game)
    grid = {depths: left_right([Graph(*depths)], game) for depths in itertools.product((0, 1), (0, 1), (0, 1, 2))}
    assert 0.5 < tree < grid[0, 0, 0] - 0.03
    assert max(grid.values()) > grid[0, 0, 0] + 0.15
    assert min(grid[d] for d in grid if d[2] > 0) > max(grid[d] for d in grid if d[2] == 0)


@pytest.mark.slow  # and a row of the page of results
def test_errs_less_where_positions_are_shared() -> None:
    """Trees in which one of six moves is right, by 1,000 iterations, three seeds each."""
    game = anyspace.load("p_game(branching=6,depth=6,transpositions=true)")
    solutions = {seed: solve(game.start(seed=seed)).moves for seed in range(700)}
    starts = [(seed, moves[0]) for seed, moves in solutions.items() if len(moves) == 1]
    wrong = []
    for parts in ([], [Graph()]):
        search = Search(game, *parts, select="ucb1:c=0.4")
        wrong.append(0)
        for start, right in starts:
            for seed in range(3):
                search.seed = 3 * start + seed
                wrong[-1] += search.run(game.start(seed=start), iterations=1_000).move != right
        check(search.tree)
    assert len(starts) > 40
    assert wrong[1] < 0.8 * wrong[0]


# ---- what it does not go with ----------------------------------------------------------------------------------------


def unfair(state: Any, out: Any) -> None:
    out[0] = out[1] = 1.0


def test_what_one_gains_the_other_must_lose() -> None:
    game = uncompiled(nim(5, returns=unfair, key=heap))
    with pytest.raises(GameError, match="what one player gains the other does not lose"):
        plain_search(game, Graph(), seed=1).run(game.start(), iterations=10)
    search = plain_search(game, Graph(mean=0), seed=1)
    search.run(game.start(), iterations=30)
    check(search.tree)


def heap(state: Any) -> int:
    return np.int64(state.left) * 8 + state.turn


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Graph(mean=-1), "mean must be a whole number from 0 to 8"),
        (lambda: Graph(parent=9), "parent must be"),
        (lambda: Graph(child=0.5), "child must be"),  # type: ignore[arg-type]
        (lambda: Graph(entries=1), "entries must be"),
        (lambda: plain_search(nim(), "graph"), "asks nim for a rule 'key'"),
        (lambda: plain_search(everything.game(), "graph", information="single"), "information sets have none"),
        (lambda: plain_search(two_heaps(), "graph", parallel="tree:threads=2"), "only one can be under way"),
        (
            lambda: plain_search(two_heaps(), "graph", memory="recycle:nodes=9,keep_refutations=true"),
            "keep_refutations",
        ),
        (lambda: plain_search(two_heaps(), "graph", memory="collect:nodes=9"), "cannot be combined with collect"),
        (lambda: plain_search(two_heaps(), "graph", "solver"), "cannot be combined with solver"),
        (lambda: plain_search(nim(players=3, key=heap), "graph"), "mean=1 is for two players, and nim has 3; mean=0"),
    ],
)
def test_bad_options(make: Any, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        make()


def test_three_players() -> None:
    game = uncompiled(nim(players=3, key=heap))
    search = plain_search(game, Graph(mean=0, child=1), seed=1)
    search.run(game.start(), iterations=200)
    check(search.tree)
