"""One game for every kind of search, and a search by two threads with every check afterwards."""

from __future__ import annotations

import importlib
from typing import Any

from toys import nim

from anyspace import Search
from anyspace.core.check import check
from anyspace.core.sharing import TOUCHED


def leduc() -> Any:
    return importlib.import_module("anyspace.games.leduc_poker").game()


GAMES = {"perfect": nim(30), "single": leduc(), "multi": leduc(), "determinized": leduc()}


def assert_nobody_is_in(tree: Any) -> None:
    assert not tree.locks.any()
    assert not (tree.holders & ~TOUCHED).any()


def searched(scheme: Any, information: str, memory: str | None, iterations: int = 1500) -> None:
    game = GAMES[information]
    state = game.start(seed=1)
    search = Search(game, "plain", parallel=scheme, information=information, memory=memory, seed=1)
    result = search.run(state, iterations=iterations)
    for tree in search.forest:
        check(tree)
        assert_nobody_is_in(tree)
    assert result.move in state.moves()
    assert result.stats.threads == 2
    if memory is not None:
        assert result.stats.nodes <= 40
    if memory is None or not memory.startswith("stop"):
        assert result.stats.iterations == iterations
    if memory is None:
        assert sum(row.visits for row in result.table) == iterations
