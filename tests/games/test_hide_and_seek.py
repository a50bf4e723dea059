"""Hide and seek: against a twin that remembers every way the hider can have gone, and by hand."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from hidden import check_determinizations
from uncompiled import uncompiled

from anyspace.errors import OptionError, PositionError
from anyspace.games import hide_and_seek

Place = tuple[int, int]


def made(**options: Any) -> Any:
    return uncompiled(hide_and_seek.game(**options))


class Twin:
    """The same on pairs of row and column. What the seekers know it finds by keeping all ways that fit."""

    def __init__(self, rows: int, columns: int, rounds: int, reveal: int, at: list[Place]) -> None:
        self.rows, self.columns, self.rounds, self.reveal = rows, columns, rounds, reveal
        self.at, self.turn, self.round, self.caught = at, 0, 0, ""
        places = {(r, c) for r in range(rows) for c in range(columns)} - set(at[1:])
        self.ways = {(place,) for place in places if self.open(place)}

    def rides(self, place: Place) -> dict[Place, str]:
        row, column = place
        found = {(row + d, column + e): "taxi" for d, e in ((0, 1), (1, 0), (0, -1), (-1, 0))}
        if row % 2 == 0 and column % 2 == 0:
            found |= {(row + d, column + e): "bus" for d, e in ((0, 2), (2, 0), (0, -2), (-2, 0))}
        return {to: by for to, by in found.items() if 0 <= to[0] < self.rows and 0 <= to[1] < self.columns}

    def open(self, place: Place) -> set[Place]:
        return set(self.rides(place)) - set(self.at[1:])

    def play(self, to: Place | None) -> None:
        if self.turn == 0 and to is not None:
            by = self.rides(self.at[0])[to]
            self.at[0] = to
            self.ways = {
                (*way, step) for way in self.ways for step in self.open(way[-1]) if self.rides(way[-1])[step] == by
            }
            if (self.round + 1) % self.reveal == 0:
                self.ways = {way for way in self.ways if way[-1] == to}
        elif to is not None:
            self.at[self.turn] = to
            if to == self.at[0]:
                self.caught = str(self.turn)
                return
            self.ways = {way for way in self.ways if way[-1] != to}
        self.turn += 1
        if self.turn == len(self.at):
            self.turn, self.round = 0, self.round + 1
            if self.round < self.rounds:
                if not self.open(self.at[0]):
                    self.caught = "all"
                self.ways = {way for way in self.ways if self.open(way[-1])}

    @property
    def over(self) -> bool:
        return bool(self.caught) or self.round == self.rounds


def cross_check(seekers: int, rows: int, columns: int, rounds: int, reveal: int, games: int) -> int:
    """Random games in both; moves, what is known, and the end compared. Returns how many positions were."""
    source, compared = random.Random(seekers), 0
    game = made(seekers=seekers, rows=rows, columns=columns, rounds=rounds, reveal=reveal)
    for number in range(games):
        state = game.start(seed=number)
        twin = Twin(rows, columns, rounds, reveal, [divmod(int(at), columns) for at in state["at"]])
        while not twin.over:
            listed = [divmod(move, columns) for move in state.moves() if move != game.pass_move]
            assert state.mover == twin.turn and set(listed) == twin.open(twin.at[twin.turn])
            could = {divmod(k, columns) for k in range(rows * columns) if int(state["maybe"]) >> k & 1}
            assert could == {way[-1] for way in twin.ways}
            assert game.position(state.notation()) == state
            move = source.choice(state.moves())
            state.play(move)
            twin.play(None if move == game.pass_move else divmod(move, columns))
            compared += 1
        assert state.over and game.position(state.notation()) == state
        winners = {"": [0], "all": [*range(1, seekers + 1)]}.get(twin.caught) or [int(twin.caught)]
        assert state.returns() == [float(player in winners) for player in range(seekers + 1)]
    return compared


@pytest.mark.parametrize("options", [(2, 4, 5, 6, 3, 8), (1, 3, 3, 5, 2, 8), (5, 3, 4, 4, 9, 8), (3, 5, 4, 5, 1, 5)])
def test_agrees_with_its_twin(options: tuple[int, ...]) -> None:
    assert cross_check(*options) > 20


def test_guesses_fit_what_is_known() -> None:
    assert check_determinizations(made(), 5, 3) > 100
    state = made().start(seed=3)
    state.play(state.moves()[0])
    could = {k for k in range(20) if int(state["maybe"]) >> k & 1}
    found = Counter(int(state.determinize(1, seed=seed)["at"][0]) for seed in range(60 * len(could)))
    assert set(found) == could and min(found.values()) > 30  # 60 each
    assert state.determinize(0, seed=1) == state  # the hider knows where it is


def test_what_is_seen_of_a_move() -> None:
    """Taxi from c1 to b1 and d1, bus to a1 and c3; in the third round the station."""
    game = made(seekers=1)
    state = game.position("c1,d5 0 0 c1 - - 0")
    seen = {state.name(move): state.observe(move, 1) for move in state.moves()}
    assert seen["b1"] == seen["d1"] == seen["c2"] != seen["a1"] == seen["c3"]
    assert all(state.observe(move, 0) == move for move in state.moves())
    third = game.position("c1,d5 0 2 c1 - - 0")
    assert len({third.observe(move, 1) for move in third.moves()}) == len(third.moves()) == 5


def test_a_catch_and_whose_it_is() -> None:
    at = "a1,a2,d5 1 0 a1,b1 taxi - 0"
    for credit, paid in (("captor", [0.0, 1.0, 0.0]), ("team", [0.0, 1.0, 1.0])):
        state = made(credit=credit).position(at)
        state.play(state.parse("a1"))
        assert state.over and state.returns() == paid and "caught by seeker 1" in str(state)
    missed = made().position(at)
    missed.play(missed.parse("b2"))
    assert not missed.over and missed.notation() == "a1,b2,d5 2 0 a1,b1 taxi - 0"


def test_a_hider_that_cannot_move_is_caught_by_all() -> None:
    state = made(rows=3, columns=3, seekers=4).position("a1,a2,b1,a3,c2 4 0 a1 - - 0")
    state.play(state.parse("c1"))
    assert state.over and state.returns() == [0.0, 1.0, 1.0, 1.0, 1.0] and "cannot move" in str(state)


def test_the_hider_is_not_shown_to_seekers() -> None:
    state = made().position("c1,d5,a5 0 0 c1,a1 - - 0")
    assert "H" in state.view(0) and "H" not in state.view(1) and state.view(1).count("+") == 2


@pytest.mark.parametrize(
    "text",
    [
        *("c1,d5 0 0 c1 - - 0", "c1,d5,d5 0 0 c1 - - 0", "c1,d5,a5 0 0 a1 - - 0", "c1,c1,a5 0 0 c1 - - 0"),
        *("c9,d5,a5 0 0 c1 - - 0", "c1,d5,a5 - 0 c1 - - 0", "c1,d5,a5 0 0 c1 boat - 0", "c1,d5,a5 0 0 c1 - - 2"),
        *("c1,d5,a5 7 0 c1 - - 0", "c1,d5,a5 0 11 c1 - - 0", "c1,d5,a5 0 0 c1,a5 - - 0", "c1"),
    ],
)
def test_nonsense_is_refused(text: str) -> None:
    with pytest.raises(PositionError):
        made().position(text)


@pytest.mark.parametrize("options", [{"seekers": 6}, {"rows": 2}, {"columns": 9}, {"reveal": 0}, {"credit": "none"}])
def test_bad_options(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match="hide_and_seek"):
        hide_and_seek.game(**options)
