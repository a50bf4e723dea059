"""What a network for a game gives: one value where what one gains the other loses, and one each where not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from neural.strip import strip
from training.boards import three
from uncompiled import plain_search, uncompiled

from anyspace import OptionError
from anyspace.training import planning
from anyspace.training.planning import Planner
from anyspace.training.settings import Settings
from anyspace.training.shape import Shape, shape_of, values_of


def both_gain(state: Any, out: Any) -> None:
    """Who has cell 5 wins, and both do if player 0 has cell 0 as well."""
    out[0] = 1.0 if state.cell[5] == 0 else -1.0
    out[1] = 1.0 if state.cell[5] == 1 or state.cell[0] == 0 else -1.0


def test_two_who_share_what_there_is_have_one_value_between_them() -> None:
    assert shape_of(three()).values == 1 and shape_of(uncompiled(strip())).values == 1
    assert values_of([1.0, -1.0], 1, three(), shape_of(three())).tolist() == [-1.0]


def test_two_who_may_both_gain_have_a_value_each(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planning, "Search", plain_search)
    game = uncompiled(strip(name="both", returns=both_gain))
    shape = shape_of(game)
    assert shape.values == 2
    assert values_of([1.0, 1.0], 0, game, shape).tolist() == [1.0, 1.0]

    def evaluate(planes: Any) -> tuple[Any, Any]:
        return np.zeros((len(planes), 6), np.float32), np.zeros((len(planes), 2), np.float32)

    state = game.start()
    for move in (0, 1, 2, 3):
        state.play(move)
    (thought,) = Planner(game, evaluate, Settings(simulations=24), 0).think([state], False)
    assert thought.move == 5 and thought.value.shape == (2,)
    assert thought.value[1] > 0.8 and thought.value[0] > -0.5  # one wins anyway, the other by that move


def test_one_value_is_never_taught_for_two_who_both_gained() -> None:
    game = uncompiled(strip(name="both", returns=both_gain))
    with pytest.raises(OptionError, match="both: a game that paid 1 and 1: one value cannot stand for both players"):
        values_of([1.0, 1.0], 0, game, Shape((3, 2, 3), 6, 1))
