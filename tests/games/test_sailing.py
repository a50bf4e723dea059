"""Sailing: against a twin by exact dynamic programming, and a search that comes close to the optimum."""

from __future__ import annotations

import random
from typing import Any

import pytest
from uncompiled import uncompiled

import anyspace
from anyspace.errors import OptionError, PositionError
from anyspace.games import sailing
from anyspace.rules.game import CHANCE

AROUND = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
TURNS = {
    0: {0: 0.4, 1: 0.3, 7: 0.3},
    1: {0: 0.4, 1: 0.3, 2: 0.3},
    2: {1: 0.4, 2: 0.3, 3: 0.3},
    3: {2: 0.4, 3: 0.3, 4: 0.3},
    4: {3: 0.4, 4: 0.2, 5: 0.4},
    5: {4: 0.3, 5: 0.3, 6: 0.4},
    6: {5: 0.3, 6: 0.3, 7: 0.4},
    7: {6: 0.3, 7: 0.3, 0: 0.4},
}


def made(**options: Any) -> Any:
    return uncompiled(sailing.game(**options))


def legal(size: int, x: int, y: int, wind: int) -> dict[int, int]:
    """Headings and their costs, worked out anew."""
    found = {}
    for heading, (dx, dy) in enumerate(AROUND):
        angle = abs((heading - wind + 4) % 8 - 4)
        if 0 <= x + dx < size and 0 <= y + dy < size and angle < 4:
            found[heading] = 1 + angle
    return found


def optimum(size: int, discount: float) -> dict[tuple[int, int, int, int], float]:
    """The least cost by (moves left, x, y, wind): exact, backwards in time."""
    values: dict[tuple[int, int, int, int], float] = {}
    goal = (size - 1, size - 1)
    for left in range(10 * size + 1):
        for x in range(size):
            for y in range(size):
                for wind in range(8):
                    if (x, y) == goal or left == 0:
                        values[left, x, y, wind] = 0.0
                        continue
                    values[left, x, y, wind] = min(
                        cost + discount * after(values, left, x, y, wind, heading)
                        for heading, cost in legal(size, x, y, wind).items()
                    )
    return values


def after(values: Any, left: int, x: int, y: int, wind: int, heading: int) -> float:
    """What is to be paid after a move."""
    dx, dy = AROUND[heading]
    return sum(odds * values[left - 1, x + dx, y + dy, turned] for turned, odds in TURNS[wind].items())


def cross_check(size: int, games: int) -> int:
    """Random games, moves, costs and odds compared with the twin's. Returns the decisions compared."""
    source, compared = random.Random(1), 0
    for number in range(games):
        state, paid, factor = made(size=size).start(seed=number), 0.0, 1.0
        while not state.over:
            x, y, wind = int(state["x"]), int(state["y"]), int(state["wind"])
            if state.mover == CHANCE:
                assert dict(zip(state.moves(), state.weights(), strict=True)) == pytest.approx(TURNS[wind])
                state.play(source.choices(state.moves(), state.weights())[0])
                continue
            expected = legal(size, x, y, wind)
            assert state.moves() == sorted(expected)
            move = source.choice(state.moves())
            paid, factor = paid + factor * expected[move], factor * 0.95
            state.play(move)
            compared += 1
        assert state.returns() == pytest.approx([-paid])
        assert state["moved"] == 10 * size or (state["x"], state["y"]) == (size - 1, size - 1)
    return compared


def test_agrees_with_its_twin() -> None:
    assert cross_check(3, 20) > 60


def test_a_search_comes_close_to_the_optimum() -> None:
    """What its first moves cost, played on optimally: within a tenth of the least cost, over all winds."""
    game, values = anyspace.load("sailing"), optimum(5, 0.95)
    best = chosen = 0.0
    for wind in range(8):
        state = game.position(f"0,0 {sailing.NAMES[wind]} - 0")
        move = anyspace.Search(game, "plain", seed=1).run(state, iterations=3000).move
        best += values[50, 0, 0, wind]
        chosen += legal(5, 0, 0, wind)[move] + 0.95 * after(values, 50, 0, 0, wind, move)
    assert best <= chosen <= 1.1 * best


def test_changing_tack_costs_three_more() -> None:
    game = made(size=5, tack=True)
    state = game.position("2,2 n - 4")
    state.play(state.parse("e"))
    first = -state.returns()[0]
    state.play(state.moves()[0])  # the wind turns
    sides = {move: (move - int(state["wind"])) % 8 for move in state.moves()}
    for move, turn in sides.items():
        paid = -state.copy().play(move).returns()[0] - first
        cost = 1 + abs((turn + 4) % 8 - 4) + (3 if turn in (5, 6, 7) else 0)
        assert paid == pytest.approx(cost * 0.95**5)


def test_positions_as_text() -> None:
    game = made(size=4)
    for text in ("0,0 ne - 0", "2,3 s 1 7 turns", "3,3 w - 9"):
        assert game.position(text).notation() == text
    for text in ("4,0 n - 0", "0,0 up - 0", "0 n - 0", "0,0 n 3 0", "0,0 n - 999"):
        with pytest.raises(PositionError):
            game.position(text)


@pytest.mark.parametrize("options", [{"size": 1}, {"tack": 3}, {"discount": 0}, {"discount": 2}])
def test_bad_options(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match="sailing"):
        sailing.game(**options)
