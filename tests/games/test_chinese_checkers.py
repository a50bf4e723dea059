"""Chinese checkers: against a twin on sets of coordinates, and by hand."""

from __future__ import annotations

import random
from typing import Any

import pytest
from uncompiled import uncompiled

from anyspace.errors import OptionError, PositionError
from anyspace.games import chinese_checkers

Cell = tuple[int, int, int]
WAYS = [
    (a, b, c) for a in (-1, 0, 1) for b in (-1, 0, 1) for c in (-1, 0, 1) if a + b + c == 0 and (a, b, c) != (0, 0, 0)
]
SEATS = {2: [0, 3], 3: [0, 2, 4], 4: [0, 1, 3, 4], 6: [0, 1, 2, 3, 4, 5]}
TIPS = [(2, -1), (1, 1), (0, -1), (2, 1), (1, -1), (0, 1)]


def made(**options: Any) -> Any:
    return uncompiled(chinese_checkers.game(**options))


class Twin:
    """The same game on a dictionary from cells to players, jumps by recursion."""

    def __init__(self, players: int, size: int, rounds: int) -> None:
        span = range(-2 * size, 2 * size + 1)
        cells = [(x, -x - z, z) for z in span for x in span]
        self.cells = [cell for cell in cells if max(cell) <= size or min(cell) >= -size]
        self.size, self.players, self.rounds, self.made, self.winner = size, players, rounds, 0, -1
        self.on = {cell: p for p, seat in enumerate(SEATS[players]) for cell in self.corner(seat)}

    def corner(self, seat: int) -> list[Cell]:
        axis, sign = TIPS[seat]
        return [cell for cell in self.cells if sign * cell[axis] > self.size]

    def across(self, player: int) -> list[Cell]:
        return self.corner((SEATS[self.players][player] + 3) % 6)

    def jumps(self, cell: Cell, start: Cell, found: set[Cell]) -> None:
        for way in WAYS:
            over = tuple(a + b for a, b in zip(cell, way, strict=True))
            to = tuple(a + 2 * b for a, b in zip(cell, way, strict=True))
            if over in self.on and over != start and to in self.cells and to not in self.on and to not in found:
                found.add(to)
                self.jumps(to, start, found)

    def moves(self) -> set[tuple[Cell, Cell]]:
        player = self.made % self.players
        listed = set()
        for cell in [cell for cell, owner in self.on.items() if owner == player]:
            found: set[Cell] = set()
            self.jumps(cell, cell, found)
            steps = {tuple(a + b for a, b in zip(cell, way, strict=True)) for way in WAYS}
            found |= {to for to in steps if to in self.cells and to not in self.on}
            if cell in self.across(player):
                found &= set(self.across(player))
            listed |= {(cell, to) for to in found}
        return listed

    def play(self, move: tuple[Cell, Cell] | None) -> None:
        player = self.made % self.players
        self.made += 1
        if move is not None:
            del self.on[move[0]]
            self.on[move[1]] = player
            inside = [self.on.get(cell) for cell in self.across(player)]
            if None not in inside and player in inside:
                self.winner = player

    def returns(self) -> list[float] | None:
        if self.winner < 0 and self.made < self.players * self.rounds:
            return None
        left = []
        for player, seat in enumerate(SEATS[self.players]):
            axis, sign = TIPS[(seat + 3) % 6]
            left.append(sum(2 * self.size - sign * cell[axis] for cell, owner in self.on.items() if owner == player))
        first = [player for player in range(self.players) if left[player] == min(left)]
        first = first if self.winner < 0 else [self.winner]
        return [1 / len(first) if player in first else 0.0 for player in range(self.players)]


