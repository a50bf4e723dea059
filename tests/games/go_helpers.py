"""What the tests of go share: games, positions from diagrams, the compiled playout, and the twin of a position."""

from __future__ import annotations

import functools
import math
from typing import Any

import numpy as np
from naive.go import Twin

from anyspace import rng as random_numbers
from anyspace.games import go, go_board
from anyspace.machine.native import prototype
from anyspace.rules.game import Game, State


def komi_for(size: int) -> float:
    """A komi that leaves both sides a chance in random games."""
    return 7.5 if size > 5 else 0.5


@functools.cache
def build(size: int) -> Game:
    return go.game(size=size, komi=komi_for(size))


def record(state: State) -> Any:
    return state.game.backend.record(state._block)  # type: ignore[attr-defined]


def position(diagram: str, to_move: str = "X") -> State:
    """The position drawn, top row first, reached by legal moves. `to_move` is X (black) or O."""
    rows = [line.split() for line in diagram.strip().splitlines()][::-1]
    size = len(rows)
    stones = {
        mark: [row * size + column for row in range(size) for column in range(size) if rows[row][column] == mark]
        for mark in "XO"
    }
    turns = max(len(stones["O"]), len(stones["X"]) - (to_move == "O"))
    black, white = iter(stones["X"]), iter(stones["O"])
    state = build(size).start()
    for _ in range(turns):  # a player who has run out of stones passes
        state.play(next(black, size * size)).play(next(white, size * size))
    if to_move == "O":
        state.play(next(black, size * size))
    assert [row.split()[1:] for row in str(state).splitlines()[:size]] == rows[::-1], "stones were captured on the way"
    return state


def play(state: State, names: str) -> State:
    for name in names.split():
        state.play(state.parse(name))
    return state


def legal(state: State) -> set[str]:
    return {state.name(move) for move in state.moves()}


def twin_of(state: State) -> Twin:
    """A twin with the same stones and the same mover; it knows of no earlier position."""
    here = record(state)
    size = math.isqrt(state.game.max_moves - 1)
    twin = Twin(size)
    twin.player = int(go.mover_colour(here))
    cells = {point: int(here.cells[go_board.point_of(point[0] * size + point[1], size)]) for point in twin.points}
    twin.stones = {point: cell for point, cell in cells.items() if cell}
    return twin


def playout(state: State, seed: int, limit: int | None = None) -> tuple[int, list[float]]:
    """Run the compiled playout on `state` itself: the number of moves and the payoffs."""
    rng, out = random_numbers.new(seed), np.zeros(2)
    run = prototype(6)(state.game.backend.table.playout)
    limit = state.game.max_length if limit is None else limit
    return run(state._block.ctypes.data, rng.ctypes.data, out.ctypes.data, 0, 0, limit), out.tolist()


KO = """
    . . . . .
    . . . . .
    . X O . .
    X . X O .
    . X O . .
    """
"""White to move takes the ko on B2."""
