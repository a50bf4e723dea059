"""The leftmost path problem: against a slow twin, and what random play scores."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
import pytest
from oracle import cross_check
from playout_helpers import all_payoffs
from puzzle_helpers import Alone
from trace_helpers import check_traces
from uncompiled import uncompiled
from uncompiled_helpers import check_rules

import anyspace
from anyspace.errors import OptionError
from anyspace.games import leftmost_path
from anyspace.rules.game import Game


class Twin(Alone):
    """A text of all steps."""

    def __init__(self) -> None:
        self.steps = ""

    def begin(self) -> Twin:
        return Twin()

    def legal_actions(self) -> list[int]:
        return [0, 1] if len(self.steps) < 60 else []

    def apply_action(self, move: int) -> None:
        self.steps += "lr"[move]

    def score(self) -> float:
        return float(len(self.steps) - len(self.steps.lstrip("l")))


def test_agrees_with_a_slow_twin() -> None:
    game = anyspace.load("leftmost_path")
    assert cross_check(game, Twin(), 20, seed=1) == 20 * 61
    check_rules(cast(Game, game), games=2, seed=1)


def test_random_play_scores_one_step() -> None:
    """The mean of a geometric distribution, 1; its variance is 2."""
    state = anyspace.load("leftmost_path").start()
    payoffs, lengths = all_payoffs(state, 20_000)
    assert set(lengths) == {60.0}
    assert abs(payoffs.mean() - 1) < 4 * np.sqrt(2 / 20_000)
    after = anyspace.load("leftmost_path").after("left left")
    assert abs(all_payoffs(after, 20_000)[0].mean() - 3) < 4 * np.sqrt(2 / 20_000)
    check_traces(state, 10)


def test_codes_and_pictures() -> None:
    game = uncompiled(leftmost_path.game(depth=5))
    state = game.after("left right left")
    record = game.backend.record(state._block)
    assert [game.rules["code"](record, move) for move in state.moves()] == [6, 7]
    assert str(state) == "3 of 5 steps, the first 1 to the left, broken"
    assert state.returns() == [1.0] and state != game.after("right left left")


@pytest.mark.parametrize("depth", [0, 10_001, "deep", True])
def test_bad_options(depth: Any) -> None:
    with pytest.raises(OptionError, match=r"^leftmost_path: depth must be"):
        leftmost_path.game(depth)
