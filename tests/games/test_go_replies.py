"""Go: what playouts answer the last stone with: positions made by hand, and the twin's chains in random games."""

from __future__ import annotations

import math
import random
from typing import Any

import numpy as np
import pytest
from further import further
from games.go_helpers import build, position, record, twin_of

from anyspace import rng as random_numbers
from anyspace.games.go_board import BLACK, EDGE, EMPTY, WHITE, point_of
from anyspace.games.go_patterns import AROUND, PATTERNS, codes_of_empty_board, note_stone, steps_around
from anyspace.machine.native import prototype
from anyspace.rules.game import State

CIRCLE = ((0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0), (0, 0))
"""Row and column of N, NE, ... in a drawing of three lines."""


def colours(drawing: str) -> int:
    """Who has a pattern in the middle of what is drawn, as `PATTERNS` says it."""
    rows = [line.split() for line in drawing.strip().splitlines()]
    held = [".XO#".index(rows[row][column]) for row, column in CIRCLE]
    return int(PATTERNS[sum(what << 2 * k for k, what in enumerate(held))])


@pytest.mark.parametrize(
    ("drawing", "who"),
    [
        ("X O .\n . * .\n . . .", BLACK),  # hane
        ("O X .\n . * .\n . . .", WHITE),
        ("X O X\n . * X\n . . .", 0),  # not round anything
        ("X O .\n O * .\n . . .", BLACK + WHITE),  # cut, and join
        (". O X\n . * O\n . . .", BLACK + WHITE),
        (". O .\n . * X\n . O .", BLACK),  # split
        (". X .\n O * .\n # # #", BLACK),  # block
        (". X O\n . * .\n # # #", BLACK + WHITE),  # descend; and White's hane from below
        (". . .\n . * .\n . . .", 0),
        ("X X X\n X * X\n X X X", 0),
    ],
)
def test_patterns_by_hand(drawing: str, who: int) -> None:
    assert colours(drawing) == who


def test_patterns_hold_however_the_board_is_turned_and_for_both_colours() -> None:
    codes = np.arange(1 << 2 * AROUND)
    circle = [codes >> 2 * k & 3 for k in range(AROUND)]
    quarter = sum(circle[(k + 2) % AROUND] << 2 * k for k in range(AROUND))
    mirrored = sum(circle[-k % AROUND] << 2 * k for k in range(AROUND))
    exchanged = sum(np.array([EMPTY, WHITE, BLACK, EDGE])[circle[k]] << 2 * k for k in range(AROUND))
    assert (PATTERNS[quarter] == PATTERNS).all() and (PATTERNS[mirrored] == PATTERNS).all()
    assert (PATTERNS[exchanged] == np.array([0, 2, 1, 3])[PATTERNS]).all()
    assert 0.05 < (PATTERNS != 0).mean() < 0.5


def at(state: State, name: str) -> int:
    size = math.isqrt(state.game.max_moves - 1)
    return (int(name[1:]) - 1) * size + "ABCDEFGHJ".index(name[0])


def named(state: State, last: str) -> set[str | None]:
    """All replies to the stone at `last`."""
    found = {state.reply(at(state, last), seed=k) for k in range(30)}
    return {None if move is None else state.name(move) for move in found}


def test_takes_the_last_stone() -> None:
    state = position(
        """
        . . . . .
        . . X . .
        . X O . .
        . . X . .
        . . . . .
        """
    )
    assert named(state, "C3") == {"D3"}
    assert state.reply(None) is None and state.reply(25) is None  # the pass
    assert state.reply(at(state, "A1")) is None  # nobody has played there


def test_saves_by_fleeing() -> None:
    state = position(
        """
        . . . . .
        . . O . .
        . O X . .
        . . O . .
        . . . . .
        """
    )
    assert named(state, "C2") == {"D3"}


def test_saves_by_taking() -> None:
    state = position(
        """
        . . . . .
        . O O . .
        O X X O .
        . X O X .
        . O . . .
        """
    )
    assert named(state, "C4") == {"C1"}


def test_does_not_flee_in_vain() -> None:
    state = position(
        """
        . . . . .
        . . . . .
        . . . . .
        O O . . .
        X . . . .
        """
    )
    assert "B1" not in named(state, "A2")  # there would be one liberty, not two