def cross_check(players: int, size: int, rounds: int, games: int) -> int:
    """Random games in both; every position compared. Returns how many moves were."""
    source, compared = random.Random(players), 0
    for _ in range(games):
        state, twin = made(players=players, size=size, rounds=rounds).start(), Twin(players, size, rounds)
        cells = len(twin.cells)
        while twin.returns() is None:
            listed = state.moves()
            theirs = {twin.cells.index(a) * cells + twin.cells.index(b) for a, b in twin.moves()}
            assert state.mover == twin.made % players and set(listed) == (theirs or {cells * cells})
            move = source.choice(listed)
            state.play(move)
            twin.play(None if move == cells * cells else (twin.cells[move // cells], twin.cells[move % cells]))
            compared += 1
        assert state.over and state.returns() == pytest.approx(twin.returns())
    return compared


@pytest.mark.parametrize("options", [(2, 1, 20, 6), (3, 2, 8, 2), (4, 2, 8, 2), (6, 2, 5, 1), (2, 3, 6, 1)], ids=str)
def test_agrees_with_its_twin(options: tuple[int, int, int, int]) -> None:
    assert cross_check(*options) > 6


def test_sizes() -> None:
    for size, cells in ((1, 13), (2, 37), (3, 73), (4, 121)):
        assert len(made(size=size).start()["owner"]) == len(Twin(2, size, 1).cells) == cells


def test_jumps_go_on_and_over_anybody() -> None:
    state = made(players=2).position("1/1A/4A2/4B1/5/4B1/2A4/B1/1 A 0")
    reached = {name.split("-")[1] for name in map(state.name, state.moves()) if name.startswith("c5-")}
    # by jumps over b2, over d5, and from there over f5; by steps, but not to b2 and d5, which are taken
    assert reached == {"a1", "e5", "g5", "c4", "c6", "d4"}


def test_who_fills_the_corner_across_has_won_though_others_stay_in_it() -> None:
    game = made(players=2)
    state = game.position("1/2/3A3/4B1/5/1A4/2A4/BB/1 A 10")
    assert not state.over
    state.play(state.parse("g3-i1"))  # over h1, which is the other's
    assert state.over and state.returns() == [1.0, 0.0]
    assert state.notation() == "1/2/3A3/4B1/5/1A4/7/BB/A - 11"
    assert not game.position("1/2/3A3/4B1/5/2A3/7/BB/A A 10").over  # it wins by a move of its own


def test_a_piece_does_not_leave_its_target() -> None:
    state = made(players=2).position("B/1B/3A3/4B1/5/1A4/7/A1/1 A 10")
    assert {name for name in map(state.name, state.moves()) if name.startswith("h1-")} == {"h1-h2", "h1-i1"}


def test_who_is_nearest_after_the_last_round_shares() -> None:
    state = made(players=3, rounds=1).start()
    for _ in range(3):
        state.play(state.moves()[0])
    assert state.over and sum(state.returns()) == pytest.approx(1.0)
    tied = made(players=2, rounds=2).position("1/AA/A6/6/5/6/B6/BB/1 - 4")
    assert tied.returns() == [0.5, 0.5]


def test_a_pass_is_a_move_by_which_nothing_happens() -> None:
    game = made()
    state = game.start()
    before = state["owner"].copy()
    assert game.pass_move not in state.moves() and game.pass_move == 37 * 37
    game.backend.play(state._block, game.pass_move)
    assert state.mover == 1 and (state["owner"] == before).all()


def test_estimates_and_odds() -> None:
    game = made(players=2)
    state = game.position("1/1A/4A2/4A1/5/6/7/BB/B A 6")
    estimate = state.evaluate()
    # ways left: 7 + 6 + 5 and 7 + 7 + 8; four steps ahead are e^1.6 times as likely to win
    assert estimate == pytest.approx([0.83202, 0.16798], abs=1e-5)
    odds = dict(zip(state.moves(), state.prior(), strict=True))
    forward, back = state.parse("d5-e4"), state.parse("d5-c6")
    assert odds[forward] == pytest.approx(1.6) and odds[back] == pytest.approx(1 / 1.6)


def test_positions_as_text() -> None:
    game = made(players=4)
    source = random.Random(3)
    state = game.start()
    while not state.over:
        assert game.position(state.notation()) == state
        state.play(source.choice(state.moves()))
    assert game.position(state.notation()) == state and "won" in str(state)


@pytest.mark.parametrize(
    "text",
    [
        "A/AA/7/6/5/6/7/BB/B B 0",
        "A/AA/7/6/5/6/7/BB/1 A 0",
        "A/AA/7/6/5/6/7/BB/B - 0",
        "A/AA A 0",
        "A/AA/7/6/5/6/7/BB/B A 99",
    ],
)
def test_nonsense_is_refused(text: str) -> None:
    with pytest.raises(PositionError):
        made(players=2).position(text)


@pytest.mark.parametrize("options", [{"players": 5}, {"players": True}, {"size": 5}, {"rounds": 0}, {"size": "x"}])
def test_bad_options(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match="chinese_checkers"):
        chinese_checkers.game(**options)
