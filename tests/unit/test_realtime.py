"""A decision every frame: margins by hand, frames kept and skipped, the tree carried on, the collector put back; and
the command, uncompiled."""

from __future__ import annotations

import gc
import json
import time
from typing import Any

import pytest
from uncompiled import plain_search, uncompiled

from anyspace import BudgetError, NothingToSearch, RealTime
from anyspace.cli import main
from anyspace.games import tron
from anyspace.search import realtime


def small() -> Any:
    return uncompiled(tron.game(rows=5, columns=5))


def test_margins_by_hand() -> None:
    live = RealTime(plain_search(small()), frame=0.02)
    assert live.margin == pytest.approx(0.002), "a tenth of the frame, 2 ms at most"
    live._learn(0.004)
    assert live.margin == pytest.approx(0.005), "a quarter more than the delay"
    live._learn(0.001)
    assert live.margin == pytest.approx(0.005 * 0.998), "forgotten slowly"
    live._learn(0.5)
    assert live.margin == pytest.approx(0.01), "half a frame at most"
    for _ in range(5000):
        live._learn(-0.01)
    assert live.margin == pytest.approx(0.0005), "and never nothing"


@pytest.mark.parametrize("frame", [0.0, 0.001, 11.0, float("nan"), "20"])
def test_frames_have_a_length(frame: Any) -> None:
    with pytest.raises(BudgetError, match=r"a frame is from 0.002 to 10 seconds long"):
        RealTime(plain_search(small()), frame)


def test_frames_are_kept_and_the_tree_is_carried_on() -> None:
    game = small()
    state = game.start(seed=1)
    was_on, reused = gc.isenabled(), []
    with RealTime(plain_search(game, seed=1), frame=0.08) as live:
        assert not gc.isenabled()
        live.prepare(state)
        assert live.frames == 0 and len(live.after) == 0 and live.search.position == state
        for _ in range(3):
            result = live.decide(state)
            assert time.perf_counter() < live.deadline + 5.0
            reused.append(result.stats.reused)
            for move in (result.move, None):
                move = state.moves()[0] if move is None else move
                live.played(move)
                state.play(move)
            ended = live.deadline
            assert live.wait() >= 0 and time.perf_counter() >= ended
    assert gc.isenabled() == was_on
    assert live.frames == 3 == len(live.after) == len(live.iterations) == len(live.away)
    assert reused[0] == 0 and max(reused[1:]) > 0
    assert min(live.iterations) >= 1


def test_frames_that_are_over_are_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    live = RealTime(plain_search(small()), frame=0.01)
    now = [100.0]
    monkeypatch.setattr(realtime.time, "perf_counter", lambda: now[0])
    monkeypatch.setattr(realtime.time, "sleep", lambda seconds: now.__setitem__(0, now[0] + seconds + 0.001))
    assert live.wait() == pytest.approx(0.001) and live.skipped == 0
    now[0] += 0.0355  # of which 0.009 were still to come
    assert live.wait() == pytest.approx(0.0265) and live.skipped == 2
    assert live.deadline - now[0] == pytest.approx(0.0035)
    assert live.wait() == pytest.approx(0.001) and live.skipped == 2 and live.frames == 3


def test_nothing_to_decide() -> None:
    game = small()
    state = game.start(seed=1)
    while not state.over:
        state.play(state.moves()[0])
    with pytest.raises(NothingToSearch, match="nothing to decide in this frame"):
        RealTime(plain_search(game), frame=0.02).decide(state)


@pytest.fixture
def plain_command(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command, with searches and rules that are not compiled."""
    monkeypatch.setattr("anyspace.search.search.Search", plain_search)


@pytest.mark.usefixtures("plain_command")
def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["realtime", "tron(rows=5,columns=5)", "--frames", "4", "--frame-ms", "40", "--within-ms", "9e9"]
    words += ["--seed", "1"]
    assert main([*words, "--memory", "recycle:nodes=500"]) == 0
    out = capsys.readouterr().out
    assert "4 frames of 40 ms" in out and "timer alone" in out and "none of them" in out
    code = main([*words, "--json"])
    said = json.loads(capsys.readouterr().out)
    assert code == 0 and said["frames"] == 4 and said["too_late"] == 0 and said["iterations"] >= 1
    assert set(said["late_ms"]) == {"timer alone", "with decisions"}


def test_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    for words, complaint in (
        (["--frames", "0"], "--frames must be 1 or more"),
        (["--frame-ms", "1"], "a frame is from 0.002"),
        (["--frames", "many"], "expected a whole number"),
    ):
        assert main(["realtime", "tron(rows=5,columns=5)", *words]) == 2
        assert complaint in capsys.readouterr().err
