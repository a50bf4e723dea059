"""Runs in processes of their own: killed, interrupted, doubled, failing; and what is left is always whole."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from lab_helpers import SOURCES, command, games_in, small, wait_for

from anyspace.cli import main
from anyspace.errors import GameError, OptionError
from anyspace.lab.lock import is_running
from anyspace.lab.results import load
from anyspace.lab.runner import run
from anyspace.lab.statistics import score_interval
from anyspace.lab.store import Store

QUICK = """
game = "tic_tac_toe"
games = 150
seed = 5
[base]
iterations = 10
[player]
memory = ["stop", "stunt"]
nodes = 30
[opponent]
final = "max"
"""


def children(process: int) -> list[int]:
    """The processes that a process started."""
    file = Path(f"/proc/{process}/task/{process}/children")
    return [int(word) for word in file.read_text().split()] if file.exists() else []


def alive(process: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{process}/status").read_text()
    except OSError:
        return False


@pytest.mark.parametrize("times", [3, pytest.param(10, marks=pytest.mark.slow)])
def test_killed_often_it_ends_as_if_nothing_had_happened(tmp_path: Path, times: int) -> None:
    """At random moments, from before the first game to the middle of a commit."""
    file, whole, broken = tmp_path / "quick.toml", tmp_path / "whole.db", tmp_path / "broken.db"
    file.write_text(QUICK)
    with command("run", str(file), "--processes", "1", "--database", str(whole)) as uninterrupted:
        assert uninterrupted.wait(120) == 0
    expected = games_in(whole)
    assert len(expected) == 300
    source = random.Random(11)
    for _ in range(times):
        before = games_in(broken)
        with command("run", str(file), "--processes", "1", "--database", str(broken)) as running:
            if source.random() < 0.8:
                enough = min(len(before) + source.randrange(1, 28), 290)
                wait_for(lambda enough=enough: len(games_in(broken)) >= enough)
                time.sleep(source.uniform(0, 0.02))
            else:
                time.sleep(source.uniform(0, 1))
            workers = children(running.pid)
            running.kill()
        after = games_in(broken)
        assert set(before) <= set(after)  # nothing that was finished is lost
        assert set(after) <= set(expected)
        wait_for(lambda workers=workers: not any(map(alive, workers)), 10)  # nobody goes on in secret
    assert games_in(broken)
    with command("run", str(file), "--processes", "2", "--database", str(broken)) as last:
        assert last.wait(120) == 0
    assert games_in(broken) == expected


def test_a_second_run_and_ctrl_c(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A second run of one database ends at once; Ctrl-C ends the first, keeps all, and says how to go on."""
    file, database = tmp_path / "quick.toml", tmp_path / "lab.db"
    file.write_text(QUICK)
    words = ["run", str(file), "--games", "2000", "--processes", "1", "--database", str(database)]
    with command(*words, start_new_session=True) as running:
        wait_for(lambda: games_in(database))
        assert main(["lab", *words]) == 1
        assert capsys.readouterr().err == (
            f"anyspace: error: another run is at work on {database}: wait for it to end, or give another --database\n"
        )
        assert main(["lab", "status", "--database", str(database)]) == 0  # looking is allowed
        assert "a run is at work" in capsys.readouterr().out
        workers = children(running.pid)
        os.killpg(running.pid, signal.SIGINT)  # as a terminal does: to all processes of the group
        _, err = running.communicate(timeout=20)
    assert running.returncode == 130
    assert err == f"anyspace: interrupted; all finished games are in {database}; the same command goes on\n"
    found = games_in(database)
    assert 0 < len(found) < 4000
    assert len({row[1:4] for row in found}) == len(found)
    wait_for(lambda: not any(map(alive, workers)), 10)
    assert not is_running(database)


