"""The most visited nodes of a tree, copied while it is at rest and while threads search it."""

from __future__ import annotations

import threading
import time
from typing import Any

import numpy as np
import pytest
from toys import nim

import anyspace
from anyspace import Search
from anyspace.core.layout import new_tree
from anyspace.core.top import ROOM, ROW, WAITING, copy_top
from anyspace.core.tree import add_child, plant, set_mover


def walked(node: Any, depth: int = 0) -> list[tuple[int, int, tuple[Any, ...]]]:
    """Visits, depth and line of every node, by walking."""
    found = [(node.visits, depth, line_of(node))]
    return found + [each for child in node.children if child.visits for each in walked(child, depth + 1)]


def line_of(node: Any) -> tuple[Any, ...]:
    return () if node.parent is None else (*line_of(node.parent), node.move)


@pytest.mark.parametrize("nodes", [1, 2, 37, 5_000])
def test_it_is_what_walking_finds(nodes: int) -> None:
    game = nim(14)
    search = Search(game, "plain", seed=1)
    search.run(game.start(), iterations=2_000)
    everything = sorted(walked(search.root), key=lambda each: -each[0])
    top = search.top(nodes)
    assert len(top) == min(nodes, len(everything))
    assert top.visits.tolist() == [visits for visits, _, _ in everything[: len(top)]]
    known = {line: (visits, depth) for visits, depth, line in everything}
    for row in range(len(top)):
        assert known[tuple(top.line(row))] == (top.visits[row], top.depths[row])
        assert top.parents[row] < row
    assert top.moves[0] is None and top.parents[0] == -1
    for child in search.root.children:
        row = next((row for row in range(1, len(top)) if top.line(row) == [child.move]), None)
        assert row is None or (top.values[row], top.players[row]) == (pytest.approx(child.value), child.player)


def test_it_looks_safe_at_what_comes() -> None:
    is_safe(Search(nim(30), "plain", seed=1))


@pytest.mark.parametrize(
    "options", [{"parallel": "tree:threads=2", "memory": "recycle:nodes=300"}, {"memory": "recycle:nodes=300"}]
)
def test_nodes_that_come_and_go(options: dict[str, str]) -> None:
    is_safe(Search(nim(30), "plain", seed=1, **options))  # type: ignore[arg-type]


def is_safe(search: Search) -> None:
    """Copies of a running search are trees, whose numbers make sense."""
    game: Any = search.game
    wrong: list[str] = []
    with search.start(game.start()) as handle:
        handle.result()

        def look() -> None:
            until = time.monotonic() + 0.4
            while time.monotonic() < until:
                top = search.top(100)
                parents = top.parents[1:]
                if not (top.parents[0] == -1 and (parents >= 0).all() and (parents < np.arange(1, len(top))).all()):
                    wrong.append("parents")
                if (top.depths[1:] != top.depths[parents] + 1).any():
                    wrong.append("depths")
                if (np.abs(top.values) > 1).any() or (top.visits < 0).any() or (top.players > 1).any():
                    wrong.append("numbers")
                if not set(top.moves[1:]) <= {1, 2, 3}:
                    wrong.append("moves")

        looking = [threading.Thread(target=look) for _ in range(2)]
        for thread in looking:
            thread.start()
        for thread in looking:
            thread.join(60)
        assert not handle.done
    assert not wrong


def broken(link: str, value: int) -> Any:
    tree = new_tree(20)
    with np.errstate(all="ignore"):
        plant(tree, 0)
        root = tree.roots[0]
        set_mover(tree, root, 0, 3)
        children = [add_child(tree, root, move) for move in (1, 2, 3)]
    for node in (root, *children):
        tree.nodes[node].visits = 5
    tree.nodes[children[1]][link] = value
    return tree


@pytest.mark.parametrize(("link", "value"), [("child", 4_000_000_000), ("sibling", 99), ("sibling", 3), ("child", 1)])
def test_links_that_lead_nowhere_or_round_and_round(link: str, value: int) -> None:
    """What a reader may see in the middle of a change: nothing outside is read, and it comes to an end."""
    tree = broken(link, value)
    rows = np.zeros(50, ROW).view(np.recarray)
    heap, spare = (np.zeros(size, WAITING).view(np.recarray) for size in (ROOM * 50 + 1, 50))
    with np.errstate(all="ignore"):
        count = copy_top(tree, tree.roots[0], rows, heap, spare)
    assert 1 <= count <= 50
    assert (rows.parent[1:count] < np.arange(1, count)).all()


def test_shared_lists_and_python_games() -> None:
    game = anyspace.load("tic_tac_toe")
    search = Search(game, "graph", seed=1)
    search.run(game.start(), iterations=3_000)
    top = search.top(200)
    assert len(top) == 200
    for row in range(200):
        state = game.start()
        for move in top.line(row):
            state.play(move)  # every line can be played


def test_what_cannot_be_asked_for() -> None:
    game = nim(8)
    search = Search(game, "plain")
    with pytest.raises(anyspace.NothingToSearch):
        search.top()
    search.run(game.start(), iterations=10)
    for wrong in (0, -1, 2.5, True, None, 10**9):
        with pytest.raises(anyspace.OptionError, match="nodes must be a whole number"):
            search.top(wrong)  # type: ignore[arg-type]
