"""The commands as programs: what they write where, and how they end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

PLAIN = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(Path(__file__).parents[2] / "src")}


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "anyspace", *words]


def run(words: tuple[str, ...], said: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command(*words), input=said, capture_output=True, text=True, timeout=120, env=PLAIN)


def start(*words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        command(*words),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        bufsize=1,
        env=PLAIN,
    )


def test_gtp_by_a_pipe() -> None:
    said = "name\nboardsize 3\ngenmove b\n12 showboard\nnonsense\nlz-analyze\nquit\nname\n"
    done = run(("gtp", "go(size=3)", "--iterations", "20", "--with", "plain", "--seed", "1"), said)
    assert done.returncode == 0 and done.stderr == ""
    answers = done.stdout.split("\n\n")
    assert answers[0] == "= anyspace" and answers[1] == "=" and answers[2].startswith("= ")
    assert answers[3].startswith("=12\n 3 ") and answers[4] == "? unknown command"
    assert answers[5:] == ["=", "=", ""]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("gtp", "go"), "name\nlist_commands\nboardsize 7\nkomi 6.5\nclear_board\ntime_settings 9 0 0\nquit\n"),
        (("ugi", "othello"), "ugi\nuginewgame\nsetoption name MultiPV value 3\nquit\n"),
    ],
)
def test_nothing_is_compiled_before_it_is_needed(words: tuple[str, ...], said: str, tmp_path: Path) -> None:
    compiles = {**PLAIN, "NUMBA_DISABLE_JIT": "0", "ANYSPACE_CACHE_DIR": str(tmp_path)}
    done = subprocess.run(command(*words), input=said, capture_output=True, text=True, timeout=120, env=compiles)
    assert done.returncode == 0 and done.stderr == "" and list(tmp_path.iterdir()) == []


def test_ugi_by_a_pipe_that_ends_without_quit() -> None:
    said = "ugi\nisready\nposition startpos moves a1\ngo nodes 50\nquery p1turn\n"
    done = run(("ugi", "tic_tac_toe", "--with", "plain"), said)
    assert done.returncode == 0 and done.stderr == ""
    lines = done.stdout.splitlines()
    assert "ugiok" in lines and "readyok" in lines and lines[-1] == "response false"
    assert any(line.startswith("bestmove ") for line in lines)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("gtp", "hearts"), "GTP is for two players"),
        (("ugi", "phantom"), "UGI is for games in which everything is seen"),
        (("ugi", "pig"), "UGI is for games without chance"),
        (("gtp", "go", "--with", "nonsense"), "nonsense"),
        (("gtp", "go", "--resign-below", "3"), "--resign-below must be a number from 0 to 1"),
        (("gtp", "go", "--iterations", "0"), "iterations must be"),
        (("ugi", "tic_tac_toe", "--level", "11"), "from 1 to 10"),
    ],
)
def test_what_cannot_be_is_said_at_once(
    words: tuple[str, ...], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    from anyspace.cli import main

    assert main(list(words)) == 2
    out, err = capsys.readouterr()
    assert out == "" and complaint in err and err.count("\n") == 1


@pytest.mark.parametrize("command", ["kata-analyze 5", "lz-genmove_analyze b 5"])
def test_ctrl_c_ends_quietly(command: str) -> None:
    engine = start("gtp", "go(size=5)", "--with", "plain", "--seconds", "100")
    assert engine.stdin is not None and engine.stdout is not None and engine.stderr is not None
    engine.stdin.write(f"{command}\n")
    while "info" not in engine.stdout.readline():
        pass
    engine.send_signal(signal.SIGINT)
    assert engine.wait(30) == 130
    assert "Traceback" not in engine.stderr.read()


def test_a_reader_that_has_gone_ends_it_quietly() -> None:
    engine = start("gtp", "go(size=5)", "--with", "plain")
    assert engine.stdin is not None and engine.stdout is not None and engine.stderr is not None
    engine.stdin.write("lz-analyze 5\n")
    while "info" not in engine.stdout.readline():
        pass
    engine.stdout.close()
    assert engine.wait(30) == 141
    assert engine.stderr.read() == ""


def test_a_person_who_closes_the_program_ends_it() -> None:
    engine = start("ugi", "connect_four", "--with", "plain")
    assert engine.stdin is not None and engine.stdout is not None and engine.stderr is not None
    engine.stdin.write("go infinite\n")
    time.sleep(0.5)
    engine.stdin.close()
    assert engine.wait(30) == 0
    assert "bestmove" in engine.stdout.read() and engine.stderr.read() == ""


OWN_GAME = """
import anyspace

class Nim:
    def __init__(self): self.left, self.turn = 7, 0
    def mover(self): return anyspace.OVER if self.left == 0 else self.turn
    def moves(self): return [f"take {n}" for n in (1, 2, 3) if n <= self.left]
    def play(self, move):
        print("a word too many")
        self.left, self.turn = self.left - int(move[-1]), 1 - self.turn
    def returns(self): return [-1.0, 1.0] if self.turn == 0 else [1.0, -1.0]
    def copy(self):
        new = Nim()
        new.left, new.turn = self.left, self.turn
        return new
"""


def test_a_game_of_ones_own_that_prints(tmp_path: Path) -> None:
    """Names of moves have blanks, and what the rules print does not come between."""
    (tmp_path / "own.py").write_text(OWN_GAME, encoding="utf-8")
    game = f"{tmp_path / 'own.py'}:Nim"
    done = run(
        ("ugi", game, "--with", "plain"), "position startpos moves take_2\ngo nodes 200\nquery fen\nquery moves\n"
    )
    lines = done.stdout.splitlines()
    assert "bestmove take_1" in lines and lines[-1] == "response take_1 take_2 take_3"
    assert lines[-2].startswith("info string error: Nim") and "a word too many" not in lines
    done = run(("gtp", game, "--iterations", "200", "--with", "plain"), "play b take_2\ngenmove w\nboardsize 9\n")
    assert done.stdout == "=\n\n= take_1\n\n? unacceptable size\n\n"
