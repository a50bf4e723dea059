"""Bridges in hex and havannah: what saves them, by hand and against a walk over the cells; playouts that save them."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from further import further

from anyspace import rng as random_numbers
from anyspace.games import havannah_board, load
from anyspace.games.hex_sense import RING
from anyspace.machine.native import prototype
from anyspace.rules.codes import TOO_LONG
from anyspace.rules.game import State

Cell = tuple[int, int]


class Board:
    """Who has which cell, sides included where they count as stones."""

    def __init__(self, state: State) -> None:
        self.ways: Any = RING if state.game.name == "hex" else havannah_board.WAYS
        record = state.game.backend.record(state._block)  # type: ignore[attr-defined]
        self.holds: dict[Cell, int] = {}
        if state.game.name == "hex":
            size = int(state.game.max_moves**0.5)
            self.cells = [divmod(cell, size) for cell in range(size * size)]
            for k in range(-1, size + 1):
                for cell, owner in (((-1, k), 0), ((size, k), 0), ((k, -1), 1), ((k, size), 1)):
                    self.holds[cell] = owner if cell not in self.holds else 3
            for number, cell in enumerate(self.cells):
                for player in (0, 1):
                    if int(record.stones[player, number // 64]) >> number % 64 & 1:
                        self.holds[cell] = player
        else:
            size = next(size for size in range(3, 11) if len(havannah_board.coordinates(size)) == state.game.max_moves)
            self.cells = havannah_board.coordinates(size)
            for number, cell in enumerate(self.cells):
                if record.holds[number] < 2:
                    self.holds[cell] = int(record.holds[number])

    def near(self, cell: Cell) -> set[Cell]:
        return {(cell[0] + first, cell[1] + second) for first, second in self.ways}

    def savers(self, last: int, player: int) -> set[int]:
        """The cells that have both their common neighbours with the last one in the hands of `player`."""
        if not 0 <= last < len(self.cells):
            return set()
        taken = self.cells[last]
        return {
            number
            for number, cell in enumerate(self.cells)
            if cell in self.near(taken)
            and cell not in self.holds
            and all(self.holds.get(both) == player for both in self.near(taken) & self.near(cell))
        }


GAMES = [
    *further("hex(size=2)", "hex(size=9)", "hex(size=4,swap=true)", "havannah(size=4)"),
    *("hex(size=5)", "havannah(size=3,swap=true)"),
]


@pytest.mark.parametrize("name", GAMES)
def test_replies_save_bridges(name: str) -> None:
    game, source, found = load(name), random.Random(1), 0
    for seed in range(12):
        state, last = game.start(seed=seed), -1
        while not state.over:
            expected = Board(state).savers(last, state.mover)
            replies = {state.reply(last, seed=k) for k in range(12)}
            assert replies == (expected or {None})
            found += bool(expected)
            last = source.choice(state.moves())
            state.play(last)
    assert found > 3 or name == "hex(size=2)"


def told(state: State, seed: int, last: int, often: int = 1 << 32) -> tuple[list[int], list[float]]:
    """The moves of a playout with replies, as codes, and the payoffs."""
    game = state.game
    run = prototype(9)(game.backend.provide(["playout_replying"]).playout_replying)
    block, rng, out = state.copy()._block, random_numbers.new(seed), np.zeros(2)
    trace = np.zeros(game.max_length + 1, np.int32)
    places = [array.ctypes.data for array in (block, rng, out)]
    length = run(*places, 0, 0, game.max_length, trace.ctypes.data, last, often)
    codes, payoffs, again = trace[:length].tolist(), out.tolist(), state.copy()
    assert run(again._block.ctypes.data, *places[1:], 0, 0, 0, trace.ctypes.data, last, often) == TOO_LONG
    return codes, payoffs


@pytest.mark.parametrize("name", GAMES[1:])
def test_playouts_save_bridges_and_know_who_has_won(name: str) -> None:
    game, source, saved = load(name), random.Random(2), 0
    for seed in range(15):
        state, last = game.start(seed=seed), -1
        for _ in range(source.randrange(6)):
            last = source.choice(state.moves())
            state.play(last)
        codes, payoffs = told(state, seed, last)
        for code in codes:
            player, move = divmod(code, game.actions)
            if state.over:
                break  # hex goes on until the board is full
            assert player == state.mover and move in state.moves()
            expected = Board(state).savers(last, player)
            if expected and move < game.max_moves:
                assert move in expected
                saved += 1
            state.play(move)
            last = move
        assert state.over and state.returns() == payoffs
    assert saved > 5


def test_by_hand() -> None:
    game = load("hex(size=5)")
    state = game.start()
    for name in ("c4", "a1", "e1", "c5"):  # x's c4 has b5 and c5 to the bottom side; o takes one of them
        state.play(state.parse(name))
    assert state.name(state.reply(22)) == "b5"
    state = game.start()
    for name in ("c2", "a1", "b4", "b3"):  # c2 and b4 have b3 and c3 in common
        state.play(state.parse(name))
    assert state.name(state.reply(11)) == "c3"
    assert state.reply(0) is None and state.reply() is None
