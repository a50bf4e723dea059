"""`anyspace lab` as a person meets it."""

from __future__ import annotations

import csv
import io
import json
import re
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from anyspace.cli import main
from anyspace.cli.lab import COMMANDS
from anyspace.lab.progress import Progress, duration
from anyspace.lab.statistics import Interval

FILE = """
game = "kuhn_poker"
games = 6
[base]
iterations = 30
[player]
memory = ["unbounded", "recycle:nodes=40"]
[opponent]
final = "max"
"""

MIXED = """
game = "phantom(m=3,n=3,k=3)"
games = 4
[players]
a = "random"
b = "multi recycle:nodes=200 iterations=50"
c = "seconds=0.001"
"""


class Said:
    """What one call left behind."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Any:
    def run(*words: object) -> Said:
        return Said(main(["lab", *map(str, words)]), *capsys.readouterr())

    return run


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two finished experiments in one database."""
    place = tmp_path_factory.mktemp("lab")
    for name, text in (("kuhn", FILE), ("mixed", MIXED)):
        (place / f"{name}.toml").write_text(text)
        assert (
            main(["lab", "run", str(place / f"{name}.toml"), "--processes", "1", "--database", str(place / "lab.db")])
            == 0
        )
    return place


@pytest.fixture
def here(folder: Path) -> list[str]:
    return ["--database", str(folder / "lab.db")]


@pytest.mark.parametrize("words", [[], *([name] for name in COMMANDS)], ids=lambda words: " ".join(words) or "lab")
def test_help(call: Any, words: list[str]) -> None:
    said = call(*words, "--help")
    assert said.code == 0
    assert said.out.startswith(" ".join(["usage: anyspace lab", *words]))
    assert all(name in said.out for name in COMMANDS) or words


def test_without_a_command(call: Any) -> None:
    assert "match" in call().out


def test_running_again_plays_nothing(call: Any, folder: Path, here: list[str]) -> None:
    said = call("run", folder / "kuhn.toml", *here)
    assert said.code == 0
    assert said.out.startswith(f"0 games played, 12 of 12 in {folder / 'lab.db'}\n\nkuhn: kuhn_poker, scoring win")


def test_report(call: Any, here: list[str]) -> None:
    said = call("report", "kuhn", *here)
    lines = said.out.splitlines()
    assert lines[0] == "kuhn: kuhn_poker, scoring win, seed 0, 12 of 12 games"
    assert re.fullmatch(r"memory +games +deals +win +95 % interval +payoff +95 % interval", lines[2])
    number = r"-?\d\.\d+"
    assert re.fullmatch(
        rf"recycle:nodes=40 +6 +3 +{number} +{number} to {number} +{number} +{number} to {number}", lines[4]
    )
    everything = call("report", *here).out
    assert said.out.strip() in everything
    assert re.search(r"^player +Elo +95 % interval\n(\w .*\n){3}", everything, re.MULTILINE)


def test_report_as_json(call: Any, folder: Path, here: list[str]) -> None:
    (found,) = json.loads(call("report", folder / "kuhn.toml", "--json", *here).out)
    assert [row["memory"] for row in found["rows"]] == ["unbounded", "recycle:nodes=40"]
    assert found["rows"][0]["score"].keys() == {"estimate", "low", "high"}
    assert found["versions"][0].keys() >= {"anyspace", "code", "numba", "numpy", "python"}


def test_status(call: Any, here: list[str]) -> None:
    said = call("status", *here)
    assert "no run is at work" in said.out
    assert "kuhn: 12 of 12 games\n  memory=unbounded         6  of 6\n" in said.out


def test_export_csv(call: Any, folder: Path, here: list[str]) -> None:
    rows = list(csv.DictReader(io.StringIO(call("export", "csv", *here).out)))
    assert len(rows) == 12 + 12
    kuhn = [row for row in rows if row["experiment"] == "kuhn"]
    assert [row["varied.memory"] for row in kuhn] == ["unbounded"] * 6 + ["recycle:nodes=40"] * 6
    assert [(row["deal"], row["seating"]) for row in kuhn[:3]] == [("0", "0"), ("0", "1"), ("1", "0")]
    for row in kuhn:
        assert float(row["score"]) == json.loads(row["scores"])[0]
        assert len(json.loads(row["payoffs"])) == 2
        assert int(row["plies"]) + 1 >= len(row["moves"].split()) - 1
        assert row["version.numba"]
    said = call("export", "csv", "mixed", "--output", folder / "mixed.csv", *here)
    assert (said.code, said.out) == (0, "")
    assert len((folder / "mixed.csv").read_text().splitlines()) == 13