def told(state: State, seed: int, last: int) -> list[int]:
    """The moves of a playout with replies from a copy of the state."""
    game = state.game
    run = prototype(9)(game.backend.provide(["playout_replying"]).playout_replying)
    block, rng, out = state.copy()._block, random_numbers.new(seed), np.zeros(2)
    trace = np.zeros(game.max_length + 1, np.int32)
    places = [array.ctypes.data for array in (block, rng, out)]
    length = run(*places, 0, 0, game.max_length, trace.ctypes.data, last, 1 << 32)
    assert length > 0
    replay = state.copy()
    for code in trace[:length]:
        assert code // game.actions == replay.mover
        game.backend.play(replay._block, int(code) % game.actions)
    assert replay.over and replay.returns() == out.tolist()
    return [int(code) % game.actions for code in trace[:length]]


class Answers:
    """What may answer a stone, by the twin."""

    def __init__(self, state: State, last: int) -> None:
        here, self.twin = record(state), twin_of(state)
        self.size, me = self.twin.size, self.twin.player
        ko = [p for p in self.twin.points if point_of(p[0] * self.size + p[1], self.size) == here.ko]
        self.twin.ko = ko[0] if ko else None
        stone = divmod(last, self.size)
        stones, twin = self.twin.stones, self.twin
        self.takes = self.playable(self.last_liberty(stone))
        attacked = [p for p in twin.neighbours(stone) if stones.get(p) == me and self.last_liberty(p)]
        self.flights = set().union(*(self.playable(self.last_liberty(p)) for p in attacked))
        self.counters = set().union(*(self.counter(p) for p in attacked))
        self.fits = {p for p in self.around(stone) if p not in stones and self.code(p) & me and twin.acceptable(p)}
        self.doubtful = {p for p in self.around(stone) if p not in stones and self.code(p) & me} - self.fits

    def last_liberty(self, point: Any) -> set[Any]:
        chain, _ = self.twin.region(point, self.twin.stones)
        free = {near for p in chain for near in self.twin.neighbours(p) if near not in self.twin.stones}
        return free if len(free) == 1 else set()

    def playable(self, points: set[Any]) -> set[Any]:
        return {p for p in points if p != self.twin.ko and self.twin.after(p) is not None}

    def counter(self, point: Any) -> set[Any]:
        chain, _ = self.twin.region(point, self.twin.stones)
        foes = {near for p in chain for near in self.twin.neighbours(p)
                if self.twin.stones.get(near) == 3 - self.twin.player}  # fmt: skip
        return set().union(*(self.playable(self.last_liberty(foe)) for foe in foes))

    def around(self, point: Any) -> list[Any]:
        row, column = point
        steps = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]
        return [(row + up, column + right) for up, right in steps]

    def code(self, point: Any) -> int:
        if point not in self.twin.points:
            return 0
        held = [self.twin.stones.get(p, EMPTY) if p in self.twin.points else EDGE for p in self.around(point)]
        return int(PATTERNS[sum(what << 2 * k for k, what in enumerate(held))])


@pytest.mark.parametrize(("size", "games"), [(5, 15), *further((4, 20), (7, 8))])
def test_every_move_of_a_playout_is_a_reply_or_there_is_none(size: int, games: int) -> None:
    game, source = build(size), random.Random(size)
    seen = dict.fromkeys(("takes", "saves", "patterns", "others"), 0)
    for seed in range(games):
        state, last = game.start(), game.actions - 1
        for _ in range(source.randrange(2 * size)):
            last = source.choice(state.moves()[:-1])
            state.play(last)
        for move in told(state, seed, last):
            if last != size * size:
                answers, played = Answers(state, last), divmod(move, size)
                if answers.takes:
                    assert {played} == answers.takes
                    seen["takes"] += 1
                elif played in answers.counters | answers.flights:
                    seen["saves"] += 1
                else:
                    assert not answers.counters
                    if answers.fits and not answers.doubtful:
                        assert played in answers.fits
                    seen["patterns" if played in answers.fits else "others"] += 1
            game.backend.play(state._block, move)
            last = move
    assert min(seen.values()) > 20


def test_codes_are_kept() -> None:
    """Stones put on the board and taken off it, against the circle read off the board."""
    size, source = 5, random.Random(1)
    steps, codes = steps_around(size + 1), codes_of_empty_board(size)
    cells = np.where(codes == 0, EDGE, EMPTY)
    cells[[point_of(move, size) for move in range(size * size)]] = EMPTY
    with np.errstate(over="ignore"):
        for _ in range(200):
            point = point_of(source.randrange(size * size), size)
            colour = int(cells[point]) or source.choice([BLACK, WHITE])
            note_stone(codes, np.uint64(point), colour, steps)
            cells[point] = colour - cells[point]
        for move in range(size * size):
            point = point_of(move, size)
            read = sum(int(cells[np.uint64(point) + steps[k]]) << 2 * k for k in range(AROUND))
            assert codes[point] == read
