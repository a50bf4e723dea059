"""A game's own `pick`: a random legal move without a list of all of them."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from anyspace import OVER, Game, GameError, PythonGame, Search
from anyspace.rng import below
from anyspace.rules.game import declare

CELLS = 12
STATE = np.dtype([("cell", np.int8, CELLS), ("empty", np.int8), ("turn", np.int8)])
"""Two fill a row of cells. Who has more of the even ones wins."""


def start(state: Any, rng: Any) -> None:
    for i in range(CELLS):
        state.cell[i] = -1
    state.empty = CELLS
    state.turn = 0


def mover(state: Any) -> int:
    return OVER if state.empty == 0 else state.turn


def moves(state: Any, out: Any) -> int:
    n = 0
    for i in range(CELLS):
        if state.cell[i] < 0:
            out[n] = i
            n += 1
    return n


def play(state: Any, move: int) -> None:
    state.cell[move] = state.turn
    state.turn = 1 - state.turn
    state.empty -= 1


def returns(state: Any, out: Any) -> None:
    even = 0
    for i in range(0, CELLS, 2):
        even += 1 if state.cell[i] == 0 else -1
    out[0] = float(np.sign(even))
    out[1] = -out[0]


def pick(state: Any, rng: Any) -> int:
    """Any cell, again and again, until one is empty."""
    while True:
        cell = below(rng, CELLS)
        if state.cell[cell] < 0:
            return cell


def first_empty(state: Any, rng: Any) -> int:
    """Not at random, to be told from what is."""
    cell = 0
    while state.cell[cell] >= 0:
        cell += 1
    return cell


def no_move(state: Any, rng: Any) -> int:
    return -5


FACTS: dict[str, Any] = {
    "name": "fill", "state": STATE, "players": 2, "max_moves": CELLS, "max_length": CELLS, "actions": CELLS,
}  # fmt: skip


def game(rule: Any) -> Game:
    return declare(globals(), **{**FACTS, "pick": rule})


def value(played: Any, *parts: str) -> float:
    """Of the first cell, by playouts alone."""
    search = Search(played, "uniform", "depth_limit:plies=1", *parts, seed=1)
    return next(row.value for row in search.run(played.start(), iterations=12_000).table if row.move == 0)


def test_playouts_are_made_of_it() -> None:
    """With the first empty cell again and again, player 0 gets all that are even; at random it does not."""
    assert value(game(first_empty)) == 1.0
    assert value(game(None)) < 0.9


@pytest.mark.parametrize("parts", [[], pytest.param(["rave"], marks=pytest.mark.slow)], ids=["silent", "traced"])
def test_an_honest_pick_changes_nothing_but_the_speed(parts: list[str]) -> None:
    listed, picked = (value(game(rule), *parts) for rule in (None, pick))
    assert listed == pytest.approx(picked, abs=0.12)  # four standard errors of 1,000 playouts each


def test_all_moves_are_as_likely() -> None:
    state = np.zeros(1, STATE).view(np.recarray)[0]
    start(state, None)
    for cell in (0, 3, 4, 8):
        play(state, cell)
    rng = np.array([17], np.uint64)
    with np.errstate(over="ignore"):
        counts = Counter(pick(state, rng) for _ in range(4_000))
    assert sorted(counts) == [1, 2, 5, 6, 7, 9, 10, 11]
    assert all(abs(count - 500) < 4 * 21 for count in counts.values())


def test_what_is_no_move_is_said() -> None:
    with pytest.raises(GameError, match="rule 'pick' gave a negative number"):
        value(game(no_move))


class Row:
    """The same, of Python objects; listing moves in playouts is an error here."""

    actions = CELLS

    def __init__(self) -> None:
        self.cell, self.turn, self.picked = [-1] * CELLS, 0, False

    def copy(self) -> Row:
        twin = Row()
        twin.cell, twin.turn, twin.picked = self.cell[:], self.turn, self.picked
        return twin

    def mover(self) -> int:
        return OVER if min(self.cell) >= 0 else self.turn

    def moves(self) -> list[int]:
        assert not self.picked
        return [i for i in range(CELLS) if self.cell[i] < 0]

    def pick(self, source: random.Random) -> int:
        self.picked = True
        return self.cell.index(-1)

    def play(self, move: int) -> None:
        self.cell[move], self.turn = self.turn, 1 - self.turn

    def returns(self) -> list[float]:
        even = sum(1 if self.cell[i] == 0 else -1 for i in range(0, CELLS, 2))
        return [float(np.sign(even)), -float(np.sign(even))]


def test_games_of_python_objects_have_it_too() -> None:
    assert value(PythonGame(Row)) == 1.0
