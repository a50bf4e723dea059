"""Games of one's own on the command line: `FILE.py:NAME(options)`, in every command; and `anyspace check`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from anyspace.cli import main

SOURCE = '''
import anyspace

class Count:
    """Say one or two; who says the tenth wins."""
    players, max_moves, max_length = 2, 2, {most}
    def __init__(self, left=10, turn=0): self.left, self.turn = left, turn
    def mover(self): return anyspace.OVER if self.left <= 0 else self.turn
    def moves(self): return [1, 2]
    def play(self, move): self.left, self.turn = self.left - move, 1 - self.turn
    def returns(self): return [-1.0, 1.0] if self.turn == 0 else [1.0, -1.0]
    def copy(self): return Count(self.left, self.turn)
    def __eq__(self, other): return vars(self) == vars(other)
    def __hash__(self): return self.left
    def __str__(self): return f"{{self.left}} left"

game = anyspace.PythonGame(Count)

def made(left=10, name="made"):
    return anyspace.PythonGame(type("Made", (Count,), {{"start": lambda self: Count(left)}}), name=name)

number = 5
'''


@pytest.fixture
def file(tmp_path: Path) -> str:
    made = tmp_path / "count.py"
    made.write_text(SOURCE.format(most=10))
    (tmp_path / "endless.py").write_text(SOURCE.format(most=3))
    (tmp_path / "broken.py").write_text("game = 1 / 0\n")
    (tmp_path / "typo.py").write_text("def game(:\n")
    return str(made)


@pytest.mark.parametrize("name", ["game", "Count", "made", "made(left=6)", "Count(max_length=12)"])
def test_think_and_play_take_them(file: str, name: str, capsys: Any) -> None:
    assert main(["think", f"{file}:{name}", "--iterations", "40", "--seed", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["move"] in (1, 2) and found["game"] == f"{file}:{name}"
    assert main(["play", f"{file}:{name}", "--seat", "none", "--iterations", "10", "--seed", "1"]) == 0
    assert "player 0 plays" in capsys.readouterr().out


def test_options_reach_the_function(file: str, capsys: Any) -> None:
    assert main(["think", f"{file}:made(left=3)", "--iterations", "20"]) == 0
    assert "3 left" in capsys.readouterr().out


def test_bench_and_lab_take_them(file: str, capsys: Any) -> None:
    assert main(["bench", "--game", f"{file}:made(left=4)", "--rounds", "1", "--json"]) == 0
    rows = {row["what"]: row["ours"] for row in json.loads(capsys.readouterr().out)["rows"]}
    assert rows["playouts"] > 100 and rows["rule moves"] > 0
    words = ["plain iterations=10", "random", "--deals", "1", "--processes", "1"]
    assert main(["lab", "match", f"{file}:made(left=4)", *words]) == 0
    capsys.readouterr()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("count.py:game", "count.py:gone"), "count.py has nothing named 'gone'; it has game"),
        (("count.py:game", "count.py:number"), "neither a game, nor a class, nor a function that makes a game"),
        (("count.py:game", "count.py:game(left=3)"), "only a function or a class takes options"),
        (("count.py:game", "count.py:made(size=3)"), "unexpected keyword argument 'size'; it takes (left, name)"),
        (("count.py:game", "none.py:game"), "there is no file"),
        (("count.py:game", "broken.py:game"), "raised ZeroDivisionError: division by zero (broken.py, line 1)"),
        (("count.py:game", "typo.py:game"), "importing typo.py raised SyntaxError"),
    ],
)  # fmt: skip
def test_what_is_not_there(file: str, change: tuple[str, str], message: str, capsys: Any) -> None:
    assert main(["think", f"{file}:game".replace(*change), "--iterations", "5"]) in (1, 2)
    assert message in (said := capsys.readouterr().err) and said.count("\n") == 1


def test_check_says_what_is_wrong_and_by_its_exit_code(file: str, capsys: Any) -> None:
    assert main(["check", f"{file}:game", "--seconds", "0.5"]) == 0
    assert "nothing wrong" in capsys.readouterr().out
    spoilt = file.replace("count.py", "endless.py")
    assert main(["check", f"{spoilt}:game", "--seconds", "0.5"]) == 1
    said = capsys.readouterr().out
    assert "max_length: a game goes on after 3 moves" in said and "in game.after([" in said
    assert main(["check", f"{spoilt}:game", "--seconds", "0.5", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["ok"] is False and found["findings"][0]["topic"] == "max_length"


def test_check_strictly(file: str, capsys: Any) -> None:
    Path(file).write_text(
        SOURCE.format(most=10).replace("    def __eq__(self, other): return vars(self) == vars(other)\n", "")
    )
    assert main(["check", f"{file}:game", "--seconds", "0.4"]) == 0
    assert main(["check", f"{file}:game", "--seconds", "0.4", "--strict"]) == 1
    assert "with `__eq__` a search keeps its tree" in capsys.readouterr().out


def test_who_moves_at_the_same_time_is_told_nothing(capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builtins.input", lambda _: "quit")
    assert main(["play", "rock_paper_scissors", "--seat", "1", "--iterations", "20", "--seed", "3"]) == 0
    said = capsys.readouterr().out
    assert "player 0 moves unseen" in said and not any(word in said for word in ("rock", "paper", "scissors"))
