"""The kernels and the slow obvious twin agree, visit for visit."""

from __future__ import annotations

import pytest
from naive import uct
from toys import gamble, nim

import anyspace
from anyspace import UCB1, Search
from anyspace.core.check import check


def visits_of(search: Search) -> dict[int, tuple[int, float]]:
    return {node.move: (node.visits, node.mean) for node in search.root.children}


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(
    "game",
    [nim(), nim(12, players=3), gamble(), anyspace.load("pig(target=12)")],
    ids=["nim", "three-player nim", "gamble", "pig"],
)
def test_same_visits(game: anyspace.Game, seed: int) -> None:
    game.rules.pop("playout", None)
    state = game.start(seed=seed)
    search = Search(game, select=UCB1(0.9), seed=seed)
    search.run(state, iterations=400)
    check(search.tree)
    twin = uct.search(game, state, 400, 0.9, seed)
    ours = visits_of(search)
    assert {move: node.visits for move, node in twin.children.items()} == {m: v for m, (v, _) in ours.items()}
    for move, node in twin.children.items():
        assert ours[move][1] == pytest.approx(node.reward / node.visits)


def test_second_ply_agrees_too() -> None:
    game = nim()
    search = Search(game, select=UCB1(1.2), seed=3)
    search.run(game.start(), iterations=500)
    twin = uct.search(game, game.start(), 500, 1.2, 3)
    for node in search.root.children:
        replies = twin.children[node.move].children
        assert {child.move: child.visits for child in node.children} == {m: n.visits for m, n in replies.items()}
