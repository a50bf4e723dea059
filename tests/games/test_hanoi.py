"""The towers of Hanoi: against a slow twin, 2^n - 1 moves, an admissible heuristic."""

from __future__ import annotations

from typing import Any, cast

import pytest
from oracle import cross_check
from puzzle_helpers import Alone, check_heuristic, shortest_plan
from uncompiled import uncompiled
from uncompiled_helpers import check_rules

import anyspace
from anyspace.errors import OptionError, PositionError
from anyspace.games import hanoi
from anyspace.rules.game import Game


class Twin(Alone):
    """Three lists of disks."""

    def __init__(self, disks: int, limit: int) -> None:
        self.disks, self.limit, self.made = disks, limit, 0
        self.pegs = [[*range(disks, 0, -1)], list[int](), list[int]()]

    def begin(self) -> Twin:
        return Twin(self.disks, self.limit)

    def legal_actions(self) -> list[int]:
        if self.made == self.limit or len(self.pegs[2]) == self.disks:
            return []
        tops = [peg[-1] if peg else 99 for peg in self.pegs]
        return [3 * a + b for a in range(3) for b in range(3) if a != b and tops[a] < tops[b]]

    def apply_action(self, move: int) -> None:
        self.pegs[move % 3].append(self.pegs[move // 3].pop())
        self.made += 1

    def score(self) -> float:
        missing = self.disks - len(self.pegs[2])
        return -self.made - (1.0 + missing if missing else 0.0)


def test_agrees_with_a_slow_twin() -> None:
    game = anyspace.load("hanoi")
    assert cross_check(game, Twin(4, 64), 20, seed=1) > 20 * 15
    check_rules(cast(Game, game), games=2, seed=1)


@pytest.mark.parametrize("disks", [1, 2, 3, 4])
def test_the_shortest_plan(disks: int) -> None:
    game = uncompiled(hanoi.game(disks))
    assert shortest_plan(game.start()) == 2**disks - 1


def test_the_heuristic_never_says_too_much() -> None:
    check_heuristic(uncompiled(hanoi.game(3)), 40, seed=2)


def test_texts_and_pictures() -> None:
    game = uncompiled(hanoi.game(3))
    state = game.after("ac ab cb")
    assert state.notation() == "bba 3" and game.position("bba 3") == state
    assert str(state) == "a | 3\nb | 2 1\nc |\n3 moves made"
    for text in ("", "ab", "abd", "abc 999"):
        with pytest.raises(PositionError):
            game.position(text)


@pytest.mark.parametrize("options", [dict(disks=0), dict(disks=17), dict(limit=-1), dict(disks=True)])
def test_bad_options(options: Any) -> None:
    with pytest.raises(OptionError, match=r"^hanoi: "):
        hanoi.game(**options)