def test_export_parquet(call: Any, folder: Path, here: list[str]) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    assert call("export", "parquet", "--output", folder / "all.parquet", *here).code == 0
    table = parquet.read_table(folder / "all.parquet").to_pylist()
    assert len(table) == 24
    assert isinstance(table[0]["start_seed"], int)
    assert isinstance(table[0]["score"], float)
    assert "give --output FILE" in call("export", "parquet", *here).err


# ---- replay


def ids(database: Path, experiment: str) -> list[tuple[str, str]]:
    connection = sqlite3.connect(database)
    query = "SELECT games.id, entrants FROM games JOIN points ON points.id = point WHERE experiment = ? ORDER BY 1"
    found = connection.execute(query, (experiment,)).fetchall()
    connection.close()
    return found


def test_every_game_can_be_replayed(call: Any, folder: Path, here: list[str]) -> None:
    for experiment in ("kuhn", "mixed"):
        for game, entrants in ids(folder / "lab.db", experiment):
            said = call("replay", game[:10], *here)
            assert said.code == 0, said.out
            timed = "seconds" in entrants
            assert said.out.endswith(
                "\nthe same payoffs as stored\n" if timed else "\nthe same moves and payoffs as stored\n"
            )
            assert said.out.startswith(f"game {game}: {experiment}, ")
            assert re.search(r"^   1  (player 0|chance)  ", said.out, re.MULTILINE)


def test_replay_with_boards(call: Any, folder: Path, here: list[str]) -> None:
    game, _ = ids(folder / "lab.db", "mixed")[0]
    assert (
        call("replay", game, "--boards", *here).out.count(". . .") > call("replay", game, *here).out.count(". . .") == 0
    )


