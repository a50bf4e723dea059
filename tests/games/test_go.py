"""Go: against pyspiel, against a slow obvious twin, and on positions made by hand."""

from __future__ import annotations

import ctypes
import functools
import math
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from oracle import cross_check, perft

from anyspace import rng as random_numbers
from anyspace.core.native import prototype
from anyspace.errors import IllegalMove, OptionError
from anyspace.game import Game, State
from anyspace.games import go, go_board, load
from anyspace.rules.codes import TOO_LONG
from anyspace.rules.diagnose import record_of

BLACK, WHITE = go_board.BLACK, go_board.WHITE


@functools.cache
def build(size: int, komi: float = 7.5) -> Game:
    return go.game(size=size, komi=komi)


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


# ---- the twin: sets and flood fills -----------------------------------------------------------------------------


class Twin:
    """A board as a dictionary from point to colour, and every position so far."""

    def __init__(self, size: int) -> None:
        self.size, self.stones, self.player = size, {}, BLACK
        self.points = [(row, column) for row in range(size) for column in range(size)]
        self.seen = {frozenset()}
        self.ko: tuple[int, int] | None = None

    def neighbours(self, point: tuple[int, int]) -> list[tuple[int, int]]:
        row, column = point
        near = [(row, column - 1), (row, column + 1), (row - 1, column), (row + 1, column)]
        return [(row, column) for row, column in near if 0 <= row < self.size and 0 <= column < self.size]

    def region(self, point: tuple[int, int], stones: dict[Any, int]) -> tuple[set[Any], set[Any]]:
        """The connected points that hold the same as `point`, and what those next to them hold."""
        inside, edge, todo = {point}, set(), [point]
        while todo:
            for near in self.neighbours(todo.pop()):
                if stones.get(near) != stones.get(point):
                    edge.add(stones.get(near))
                elif near not in inside:
                    inside.add(near)
                    todo.append(near)
        return inside, edge

    def after(self, point: tuple[int, int]) -> dict[Any, int] | None:
        """The stones after the mover has played `point`; None if that is suicide."""
        stones = {**self.stones, point: self.player}
        for near in self.neighbours(point):
            if stones.get(near) == 3 - self.player:
                chain, edge = self.region(near, stones)
                if None not in edge:
                    stones = {where: stone for where, stone in stones.items() if where not in chain}
        return stones if None in self.region(point, stones)[1] else None

    def legal(self, point: tuple[int, int]) -> bool:
        if point in self.stones:
            return False
        stones = self.after(point)
        return stones is not None and frozenset(stones.items()) not in self.seen

    def is_eye(self, point: tuple[int, int]) -> bool:
        near = self.neighbours(point)
        row, column = point
        diagonals = [(row + dr, column + dc) for dr in (-1, 1) for dc in (-1, 1)]
        enemies = sum(self.stones.get(diagonal) == 3 - self.player for diagonal in diagonals)
        return all(self.stones.get(at) == self.player for at in near) and enemies + (len(near) < 4) < 2

    def acceptable(self, point: tuple[int, int]) -> bool:
        """Whether a playout may play `point`."""
        return point not in self.stones and point != self.ko and not self.is_eye(point) and self.after(point) is not None

    def play(self, point: tuple[int, int] | None) -> None:
        self.ko = None
        if point is not None:
            before = self.stones
            self.stones = self.after(point)
            captured = [at for at in before if at not in self.stones]
            chain, _ = self.region(point, self.stones)
            liberties = {near for stone in chain for near in self.neighbours(stone) if near not in self.stones}
            if len(captured) == 1 and len(chain) == 1 and len(liberties) == 1:
                self.ko = captured[0]
            self.seen.add(frozenset(self.stones.items()))
        self.player = 3 - self.player

    def lead(self) -> int:
        total = 0
        for point in self.points:
            owner = {self.stones[point]} if point in self.stones else self.region(point, self.stones)[1]
            total += {(BLACK,): 1, (WHITE,): -1}.get(tuple(owner), 0)
        return total

    def playout(self, source: random.Random) -> int:
        """To the end; the number of moves."""
        for count in range(3 * self.size**2):
            empty = [point for point in self.points if point not in self.stones]
            source.shuffle(empty)
            choice = next(filter(self.acceptable, empty), None)
            passed = passed + 1 if choice is None and count else int(choice is None)
            if passed == 2:
                return count + 1
            self.play(choice)
        return 3 * self.size**2


def twin_of(state: State) -> Twin:
    """A twin with the same stones and the same mover; it knows of no earlier position."""
    here = record(state)
    size = math.isqrt(state.game.max_moves - 1)
    twin = Twin(size)
    twin.player = int(go.mover_colour(here))
    cells = {point: int(here.cells[go_board.point_of(point[0] * size + point[1], size)]) for point in twin.points}
    twin.stones = {point: cell for point, cell in cells.items() if cell}
    return twin


# ---- against pyspiel --------------------------------------------------------------------------------------------


class WithoutRepetition:
    """A state of pyspiel's go, which ends in a draw on a repetition, as one in which repetitions are forbidden."""

    def __init__(self, state: Any) -> None:
        self.state, self.ours, self.forbidden = state, set(), 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self.state, name)

    def legal_actions(self) -> list[int]:
        """Theirs, but for those that we leave out and that do repeat a position."""
        actions = self.state.legal_actions()
        repeating = {action for action in actions if action not in self.ours and self.repeats(action)}
        self.forbidden += len(repeating)
        return [action for action in actions if action not in repeating]

    def repeats(self, action: int) -> bool:
        child = self.state.child(action)
        return child.is_terminal() and child.returns() == [0, 0]


class Oracle:
    def __init__(self, size: int, komi: float) -> None:
        import pyspiel

        self.game = pyspiel.load_game(f"go(board_size={size},komi={komi},max_game_length={3 * size * size})")
        self.states: list[WithoutRepetition] = []

    def new_initial_state(self) -> WithoutRepetition:
        self.states.append(WithoutRepetition(self.game.new_initial_state()))
        return self.states[-1]


def tell(ours: State, theirs: WithoutRepetition) -> bool:
    """A `stop` for `cross_check` that never stops, but tells their side what our moves are."""
    theirs.ours = set(ours.moves())
    return False


@pytest.mark.parametrize(
    ("size", "komi", "games"), [(2, 0.5, 1000), (3, 0.5, 500), (5, 7.5, 400), (7, 0.5, 60), (9, 7.5, 60), (13, 7.5, 8), (19, 7.5, 3)]
)
def test_pyspiel_plays_by_the_same_rules(size: int, komi: float, games: int) -> None:
    pytest.importorskip("pyspiel")
    oracle = Oracle(size, komi)
    compared = cross_check(build(size, komi), oracle, games, stop=tell, seed=size)
    assert compared > games
    if size == 5:
        assert sum(state.forbidden for state in oracle.states) > 100  # superko has been put to the test
