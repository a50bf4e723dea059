"""The cheese maze: the maze worked anew, what the mouse can know, exact dynamic programming over that."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from hidden import check_determinizations
from uncompiled import plain_search, uncompiled

from anyspace.errors import OptionError
from anyspace.games import cheese_maze
from anyspace.lab.reproduce.checks.exact_values import cheese_value
from anyspace.rules.game import CHANCE

MAZE = {(0, 0): 0, (1, 0): 1, (2, 0): 2, (3, 0): 3, (4, 0): 4, (0, 1): 5, (2, 1): 6, (4, 1): 7, (0, 2): 8, (2, 2): 9,
        (4, 2): 10}  # fmt: skip
WAYS = [(0, -1), (1, 0), (0, 1), (-1, 0)]


def made(**options: Any) -> Any:
    return uncompiled(cheese_maze.game(**options))


def cross_check(games: int) -> int:
    """Random games beside the map: what is seen and paid, and that the truth is never ruled out. Returns the steps."""
    source, compared = random.Random(2), 0
    places = {cell: place for place, cell in MAZE.items()}
    for seed in range(games):
        state, total = made(horizon=15).start(seed=seed), 0.0
        while not state.over:
            x, y = places[int(state["cell"])]
            assert state["odds"][state["cell"]] > 0 and sum(state["odds"]) == pytest.approx(1)
            way = source.choice(state.moves())
            state.play(way)
            assert state.mover == CHANCE and len(state.moves()) == 1
            (seen,) = state.moves()
            ahead = (x + WAYS[way][0], y + WAYS[way][1])
            found = MAZE.get(ahead) == 9
            total += 10 if found else -1 if ahead in MAZE else -10
            state.play(seen)
            x, y = places[int(state["cell"])]
            walls = sum(1 << i for i, (dx, dy) in enumerate(WAYS) if (x + dx, y + dy) not in MAZE)
            assert seen == walls + 16 * found and state.returns() == pytest.approx([total])
            assert found or (x, y) == (ahead if ahead in MAZE else (x, y))
            compared += 1
    return compared


def test_agrees_with_the_map() -> None:
    assert cross_check(20) == 300


def test_guesses_are_what_the_mouse_can_know() -> None:
    check_determinizations(made(horizon=6), games=6, per_state=3)
    game = made(horizon=6)
    state = next(state for seed in range(99) if (state := game.start(seed=seed))["cell"] == 6)  # one of three corridors
    counts = Counter(int(state.determinize(0, seed=seed)["cell"]) for seed in range(600))
    assert set(counts) == {5, 6, 7} and all(150 < count < 250 for count in counts.values())
    state.play(0).play(state.moves()[0])  # north: the junction in the middle looks like no other cell
    assert {int(state.determinize(0, seed=seed)["cell"]) for seed in range(20)} == {2}


def test_what_can_be_had_at_best() -> None:
    """One step: in the three corridors, which look alike, south (10 in one case of three), elsewhere a step for -1. Far
    ahead, less a step than who sees where it is has: 3.9 steps on average, one of which pays 10."""
    assert cheese_value(1) == pytest.approx(3 / 10 * (10 - 1 - 1) / 3 - 7 / 10, abs=1e-6)
    assert 1.33 < (cheese_value(40) - cheese_value(25)) / 15 < (10 - 2.9) / 3.9


def test_a_search_knows_the_way_from_the_junction() -> None:
    game = made(horizon=4)
    state = next(state for seed in range(99) if (state := game.start(seed=seed))["cell"] == 2)
    assert plain_search(game, "ucb1:c=0.5", seed=1).run(state, iterations=250).name == "south"


@pytest.mark.parametrize("options", [{"horizon": 0}, {"horizon": True}, {"discount": 1.5}])
def test_bad_options(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match="cheese_maze"):
        cheese_maze.game(**options)
