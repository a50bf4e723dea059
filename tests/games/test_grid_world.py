"""Grid worlds: Russell and Norvig's utilities, by dynamic programming that knows only the map."""

from __future__ import annotations

import random
from typing import Any

import pytest
from uncompiled import plain_search, uncompiled

from anyspace.errors import OptionError, PositionError
from anyspace.games import grid_world
from anyspace.lab.reproduce.checks.exact_values import Grid, grid_moves, grid_values
from anyspace.rules.game import CHANCE

UTILITIES = {
    (0, 0): 0.812, (1, 0): 0.868, (2, 0): 0.918, (0, 1): 0.762, (2, 1): 0.660,
    (0, 2): 0.705, (1, 2): 0.655, (2, 2): 0.611, (3, 2): 0.388,
}  # fmt: skip
"""Russell and Norvig, Artificial Intelligence: A Modern Approach, figure 17.3; column, row from the north."""


def made(**options: Any) -> Any:
    return uncompiled(grid_world.game(**options))


def test_the_known_utilities() -> None:
    values = grid_values(Grid(), horizon=100)
    for cell, known in UTILITIES.items():
        assert values[100][cell] == pytest.approx(known, abs=0.001)


def cross_check(games: int) -> int:
    """Random walks beside the map: odds, where steps lead, what is paid. Returns the steps compared."""
    source, compared = random.Random(1), 0
    rows = ["..#-", "S..+", "...."]
    for seed in range(games):
        state = made(grid="/".join(rows), noise=0.4, step=-0.5, goal=3.0, discount=0.9, horizon=12).start(seed=seed)
        x, y, total, steps = 0, 1, 0.0, 0
        while not state.over:
            way = source.choice(state.moves())
            state.play(way)
            assert state.mover == CHANCE and state.weights() == pytest.approx([0.6, 0.2, 0.2])
            slip = source.choice(state.moves())
            state.play(slip)
            dx, dy = [(0, -1), (1, 0), (0, 1), (-1, 0)][(way + (0, -1, 1)[slip]) % 4]
            if 0 <= x + dx < 4 and 0 <= y + dy < 3 and rows[y + dy][x + dx] != "#":
                x, y = x + dx, y + dy
            total += 0.9**steps * (-0.5 + {"+": 3.0, "-": -1.0}.get(rows[y][x], 0.0))
            steps += 1
            compared += 1
            assert state.notation() == f"{x},{y} {steps}" and state.returns() == pytest.approx([total])
        assert rows[y][x] in "+-" or steps == 12
    return compared


def test_agrees_with_the_map() -> None:
    assert cross_check(20) > 60


def test_a_search_earns_what_can_be_had() -> None:
    """From a few cells, with six steps left: the move found is within 0.05 of the best one's worth."""
    game, values = made(horizon=6), grid_values(Grid(), 6)
    for cell in ((2, 0), (2, 1), (1, 0)):
        state = game.position(f"{cell[0]},{cell[1]} 0")
        move = plain_search(game, "ucb1:c=0.7", seed=1).run(state, iterations=400).move
        assert grid_moves(Grid(), values[5], cell)[move] >= values[6][cell] - 0.05


def test_text_and_certain_steps() -> None:
    game = made(noise=0)
    state = game.position("2,0 3")
    assert state.play(1).over and state.returns() == pytest.approx([0.96])
    assert made().position("1,2 4 north").notation() == "1,2 4 north"
    for text in ("1,1 0", "9,0 0", "0,0 99", "0,0 1 up", "00 1"):
        with pytest.raises(PositionError):
            made().position(text)


@pytest.mark.parametrize(
    "options",
    [{"grid": "..S/."}, {"grid": "..."}, {"grid": 5}, {"grid": "S x"}, {"noise": 2}, {"step": "a"}, {"discount": 0},
     {"horizon": 0}],
)  # fmt: skip
def test_bad_options(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match="grid_world"):
        grid_world.game(**options)
