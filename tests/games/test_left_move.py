"""The left move problem: against a slow twin; it is LeftRight with the codes of the papers."""

from __future__ import annotations

from typing import Any, cast

import pytest
from oracle import cross_check
from puzzle_helpers import Alone
from uncompiled import uncompiled
from uncompiled_helpers import check_rules

import anyspace
from anyspace.errors import OptionError
from anyspace.games import left_move
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
        return float(self.steps.count("l"))


def test_agrees_with_a_slow_twin() -> None:
    game = anyspace.load("left_move")
    assert cross_check(game, Twin(), 10, seed=1) == 10 * 61
    check_rules(cast(Game, game), games=2, seed=1)


def test_codes_are_the_step_and_the_way() -> None:
    game = uncompiled(left_move.game(depth=5))
    state = game.after("left right left")
    record = game.backend.record(state._block)
    assert [game.rules["code"](record, move) for move in state.moves()] == [6, 7]
    assert "key" not in game.rules and str(state) == "3 of 5 steps, 2 to the left"


@pytest.mark.parametrize("depth", [0, 10_001, "deep", True])
def test_bad_options(depth: Any) -> None:
    with pytest.raises(OptionError, match=r"^left_move: depth must be"):
        left_move.game(depth)
