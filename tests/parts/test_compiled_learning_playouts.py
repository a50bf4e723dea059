"""Playouts that learn, compiled: as uncompiled, visit for visit; sound with several threads, hidden information and
games that live in Python. They come together: each combination takes seconds."""

from __future__ import annotations

from typing import Any

import everything
import pytest
from toys import PythonNim
from twin import tree_of
from uncompiled import plain_search

from anyspace import PythonGame, Search
from anyspace.core.check import check

TOGETHER: list[tuple[str, dict[str, Any], bool]] = [
    ("nst lgr contextual rave pool_rave:visits=10", {}, False),
    ("ppa lgr:memory=1,forget=false", {"information": "multi", "memory": "recycle:nodes=60"}, True),
]


@pytest.mark.parametrize(("parts", "options", "hides"), TOGETHER, ids=["seen", "hidden"])
def test_compiled_and_uncompiled_agree(parts: str, options: dict[str, Any], hides: bool) -> None:
    found = []
    for made in (Search, plain_search):
        game = everything.game(hides)
        search = made(game, *parts.split(), seed=11, **options)
        result = search.run(game.start(seed=1), iterations=150)
        check(search.tree)
        found.append((result.table, tree_of(search)))
    assert found[0] == found[1]


@pytest.mark.parametrize(
    ("parts", "scheme"),
    [
        ("nst lgr contextual", "tree:threads=2"),
        pytest.param("ppa lgr:memory=1", "leaf:threads=2", marks=pytest.mark.slow),
    ],
)
def test_with_two_threads(parts: str, scheme: str) -> None:
    game = everything.game(False)
    search = Search(game, *parts.split(), parallel=scheme)
    result = search.run(game.start(seed=1), iterations=20_000)
    check(search.tree)
    assert result.stats.iterations >= 20_000


class Nim(PythonNim):
    """Its moves are words."""

    players, max_moves, max_length, actions = 2, 3, 10, 3


def test_a_game_that_lives_in_python() -> None:
    game = PythonGame(Nim)
    search = Search(game, *TOGETHER[0][0].split(), seed=3)
    result = search.run(game.start(), iterations=3_000)
    check(search.tree)
    assert result.move == "two", "leaves eight"
