"""Urgency, biases, seeding, the greatest reward, decisive moves and groups, compiled: as uncompiled, visit for visit;
and sound where several threads share the tree. A combination of parts takes seconds to compile: they come together."""

from __future__ import annotations

from typing import Any

import everything
import pytest
from toys import PythonNim
from twin import tree_of
from uncompiled import plain_search, slowed

from anyspace import Decisive, PythonGame, Search
from anyspace.core.check import check

COMPILED, PLAIN = everything.game(), everything.game()
TOGETHER: list[tuple[list[str], dict[str, Any]]] = [
    (
        [
            *("fpu:mode=parent", "grandfather", "progressive_bias:source=evaluate,after=3", "history", "maximum"),
            *("seeding:visits=4,fades=true,fade=20", "progressive_history", "decisive"),
        ],
        {},
    ),
    (["groups", "progressive_bias:after=4", "seeding:visits=3,source=evaluate"], {}),
]


@pytest.mark.parametrize(("parts", "options"), TOGETHER, ids=str)
def test_compiled_and_uncompiled_agree(parts: list[str], options: dict[str, Any]) -> None:
    found = []
    for game, made in ((COMPILED, Search), (PLAIN, plain_search)):
        search = made(game, *parts, information="cheating", seed=11, **options)
        search.run(game.start(seed=1), iterations=150)
        check(search.tree)
        found.append(tree_of(search))
    assert found[0] == found[1]


def test_under_hidden_information() -> None:
    parts = ["fpu:mode=reduction", "grandfather", "seeding", "progressive_history", "progressive_bias:source=evaluate"]
    found = []
    for game, made in ((COMPILED, Search), (PLAIN, plain_search)):
        search = made(game, *parts, information="multi", memory="recycle:nodes=60", seed=11)
        search.run(game.start(seed=1), iterations=150)
        check(search.tree)
        found.append(tree_of(search))
    assert found[0] == found[1]


@pytest.mark.slow  # threads and parts, quickly: test_compiled_learning_playouts.py
def test_where_threads_share_a_tree() -> None:
    parts = ["decisive:after=3", "history", "progressive_bias", "maximum", "grandfather"]
    search = Search(COMPILED, *parts, information="cheating", parallel="tree:threads=2", memory="recycle:nodes=60")
    result = search.run(COMPILED.start(seed=1), iterations=20_000)
    check(search.tree)
    assert result.stats.iterations >= 20_000


def test_decisive_moves_of_a_python_game() -> None:
    """Its states are objects: copies are made by the game."""
    game = PythonGame(PythonNim, players=2)
    state = game.start()
    for move in ("three", "one"):
        state.play(move)  # of six, to take three loses at once
    search = slowed(Search(game, Decisive(), seed=1))
    search.run(state, iterations=50)
    assert {child.move for child in search.root.children} == {"one", "two"}
