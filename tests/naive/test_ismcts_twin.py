"""SO- and MO-ISMCTS in the kernels and in the slow obvious twin agree, visit for visit."""

from __future__ import annotations

import importlib

import pytest
from naive import ismcts

from anyspace import UCB1, Search
from anyspace.core.check import check


def hidden_game(name: str, **options: object):  # type: ignore[no-untyped-def]
    game = importlib.import_module(f"anyspace.games.{name}").game(**options)
    game.rules.pop("playout", None)  # the twin plays uniformly random moves
    return game


@pytest.mark.parametrize("information", ["single", "multi"])
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("name", "options"), [("kuhn_poker", {}), ("leduc_poker", {}), ("phantom", {"m": 3, "n": 3, "k": 3})]
)
def test_same_visits(name: str, options: dict[str, int], seed: int, information: str) -> None:
    game = hidden_game(name, **options)
    state = game.start(seed=seed)
    search = Search(game, select=UCB1(0.8), information=information, seed=seed)
    search.run(state, iterations=300)
    check(search.tree)
    twins = ismcts.search(game, state, 300, 0.8, seed, information == "multi")
    twin = twins[state.mover] if information == "multi" else twins[0]
    assert {node.move: node.visits for node in search.root.children} == {m: n.visits for m, n in twin.children.items()}
    for node in search.root.children:
        below = {child.move: child.visits for child in node.children}
        assert below == {m: n.visits for m, n in twin.children[node.move].children.items()}