@pytest.mark.skipif(sys.platform == "win32", reason="needs limits on the size of files")
def test_a_disk_that_fills_up(tmp_path: Path) -> None:
    """A write that really fails: files may not grow beyond 130,000 bytes."""
    file, database = tmp_path / "quick.toml", tmp_path / "lab.db"
    file.write_text(QUICK)
    words = ["lab", "run", str(file), "--games", "40", "--processes", "1", "--database", str(database)]
    program = (
        "import resource, sys; from anyspace.cli import main;"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (130_000, 130_000)); sys.exit(main(sys.argv[1:]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *words],
        env={**os.environ, "PYTHONPATH": SOURCES, "ANYSPACE_QUIET": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.startswith(f"anyspace: error: {database}: the disk is full, or cannot be written (")
    assert done.stderr.count("\n") == 1
    kept = games_in(database)
    assert 0 < len(kept) < 80
    assert main(words) == 0
    assert set(kept) < set(games_in(database))
    assert len(games_in(database)) == 80


# ---- what went wrong in a worker


OWN_GAME = '''
import os
import anyspace

class Count:
    """Two players add one or two; whoever reaches ten wins. Player 1 may stumble."""

    max_moves = 2

    def __init__(self, total=0, turn=0):
        self.total, self.turn = total, turn

    def mover(self):
        return anyspace.OVER if self.total >= 10 else self.turn

    def moves(self):
        return ["one", "two"]

    def play(self, move):
        self.total += 1 + (move == "two")
        self.turn = 1 - self.turn

    def returns(self):
        return [-1.0, 1.0] if self.turn == 0 else [1.0, -1.0]

    def copy(self):
        return type(self)(self.total, self.turn)

class Raises(Count):
    def play(self, move):
        super().play(move)
        if self.total >= 9:
            raise RuntimeError("too far")

class Vanishes(Count):
    def play(self, move):
        super().play(move)
        if self.total >= 9:
            os._exit(3)
'''


def test_a_game_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(OWN_GAME)
    given = {"game": "own.py:Count", "games": 20, "player": {"iterations": 100}, "opponent": "random"}
    with Store(tmp_path / "lab.db", create=True) as store:
        done = run(small(tmp_path, **given), store, processes=1)
        assert (done.played, done.done, done.wanted) == (20, 20, 20)
        again = run(small(tmp_path, **given), store, processes=1)
        assert (again.played, again.done) == (0, 20)
        results = load(store, "small")
        assert results.versions[0]["game file"]
    score = results.points[0].score()
    assert score is not None
    assert score.estimate > 0.8


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ("Raises", "game [0-9a-f]{16}: RuntimeError: too far"),
        ("Vanishes", r"a worker process ended while it played game [0-9a-f]{16} \(exit code 3\)"),
    ],
)
def test_a_game_that_fails(tmp_path: Path, rules: str, message: str) -> None:
    (tmp_path / "own.py").write_text(OWN_GAME)
    found = small(tmp_path, game=f"own.py:{rules}", games=20, player="random", opponent="random")
    with Store(tmp_path / "lab.db", create=True) as store, pytest.raises(GameError, match=message):
        run(found, store, processes=1)
    assert not is_running(tmp_path / "lab.db")


def test_a_player_that_the_game_does_not_suit(tmp_path: Path) -> None:
    with Store(None) as store:
        with pytest.raises(OptionError, match="player: tic_tac_toe has no rule 'determinize'"):
            run(small(tmp_path, player={"iterations": 5, "information": "single"}), store, processes=1)
        assert store.finished("small") == set()


# ---- what comes out


def test_a_player_against_itself(tmp_path: Path) -> None:
    """Two matches of 400 games: half the wins, within an interval of 99.9 %, though the first to move wins far more."""
    found = small(tmp_path, base={"iterations": [12, 20]}, player={}, opponent={}, games=400, seed=1)
    with Store(None) as store:
        run(found, store, processes=1)
        points = load(store, "small").points
    for point in points:
        assert len(point.games) == 400
        score = score_interval(list(point.scores_by_deal().values()), confidence=0.999)
        assert 0.5 in score
        assert score.half_width < 0.08
        first = [*point.scores_on_side(0, entrant=0).values(), *point.scores_on_side(0, entrant=1).values()]
        assert sum(first) / len(first) > 0.65  # so a mistake in the seating would show


def test_two_processes_play_what_one_plays(tmp_path: Path) -> None:
    found = small(tmp_path, player={"iterations": [20, 30]}, games=8)
    for processes in (1, 2):
        with Store(tmp_path / f"{processes}.db", create=True) as store:
            seen = []
            run(found, store, processes=processes, watch=lambda state, seen=seen: seen.append(str(state.progress())))
            assert seen[-1].startswith("100%  16 of 16 games")
    assert games_in(tmp_path / "1.db") == games_in(tmp_path / "2.db")
