"""The command as a person meets it: what it prints, on which stream, and its exit codes."""

from __future__ import annotations

import io
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
from anyspace.cli.play import outcome
from anyspace.cli.progress import describe

SOURCES = str(Path(anyspace.__file__).parents[1])


class Said:
    """What one call of the command left behind."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def error(self) -> str:
        """The message, after a check that it is the only line."""
        lines = [line for line in self.err.splitlines() if not line.startswith("anyspace: compiling")]
        assert len(lines) == 1, self.err
        assert lines[0].startswith("anyspace: error: ")
        return lines[0].removeprefix("anyspace: error: ")


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Run the command in this process; `typed` is what the person types."""

    def run(*argv: str, typed: str = "") -> Said:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code = main(argv)
        return Said(code, *capsys.readouterr())

    return run


def process(*argv: str, **options: Any) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "PYTHONPATH": SOURCES}
    return subprocess.Popen([sys.executable, "-m", "anyspace", *argv], env=environment, **options)


class Dice:
    """Player 0 names a pair or passes, a die is thrown, player 2 guesses it; player 1 wins if the guess is wrong."""

    players = 3
    payoffs = (0.0, 1.0)

    def __init__(self) -> None:
        self.history: list[Any] = []

    def mover(self) -> int:
        return [0, anyspace.CHANCE, 2, anyspace.OVER][len(self.history)]

    def moves(self) -> list[Any]:
        return [(0, 1), "go on"] if not self.history else [1, 2, 3]

    def weights(self) -> list[float]:
        return [0.0, 0.0, 1.0]

    def play(self, move: Any) -> None:
        self.history.append(move)

    def returns(self) -> list[float]:
        if len(self.history) < 3:
            return [0.0, 0.0, 0.0]
        right = float(self.history[1] == self.history[2])
        return [right, 1.0 - right, right]

    def copy(self) -> Dice:
        twin = type(self)()
        twin.history = list(self.history)
        return twin


class Broken(Dice):
    def returns(self) -> list[float]:
        return [float("nan")] * 3


@pytest.fixture
def dice(monkeypatch: pytest.MonkeyPatch) -> None:
    own = {"dice": Dice, "broken": Broken}
    monkeypatch.setattr(anyspace.games, "load", lambda name: anyspace.PythonGame(own[name], name=name))


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


# ---- think


def test_think_shows_board_table_line_statistics(call: Any) -> None:
    said = call("think", "connect_four", "--moves", "d, e d", "--iterations", "2000", "--seed", "1")
    assert said.code == 0
    assert "connect_four: player 1 to move\n\n. . ." in said.out
    assert ". . . x o . .\na b c d e f g" in said.out
    for part in ("move ", "visits", "\nbest  ", "\nline  ", "2,000 iterations in"):
        assert part in said.out
    assert "%  " not in said.err  # no progress where standard error is not a terminal


def test_think_without_board(call: Any) -> None:
    assert ". . ." not in call("think", "connect_four", "--iterations", "10", "--no-board").out


def test_think_json(call: Any) -> None:
    argv = ["think", "connect_four", "--moves", "d 3 D", "--iterations", "500", "--seed", "5", "--json"]
    found = json.loads(call(*argv).out)
    assert found["game"] == "connect_four"
    assert found["position"]["moves"] == ["d", "d", "d"]
    assert found["position"]["board"].endswith("a b c d e f g")
    assert found["player"] == 1
    assert found["move"] == found["line"][0] == "abcdefg".index(found["name"])
    assert sum(row["visits"] for row in found["table"]) == 500
    assert found["stats"]["iterations"] == 500
    assert found["seed"] == 5
    again = json.loads(call(*argv).out)
    assert again["table"] == found["table"]


def test_think_takes_a_second_unless_told_otherwise(call: Any) -> None:
    call("think", "tic_tac_toe", "--iterations", "1")  # compiled before the clock starts
    found = json.loads(call("think", "tic_tac_toe", "--json").out)
    assert 0.9 < found["stats"]["seconds"] < 5


def test_think_passes_its_options_on(call: Any) -> None:
    common = ["think", "connect_four", "--iterations", "3000", "--seed", "1", "--json"]
    usual = json.loads(call(*common).out)
    greedy = json.loads(call(*common, "--c", "0.1").out)
    cut = json.loads(call(*common, "--playout-limit", "3").out)
    best = json.loads(call(*common, "--c", "3", "--final", "max").out)
    assert greedy["table"][0]["visits"] > usual["table"][0]["visits"]
    assert cut["stats"]["mean_playout"] <= 3
    assert best["value"] == max(row["value"] for row in best["table"])


@pytest.mark.usefixtures("dice")
def test_think_moves_that_json_has_no_word_for(call: Any) -> None:
    found = json.loads(call("think", "dice", "--iterations", "50", "--json").out)
    assert {row["move"] for row in found["table"]} == {"(0, 1)", "go on"}
    assert found["move"] == found["name"] == found["line"][0]


@pytest.mark.usefixtures("dice")
def test_think_names_with_blanks_and_commas_in_them_and_chance_outcomes(call: Any) -> None:
    for first in ("go on", "(0, 1)"):
        said = call("think", "dice", "--iterations", "50", "--json", "--moves", f"{first}, 2")
        found = json.loads(said.out)
        assert found["position"]["moves"] == [first, "2"]
        assert (found["player"], found["move"]) == (2, 2)
    assert "move 1 of --moves: 'go'" in call("think", "dice", "--moves", "go 2").error


