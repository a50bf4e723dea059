"""RockSample: rewards and sensor by hand, guesses by what is known, and a search that does better than its playouts."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest
from hidden import check_determinizations
from uncompiled import plain_search, uncompiled

from anyspace.errors import OptionError
from anyspace.games import rock_sample
from anyspace.rules.game import CHANCE, OVER


def made(**options: Any) -> Any:
    return uncompiled(rock_sample.game(**options))


def cross_check(size: int, rocks: int, games: int) -> int:
    """Random games beside the rules worked out anew: moves, rewards, odds, beliefs. Returns the moves compared."""
    source, compared = random.Random(3), 0
    where = rock_sample.layout(size, rocks)
    for seed in range(games):
        state = made(size=size, rocks=rocks).start(seed=seed)
        good, gone = [bool(rock) for rock in state["good"]], [False] * rocks
        x, y, total, factor, belief = 0, size // 2, 0.0, 1.0, [0.5] * rocks
        for _ in range(100):
            here = [i for i, at in enumerate(where) if at == (x, y) and not gone[i]]
            expected = {1, *([0] if y < size - 1 else []), *([2] if y > 0 else []), *([3] if x > 0 else [])}
            expected |= ({4} if here else set()) | {5 + i for i in range(rocks) if not gone[i]}
            assert set(state.moves()) == expected
            move = source.choice(state.moves())
            state.play(move)
            compared += 1
            if move >= 5:
                rock = move - 5
                right = (1 + 2 ** (-math.dist((x, y), where[rock]) / 20)) / 2
                assert state.mover == CHANCE
                assert state.weights() == pytest.approx([1 - right, right] if good[rock] else [right, 1 - right])
                said = source.choices(state.moves(), state.weights())[0]
                state.play(said)
                likely = belief[rock] * (right if said else 1 - right)
                belief[rock] = likely / (likely + (1 - belief[rock]) * (1 - right if said else right))
                assert state["odds"][rock] == pytest.approx(belief[rock])
            elif move == 4:
                total += factor * (10 if good[here[0]] else -10)
                gone[here[0]] = True
            elif move == 1 and x == size - 1:
                total += factor * 10
            x, y = x + (move == 1) - (move == 3), y + (move == 0) - (move == 2)
            factor *= 0.95
            assert state.returns() == pytest.approx([total])
            if state.mover == OVER:
                break
        assert state.over
    return compared


@pytest.mark.parametrize(("size", "rocks"), [(7, 8), (4, 3)])
def test_agrees_with_the_rules_worked_out_anew(size: int, rocks: int) -> None:
    assert cross_check(size, rocks, 8) > 50


def test_guesses_are_drawn_by_what_is_known() -> None:
    game = made(size=4, rocks=3)
    check_determinizations(game, games=2, per_state=2, share=0.1)
    state = game.start(seed=1)
    for _ in range(4):
        state.play(5).play(1)  # the first rock, said to be good
    good = sum(int(state.determinize(0, seed=seed)["good"][0]) for seed in range(400)) / 400
    assert good == pytest.approx(float(state["odds"][0]), abs=0.06) and good > 0.8


def test_usual_fields() -> None:
    for (size, rocks), where in rock_sample.LAYOUTS.items():
        assert len(where) == rocks == len(set(where)) and all(0 <= x < size > y >= 0 for x, y in where)
    assert rock_sample.layout(9, 5) == rock_sample.layout(9, 5) and len(set(rock_sample.layout(9, 5))) == 5


def test_the_exit_is_taken_where_nothing_else_is_left() -> None:
    game = made(size=3, rocks=1, discount=0.7)
    state = game.start(seed=1)
    for _ in range(9):
        state.play(5).play(0)  # the rock is as good as known to be bad
    assert plain_search(game, "ucb1:c=0.5", seed=1).run(state, iterations=150).name == "east"


@pytest.mark.parametrize("options", [{"size": 1}, {"rocks": 99}, {"size": 2, "rocks": 5}, {"discount": 0}])
def test_bad_options(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match="rock_sample"):
        rock_sample.game(**options)
