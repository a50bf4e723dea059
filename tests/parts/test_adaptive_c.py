"""The exploration constant that a bandit chooses while the search runs."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from toys import gamble, nim
from twin import tree_of
from uncompiled import plain_search

import anyspace
from anyspace import Search
from anyspace.core.check import check
from anyspace.parts.select.adaptive_c import COUNT, SUM, best_arm, value_of


def searched(game: Any, part: str, iterations: int = 200, **options: Any) -> Any:
    search = plain_search(game, part, seed=4, **options)
    search.run(game.start(seed=2), iterations=iterations)
    check(search.tree)
    return search


def test_its_values_are_at_equal_ratios() -> None:
    assert [value_of(arm, 4, 0.25, 2.0) for arm in range(4)] == pytest.approx([0.25, 0.5, 1.0, 2.0])


def test_every_arm_is_tried_and_the_best_is_preferred() -> None:
    arms, source = np.zeros((3, 2)), np.random.default_rng(1)
    means = [0.4, 0.7, 0.5]
    first = []
    for i in range(3000):
        arm = best_arm(arms, 0.7)
        arms[arm, COUNT] += 1
        arms[arm, SUM] += source.random() < means[arm]
        if i < 3:
            first.append(arm)
    assert first == [0, 1, 2]
    assert arms[1, COUNT] > 2000 and arms[0, COUNT] > 10


def test_without_exploration_it_is_greedy() -> None:
    assert best_arm(np.array([[100.0, 40.0], [1.0, 0.5]]), 0.0) == 1
    assert best_arm(np.array([[100.0, 60.0], [1.0, 0.5]]), 0.0) == 0
    assert best_arm(np.array([[5.0, 2.5], [5.0, 2.5]]), 1.0) == 0, "of equals the first"


@pytest.mark.parametrize("game", [nim(9), nim(9, players=3), anyspace.load("tic_tac_toe")], ids=lambda game: game.name)
def test_with_one_value_it_is_ucb1(game: Any) -> None:
    assert tree_of(searched(game, "adaptive_c:low=1,high=1")) == tree_of(searched(game, "ucb1:c=1"))


@pytest.mark.parametrize("game", [nim(8, players=3), gamble()], ids=lambda game: game.name)
def test_every_player_has_a_bandit_of_its_own(game: Any) -> None:
    search = searched(game, "adaptive_c")
    (arms,) = search.tree.tables
    assert arms.shape == (game.players, 4, 2)
    assert (arms[:, :, COUNT].sum(axis=1) == 200).all(), "every iteration is credited to one arm"
    assert (arms[:, :, SUM] <= arms[:, :, COUNT]).all() and (arms[:, :, COUNT] > 0).all()
    root = search.tree.nodes[search.tree.roots[0]]
    assert arms[root.player, :, SUM].sum() == pytest.approx(root.reward), "and so are all rewards"


def test_the_tables_grow_on_with_the_tree_and_are_forgotten_with_it() -> None:
    game = nim(9)
    search = searched(game, "adaptive_c")
    search.run(iterations=100)
    assert search.tree.tables[0][0, :, COUNT].sum() == 300
    search.run(game.start(seed=2), iterations=50)
    assert search.tree.tables[0][0, :, COUNT].sum() == 50


@pytest.mark.parametrize(
    "options", [{"memory": "recycle:nodes=30,keep_refutations=True"}, {"memory": "flatten:nodes=30"}]
)
def test_it_goes_with_bounds(options: dict[str, Any]) -> None:
    assert tree_of(searched(nim(10), "adaptive_c", **options))


def test_compiled_as_not_and_numbers_are_not_compiled_in() -> None:
    game = nim(10)
    expected = tree_of(searched(game, "adaptive_c"))
    search = Search(nim(10), "adaptive_c", seed=4)
    search.run(search.game.start(seed=2), iterations=200)
    assert tree_of(search) == expected
    search.run(iterations=20_000)
    check(search.tree)
    other = Search(nim(10), "adaptive_c:values=7,high=1", seed=4)
    assert [part.structure for part in other.parts] == [part.structure for part in search.parts]
    other.run(other.game.start(seed=2), iterations=200)
    assert tree_of(other) == tree_of(searched(game, "adaptive_c:values=7,high=1"))
