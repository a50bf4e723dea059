"""`anyspace solve` and `anyspace check-solution`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from anyspace import OptionError, PositionError
from anyspace.cli import main
from anyspace.matches.match import Match
from anyspace.matches.solution import Solution, read_solution
from anyspace.solve.one_player.registry import METHODS, as_method

PUZZLE = "open_spiel:morpion_solitaire"


@pytest.fixture
def saved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    pytest.importorskip("pyspiel")
    path = tmp_path / "line.json"
    assert main(["solve", PUZZLE, "--with", "reflexive:level=1,games=1", "--iterations", "12", "--seed", "1",
                 "--save", str(path), "--picture", str(tmp_path / "line.html")]) == 0  # fmt: skip
    printed = capsys.readouterr().out
    assert f"{PUZZLE}: " in printed and "12 playouts" in printed and "line saved to" in printed
    assert (tmp_path / "line.html").read_text("utf-8").startswith("<!doctype html>")
    return path


def test_a_line_is_saved_and_replayed(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check-solution", str(saved), "--show"]) == 0
    assert "as it says" in capsys.readouterr().out
    solution = read_solution(saved)
    assert solution.score == len(solution.match) and solution.method == "reflexive:level=1,games=1"
    solution.save(saved)
    assert read_solution(saved).match == solution.match


def test_a_file_that_cannot_be_written_does_not_cost_the_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("pyspiel")
    words = ["solve", PUZZLE, "--with", "reflexive:level=1,games=1", "--iterations", "12", "--seed", "1"]
    for option in ("--save", "--picture"):
        assert main([*words, option, str(tmp_path / "none" / "line")]) == 1
        out, error = capsys.readouterr()
        assert "12 playouts" in out and "error: cannot write" in error and "Traceback" not in error


def test_what_is_wrong_with_a_file_is_said_in_a_line(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = json.loads(saved.read_text("utf-8"))
    for change, complaint in (
        ({"score": 999}, "it says that it pays 999, but its line pays"),
        ({"score": "high"}, "no solution: expected an object with"),
        ({"anyspace_solution": 2}, "its format is 2"),
        ({"playouts": "many"}, "'playouts' must be a number"),
        ({"match": {**record["match"], "moves": record["match"]["moves"][:-1]}}, "the game is not over"),
        ({"match": {**record["match"], "moves": record["match"]["moves"][::-1]}}, "saved match"),
        ({"match": {}}, "saved match: expected an object"),
    ):
        saved.write_text(json.dumps({**record, **change}), "utf-8")
        assert main(["check-solution", str(saved)]) == 2
        error = capsys.readouterr().err
        assert complaint in error and error.count("\n") == 1
    saved.write_text("{", "utf-8")
    assert main(["check-solution", str(saved)]) == 2
    assert main(["check-solution", str(saved.with_name("none.json"))]) == 2
    assert "no JSON" in (error := capsys.readouterr().err) and "No such file" in error


def test_solutions_are_for_one_player(tmp_path: Path) -> None:
    match = Match.from_json(json.dumps({"anyspace_match": 1, "game": "tic_tac_toe", "options": {}, "seed": 0,
                                        "start": None, "moves": ["a1", "a2", "b1", "b2", "c1"]}))  # fmt: skip
    Solution(match, 1.0).save(tmp_path / "x.json")
    with pytest.raises(PositionError, match="solutions are for one"):
        read_solution(tmp_path / "x.json")


def test_methods_are_listed_and_read_from_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "--methods"]) == 0
    printed = capsys.readouterr().out
    for name in METHODS:
        assert name in printed
        method = as_method(name)
        assert str(method) == method.name == name and as_method(str(method)) == method
    assert str(as_method("nrpa:level=4,prior=true")) == "nrpa:level=4,prior=True"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("nrap", "did you mean 'nrpa'"),
        ("nrpa:depth=3", "method nrpa does not take 'depth=3'; it takes level, n"),
        ("nrpa:level=0", "level must be a whole number from 1 to 10"),
        ("nrpa:alpha=-1", "alpha must be a number, from 0 to 100"),
        ("nmcs:level=two", "expected option=number"),
    ],
)
def test_options_that_make_no_sense(text: str, complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(OptionError, match=complaint):
        as_method(text)


def test_commands_say_what_they_cannot_do(capsys: pytest.CaptureFixture[str]) -> None:
    for words, complaint in (
        (["solve"], "which game?"),
        (["solve", "tic_tac_toe"], "nrpa is for one player, and tic_tac_toe has 2"),
        (["solve", "tic_tac_toe", "--board", "3"], "tic_tac_toe has no option 'board'"),
        (["solve", "twenty_forty_eight", "--seconds", "-1"], "seconds must be"),
    ):
        assert main(words) == 2
        assert complaint in capsys.readouterr().err
