"""Gripper: against a slow twin, shortest plans, an admissible heuristic."""

from __future__ import annotations

from typing import Any, cast

import pytest
from oracle import cross_check
from puzzle_helpers import Alone, check_heuristic, shortest_plan
from uncompiled import uncompiled
from uncompiled_helpers import check_rules

import anyspace
from anyspace.errors import OptionError, PositionError
from anyspace.games import gripper
from anyspace.rules.game import Game


class Twin(Alone):
    """Where everything is, by name."""

    def __init__(self, balls: int, limit: int) -> None:
        self.balls, self.limit, self.made = balls, limit, 0
        self.robot = "first"
        self.at = dict.fromkeys(range(balls), "first")

    def begin(self) -> Twin:
        return Twin(self.balls, self.limit)

    def done(self) -> bool:
        return set(self.at.values()) == {"second"}

    def legal_actions(self) -> list[int]:
        if self.done() or self.made == self.limit:
            return []
        found = [0]
        for hand, name in enumerate(("left", "right")):
            held = [ball for ball, place in self.at.items() if place == name]
            here = [ball for ball, place in self.at.items() if place == self.robot]
            found += [4 * ball + 3 + hand for ball in held] or [4 * ball + 1 + hand for ball in here]
        return found

    def apply_action(self, move: int) -> None:
        self.made += 1
        if move == 0:
            self.robot = "second" if self.robot == "first" else "first"
        else:
            ball, what = divmod(move - 1, 4)
            self.at[ball] = ["left", "right", self.robot, self.robot][what]

    def score(self) -> float:
        if self.done():
            return -float(self.made)
        waiting = sum(place == "first" for place in self.at.values())
        held = sum(place in ("left", "right") for place in self.at.values())
        ways = 2 * -(-(waiting + held) // 2) - 1 if self.robot == "first" else 2 * -(-waiting // 2)
        return -float(self.made) - 1 - 2 * waiting - held - ways


def test_agrees_with_a_slow_twin() -> None:
    game = anyspace.load("gripper")
    assert cross_check(game, Twin(4, 50), 20, seed=1) > 20 * 20
    check_rules(cast(Game, game), games=2, seed=1)


@pytest.mark.parametrize(("balls", "moves"), [(1, 3), (2, 5), (3, 9), (4, 11)])
def test_shortest_plans(balls: int, moves: int) -> None:
    assert moves == 3 * balls - (balls % 2 == 0)
    assert shortest_plan(uncompiled(gripper.game(balls)).start()) == moves


def test_the_heuristic_never_says_too_much() -> None:
    check_heuristic(uncompiled(gripper.game(3)), 40, seed=2)


def test_texts_and_names() -> None:
    game = uncompiled(gripper.game(3))
    state = game.after("pick-1-left pick-3-right go drop-1-left")
    assert state.notation() == "2 21r 4" and game.position("2 21r 4") == state
    assert state.names(state.moves()) == ["go", "pick-1-left", "drop-3-right"]
    assert "right hand: 3" in str(state)
    for text in ("", "1 111 9999", "3 111", "1 11", "1 ll1", "1 11x"):
        with pytest.raises(PositionError):
            game.position(text)


@pytest.mark.parametrize("options", [dict(balls=0), dict(balls=41), dict(limit=-1)])
def test_bad_options(options: Any) -> None:
    with pytest.raises(OptionError, match=r"^gripper: "):
        gripper.game(**options)
