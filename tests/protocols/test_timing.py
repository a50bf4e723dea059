"""Time as GTP tells it, and what a move gets of it."""

from __future__ import annotations

import pytest
from patience import in_one_of_some_tries
from protocols.talking import Gtp, load_uncompiled, thinker

from anyspace.protocols.timing import LEAST, USED, PlayersTime
from anyspace.search.budget import Budget
from anyspace.search.clock import Clock


def test_main_time_goes_by_the_clock() -> None:
    clock = PlayersTime(300).allowance()
    assert isinstance(clock, Clock) and clock.left == 300


def test_overtime_alone_is_shared_among_its_moves() -> None:
    assert PlayersTime(0, 30, 5).allowance() == pytest.approx(USED * 6)


def test_overtime_takes_over_when_it_gives_more() -> None:
    players = PlayersTime(60, 30, 1)
    assert players.allowance() == pytest.approx(USED * 30)
    players = PlayersTime(600, 10, 1)
    assert isinstance(players.allowance(), Clock)
    players.told(5, 0)
    assert players.allowance() == pytest.approx(USED * 10)
    players.told(8, 2)
    assert players.allowance() == pytest.approx(USED * 4)


def test_what_is_told_is_what_is_left() -> None:
    players = PlayersTime(100)
    players.told(7, 0)
    clock = players.allowance()
    assert isinstance(clock, Clock) and clock.left == 7 and clock.most < 7
    players.told(0, 0)
    assert players.allowance() == LEAST
    unset = PlayersTime(0)
    unset.told(50, 0)
    assert isinstance(unset.allowance(), Clock)


@pytest.mark.parametrize(
    ("command", "limited"),
    [
        ("time_settings 300 0 0", True),
        ("time_settings 0 30 5", True),
        ("time_settings 0 0 0", False),
        ("time_settings 0 1 0", False),
        ("kgs-time_settings none", False),
        ("kgs-time_settings absolute 60", True),
        ("kgs-time_settings canadian 60 30 5", True),
        ("kgs-time_settings byoyomi 60 30 5", True),
    ],
)
def test_settings(command: str, limited: bool) -> None:
    gtp = Gtp("tic_tac_toe", iterations=5)
    gtp.ask(command)
    assert (gtp.session.times is not None) == limited
    gtp.ask("clear_board")
    assert (gtp.session.times is not None) == limited
    gtp.ask("genmove b")


@pytest.mark.parametrize(
    "command",
    [
        "time_settings",
        "time_settings 1 2",
        "time_settings a 2 3",
        "time_settings -1 0 0",
        "time_left b",
        "time_left x 1 1",
        "time_left b 1 x",
        "time_left b 1e3 0",
        "kgs-time_settings",
        "kgs-time_settings byoyomi 1",
        "kgs-time_settings x 1",
    ],
)
def test_bad_settings_change_nothing(command: str) -> None:
    gtp = Gtp()
    gtp.ask("time_settings 300 0 0")
    before = [str(each.allowance()) for each in gtp.session.times or []]
    gtp.refuses(command)
    assert [str(each.allowance()) for each in gtp.session.times or []] == before


def test_a_move_takes_its_time_off_the_clock() -> None:
    gtp = Gtp(iterations=None)
    gtp.ask("time_settings 3 0 0")
    gtp.ask("genmove b")
    assert gtp.session.times is not None
    left = [each.allowance() for each in gtp.session.times]
    assert isinstance(left[0], Clock) and isinstance(left[1], Clock)
    assert left[0].left < 3 and left[1].left == 3
    gtp.ask("time_left w 1 0")
    assert left[1].left == 1


def test_a_budget_and_a_time_are_both_kept() -> None:
    state = load_uncompiled("tic_tac_toe").start()
    few = thinker(None).think(state, 10.0, Budget(20))
    assert few.wait(10) and few.result().stats.iterations == 20

    def in_time() -> None:
        short = thinker(None).think(state, 0.05, Budget(seconds=10))
        assert short.wait(5) and short.result().stats.seconds < 1
        clocked = thinker(None).think(state, Clock(1.0), Budget(seconds=100))
        assert clocked.wait(5) and clocked.result().stats.seconds < 1

    in_one_of_some_tries(in_time)
