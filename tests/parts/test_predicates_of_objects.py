"""What is true of a Python object that has no rule for it: its numbers, and the playouts that learn from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from toys import PythonNim
from uncompiled import plain_search

from anyspace import GameError, OptionError, PythonGame, Search
from anyspace.core.check import check
from anyspace.rules.predicates import MOST_PREDICATES, predicates_of


class Crosses:
    """Noughts and crosses with a list for the board, and one attribute besides what every game has."""

    actions = 9

    def __init__(self) -> None:
        self.cells, self.turn, self._secret = [0] * 9, 0, 7

    def mover(self) -> int | None:
        return None if self._winner() >= 0 or 0 not in self.cells else self.turn

    def moves(self) -> list[int]:
        return [cell for cell, mark in enumerate(self.cells) if mark == 0]

    def play(self, move: int) -> None:
        self.cells[move] = self.turn + 1
        self.turn = 1 - self.turn

    def returns(self) -> list[float]:
        won = self._winner()
        return [0.0, 0.0] if won < 0 else [1.0, -1.0] if won == 0 else [-1.0, 1.0]

    def copy(self) -> Crosses:
        twin = type(self)()
        twin.turn, twin.cells = self.turn, self.cells[:]  # in another order
        return twin

    def _winner(self) -> int:
        for a, b, c in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)):
            if self.cells[a] and self.cells[a] == self.cells[b] == self.cells[c]:
                return self.cells[a] - 1
        return -1


def test_a_python_object_without_the_rule_tells_its_numbers() -> None:
    state = PythonGame(Crosses).start()
    start = state.predicates()
    assert len(set(start)) == 10 and all(0 <= each < 2**31 for each in start), "nine cells, and whose turn it is"
    assert sorted(state.copy().predicates()) == sorted(start)
    after = state.copy().play(4).predicates()
    assert len(set(start) - set(after)) == 2, "the cell and the turn"
    assert PythonGame(Crosses).start().play(4).predicates() == after
    there = state.copy().play(0).play(4)
    assert len(set(after) & set(there.predicates())) == 7, "a nought in the middle is no cross there"


@pytest.mark.parametrize("part", ["past", "fast"])
def test_with_actions_alone_they_find_the_win(part: str) -> None:
    search = plain_search(PythonGame(Crosses), part, seed=3)
    state = search.game.start()
    for move in (0, 3, 1, 4):
        state.play(move)
    assert search.run(state, iterations=200).move == 2
    check(search.tree)


@dataclass(slots=True)
class InSlots:
    """What is told of attributes without a dictionary: whole numbers, wherever they stand, and nothing else."""

    turn: int = 1
    board: Any = ((1, -2), (3, 2**70))
    flags: Any = None
    name: str = "12"
    share: float = 0.5
    _hidden: int = 3


def test_what_is_told_of_attributes() -> None:
    told = predicates_of(InSlots())
    assert len(set(told)) == 5 and told == predicates_of(InSlots(name="another", _hidden=4))
    assert len({*told} ^ {*predicates_of(InSlots(board=((1, -2), (3, 4))))}) == 2
    assert {*predicates_of(InSlots(board=[[1, -2], [3, 2**70]]))} == {*told}
    flagged = {*predicates_of(InSlots(flags=np.array([True, False])))}
    assert flagged - {*told} == {*predicates_of(InSlots(flags=[1, 0]))} - {*told} and len(flagged) == 7
    assert len(predicates_of(InSlots(board=list(range(1_000))))) == MOST_PREDICATES
    assert predicates_of(object()) == []


def test_numbers_of_attributes_are_rarely_shared() -> None:
    told = {each for value in range(20) for each in predicates_of(InSlots(board=[value] * 400))}
    assert len(told) >= 20 * 400


def test_a_python_game_that_shows_no_numbers_is_refused() -> None:
    class Silent(PythonNim):
        players, max_moves, max_length, actions = 2, 3, 10, 3

        def __init__(self) -> None:
            self.words = ["ten"]

    with pytest.raises(OptionError, match="past asks Silent for a rule 'predicates'"):
        Search(PythonGame(Silent), "past")
    with pytest.raises(GameError, match="Silent has no rule 'predicates'"):
        PythonGame(Silent).start().predicates()
