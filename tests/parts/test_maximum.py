"""Selection by the greatest reward seen."""

from __future__ import annotations

import math
from typing import Any

import everything
import numpy as np
import pytest
from twin import Node, Twin, tree_of, tree_of_twin
from uncompiled import plain_search

from anyspace import Maximum, OptionError
from anyspace.core.check import check
from anyspace.parts.value.maximum import mixed
from anyspace.rules.game import OVER, Game

PATHS = np.dtype([("depth", np.int8), ("right", np.int16)])


def left_or_right(depth: int = 5) -> Game:
    """One player: at each of `depth` steps left (0) or right (1). All left pays 1; else a third of the share of steps
    to the right: the mean leads away from what can be reached."""

    def start(state: Any, rng: Any) -> None:
        state.depth = state.right = 0

    def mover(state: Any) -> int:
        return OVER if state.depth == depth else 0

    def moves(state: Any, out: Any) -> int:
        out[0], out[1] = 0, 1
        return 2

    def play(state: Any, move: int) -> None:
        state.depth += 1
        state.right += move

    def returns(state: Any, out: Any) -> None:
        out[0] = 1.0 if state.right == 0 else state.right / depth / 3

    return Game(
        name="left_or_right", state=PATHS, players=1, max_moves=2, payoffs=(0.0, 1.0), max_length=depth,
        start=start, mover=mover, moves=moves, play=play, returns=returns,
    )  # fmt: skip


def test_by_hand() -> None:
    assert mixed(0.5, 1.0, 0.25) == 0.625
    assert mixed(0.3, 0.9, 0.0) == 0.3
    assert mixed(0.3, 0.9, 1.0) == pytest.approx(0.9)


@pytest.mark.parametrize("weight", [1.0, 0.3])
@pytest.mark.parametrize("game", [left_or_right(), everything.game(hides=False)], ids=lambda game: game.name)
def test_as_a_slow_twin_says(game: Game, weight: float) -> None:
    def learn(path: list[Node], moves: Any, rewards: list[float]) -> None:
        for node in path:
            node.extra["most"] = max(node.extra.get("most", 0.0), float(np.float32(rewards[node.player])))

    def score(node: Node, child: Node) -> float:
        width = math.sqrt(math.log(node.visits))
        return mixed(child.mean, child.extra["most"], weight) + width * (1 / math.sqrt(child.visits))

    search = plain_search(game, Maximum(weight), seed=4)
    search.run(game.start(), iterations=150)
    check(search.tree)
    twin = Twin(game, 4, score, learn=learn, competes=False).run(game.start(), 150)
    assert tree_of(search) == tree_of_twin(twin)


def test_weight_0_is_plain_uct() -> None:
    game = left_or_right()
    trees = []
    for parts in ([], [Maximum(0)]):
        search = plain_search(game, *parts, seed=7)
        search.run(game.start(), iterations=150)
        trees.append(tree_of(search))
    assert trees[0] == trees[1]


def test_what_can_be_reached_counts() -> None:
    """The mean prefers the right, where nothing pays as much as all left."""
    game = left_or_right(6)
    chosen = [plain_search(game, *parts, seed=3).run(game.start(), iterations=120).move for parts in ([], [Maximum()])]
    assert chosen == [1, 0]


def test_bad_options() -> None:
    for weight in (-0.1, 1.1, "all"):
        with pytest.raises(OptionError):
            Maximum(weight)  # type: ignore[arg-type]