def test_a_replay_that_goes_another_way_says_so(call: Any, folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    copy.write_bytes((folder / "lab.db").read_bytes())
    game, _ = ids(copy, "kuhn")[0]
    connection = sqlite3.connect(copy)
    with connection:
        connection.execute("UPDATE games SET payoffs = '[5.0, -5.0]' WHERE id = ?", (game,))
    said = call("replay", game, "--database", copy)
    assert said.code == 1
    assert "it went otherwise: payoffs stored were player 0: 5, player 1: -5" in said.out
    with connection:
        connection.execute("UPDATE games SET seat_seeds = '[1, 2]', moves = x'7f' WHERE id = ?", (game,))
        connection.execute("UPDATE versions SET versions = json_set(versions, '$.numba', '0.1')")
    connection.close()
    said = call("replay", game, "--database", copy)
    assert "another move than stored at number 1;" in said.out
    assert "note: it was played by another version (numba 0.1, now " in said.out


# ---- match


def test_match(call: Any) -> None:
    said = call("match", "tic_tac_toe", "iterations=200", "random", "--deals", "10", "--processes", "1", "--json")
    found = json.loads(said.out)
    assert found["experiment"] == "iterations=200 against random"
    assert found["rows"][0]["games"] == 20
    assert found["rows"][0]["score"]["estimate"] > 0.7
    assert found["rows"][0]["payoff"]["low"] > 0


def test_players_have_the_budgets_that_they_say(call: Any, tmp_path: Path) -> None:
    """The usual number of iterations is for who says nothing: it does not cut short who has seconds."""
    database = tmp_path / "lab.db"
    call("match", "tic_tac_toe", "seconds=0.02", "", "--deals", 1, "--processes", 1, "--database", database)
    with sqlite3.connect(database) as reader:
        ((entrants,),) = reader.execute("SELECT entrants FROM points").fetchall()
    tables = json.loads(entrants)
    assert ["iterations" in table for table in tables] == [False, True]
    assert tables[0]["seconds"] == 0.02 and tables[1]["iterations"] == 1_000


def test_match_that_stops_early(call: Any, tmp_path: Path) -> None:
    words = ["match", "tic_tac_toe", "", "random", "--iterations", 100, "--deals", 500, "--processes", 1]
    words += ["--sprt", 0, 100, "--database", tmp_path / "lab.db"]
    said = call(*words)
    assert "search against random: tic_tac_toe" in said.out
    verdict = re.search(r"SPRT 0 or 100 Elo: accept H1: log-likelihood ratio .*, (\d+) deals\n$", said.out)
    assert verdict
    assert int(verdict[1]) < 100
    assert call(*words).out.endswith(verdict[0])  # known already: nothing is played, the same verdict


SOLO = """
import anyspace

class Solo:
    \"\"\"One player names three digits; their sum is the payoff.\"\"\"

    players, max_moves, max_length, payoffs = 1, 10, 3, (0.0, 27.0)

    def __init__(self, digits=()):
        self.digits = digits

    def mover(self):
        return 0 if len(self.digits) < 3 else anyspace.OVER

    def moves(self):
        return list(range(10))

    def play(self, move):
        self.digits += (move,)

    def returns(self):
        return [float(sum(self.digits))]

    def copy(self):
        return Solo(self.digits)
"""


def test_match_of_one_player_games(call: Any, tmp_path: Path) -> None:
    """Each plays alone; here also a class of one's own."""
    (tmp_path / "solo.py").write_text(SOLO)
    words = ["match", f"{tmp_path / 'solo.py'}:Solo", "iterations=200", "random", "--deals", 20, "--processes", 1]
    found = json.loads(call(*words, "--json").out)
    assert [row["player"] for row in found["rows"]] == ["iterations=200", "random"]
    searched, drawn = (row["score"]["estimate"] for row in found["rows"])
    assert searched > 22
    assert 5 < drawn < 22


# ---- bad input


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["frob"], "invalid choice: 'frob'"),
        (["run"], "required: FILE"),
        (["run", "missing.toml"], "cannot read missing.toml: No such file or directory"),
        (["run", "x.toml", "--processes", "0"], "--processes must be 1 or more, not 0"),
        (["run", "x.toml", "--games", "none"], "expected a whole number, not 'none'"),
        (["run", "x.toml", "--frob"], "unknown argument --frob (see anyspace lab run --help)"),
        (["match", "tic_tac_toe", "rendom", "random"], "unknown player 'rendom'; did you mean 'random'?"),
        (["match", "tic_tac_toe", "c=much", "random"], "c=much: UCB1: c must be a number"),
        (["match", "tic_tac_toe", "itterations=4", "random"], "unknown key 'itterations'; did you mean 'iterations'?"),
        (["match", "tic_tac_to", "random", "random"], "did you mean 'tic_tac_toe'?"),
        (["match", "tic_tac_toe", "random", "random", "--scoring", "point"], "unknown scoring 'point'"),
        (["match", "tic_tac_toe", "random", "", "--sprt", "0", "5", "--scoring", "payoff"], "--sprt needs scoring win"),
        (["match", "tic_tac_toe", "random", "", "--sprt", "5", "0"], "null < alternative"),
        (["match", "tic_tac_toe", "random", "", "--deals", "0"], "--deals must be 1 or more, not 0"),
        (["export", "excel"], "invalid choice: 'excel'"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_input(call: Any, words: list[str], message: str) -> None:
    said = call(*words)
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("anyspace: error: ")
    assert said.err.count("\n") == 1
    assert message in said.err


def test_a_typo_in_a_file(call: Any, tmp_path: Path) -> None:
    file = tmp_path / "typo.toml"
    file.write_text(FILE.replace("games", "gmaes"))
    said = call("run", file, "--database", tmp_path / "lab.db")
    assert said.code == 2
    assert said.err.startswith("anyspace: error: typo.toml: unknown key 'gmaes'; did you mean 'games'? Known: name, ")
    assert not (tmp_path / "lab.db").exists()


@pytest.mark.parametrize("words", [["status"], ["report"], ["export", "csv"], ["replay", "abcd"]], ids=" ".join)
def test_no_database(call: Any, tmp_path: Path, words: list[str]) -> None:
    said = call(*words, "--database", tmp_path / "none.db")
    assert said.code == 1
    assert "there is no results database" in said.err
    assert not (tmp_path / "none.db").exists()


def test_unknown_experiments_and_games(call: Any, here: list[str]) -> None:
    assert "unknown experiment 'khun'; did you mean 'kuhn'?" in call("report", "khun", *here).err
    assert "has no game 'xyz'" in call("replay", "xyz", *here).err


# ---- progress


def test_progress_line() -> None:
    line = Progress(wanted=1000, done=420, played=20, seconds=10.0, point="nodes=50", estimate=Interval(0.5, 0.4, 0.6))
    assert str(line) == " 42%  420 of 1,000 games  2.0/s  5 min left  nodes=50: 0.500 [0.400, 0.600]"
    assert str(Progress(10, 0, 0, 0.0, "", None)) == "  0%  0 of 10 games"
    assert "3.0/min" in str(Progress(1000, 1, 1, 20.0, "", None))


@pytest.mark.parametrize(
    ("seconds", "text"), [(45, "45 s"), (600, "10 min"), (3600 * 3.5, "3.5 h"), (86400 * 2.06, "2.1 days")]
)
def test_durations(seconds: float, text: str) -> None:
    assert duration(seconds) == text
