"""`anyspace learn`: what it writes and says; what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from training.boards import three

from anyspace import open_evaluator
from anyspace.cli import main


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command gets the game that is not compiled."""
    monkeypatch.setattr("anyspace.lab.own_games.load_game", lambda name, folder: three())


@pytest.mark.usefixtures("interpreted")
def test_a_few_seconds(tmp_path: Path, capsys: Any) -> None:
    words = ["learn", "tic_tac_toe", "--learner", "linear", "--hours", "0.0006", "--out", str(tmp_path / "run")]
    few = ["--simulations", "4", "--together", "4", "--round", "8", "--pairs", "0", "--batch", "32"]
    assert main([*words, *few]) == 0
    said = capsys.readouterr().out
    assert "8 ways to turn the board" in said and "network 2" in said and "written:" in said
    assert (tmp_path / "run" / "progress.png").read_bytes().startswith(b"\x89PNG")
    open_evaluator(tmp_path / "run" / "tic_tac_toe.npz", three())
    assert main([*words, *few]) == 0  # the time is up: nothing is played, all is written again
    assert "written:" in capsys.readouterr().out


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--hours", "0"], "--hours must be more than 0"),
        (["--hours", "1", "--learner", "deep"], "a learner is residual, linear or table, not 'deep'"),
        (["--hours", "1", "--target", "best"], "targets are gumbel or puct, not 'best'"),
        (["--hours", "1", "--batch", "0"], "batch must be 1 or more, not 0"),
        (["--hours", "1", "--learner", "table", "--records", "x", "--teacher", "y"], "one of them at a time"),
        (["--hours", "1", "--learner", "table", "--records", "nowhere"], "there is no record nowhere"),
        (["--hours", "1", "--learner", "table", "--teacher", "nowhere.onnx"], "there is no network nowhere.onnx"),
    ],
)
def test_what_makes_no_sense(words: list[str], said: str, tmp_path: Path, capsys: Any) -> None:
    assert main(["learn", "tic_tac_toe", "--out", str(tmp_path / "run"), *words]) == 2
    error = capsys.readouterr().err
    assert said in error and error.count("\n") == 1


def test_a_game_without_planes(tmp_path: Path, capsys: Any) -> None:
    assert main(["learn", "pig", "--hours", "1", "--out", str(tmp_path)]) == 2
    assert "pig: a network needs the rule 'planes'" in capsys.readouterr().err


def test_help_says_how(capsys: Any) -> None:
    assert main(["learn", "--help"]) == 0
    said = capsys.readouterr().out
    assert "the same command goes on after Ctrl-C" in said and "--teacher FILE" in said
