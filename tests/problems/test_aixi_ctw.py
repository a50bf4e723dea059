"""Context-tree weighting: KT by hand, the mixture of all trees worked out exactly, taking back bit for bit."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from anyspace.errors import OptionError
from anyspace.problems.aixi.ctw import LENGTH, USED, ContextTree
from anyspace.problems.aixi.model import Model

Seen = list[tuple[tuple[int, ...], int]]
"""Contexts, the newest bit first, and the bits that came after them."""

BITS = st.lists(st.integers(0, 1), max_size=14)
HALF = Fraction(1, 2)


def estimated(seen: Seen) -> Fraction:
    """KT, one bit after the other."""
    odds, counts = Fraction(1), [HALF, HALF]
    for _, bit in seen:
        odds *= counts[bit] / sum(counts)
        counts[bit] += 1
    return odds


def weighted(seen: Seen, depth: int) -> Fraction:
    """The definition."""
    if depth == 0 or not seen:
        return estimated(seen)
    halves = [[(context[1:], bit) for context, bit in seen if context[0] == last] for last in (0, 1)]
    return HALF * estimated(seen) + HALF * weighted(halves[0], depth - 1) * weighted(halves[1], depth - 1)


def with_contexts(bits: list[int], depth: int) -> Seen:
    history = [0] * depth + bits
    return [(tuple(history[i : i + depth][::-1]), bit) for i, bit in enumerate(bits)]


def snapshot(tree: ContextTree) -> tuple[Any, ...]:
    """All that a tree is, to the last bit."""
    used, length = int(tree.trees.facts[USED]), int(tree.trees.facts[LENGTH])
    return used, length, tree.trees.nodes[:used].tobytes(), tree.trees.history[:length].tobytes()


def test_counts_by_hand() -> None:
    """While only zeros came, every node on the way has the same counts, and the mixture is KT."""
    tree = ContextTree(5)
    for odds_of_one in (1 / 2, 1 / 4, 1 / 6, 1 / 8):
        assert tree.odds == pytest.approx(odds_of_one, abs=1e-15)
        tree.update(0)
    for bits, odds in (([0, 0], 3 / 8), ([0, 0, 0], 5 / 16), ([0, 0, 0, 1], 5 / 128)):
        assert math.exp(ContextTree(5).update(bits)) == pytest.approx(odds, abs=1e-15)


@given(BITS, st.integers(1, 5))
@settings(deadline=None)
def test_it_is_the_mixture_of_all_trees(bits: list[int], depth: int) -> None:
    tree, likely = ContextTree(depth), 0.0
    for i, bit in enumerate(bits):
        likely += tree.update(bit)
        exact = weighted(with_contexts(bits[: i + 1], depth), depth)
        assert math.exp(likely) == pytest.approx(float(exact), abs=1e-12, rel=1e-12)
    assert ContextTree(depth).update(bits) == pytest.approx(likely, abs=1e-12), "at once or one by one"


def test_what_may_come_adds_up_to_one() -> None:
    sequences = itertools.product([0, 1], repeat=6)
    total = math.fsum(math.exp(ContextTree(3).update(bits)) for bits in sequences)
    assert total == pytest.approx(1, abs=1e-12)


def test_ratios_too_small_for_a_number() -> None:
    """0 and 1 take turns, so that what is below the root is 2^600 times as likely as its counts; then zeros only."""
    tree, bits = ContextTree(1), [0, 1] * 400 + [0] * 1000
    likely = tree.update(bits[:800])
    assert tree.trees.nodes[1].shift < 0
    likely += tree.update(bits[800:])
    assert tree.trees.nodes[1].shift == 0
    exact = weighted(with_contexts(bits, 1), 1)
    expected = math.log(exact.numerator) - math.log(exact.denominator)
    assert likely == pytest.approx(expected, abs=1e-9)


@given(st.lists(BITS, min_size=1, max_size=6), st.integers(1, 20))
@settings(deadline=None)
def test_what_is_taken_back_leaves_no_trace(parts: list[list[int]], depth: int) -> None:
    tree, before = ContextTree(depth), []
    for bits in parts:
        before.append(snapshot(tree))
        tree.update(bits)
    odds = tree.odds
    assert tree.odds == odds, "to ask changes nothing"
    for earlier in reversed(before):
        tree.revert()
        assert snapshot(tree) == earlier


def test_what_is_kept_is_not_taken_back() -> None:
    tree = ContextTree(2)
    tree.update([0, 1, 1])
    tree.keep()
    tree.update(1)
    tree.revert()
    with pytest.raises(OptionError, match="nothing to take back"):
        tree.revert()
    assert len(tree) > 3 and tree.odds < 1


def test_it_learns_a_rule() -> None:
    tree = ContextTree(8)
    tree.update([int(i % 7 == 3) for i in range(700)])
    tree.keep()
    assert tree.odds < 0.02
    assert tree.update([0, 0, 0, 1, 0, 0, 0] * 3) > math.log(0.8)
    assert len(tree) < 60, "contexts that never came have no nodes"


def test_percepts_add_up_to_one_and_are_learnt() -> None:
    """Three observations and three rewards: of both, one code of two bits stands for nothing."""
    model, source = Model(3, 3, (-1.0, 0.0, 2.5), depth=12), np.random.default_rng(1)

    def all_odds(action: int) -> list[float]:
        return [model.odds(action, seen, paid) for seen in range(3) for paid in model.rewards]

    assert sum(all_odds(0)) == pytest.approx(1, abs=1e-12)
    for _ in range(300):
        action = int(source.integers(3))
        model.learn(action, (action + 1) % 3, 2.5 if action == 2 else -1.0)
    for action in range(3):
        odds = all_odds(action)
        assert sum(odds) == pytest.approx(1, abs=1e-12)
        assert model.odds(action, (action + 1) % 3, 2.5 if action == 2 else -1.0) == max(odds) > 0.95
    assert model.bytes > 0


@pytest.mark.parametrize("depth", [0, -1, 2.5, True, "3", 10**6])
def test_bad_depths(depth: Any) -> None:
    with pytest.raises(OptionError, match="aixi: depth must be a whole number from 1 to 10,000, not"):
        ContextTree(depth)
    with pytest.raises(OptionError, match="aixi: depth must be a whole number from 1 to 10,000, not"):
        Model(2, 2, (0.0, 1.0), depth)


@pytest.mark.parametrize("bits", [2, -1, [0, 1, 7], 0.5, "01", [None]])
def test_bad_bits(bits: Any) -> None:
    tree = ContextTree(3)
    with pytest.raises(OptionError, match="aixi: bits must be 0 or 1, not"):
        tree.update(bits)
    assert tree.trees.facts[LENGTH] == 3, "none of them was learnt"
