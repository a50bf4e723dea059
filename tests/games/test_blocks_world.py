"""Blocks world: against a slow twin of towers, shortest plans, an admissible heuristic."""

from __future__ import annotations

from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import cross_check
from puzzle_helpers import Alone, check_heuristic, shortest_plan
from uncompiled import uncompiled
from uncompiled_helpers import check_rules

import anyspace
from anyspace.errors import OptionError, PositionError
from anyspace.games import blocks_world
from anyspace.rules.game import Game


class Twin(Alone):
    """Towers as texts, from below; read from a picture."""

    def __init__(self, picture: str, limit: int) -> None:
        self.picture, self.limit, self.made, self.hand = picture, limit, 0, ""
        now, goal = (picture.splitlines()[line].split(": ")[1].split(",") for line in (0, 2))
        self.towers, self.goal = set(now), set(goal)
        self.names = "".join(sorted("".join(now)))

    def begin(self) -> Twin:
        return Twin(self.picture, self.limit)

    def legal_actions(self) -> list[int]:
        if self.made == self.limit or self.towers == self.goal:
            return []
        n, number = len(self.names), self.names.index
        if not self.hand:
            return [number(tower[-1]) for tower in self.towers]
        held = number(self.hand)
        return [n + held, *((2 + number(tower[-1])) * n + held for tower in self.towers)]

    def apply_action(self, move: int) -> None:
        self.made += 1
        where, block = divmod(move, len(self.names))
        name = self.names[block]
        if where == 0:
            tower = next(tower for tower in self.towers if tower[-1] == name)
            self.towers = {*(self.towers - {tower}), *filter(None, [tower[:-1]])}
            self.hand = name
            return
        self.hand = ""
        if where == 1:
            self.towers.add(name)
        else:
            tower = next(tower for tower in self.towers if tower[-1] == self.names[where - 2])
            self.towers = (self.towers - {tower}) | {tower + name}

    def score(self) -> float:
        if self.towers == self.goal:
            return -float(self.made)
        right = {
            tower[: height + 1] for tower in self.goal for height in range(len(tower))
        }  # everything below it is right as well
        placed = sum(tower[: height + 1] in right for tower in self.towers for height in range(len(tower)))
        return -float(self.made) - 1 - 2 * (len(self.names) - placed) + (1 if self.hand else 0)


def test_agrees_with_a_slow_twin() -> None:
    game = anyspace.load("blocks_world")
    assert cross_check(game, Twin(str(game.start()), 56), 20, seed=1) > 20 * 15
    check_rules(cast(Game, game), games=2, seed=1)


@settings(max_examples=10, deadline=None)
@given(board=st.integers(0, 10**6))
def test_shortest_plans_are_even_and_the_heuristic_says_no_more(board: int) -> None:
    game = uncompiled(blocks_world.game(blocks=3, board=board))
    state = game.start()
    assert not state.over
    best = shortest_plan(state)
    assert best % 2 == 0 and best <= 2 * 2 * 3


def test_the_heuristic_never_says_too_much() -> None:
    check_heuristic(uncompiled(blocks_world.game(blocks=3, board=4)), 30, seed=2)


def test_texts_and_names() -> None:
    game = uncompiled(blocks_world.game(blocks=3, board=1))
    state = game.position("ab,c - 0")
    assert state.names(state.moves()) == ["take-b", "take-c"]
    state.play(state.parse("take-b"))
    assert state.names(state.moves()) == ["put-b", "b-on-a", "b-on-c"]
    state.play(state.parse("b-on-c"))
    assert state.notation() == "a,cb - 2" and game.position("a,cb") != state
    for text in ("", "ab", "abc,a", "ab - 0", "abc,", "ab cc", "abc - 999"):
        with pytest.raises(PositionError):
            game.position(text)


def test_towers_of_ones_own() -> None:
    """Sussman's anomaly takes six moves."""
    game = uncompiled(blocks_world.game(begin="ac/b", goal="cba"))
    assert game.start().notation() == "ac,b - 0" and "goal: cba" in str(game.start())
    assert shortest_plan(game.start()) == 6
    assert uncompiled(blocks_world.game(goal="abcd")).start().notation().count("d") == 1
    assert anyspace.load("blocks_world(begin=ac/b,goal=cba)").start().notation() == "ac,b - 0"


@pytest.mark.parametrize(
    "options",
    [
        dict(blocks=1),
        dict(blocks=27),
        dict(board=-1),
        dict(limit=-1),
        dict(begin="ab/d"),
        dict(begin="ab//c"),
        dict(goal="aba"),
        dict(goal="a"),
        dict(goal=0),
        dict(begin="abc", goal="ab"),
        dict(begin="ab/c", goal="c/ab"),
    ],
)
def test_bad_options(options: Any) -> None:
    with pytest.raises(OptionError, match=r"^blocks_world: "):
        blocks_world.game(**options)