@pytest.mark.usefixtures("dice")
def test_think_draws_a_chance_event_that_is_due(call: Any) -> None:
    said = call("think", "dice", "--iterations", "50", "--moves", "go on")
    assert said.out.startswith("chance: 3  (drawn now; name it in --moves to choose)\ndice: player 2 to move")


def test_progress_line() -> None:
    game = anyspace.load("tic_tac_toe")
    result = anyspace.Search(game, seed=1).run(game.start(), iterations=500)
    from anyspace.budget import Budget

    line = describe(result, Budget(iterations=2000, seconds=1e9))
    assert re.fullmatch(r" 25%  500 iterations  [\d,]+/s  best b2  value -?\d\.\d{3}", line)
    assert describe(result, Budget(iterations=100)).startswith("100%")


# ---- play


def test_play_a_whole_game(call: Any) -> None:
    typed = "?\nz9\nhint\nundo\nb2\nundo\nb2\n" + "".join(f"{column}{row}\n" for column in "abc" for row in "123") * 4
    said = call("play", "tic_tac_toe", "--iterations", "3000", "--seed", "1", typed=typed)
    assert said.code == 0
    assert said.out.startswith("you are player 0; type a move, or: ? lists the moves, hint, undo, quit\n")
    for part in ("a1  b1  c1", "'z9' names no legal move here", "hint: b2  (value ", "there is nothing to take back"):
        assert part in said.out
    assert len(re.findall(r"player 1 plays \w\d  \(value -?\d\.\d{3}, line \w\d.*; 3,000 iterations\)", said.out)) >= 3
    assert re.search(r"(you win|you lose|a draw)  \(player 0: -?\d, player 1: -?\d\)\n$", said.out)


def test_play_undo_returns_to_the_previous_decision(call: Any) -> None:
    said = call("play", "connect_four", "--iterations", "200", "--seed", "1", typed="d\nd\nundo\nundo\nquit\n")
    boards = re.findall(r"(?:[.xo] ){6}[.xo]\n(?=a b c)", said.out)
    assert len(boards) == 5
    assert boards[0] == boards[4] == ". . . . . . .\n"
    assert boards[1] == boards[3]


def test_play_keeps_the_tree(call: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    reused = []
    run = anyspace.Search.run

    def spy(self: anyspace.Search, *positional: Any, **named: Any) -> anyspace.Result:
        result = run(self, *positional, **named)
        reused.append(result.stats.reused)
        return result

    monkeypatch.setattr(anyspace.Search, "run", spy)
    call("play", "connect_four", "--iterations", "500", "--seed", "1", typed="d\nhint\nhint\nd\nundo\nd\n")
    computer, hint, second_hint, answer, after_undo = reused
    assert (computer, after_undo) == (0, 0)
    assert 0 < hint < 500
    assert second_hint == hint + 500
    assert answer > 0


def test_play_from_the_other_seat(call: Any) -> None:
    said = call("play", "connect_four", "--seat", "1", "--iterations", "200", typed="quit\n")
    assert said.code == 0
    assert re.search(r"player 0 plays \w .*\n\n(.*\n)+\nplayer 1> goodbye\n$", said.out)


def test_play_ends_quietly_when_input_does(call: Any) -> None:
    said = call("play", "connect_four", "--iterations", "200", typed="d\n")
    assert said.code == 0
    assert said.out.endswith("player 0> \ngoodbye\n")


def test_play_interrupted_at_the_prompt(call: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    said = call("play", "connect_four")
    assert said.code == 130
    assert said.err == "anyspace: interrupted\n"


def test_play_itself(call: Any) -> None:
    said = call("play", "tic_tac_toe", "--seat", "none", "--iterations", "2000", "--seed", "1")
    assert said.code == 0
    assert "player 0 plays" in said.out
    assert "player 1 plays" in said.out
    assert re.search(r"(a draw|player \d wins)  \(player 0: ", said.out)


@pytest.mark.usefixtures("dice")
def test_play_with_chance_and_three_players(call: Any) -> None:
    said = call("play", "dice", "--iterations", "300", "--seat", "0", "--seed", "1", typed="go on\n")
    assert said.code == 0
    assert "chance: 3\n" in said.out
    assert "player 2 plays 3  (value 1.000" in said.out
    assert said.out.endswith("player 0 and player 2 win  (player 0: 1, player 1: 0, player 2: 1)\n")


@pytest.mark.parametrize(
    ("payoffs", "seat", "verdict"),
    [
        ([1.0, -1.0], 0, "you win"),
        ([1.0, -1.0], 1, "you lose"),
        ([1.0, -1.0], None, "player 0 wins"),
        ([0.0, 0.0], 0, "a draw"),
        ([0.0, 3.0, 1.0], 0, "player 1 wins"),
        ([0.0, 3.0, 1.0], 1, "you win"),
        ([2.5], 0, "the game is over: payoff 2.5"),
    ],
)
def test_outcome(payoffs: list[float], seat: int | None, verdict: str) -> None:
    assert outcome(payoffs, seat).startswith(verdict)


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
    assert out.endswith(", interrupted\n")


def test_ctrl_c_while_the_computer_thinks_leaves_the_game(terminal: Any) -> None:
    ours, theirs = terminal
    argv = ["play", "connect_four", "--seat", "1", "--seconds", "30"]
    with process(*argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=theirs) as running:
        os.close(theirs)
        read_until(ours, b"best ")
        running.send_signal(signal.SIGINT)
        assert running.wait(10) == 130
