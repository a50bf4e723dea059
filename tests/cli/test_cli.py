"""The command as a person meets it: what it prints, on which stream, and its exit codes."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import anyspace
import anyspace.games
from anyspace.cli import COMMANDS, main
from anyspace.cli.common import whole

SOURCES = str(Path(anyspace.__file__).parents[1])


def process(*argv: str, **options: Any) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "PYTHONPATH": SOURCES}
    return subprocess.Popen([sys.executable, "-m", "anyspace", *argv], env=environment, **options)


# ---- help and imports


@pytest.mark.parametrize("argv", [["--help"], ["--version"], *([name, "--help"] for name in COMMANDS)], ids=" ".join)
def test_help_imports_nothing_heavy(argv: list[str]) -> None:
    program = (
        "import sys; from anyspace.cli import main; code = main(sys.argv[1:]);"
        "heavy = {'numpy', 'numba', 'pyspiel'} & set(sys.modules); assert not heavy, heavy; sys.exit(code)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *argv],
        env={**os.environ, "PYTHONPATH": SOURCES},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "anyspace" in done.stdout
    assert done.stderr == ""


def test_no_command_shows_help(call: Any) -> None:
    said = call()
    assert said.code == 0
    assert all(name in said.out for name in COMMANDS)


def test_version(call: Any) -> None:
    assert call("--version").out == f"anyspace {anyspace.__version__}\n"


# ---- bad input: one line on standard error, exit code 2


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["frob"], "invalid choice: 'frob'"),
        (["think"], "required: GAME"),
        (["think", "connect_four", "--frob"], "unknown argument --frob (see anyspace think --help)"),
        (["think", "conect_four"], "did you mean 'connect_four'?"),
        (["think", "hex("], "is not a game's name"),
        (["think", "hex(sise=9)"], "no option 'sise'"),
        (["think", "hex(size=99)"], "99"),
        (
            ["think", "connect_four", "--moves", "d e x"],
            "move 3 of --moves: 'x' names no legal move here; legal: a b c",
        ),
        (["think", "connect_four", "--moves", "a b a b a b a"], "the game is over"),
        (["think", "connect_four", "--moves", "a b a b a b a b"], "move 8 of --moves"),
        (["think", "connect_four", "--position", "7/7 x"], "'7/7 x' is no position: the board has 6 rows, not 2"),
        (["think", "pig", "--position", "0 0"], "its positions cannot be read from text"),
        (["think", "connect_four", "--iterations", "many"], "expected a whole number, not 'many'"),
        (["think", "connect_four", "--iterations", "0"], "not 0"),
        (["think", "connect_four", "--iterations", "-5"], "not -5"),
        (["think", "connect_four", "--iterations", "1.5"], "expected a whole number, not '1.5'"),
        (["think", "connect_four", "--seconds", "soon"], "expected a number, not 'soon'"),
        (["think", "connect_four", "--seconds", "nan"], "not nan"),
        (["think", "connect_four", "--seconds", "inf"], "not inf"),
        (["think", "connect_four", "--seconds", "0"], "not 0"),
        (["think", "connect_four", "--c", "-1"], "not -1"),
        (["think", "connect_four", "--final", "best"], "invalid choice: 'best'"),
        (["think", "connect_four", "--playout-limit", "-1"], "not -1"),
        (["play", "connect_four", "--seat", "2"], "--seat must be 0 to 1 or none for connect_four, not 2"),
        (["play", "connect_four", "--seat", "me"], "expected a whole number, not 'me'"),
        (["play", "connect_four", "--seconds", "-1"], "not -1"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_input(call: Any, argv: list[str], message: str) -> None:
    said = call(*argv)
    assert said.code == 2
    assert said.out == ""
    assert message in said.error


@pytest.mark.usefixtures("dice")
def test_a_failing_game_is_exit_code_1(call: Any) -> None:
    said = call("think", "broken", "--iterations", "10")
    assert said.code == 1
    assert "broken: rule 'returns' gave nan" in said.error


def test_a_missing_dependency_is_exit_code_1(call: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    said = call("think", "open_spiel:chess", "--iterations", "10")
    assert said.code == 1
    assert "anyspace[openspiel]" in said.error


def test_an_unexpected_exception_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def load(name: str) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(anyspace.games, "load", load)
    with pytest.raises(ZeroDivisionError):
        main(["think", "connect_four"])


@pytest.mark.parametrize(
    ("text", "value"), [("1000", 1000), ("1_000", 1000), ("1,000", 1000), ("1e3", 1000), ("-2", -2)]
)
def test_whole_numbers_as_people_write_them(text: str, value: int) -> None:
    assert whole(text) == value


# ---- games


def test_games(call: Any) -> None:
    said = call("games")
    assert said.code == 0
    for name, about in anyspace.GAMES.items():
        assert re.search(rf"^{name} +{re.escape(about)}$", said.out, re.MULTILINE)
    assert "hex(size=11, swap=false)" in said.out
    assert "open_spiel:NAME" in said.out


def test_games_json(call: Any) -> None:
    found = json.loads(call("games", "--json").out)
    options = {game["name"]: game["options"] for game in found["games"]}
    assert list(options) == list(anyspace.GAMES)
    assert options["connect_four"] == {}
    assert options["hex"]["size"] == 11
    assert "games" not in found["open_spiel"]


def test_games_of_open_spiel(call: Any) -> None:
    pytest.importorskip("pyspiel")
    names = json.loads(call("games", "--json", "--open-spiel").out)["open_spiel"]["games"]
    assert {"chess", "backgammon"} <= set(names)
    listed = call("games", "--open-spiel").out
    assert f"the games of OpenSpiel, {len(names)} here" in listed
    assert all(name in listed for name in names)


def test_games_without_open_spiel(call: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    assert "pip install 'anyspace[openspiel]'" in call("games", "--open-spiel").out
    assert json.loads(call("games", "--json").out)["open_spiel"] == {"installed": False, "count": 0}


# ---- cache


def test_cache(call: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ANYSPACE_CACHE_DIR", str(tmp_path))
    (tmp_path / "rule.nbi").write_bytes(bytes(2**20))
    (tmp_path / "rule.1.nbc").write_bytes(bytes(2**19))
    (tmp_path / "letter.txt").write_text("not ours")
    assert call("cache").out == f"folder  {tmp_path}\nfiles   2\nsize    1.5 MiB\n"
    assert call("cache", "--clear").out == f"deleted 2 files, 1.5 MiB, from {tmp_path}\n"
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_cache_that_does_not_exist_yet(call: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ANYSPACE_CACHE_DIR", str(tmp_path / "later"))
    assert "files   0\n" in call("cache").out
    assert call("cache", "--clear").code == 0


# ---- signals and pipes, in a process of its own


def test_a_closed_pipe_is_quiet() -> None:
    with process("games", stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait(20) == 141


@pytest.fixture
def terminal() -> Any:
    """Both ends of a pseudo-terminal."""
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    yield ours, theirs
    os.close(ours)


def read_until(descriptor: int, sign: bytes) -> bytes:
    seen = b""
    while sign not in seen:
        seen += os.read(descriptor, 1024)
    return seen


def test_ctrl_c_prints_the_best_so_far(terminal: Any) -> None:
    main(["think", "connect_four", "--iterations", "1"])  # compiled before the clock starts
    ours, theirs = terminal
    with process("think", "connect_four", "--seconds", "30", stdout=subprocess.PIPE, stderr=theirs) as running:
        os.close(theirs)
        seen = read_until(ours, b"best ")
        assert re.search(rb"\r +\d+%  [\d,]+ iterations  [\d,]+/s  best ", seen)
        running.send_signal(signal.SIGINT)
        asked = time.perf_counter()
        assert running.stdout is not None
        out = running.stdout.read().decode()
        assert running.wait() == 0
    assert time.perf_counter() - asked < 5
    assert "\nbest  " in out
    assert ", interrupted\n" in out


def test_ctrl_c_while_the_computer_thinks_leaves_the_game(terminal: Any) -> None:
    ours, theirs = terminal
    argv = ["play", "connect_four", "--seat", "1", "--seconds", "30"]
    with process(*argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=theirs) as running:
        os.close(theirs)
        read_until(ours, b"best ")
        running.send_signal(signal.SIGINT)
        assert running.wait(10) == 130
