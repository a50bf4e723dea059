"""Tron: against a twin on strings, by hand, and exactly on small boards."""

from __future__ import annotations

import random
from typing import Any

import pytest
from matrix_games import exact_value
from uncompiled import uncompiled

from anyspace.errors import OptionError, PositionError
from anyspace.games import tron
from anyspace.rules.game import State

STEPS = {"north": (-1, 0), "east": (0, 1), "south": (1, 0), "west": (0, -1)}


def made(**options: Any) -> Any:
    return uncompiled(tron.game(**options))


class Twin:
    """Tron on a dictionary of cells, both moves at once."""

    def __init__(self, rows: int, columns: int, heads: list[tuple[int, int]]) -> None:
        self.free = {(row, column) for row in range(rows) for column in range(columns)} - set(heads)
        self.heads = heads

    def moves(self, player: int) -> list[str]:
        row, column = self.heads[player]
        found = [name for name, (down, right) in STEPS.items() if (row + down, column + right) in self.free]
        return found or ["crash"]

    def play(self, first: str, second: str) -> list[float] | None:
        crashed = [name == "crash" for name in (first, second)]
        for player, name in enumerate((first, second)):
            if name != "crash":
                row, column = self.heads[player]
                self.heads[player] = (row + STEPS[name][0], column + STEPS[name][1])
        if self.heads[0] == self.heads[1]:
            crashed = [True, True]
        self.free -= set(self.heads)
        return None if not any(crashed) else [float(crashed[1] - crashed[0]), float(crashed[0] - crashed[1])]


def cross_check(rows: int, columns: int, games: int) -> int:
    """Random games in both; every decision compared. Returns how many."""
    source, compared = random.Random(1), 0
    for _ in range(games):
        state = made(rows=rows, columns=columns).start()
        twin = Twin(rows, columns, [divmod(int(head), columns) for head in state["heads"]])
        payoffs = None
        while payoffs is None:
            chosen = []
            for player in (0, 1):
                assert state.mover == player and state.together() == 1 - player
                assert [state.name(move) for move in state.moves()] == twin.moves(player)
                chosen.append(source.choice(twin.moves(player)))
                state.play(state.parse(chosen[-1]))
                compared += 1
            payoffs = twin.play(*chosen)
        assert state.over and state.returns() == payoffs
    return compared


@pytest.mark.parametrize("size", [(3, 3), (5, 7), (13, 13), (4, 6)], ids=str)
def test_agrees_with_its_twin(size: tuple[int, int]) -> None:
    assert cross_check(*size, 12) > 24


def test_the_start_is_symmetric() -> None:
    for rows, columns, walls in ((13, 13, 0), (4, 6, 2), (9, 11, 10), (3, 3, 1)):
        state = made(rows=rows, columns=columns, walls=walls).start(seed=3)
        wall = state["wall"]
        assert (wall == wall[::-1]).all() and wall.sum() == 2 + 2 * walls
        assert sum(state["heads"]) == rows * columns - 1


def test_exact_values() -> None:
    """By symmetry nobody is ahead at the start; who is boxed in has lost."""
    assert exact_value(made(rows=3, columns=3).start()) == pytest.approx(0.0, abs=1e-9)
    assert exact_value(made(rows=3, columns=4).start()) == pytest.approx(0.0, abs=1e-9)
    assert exact_value(made(rows=3, columns=3).position("A##/##1/1#B A")) == -1.0
    assert exact_value(made(rows=3, columns=3).position("A##/###/##B A")) == 0.0


def test_who_meets_draws() -> None:
    state: State = made(rows=3, columns=3).position("3/A1B/3 A")
    state.play(state.parse("east")).play(state.parse("west"))
    assert state.over and state.returns() == [0.0, 0.0] and "a draw" in str(state)
    assert state.notation() == "3/#X#/3 - AB"


def test_positions_as_text() -> None:
    game = made(rows=3, columns=3)
    for text in ("3/A1B/3 A", "3/A1B/3 B north", "1#1/A#B/3 A", "3/#X#/3 - AB", "A##/###/##B - A"):
        state = game.position(text)
        assert state.notation() == text and game.position(state.notation()) == state


@pytest.mark.parametrize(
    "text",
    ["3/A1B/3 B", "3/A1B/3 A north", "3/A1B/3 B west", "3/A2/3 A", "3/#X#/3 A", "3/A1B/3 -", "3/A1B/3 C", "AB A"],
)
def test_nonsense_is_refused(text: str) -> None:
    with pytest.raises(PositionError):
        made(rows=3, columns=3).position(text)


@pytest.mark.parametrize(
    "options", [{"rows": 2}, {"columns": 99}, {"walls": 1000}, {"rows": True}, {"rows": 3, "columns": 3, "walls": 2}]
)
def test_bad_options(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match="tron"):
        tron.game(**options)
