"""What a move scores that was never tried: first play urgency and the grandfather heuristic."""

from __future__ import annotations

import math
from typing import Any

import everything
import pytest
from twin import FIRST, Node, Twin, tree_of, tree_of_twin
from uncompiled import plain_search

import anyspace
from anyspace import FirstPlayUrgency, Grandfather, OptionError
from anyspace.core.check import check
from anyspace.core.layout import new_tree
from anyspace.core.tree import add_child, plant
from anyspace.parts.registry import from_text
from anyspace.parts.urgency.fpu import UNKNOWN, mean_of_children

ITERATIONS = 150


def tic_tac_toe() -> anyspace.Game:
    game = anyspace.load("tic_tac_toe")
    assert isinstance(game, anyspace.Game)
    game.rules.pop("playout", None)
    return game


GAMES = [everything.game(hides=False), tic_tac_toe()]


def mean_at(node: Node) -> float:
    """Of all iterations that went on from there, to who moves there."""
    visits = sum(child.visits for child in node.children.values())
    return sum(child.reward for child in node.children.values()) / visits if visits else UNKNOWN


def grandfather(node: Node, move: int) -> float | None:
    if node.parent is None or node.parent.parent is None:
        return None
    elder = node.parent.parent
    known = elder.children.get(move)
    return known.mean if known is not None and elder.state.mover == node.state.mover else None


def test_mean_of_children_by_hand() -> None:
    tree: Any = new_tree(5)
    plant(tree, 0)
    root = tree.roots[0]
    assert mean_of_children(tree, root) == UNKNOWN
    tree.nodes[root].mover = 0
    for move, (visits, reward) in enumerate([(3, 1.0), (1, 1.0)]):
        child = add_child(tree, root, move)
        tree.nodes[child].visits, tree.nodes[child].reward = visits, reward
    assert mean_of_children(tree, root) == 0.5


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize(
    ("part", "urgency"),
    [
        (FirstPlayUrgency(1e9), lambda node, move: FIRST),
        (FirstPlayUrgency(), lambda node, move: 1.1),
        (FirstPlayUrgency(0.4), lambda node, move: 0.4),
        (FirstPlayUrgency(mode="parent"), lambda node, move: mean_at(node) + log_root(node)),
        (FirstPlayUrgency(mode="reduction", reduction=0.3), lambda node, move: mean_at(node) - 0.3 + log_root(node)),
    ],
    ids=["all first", "constant", "low constant", "parent", "reduction"],
)
def test_urgency_as_a_slow_twin_says(game: Any, part: Any, urgency: Any, seed: int) -> None:
    search = plain_search(game, part, seed=seed)
    search.run(game.start(), iterations=ITERATIONS)
    check(search.tree)
    assert tree_of(search) == tree_of_twin(Twin(game, seed, unvisited=urgency).run(game.start(), ITERATIONS))


@pytest.mark.parametrize("visits", [1, 7])
@pytest.mark.parametrize("declares_actions", [True, False])
def test_grandfather_as_a_slow_twin_says(visits: int, declares_actions: bool) -> None:
    game = tic_tac_toe()
    game.actions = 9 if declares_actions else None

    def urgency(node: Node, move: int) -> float:
        known = grandfather(node, move)
        if known is None:
            return FIRST
        return known + anyspace.UCB1().c * (log_root(node) / visits**0.5)

    search = plain_search(game, Grandfather(visits=visits), seed=5)
    search.run(game.start(), iterations=ITERATIONS)
    check(search.tree)
    assert tree_of(search) == tree_of_twin(Twin(game, 5, unvisited=urgency).run(game.start(), ITERATIONS))


def log_root(node: Node) -> float:
    return math.sqrt(math.log(max(1, node.visits)))


@pytest.mark.parametrize("declares_actions", [True, False])
@pytest.mark.parametrize("information", ["single", "multi"])
def test_grandfather_under_hidden_information(information: str, declares_actions: bool) -> None:
    game = everything.game()
    game.actions = game.actions if declares_actions else None
    search = plain_search(game, Grandfather(), information=information, seed=5)
    search.run(game.start(), iterations=ITERATIONS)
    check(search.tree)
    scratch = search.workspaces[0].scratch
    assert not scratch.places.any() and not scratch.marks.any(), "empty again after every choice"


def test_low_urgency_goes_deep_and_high_urgency_wide() -> None:
    game = tic_tac_toe()
    deep = plain_search(game, FirstPlayUrgency(0.0), select="ucb1:c=0.1", seed=1)
    wide = plain_search(game, FirstPlayUrgency(1e9), select="ucb1:c=0.1", seed=1)
    depths = [search.run(game.start(), iterations=100).stats.mean_depth for search in (deep, wide)]
    assert depths[0] > depths[1]
    assert len(wide.root.children) == 9


def test_an_urgency_comes_under_what_is_added_to_it() -> None:
    """Whatever the order in which they are given: urgency is bound before values and biases."""
    game = everything.game(hides=False)
    trees = []
    for parts in (["fpu:value=0.3", "progressive_bias"], ["progressive_bias", "fpu:value=0.3"]):
        search = plain_search(game, *parts, seed=2)
        search.run(game.start(), iterations=60)
        trees.append(tree_of(search))
    assert trees[0] == trees[1]


@pytest.mark.parametrize(
    ("part", "options"),
    [
        (FirstPlayUrgency, {"value": float("nan")}),
        (FirstPlayUrgency, {"value": "high"}),
        (FirstPlayUrgency, {"mode": "median"}),
        (FirstPlayUrgency, {"reduction": 2}),
        (Grandfather, {"visits": 0}),
        (Grandfather, {"visits": 1.5}),
    ],
)
def test_bad_options(part: Any, options: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        part(**options)


def test_text() -> None:
    assert from_text("fpu:mode=reduction,reduction=0.1") == FirstPlayUrgency(mode="reduction", reduction=0.1)
    assert str(FirstPlayUrgency(0.9)) == "fpu:value=0.9"
    assert from_text("grandfather:visits=3") == Grandfather(3)
