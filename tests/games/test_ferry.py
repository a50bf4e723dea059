"""Ferry: against a slow twin, shortest plans, an admissible heuristic."""

from __future__ import annotations

from typing import Any, cast

import pytest
from oracle import cross_check
from puzzle_helpers import Alone, check_heuristic, shortest_plan
from uncompiled import uncompiled
from uncompiled_helpers import check_rules

import anyspace
from anyspace.errors import OptionError, PositionError
from anyspace.games import ferry
from anyspace.rules.game import Game


class Twin(Alone):
    """Facts, as planners write them; read from a picture."""

    def __init__(self, picture: str, cars: int, harbours: int, limit: int) -> None:
        self.given = picture, cars, harbours, limit
        self.cars, self.harbours, self.limit, self.made = cars, harbours, limit, 0
        words = [line.replace(",", "").split() for line in picture.splitlines()[1:]]
        self.facts = {("ferry", 1)} | {("car", number, int(line[3])) for number, line in enumerate(words)}
        self.goals = {("car", number, int(line[5])) for number, line in enumerate(words)}

    def begin(self) -> Twin:
        return Twin(*self.given)

    def legal_actions(self) -> list[int]:
        if self.made == self.limit or self.goals <= self.facts:
            return []
        here = next(harbour for harbour in range(1, self.harbours + 1) if ("ferry", harbour) in self.facts)
        sails = [harbour - 1 for harbour in range(1, self.harbours + 1) if harbour != here]
        aboard = [car for car in range(self.cars) if ("aboard", car) in self.facts]
        if aboard:
            return [*sails, self.harbours + self.cars + aboard[0]]
        return [*sails, *(self.harbours + car for car in range(self.cars) if ("car", car, here) in self.facts)]

    def apply_action(self, move: int) -> None:
        here = next(fact for fact in self.facts if fact[0] == "ferry")
        self.made += 1
        if move < self.harbours:
            self.facts = self.facts - {here} | {("ferry", move + 1)}
        elif move < self.harbours + self.cars:
            car = move - self.harbours
            self.facts = self.facts - {("car", car, here[1])} | {("aboard", car)}
        else:
            car = move - self.harbours - self.cars
            self.facts = self.facts - {("aboard", car)} | {("car", car, here[1])}

    def score(self) -> float:
        if self.goals <= self.facts:
            return -float(self.made)
        missing = 0
        for _, car, harbour in self.goals:
            if ("aboard", car) in self.facts:
                missing += 1 if ("ferry", harbour) in self.facts else 2
            elif ("car", car, harbour) not in self.facts:
                missing += 3
        return -float(self.made) - 1 - missing


def test_agrees_with_a_slow_twin() -> None:
    game = anyspace.load("ferry")
    assert cross_check(game, Twin(str(game.start()), 4, 4, 80), 10, seed=1) > 10 * 40
    check_rules(cast(Game, game), games=1, seed=1)


def test_shortest_plans() -> None:
    """One car at the ferry's harbour, and one away from it: three moves, and one more to get there."""
    for board in range(20):
        game = uncompiled(ferry.game(cars=1, harbours=3, board=board))
        away = game.start()["car"][0] != 0
        assert shortest_plan(game.start()) == 3 + away
    assert shortest_plan(uncompiled(ferry.game(cars=3, harbours=3, board=2)).start()) >= 9


def test_the_heuristic_never_says_too_much() -> None:
    check_heuristic(uncompiled(ferry.game(cars=2, harbours=3, board=5)), 40, seed=2)


def test_texts_and_names() -> None:
    game = uncompiled(ferry.game(cars=2, harbours=3, board=1))
    state = game.start()
    state.play(state.parse(f"sail-{3 if state['car'][0] == 2 else 2}"))
    assert game.position(state.notation()) == state
    for text in ("", "1", "9 1,1", "1 1", "1 0,0", "1 1,1 9999"):
        with pytest.raises(PositionError):
            game.position(text)


def test_harbours_of_ones_own() -> None:
    game = uncompiled(ferry.game(harbours=3, begin="1/2", goal="3/2"))
    assert game.start().notation() == "1 1,2 0"
    assert shortest_plan(game.start()) == 3
    assert anyspace.load("ferry(begin=2,goal=1)").start().notation() == "1 2 0"
    assert len(uncompiled(ferry.game(goal="1/2/3/1/2")).start()["car"]) == 5


@pytest.mark.parametrize(
    "options",
    [
        dict(cars=0),
        dict(harbours=1),
        dict(board=-1),
        dict(limit=1.5),
        dict(begin="1/5"),
        dict(goal="1//2"),
        dict(goal="x"),
        dict(begin="1/2", goal="1"),
        dict(begin="1/2", goal="1/2"),
    ],
)
def test_bad_options(options: Any) -> None:
    with pytest.raises(OptionError, match=r"^ferry: "):
        ferry.game(**options)
