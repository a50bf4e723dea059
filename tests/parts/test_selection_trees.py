"""The selection parts in trees: what they back up, compared with a slow recomputation; limits in which two of them are
the same; compiled and not; and what was published of them on trees that are made for it."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import everything
import numpy as np
import pytest
from bandit_games import salt_of, true_value
from toys import gamble, nim
from twin import Node, Twin, tree_of, tree_of_twin
from uncompiled import plain_search

import anyspace
from anyspace import CHANCE, Search
from anyspace.core.check import check
from anyspace.core.tree import NO_NODE
from anyspace.lab.reproduce.checks.arms import bandit_tree, chain, smooth, smooth_at
from anyspace.parts.select.bayesian_uct import greater_of, leaf_mean, leaf_variance

# ---- the same as something else -------------------------------------------------------------------------------------


def plain_tree(game: Any, part: str, iterations: int = 200, **options: Any) -> Any:
    search = plain_search(game, part, seed=4, **options)
    search.run(game.start(seed=2), iterations=iterations)
    check(search.tree)
    return tree_of(search)


@pytest.mark.parametrize(
    "same",
    [
        ("ucb1:c=1", "ucb_alpha:alpha=2"),
        ("ucb1_tuned", "meta_bandit:alarm=1000000"),
        ("ucb1_tuned:c=0", "ucb_v:zeta=0", "kl_ucb:scale=0"),
    ],
    ids=" ".join,
)
def test_limits_in_which_they_agree(same: tuple[str, ...]) -> None:
    game = nim(9, players=3)
    first, *others = (plain_tree(game, part) for part in same)
    assert first and all(other == first for other in others)


def spread_of(score: Callable[[float, float, int, float], float]) -> tuple[Any, Any]:
    """For a twin: the score from mean, variance, visits and ln N, and what it takes to know the variance."""

    def of_child(node: Node, child: Node) -> float:
        squares = child.extra.get("squares", 0.0)
        return score(child.mean, squares / child.visits - child.mean**2, child.visits, math.log(node.visits))

    def learn(path: list[Node], moves: list[tuple[int, int]], rewards: list[float]) -> None:
        for node in path:
            node.extra["squares"] = node.extra.get("squares", 0.0) + rewards[node.player] ** 2

    return of_child, learn


def tuned(mean: float, scatter: float, n: int, log: float) -> float:
    return mean + math.sqrt(log / n * min(0.25, scatter + math.sqrt(2 * log / n)))


def bernstein(mean: float, scatter: float, n: int, log: float) -> float:
    return mean + math.sqrt(2 * max(0.0, scatter) * 1.2 * log / n) + 3 * 1.2 * log / n


@pytest.mark.parametrize(("part", "formula"), [("ucb1_tuned", tuned), ("ucb_v", bernstein)])
def test_formulas_of_the_variance_visit_for_visit(part: str, formula: Any) -> None:
    game = anyspace.load("tic_tac_toe")  # it has draws: a variance that is not just that of wins and losses
    score, learn = spread_of(formula)
    search = plain_search(game, part, seed=7)
    with np.errstate(all="ignore"):
        search.run(game.start(), iterations=250)
        twin = Twin(game, 7, score=score, learn=learn, competes=False).run(game.start(), 250)
    assert tree_of(search) == tree_of_twin(twin)


# ---- what is backed up ----------------------------------------------------------------------------------------------


def nodes_of(tree: Any) -> list[int]:
    """Every node, children before their parents."""
    found, waiting = [], [int(tree.roots[0])]
    while waiting:
        node = waiting.pop()
        found.append(node)
        waiting += children_of(tree, node)
    return found[::-1]


def children_of(tree: Any, node: int) -> list[int]:
    children, child = [], int(tree.nodes[node].child)
    while child != NO_NODE:
        children.append(child)
        child = int(tree.nodes[child].sibling)
    return children


def is_leaf(tree: Any, node: int, players: int) -> bool:
    record = tree.nodes[node]
    if record.child == NO_NODE:
        return True
    others = players > 2 and record.mover != record.player
    return bool(record.mover != CHANCE and (record.untried > 0 or others))


GAMES = [nim(8), nim(7, players=3), gamble(), anyspace.load("tic_tac_toe")]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.name} {game.players}")
def test_beliefs_are_those_of_the_children(game: Any) -> None:
    search = plain_search(game, "bayesian_uct", seed=3)
    search.run(game.start(), iterations=250)
    tree, known, inner = search.tree, search.tree.extras, 0
    for node in nodes_of(tree):
        record = tree.nodes[node]
        if is_leaf(tree, node, game.players):
            expected = (
                leaf_mean(record.reward, record.visits, 1.0),
                leaf_variance(record.reward, record.visits, 1.0),
            )
        else:
            beliefs = [(known[child].belief_mean, known[child].belief_variance) for child in children_of(tree, node)]
            inner += 1
            if record.mover == CHANCE:
                drawn = np.array([tree.nodes[child].visits for child in children_of(tree, node)], float)
                means, scatters = np.array(beliefs).T
                weights = drawn / drawn.sum()
                mean = float(weights @ means)
                between = float(weights @ means**2) - mean**2
                expected = mean, float(weights**2 @ scatters) + between / (drawn.sum() + 1)
            else:
                expected = beliefs[0]
                for other in beliefs[1:]:
                    expected = greater_of(*expected, *other)
                if record.mover != record.player:
                    expected = 1.0 - expected[0], expected[1]
        assert (known[node].belief_mean, known[node].belief_variance) == pytest.approx(expected, abs=1e-12)
    assert inner > 0


@pytest.mark.parametrize("part", ["flat_ucb", "bast:smoothness=0.5,decay=0.7"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.name} {game.players}")
def test_bounds_are_those_of_the_children(game: Any, part: str) -> None:
    search = plain_search(game, part, seed=3)
    search.run(game.start(), iterations=250)
    tree, known, inner = search.tree, search.tree.extras, 0
    for node in nodes_of(tree):
        record, upper, lower = tree.nodes[node], known[node].upper, known[node].lower
        mean = record.reward / record.visits
        if is_leaf(tree, node, game.players):
            assert upper - mean == pytest.approx(mean - lower) and upper > mean
            continue
        inner += 1
        bounds = np.array([(known[child].upper, known[child].lower) for child in children_of(tree, node)])
        if record.mover == CHANCE:
            drawn = np.array([tree.nodes[child].visits for child in children_of(tree, node)], float)
            expected = drawn / drawn.sum() @ bounds
        else:
            expected = bounds.max(axis=0)
            if record.mover != record.player:
                expected = 1.0 - expected[::-1]
        if part == "flat_ucb":
            assert (upper, lower) == pytest.approx(tuple(expected))
        else:  # its own rewards may bound it more closely, and then as closely on both sides
            assert upper <= expected[0] + 1e-12 and lower >= expected[1] - 1e-12
            if upper < expected[0] - 1e-9 and lower > expected[1] + 1e-9:
                assert upper - mean == pytest.approx(mean - lower)
    assert inner > 0


def test_groups_are_the_game_s() -> None:
    game = everything.game(hides=False)
    search = plain_search(game, "hierarchical_bandit", seed=3)
    search.run(game.start(), iterations=120)
    for child in search.root.children:
        assert search.tree.extras[child._index].group == child.move // everything.MOST + 1
    assert not search.workspaces[0].scratch.notes[0].any(), "sums are 0 between two choices"
    assert plain_tree(nim(9), "hierarchical_bandit")  # has no groups: halves


def test_folded_children_have_a_bound_too() -> None:
    for part in ("ucb1_tuned", "bayesian_uct", "exp3", "meta_bandit:alarm=1,period=10", "flat_ucb"):
        assert plain_tree(nim(10), part, memory="recycle:nodes=30,keep_refutations=True")


# ---- compiled -------------------------------------------------------------------------------------------------------

UNLIKE = ["thompson", "exp3", "meta_bandit:alarm=1,period=20"]
LIKE = [
    "ucb1_tuned",
    "coulom",
    "hierarchical_bandit",
    "ucb_v",
    "pac_ucb",
    "gaussian_ucb",
    "kl_ucb",
    "ucb_alpha",
    "ucb_e",
    "epsilon_greedy",
    "win_rate",
]


@pytest.mark.parametrize("part", [*UNLIKE, *(pytest.param(part, marks=pytest.mark.slow) for part in LIKE)])
def test_compiled_as_not(part: str) -> None:
    expected = plain_tree(nim(10), part)
    game = nim(10)
    search = Search(game, select=part, seed=4)
    search.run(game.start(seed=2), iterations=200)
    assert tree_of(search) == expected
    search.run(iterations=20_000)
    check(search.tree)


# ---- what was published ---------------------------------------------------------------------------------------------


def root_error(part: str, branching: int, depth: int, trees: int, iterations: int) -> float:
    """On trees of bandits: how far what is believed of the root is off, on average."""
    game = bandit_tree(branching, depth)
    search = Search(game, select=part, seed=5)
    off = []
    for seed in range(trees):
        state = game.start(seed=seed)
        search.run(state, iterations=iterations)
        root = search.tree.roots[0]
        believed = search.tree.extras[root].belief_mean if part.startswith("bayesian") else search.root.mean
        off.append(abs(believed - true_value(salt_of(state), branching, depth)))
    return float(np.mean(off))


@pytest.mark.slow  # an experiment: its figures are on the page of results
def test_bayesian_uct_knows_the_value_of_bandit_trees_better() -> None:
    """Tesauro, Rajan and Segal 2010: by sigma is ahead of by visits, and both are ahead of UCT. So it is on trees of
    two plies; in a deeper tree, which grows, by sigma comes second."""
    parts = f"ucb1:c={math.sqrt(2)}", "bayesian_uct:sigma=False", "bayesian_uct"
    uct, by_visits, by_sigma = (root_error(part, 5, 2, 100, 1000) for part in parts)
    assert by_sigma < 0.75 * by_visits and by_visits < 0.6 * uct
    uct, by_visits, by_sigma = (root_error(part, 4, 4, 80, 1000) for part in parts)
    assert by_visits < 0.6 * uct and by_sigma < 0.75 * uct


def lost_a_visit(game: Any, part: str, iterations: int, best: float) -> float:
    search = Search(game, select=part, seed=1)
    search.run(game.start(), iterations=iterations)
    check(search.tree)
    return best - search.root.mean


@pytest.mark.slow  # an experiment: its figures are on the page of results
def test_bast_uses_that_a_function_is_smooth() -> None:
    """Coquelin and Munos 2007: less regret than flat UCB on a function that changes at most 6.8 times as fast as x."""
    best = max(smooth_at((i + 0.5) / 1024) for i in range(1024))
    game = smooth(10)
    flat = lost_a_visit(game, "flat_ucb", 10_000, best)
    assert lost_a_visit(game, f"bast:smoothness={2 * math.pi + 0.5}", 10_000, best) < 0.6 * flat


def test_flat_ucb_is_not_misled_by_a_chain() -> None:
    """Coquelin and Munos 2007: UCT takes the early reward for very long; flat UCB finds the late one."""
    game = chain(10)
    plain = lost_a_visit(game, f"ucb1:c={math.sqrt(2)}", 20_000, 1.0)
    assert plain > 0.08
    assert lost_a_visit(game, "flat_ucb", 20_000, 1.0) < 0.4 * plain
