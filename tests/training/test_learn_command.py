"""`anyspace learn`: what it writes and says; what is refused."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from training.boards import three

from anyspace import open_evaluator
from anyspace.cli import main
from anyspace.lab.own_games import load_game
from anyspace.training.store import Store


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command gets the game that is not compiled."""
    monkeypatch.setattr("anyspace.lab.own_games.load_game", lambda name, folder: three())


@pytest.mark.usefixtures("interpreted")
def test_a_few_seconds(tmp_path: Path, capsys: Any) -> None:
    words = ["learn", "tic_tac_toe", "--learner", "linear", "--out", str(tmp_path / "run")]
    few = ["--simulations", "4", "--together", "4", "--round", "8", "--pairs", "0", "--batch", "32"]
    said = ""
    for hours in ("0.0012", "0.004", "0.02"):  # a machine with much to do needs more of them
        if "network 2" not in said:
            enough = [*words, *few, "--hours", hours]
            assert main(enough) == 0
            said += capsys.readouterr().out
    assert "8 ways to turn the board" in said and "network 2" in said and "written:" in said
    assert (tmp_path / "run" / "progress.png").read_bytes().startswith(b"\x89PNG")
    open_evaluator(tmp_path / "run" / "tic_tac_toe.npz", three())
    assert main(enough) == 0  # the time is up: nothing is played, all is written again
    assert "written:" in capsys.readouterr().out


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--hours", "0"], "--hours must be more than 0"),
        (["--hours", "1", "--learner", "deep"], "a learner is residual, linear or table, not 'deep'"),
        (["--hours", "1", "--target", "best"], "targets are gumbel or puct, not 'best'"),
        (["--hours", "1", "--batch", "0"], "batch must be 1 or more, not 0"),
        (["--hours", "1", "--seed", "-1"], "seed must be a whole number, 0 or more, not -1"),
        (["--hours", "1", "--pairs", "-1"], "--pairs must be 0 or more, not -1"),
        (["--hours", "1", "--positions", "0"], "--positions must be 1 or more, not 0"),
        (["--hours", "1", "--cool", "2"], "cool must be from 0 to 1, not 2"),
        (["--hours", "1", "--rate", "0"], "rate must be between 0 and 1, not 0"),
        (["--hours", "1", "--reuse", "0"], "reuse must be more than 0, not 0"),
        (["--hours", "1", "--opening", "-1"], "opening must be a whole number, 0 or more, not -1"),
        (["--hours", "1", "--learner", "table", "--records", "x", "--teacher", "y"], "one of them at a time"),
        (["--hours", "1", "--learner", "table", "--records", "nowhere"], "there is no record nowhere"),
        (["--hours", "1", "--learner", "table", "--teacher", "nowhere.onnx"], "there is no network nowhere.onnx"),
    ],
)
def test_what_makes_no_sense(words: list[str], said: str, tmp_path: Path, capsys: Any) -> None:
    assert main(["learn", "tic_tac_toe", "--out", str(tmp_path / "run"), *words]) == 2
    error = capsys.readouterr().err
    assert said in error and error.count("\n") == 1


@pytest.mark.usefixtures("interpreted")
def test_hours_that_were_too_few(tmp_path: Path, capsys: Any) -> None:
    words = ["learn", "tic_tac_toe", "--learner", "table", "--hours", "1e-6", "--out", str(tmp_path)]
    assert main(words) == 0
    said = capsys.readouterr().out
    assert "what is written has learnt nothing yet: give it more hours" in said and "written:" in said


@pytest.mark.usefixtures("interpreted")
def test_stopped_and_gone_on_with(tmp_path: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C: what was played stays, and the time that it took is known."""

    def interrupted(*_: Any) -> None:
        raise KeyboardInterrupt

    words = ["learn", "tic_tac_toe", "--learner", "table", "--hours", "0.001", "--out", str(tmp_path)]
    few = ["--simulations", "4", "--together", "4", "--round", "8", "--batch", "32"]
    with monkeypatch.context() as patched:
        patched.setattr("anyspace.training.learning.Learning._learn_round", interrupted)
        assert main([*words, *few]) == 130
    told = capsys.readouterr()
    assert "stopped; the same command goes on from here" in told.err and "8 games:" in told.out
    store = Store(tmp_path / "run.db")
    assert store.spent() > 0 and store.count_games()[0] == 8
    store.close()
    assert main([*words, *few]) == 0
    said = capsys.readouterr().out
    assert "tic_tac_toe: 8 games" in said and "network 2" in said


@pytest.mark.usefixtures("interpreted")
def test_without_torch(tmp_path: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "anyspace.training.residual", raising=False)
    monkeypatch.setitem(sys.modules, "torch", None)  # as if it were not installed
    assert main(["learn", "tic_tac_toe", "--hours", "1", "--out", str(tmp_path / "run")]) == 1
    assert "a residual network learns with torch: pip install 'anyspace[learn]'" in capsys.readouterr().err
    assert not (tmp_path / "run").exists()


OWN = """
import numpy as np
from anyspace import OVER

class Strip:
    players, actions, max_moves, max_length, plane_shape = 2, 4, 4, 4, (2, 1, 4)

    def __init__(self):
        self.cell, self.turn = [-1] * 4, 0

    def copy(self):
        twin = Strip()
        twin.cell, twin.turn = self.cell[:], self.turn
        return twin

    def mover(self):
        return OVER if min(self.cell) >= 0 else self.turn

    def moves(self):
        return [i for i in range(4) if self.cell[i] < 0]

    def play(self, move):
        self.cell[move], self.turn = self.turn, 1 - self.turn

    def returns(self):
        return [1.0, -1.0] if self.cell[2] == 0 else [-1.0, 1.0]

    def planes(self, observer):
        return [[[c == observer for c in self.cell]], [[c == 1 - observer for c in self.cell]]]
"""


def test_a_game_of_ones_own(tmp_path: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever takes the third cell wins: a table finds out in seconds."""
    (tmp_path / "strip.py").write_text(OWN)
    monkeypatch.chdir(tmp_path)
    few = ["--simulations", "4", "--together", "4", "--round", "8", "--pairs", "0", "--batch", "32", "--rate", "0.1"]
    assert main(["learn", "strip.py:Strip", "--learner", "table", "--hours", "0.0012", "--out", "run", *few]) == 0
    assert "written: run/Strip.npz" in capsys.readouterr().out
    game = load_game("strip.py:Strip", Path())
    answers = open_evaluator(Path("run/Strip.npz"), game).evaluate(game.start().planes()[None])
    assert answers.policy[0].argmax() == 2 and answers.value[0, 0] > 0.5


def test_a_game_without_planes(tmp_path: Path, capsys: Any) -> None:
    assert main(["learn", "pig", "--hours", "1", "--out", str(tmp_path)]) == 2
    assert "pig: a network needs the rule 'planes'" in capsys.readouterr().err


def test_help_says_how(capsys: Any) -> None:
    assert main(["learn", "--help"]) == 0
    said = capsys.readouterr().out
    assert "the same command goes on after Ctrl-C" in said and "--teacher FILE" in said
