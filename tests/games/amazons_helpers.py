"""Positions of Amazons for tests."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

from anyspace.games import amazons
from anyspace.games.amazons_board import lines_around
from anyspace.rules.game import Game, State

FORMS = pytest.mark.parametrize("split", [False, True], ids=["whole", "split"])


@cache
def build(size: int = 6, split: bool = False) -> Game:
    return amazons.game(size, split)


def position(diagram: str, player: int = 0, split: bool = False) -> State:
    """The board as it is printed, highest row first; `player` to move."""
    rows = [line.split() for line in diagram.split("\n") if line.strip()][::-1]
    size = len(rows)
    contents = {size * y + x: cell for y, row in enumerate(rows) for x, cell in enumerate(row)}
    state = build(size, split).start(seed=0)
    record: Any = build(size, split).backend.record(state._block)
    for side, letter in enumerate("wb"):
        cells = sorted(cell for cell, content in contents.items() if content == letter)
        assert len(cells) == 4
        record.amazons[side] = cells
    taken = [cell for cell, content in contents.items() if content != "."]
    record.lines[:] = lines_around(taken, size)
    record.empty = size * size - len(taken)
    record.turn = player
    return state


def board(state: State) -> str:
    return "\n".join(line[3:] for line in str(state).splitlines()[:-2])


def names(state: State) -> set[str]:
    return set(state.names(state.moves()))


def after(state: State, *moves: str) -> State:
    for name in moves:
        state.play(state.parse(name))
    return state


def random_position(size: int, turns: int, seed: int) -> State:
    source, state = random.Random(seed), build(size).start(seed=0)
    for _ in range(turns):
        ahead = state.copy().play(source.choice(state.moves()))
        if ahead.over:
            break
        state = ahead
    return state


# ---- against others ---------------------------------------------------------------------------------------------


def upside_down(cell: int, size: int) -> int:
    """Theirs count the rows from above."""
    return (size - 1 - cell // size) * size + cell % size


LATE = """
    # # b # # .
    # . . # b #
    # # # # # b
    w # . # # #
    # w # . # b
    . # w # w .
    """
