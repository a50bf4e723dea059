"""`anyspace solve` of games of one's own, and what it says where there is no solution."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from solve.plain import plainly
from uncompiled import uncompiled

import anyspace
from anyspace.cli import main
from anyspace.cli.solve import with_option
from anyspace.games import own
from anyspace.numeric import as_score

__all__ = ["plainly"]

pytestmark = pytest.mark.usefixtures("plainly")

SOURCE = '''
import anyspace

class Change:
    """Pay an amount exactly with coins of 1, 4 and 5."""
    players, max_moves, max_length, payoffs = 1, 3, 40, (None, 0)
    def __init__(self, left=13, paid=0): self.left, self.paid = left, paid
    def mover(self): return 0 if self.left else anyspace.OVER
    def moves(self): return [coin for coin in (5, 4, 1) if coin <= self.left]
    def play(self, coin): self.left, self.paid = self.left - coin, self.paid + 1
    def returns(self): return [-1000.0 * self.paid]
    def copy(self): return Change(self.left, self.paid)

def purse(board=1):
    return anyspace.PythonGame(type("Purse", (Change,), {"start": lambda self: Change(board + 12)}), name="purse")
'''

SEARCH = ["--with", "sp_mcts", "--iterations", "300", "--seed", "1"]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "change.py"
    path.write_text(SOURCE)
    return path


def test_a_line_of_a_game_of_ones_own_is_replayed(file: Path, capsys: Any) -> None:
    line = str(file.with_name("line.json"))
    assert main(["solve", f"{file}:Change", *SEARCH, "--save", line]) == 0
    printed = capsys.readouterr().out
    assert "Change: -3,000 (no line can pay more)" in printed
    assert f"replay it: anyspace check-solution {line} --game {file}:Change" in printed
    assert main(["check-solution", line, "--game", f"{file}:Change"]) == 0
    assert "Change, 3 moves, pays -3,000 as it says" in capsys.readouterr().out
    for words, complaint in (
        ([line], "its game is one of your own; say which: --game FILE.py:NAME"),
        ([line, "--game", f"{file}:purse"], "a saved match of 'Change' is none of 'purse'"),
        ([line, "--game", f"{file}:gone"], "change.py has nothing named 'gone'"),
    ):
        assert main(["check-solution", *words]) == 2
        error = capsys.readouterr().err
        assert complaint in error and error.count("\n") == 1


def test_the_board_of_a_game_of_ones_own(file: Path, capsys: Any) -> None:
    assert main(["solve", f"{file}:purse", "--board", "8", *SEARCH]) == 0
    assert "purse: -4,000" in capsys.readouterr().out, "20 is four times 5"
    assert main(["solve", f"{file}:Change", "--board", "8", *SEARCH]) == 2
    error = capsys.readouterr().err
    assert "unexpected keyword argument 'board'" in error and error.count("\n") == 1
    assert with_option("hex", "board=3") == with_option("hex()", "board=3") == "hex(board=3)"
    assert with_option("a.py:hex(size=9)", "board=3") == "a.py:hex(size=9,board=3)"


@pytest.fixture
def slowly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that are known by name are not compiled."""
    monkeypatch.setattr(own, "load_game", lambda text: uncompiled(anyspace.load(text)))


@pytest.mark.usefixtures("slowly")
def test_no_solution_is_said_in_a_line(capsys: Any) -> None:
    stuck = "12../3.../..../.4.."  # nothing fits r2c2
    assert main(["solve", "sudoku(size=4)", "--position", stuck, *SEARCH]) == 2
    assert "the game is over: no solution was found: 4 of 16 cells have a number" in capsys.readouterr().err
    unsolvable = "4.1./..../3..4/.2.."  # but moves can be made
    assert main(["solve", "sudoku(size=4)", "--position", unsolvable, *SEARCH]) == 0
    assert capsys.readouterr().out.splitlines()[:2] == [
        "sudoku: 8 (no line can pay more)",
        "no solution was found: 8 of 16 cells have a number, and there is none: proven",
    ]
    assert main(["solve", "sudoku(size=4)", *SEARCH]) == 0
    assert "no solution" not in capsys.readouterr().out


@pytest.mark.usefixtures("slowly")
def test_a_tour_that_misses_windows(tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "late.txt"
    path.write_text("3\n0 5 5\n5 0 5\n5 5 0\n0 100\n0 6\n0 6\n")
    assert main(["solve", f"tsptw(file={path})", *SEARCH, "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["score"] == -1_000_015.0 and said["verdict"].endswith("windows was found: 1 is missed")
    assert main(["solve", f"tsptw(file={path})", *SEARCH]) == 0
    first, second = capsys.readouterr().out.splitlines()[:2]
    assert first.startswith("tsptw: -1,000,015") and second.startswith("no tour that keeps all windows was found: 1 is")


def test_chance_is_no_matter_for_these_methods(capsys: Any) -> None:
    assert main(["solve", "twenty_forty_eight", "--iterations", "10"]) == 2
    assert "nrpa: there is chance in twenty_forty_eight" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("score", "text"),
    [(2557, "2,557"), (-1_000_378.62, "-1,000,378.62"), (0.125, "0.125"), (-0.0, "0"), (1e300, "1e+300"), (81.0, "81")],
)
def test_scores_as_people_read_them(score: float, text: str) -> None:
    assert as_score(score) == text
