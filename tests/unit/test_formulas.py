"""One formula, one function: checked on numbers worked out by hand."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from toys import nim

from anyspace import UCB1, Search
from anyspace import rng as random_numbers
from anyspace.core.layout import new_tree
from anyspace.core.select import best_child
from anyspace.parts.final import Max, MaxRobust, Robust, Secure
from anyspace.parts.select.ucb1 import ucb1
from anyspace.search.budget import Budget
from anyspace.search.scratch import Workspace


def test_ucb1_by_hand() -> None:
    # 3 of 4 won, 16 visits to the parent, c = 1: 0.75 + sqrt(ln 16 / 4)
    assert ucb1(3.0, 4, math.sqrt(math.log(16))) == pytest.approx(0.75 + math.sqrt(math.log(16) / 4))
    assert ucb1(3.0, 4, math.sqrt(math.log(16))) == pytest.approx(1.582554611)


def three_children(rewards: list[float], visits: list[int]) -> Any:
    tree = new_tree(10)
    nodes = tree.nodes
    nodes[1].visits = sum(visits)
    nodes[1].child = 2
    for i, (reward, count) in enumerate(zip(rewards, visits, strict=True)):
        nodes[2 + i].reward, nodes[2 + i].visits = reward, count
        nodes[2 + i].sibling = 3 + i if i < 2 else 0
    return tree


def chooser(tree: Any, c: float) -> Callable[[], int]:
    """The choice among the children of node 1 as a search makes it."""
    search = Search(nim(), select=UCB1(c))
    work = Workspace(search.game, search.game.start(), 1, 10, 1, search.loop)
    choose = search.loop.kernel(best_child)
    return lambda: choose(tree, search.policy, work.scratch, np.uint32(1))


def test_best_child_weighs_exploration() -> None:
    tree = three_children([6.0, 3.0, 0.5], [10, 5, 1])  # means 0.6, 0.6, 0.5
    assert chooser(tree, 0.0)() in (2, 3)
    assert chooser(tree, 0.2)() == 4  # 0.5 + 0.2 * sqrt(ln 16) = 0.83 against 0.6 + 0.15
    assert chooser(tree, 0.05)() == 3


def test_ties_are_broken_evenly() -> None:
    choose = chooser(three_children([2.0, 2.0, 2.0], [4, 4, 4]), 1.0)
    counts = np.bincount([choose() for _ in range(3000)], minlength=5)[2:]
    assert counts.min() > 1000 - 4 * math.sqrt(3000 * 2 / 9)


@pytest.mark.parametrize(
    ("criterion", "visits", "means", "chosen"),
    [
        (Robust(), [5, 9, 9], [0.9, 0.4, 0.5], 2),
        (Max(), [5, 9, 9], [0.9, 0.4, 0.5], 0),
        (Max(), [5, 9, 9], [0.5, 0.5, 0.4], 1),
        (MaxRobust(), [5, 9, 8], [0.9, 0.4, 0.5], 1),
        (Secure(2.0), [4, 100, 400], [0.99, 0.80, 0.65], 1),  # bounds -0.01, 0.60, 0.55
        (Secure(0.0), [4, 100, 400], [0.99, 0.80, 0.65], 0),
    ],
)
def test_final_criteria(criterion: Robust, visits: list[int], means: list[float], chosen: int) -> None:
    assert criterion.choose(visits, means) == chosen


def test_max_robust_is_undecided_while_the_two_differ() -> None:
    assert MaxRobust().undecided([5, 9], [0.9, 0.4])
    assert not MaxRobust().undecided([5, 9], [0.3, 0.4])


def test_extended_budget() -> None:
    assert Budget(10, 2.0).extended(0.5) == Budget(15, 3.0)


def test_splitmix_reference_values() -> None:
    # the first outputs of SplitMix64 from state 0, as published with the reference implementation
    rng = random_numbers.new(0)
    with np.errstate(over="ignore"):
        assert [int(random_numbers.bits(rng)) for _ in range(3)] == [
            0xE220A8397B1DCDAF,
            0x6E789E6AA1B965F4,
            0x06C45D188009454F,
        ]


def test_draws_are_even() -> None:
    rng = random_numbers.new(7)
    with np.errstate(over="ignore"):
        dice = np.bincount([random_numbers.below(rng, 6) for _ in range(6000)], minlength=6)
        assert abs(dice - 1000).max() < 4 * math.sqrt(6000 * 5 / 36)
        units = [random_numbers.uniform(rng) for _ in range(2000)]
        assert min(units) >= 0 and max(units) < 1
        assert np.mean(units) == pytest.approx(0.5, abs=4 / math.sqrt(12 * 2000))
        items = list(range(5))
        random_numbers.shuffle(rng, items, 5)
        assert sorted(items) == list(range(5))
