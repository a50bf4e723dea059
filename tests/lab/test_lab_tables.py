"""Who sits where, how games count, and how moves are kept: on numbers worked out by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import anyspace
from anyspace.errors import ExperimentError
from anyspace.lab.scoring import RULES, by_entrant, side_payoffs
from anyspace.lab.seating import entrants_of_seats, lineup_of_two, seatings, sides_of
from anyspace.lab.transcript import pack, unpack

SPADES = ((0, 2), (1, 3))


# ---- seats


@pytest.mark.parametrize(
    ("name", "sides"),
    [
        ("connect_four", ((0,), (1,))),
        ("hearts", ((0,), (1,), (2,), (3,))),
        ("spades", SPADES),
        ("dou_di_zhu", ((0,), (1, 2))),
        ("twenty_forty_eight", ((0,),)),
    ],
)
def test_sides_of_known_games(name: str, sides: object) -> None:
    assert sides_of(anyspace.load(name)) == sides


@pytest.mark.parametrize(
    "given", [[[0, 2], [1]], [[0, 1], [1, 2, 3]], [[0, 1, 2, 4], [3]], [[0, 1, 2, 3], []], [0, 1], 3]
)
def test_sides_must_name_every_seat_once(given: object) -> None:
    with pytest.raises(ExperimentError, match="each of the seats 0 to 3 of hearts once"):
        sides_of(anyspace.load("hearts"), given)  # type: ignore[arg-type]
    assert sides_of(anyspace.load("hearts"), [[3, 0], [1, 2]]) == ((3, 0), (1, 2))


def test_lineups() -> None:
    assert lineup_of_two("one", 4) == (0, 1, 1, 1)
    assert lineup_of_two("alternate", 4) == (0, 1, 0, 1)
    assert lineup_of_two("one", 2) == lineup_of_two("alternate", 2) == (0, 1)
    assert lineup_of_two("one", 1) == (0,)


def test_every_rotation_once() -> None:
    assert seatings((0, 1)) == [(0, 1), (1, 0)]
    assert seatings((0, 1, 1, 1)) == [(0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0)]
    assert seatings((0, 1, 0, 1)) == [(0, 1, 0, 1), (1, 0, 1, 0)]
    assert seatings((0, 1, 2)) == [(0, 1, 2), (2, 0, 1), (1, 2, 0)]


def test_partners_are_of_one_kind() -> None:
    assert entrants_of_seats((0, 1), SPADES) == [0, 1, 0, 1]
    assert entrants_of_seats((1, 0), SPADES) == [1, 0, 1, 0]


# ---- scores


@pytest.mark.parametrize(
    ("rule", "payoffs", "scores"),
    [
        ("payoff", [3.0, -3.0], [3.0, -3.0]),
        ("win", [1.0, -1.0], [1.0, 0.0]),
        ("win", [0.0, 0.0], [0.5, 0.5]),
        ("win", [7.0, 2.0, 7.0, 1.0], [0.5, 0.0, 0.5, 0.0]),
        ("placing", [26.0, 20.0, 13.0, 19.0], [1.0, 0.5, 0.0, 0.5]),  # the paper's Hearts
        ("placing", [26.0, 26.0, 13.0, 13.0], [0.75, 0.75, 0.25, 0.25]),  # places shared
        ("placing", [20.0, 20.0, 20.0, 18.0], [2 / 3, 2 / 3, 2 / 3, 0.0]),
        ("placing", [26.0, 0.0, 0.0, 0.0], [1.0, 1 / 3, 1 / 3, 1 / 3]),  # the moon
        ("placing", [5.0, 5.0, 5.0, 5.0], [0.5, 0.5, 0.5, 0.5]),
        ("placing", [1.0, -1.0], [1.0, 0.0]),
        ("placing", [0.0, 0.0], [0.5, 0.5]),
        ("placing", [1.0, 2.0, 3.0], [0.0, 0.5, 1.0]),
    ],
)
def test_scoring(rule: str, payoffs: list[float], scores: list[float]) -> None:
    assert RULES[rule](payoffs) == pytest.approx(scores)


@given(st.lists(st.integers(0, 5).map(float), min_size=2, max_size=6))
def test_shares_add_up(payoffs: list[float]) -> None:
    assert sum(RULES["win"](payoffs)) == pytest.approx(1)
    assert sum(RULES["placing"](payoffs)) == pytest.approx(len(payoffs) / 2)


def test_who_got_what() -> None:
    assert side_payoffs([30.0, -10.0, 40.0, -20.0], SPADES) == [35.0, -15.0]
    assert by_entrant([0.75, 0.0, 0.25, 0.5], (1, 0, 1, 1)) == [0.0, 0.5]
    assert by_entrant([1.0, 0.0], (1, 0)) == [0.0, 1.0]


# ---- moves


@given(st.lists(st.integers(0, 2**20)))
def test_packed_moves_come_back(places: list[int]) -> None:
    assert unpack(pack(places)) == places


def test_usual_moves_take_one_byte() -> None:
    assert pack([0, 5, 127]) == bytes([0, 5, 127])
    assert pack([128, 300]) == bytes([0x80, 1, 0xAC, 2])
