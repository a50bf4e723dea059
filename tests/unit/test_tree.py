"""The pool of nodes: allocation, links, advancing, the checker itself; and the choice among untried moves."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from anyspace import rng as random_numbers
from anyspace.core.check import check
from anyspace.core.layout import Layout, grown, new_tree
from anyspace.core.tree import NO_NODE, add_child, advance, child_by_move, plant, room
from anyspace.core.untried import marks_for, pick_untried


def random_tree(size: int, seed: int) -> object:
    source = random.Random(seed)
    tree = new_tree(size)
    plant(tree, 0)
    nodes = [int(tree.roots[0])]
    while room(tree) > 0:
        parent = source.choice(nodes)
        move = source.randrange(1000)
        if child_by_move(tree, parent, move) == NO_NODE:
            tree.nodes[parent].mover = 0
            nodes.append(int(add_child(tree, parent, move)))
    return tree


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 60), st.integers(0, 10**6))
def test_advancing_frees_all_but_the_subtree(size: int, seed: int) -> None:
    tree = random_tree(size, seed)
    check(tree)
    while True:
        root = tree.roots[0]
        if tree.nodes[root].child == NO_NODE:
            break
        move = int(tree.nodes[tree.nodes[root].child].move)
        before = int(tree.pool[0].used)
        assert advance(tree, 0, move)
        check(tree)
        assert tree.pool[0].used < before
    assert not advance(tree, 0, 5000)
    while room(tree) > 0:  # every freed record can be used again
        tree.nodes[tree.roots[0]].mover = 0
        add_child(tree, tree.roots[0], int(tree.pool[0].used) + 10_000)
    assert tree.pool[0].used == size
    check(tree)


def test_growing_changes_nothing() -> None:
    tree = random_tree(30, 1)
    larger = grown(tree, Layout(), 100)
    assert (larger.nodes[:31] == tree.nodes).all()
    assert room(larger) == 70 and room(tree) == 0
    check(larger)


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("visits", -1, "visits"),
        ("reward", 9.0, "reward"),
        ("child", 1, "twice"),
        ("child", 99, "outside"),
    ],
)
def test_the_checker_checks(field: str, value: float, message: str) -> None:
    tree = random_tree(20, 3)
    leaf = next(i for i in range(2, 20) if tree.nodes[i].child == NO_NODE)
    tree.nodes[leaf][field] = value
    tree.nodes[leaf].mover = 0
    with pytest.raises(AssertionError, match=message):
        check(tree)


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_untried_is_what_has_no_child(data: st.DataObject) -> None:
    moves = data.draw(st.lists(st.integers(0, 2**31 - 2), min_size=1, max_size=30, unique=True))
    tried = data.draw(st.lists(st.sampled_from(moves), max_size=len(moves) - 1, unique=True)) if len(moves) > 1 else []
    tree = new_tree(40)
    plant(tree, 0)
    root = tree.roots[0]
    for move in tried:
        add_child(tree, root, move)
    marks = marks_for(30)
    with np.errstate(over="ignore"):
        out = np.array(moves, np.int32)
        chosen = pick_untried(
            tree.nodes, root, out, len(moves), marks, random_numbers.new(data.draw(st.integers(0, 99)))
        )
    assert chosen in set(moves) - set(tried)
    assert not marks.any()


def test_untried_is_uniform() -> None:
    tree = new_tree(10)
    plant(tree, 0)
    root = tree.roots[0]
    for move in (3, 19):
        add_child(tree, root, move)
    marks, rng = marks_for(8), random_numbers.new(5)
    with np.errstate(over="ignore"):
        picks = [
            int(pick_untried(tree.nodes, root, np.array([3, 7, 11, 19, 23], np.int32), 5, marks, rng))
            for _ in range(3000)
        ]
    for move in (7, 11, 23):
        assert abs(picks.count(move) - 1000) < 4 * (3000 * 2 / 9) ** 0.5
