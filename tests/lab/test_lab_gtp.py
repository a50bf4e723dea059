"""Programs behind GTP as players: the protocol, moves by name, and everything that a program can do wrong."""

from __future__ import annotations

import os
import random
import re
import shutil
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from lab_helpers import command as launched
from lab_helpers import small, wait_for
from uncompiled import uncompiled

import anyspace
from anyspace.errors import ExperimentError
from anyspace.lab import replay as replaying
from anyspace.lab.decision import Forfeit, Forfeited, Overrun, overruns_of
from anyspace.lab.export import games as exported
from anyspace.lab.match import Fixture, Record, Seeds, play
from anyspace.lab.outside.gtp import Gtp, GtpPlayer, Vertices
from anyspace.lab.outside.program import RUNNING, Program, ProgramFailed
from anyspace.lab.players import checked, from_words, over, repeats_itself
from anyspace.lab.results import load
from anyspace.lab.runner import run
from anyspace.lab.store import Store
from anyspace.lab.text_report import as_json, text
from anyspace.rules.game import AnyGame

FAKE = Path(__file__).with_name("fake_gtp.py")
HEX = "hex(size=4)"


def plainly(game: str) -> AnyGame:
    """With its rules as they are written: a game between programs waits for these, not for ours."""
    found: AnyGame = uncompiled(anyspace.load(game))
    return found


def command(behaviour: str = "good", log: Path | str = "") -> str:
    return f"{sys.executable} {FAKE} {behaviour} {log}".strip()


def table(behaviour: str = "good", log: Path | str = "", **options: Any) -> dict[str, Any]:
    return {"kind": "gtp", "command": command(behaviour, log), **options}


def game_against_random(game: AnyGame, theirs: dict[str, Any], seat: int = 0, seed: int = 1) -> Record:
    seats: list[dict[str, Any]] = [{"kind": "random"}, {"kind": "random"}]
    seats[seat] = theirs
    return play(game, Fixture("x", tuple(seats), Seeds(seed, seed, (seed, seed + 1))))


@pytest.fixture(autouse=True)
def _nobody_is_left() -> Iterator[None]:
    yield
    assert not RUNNING


# ---- one game --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [0, 1])
def test_a_game_is_played_and_told(tmp_path: Path, seat: int) -> None:
    log = tmp_path / "told.txt"
    record = game_against_random(plainly(HEX), table("good", log, seconds=7), seat)
    assert record.forfeit is None and sorted(record.payoffs) == [-1, 1]
    told = log.read_text().splitlines()
    assert told[:2] == ["boardsize 4", "clear_board"] and "time_settings 0 7 1" in told and told[-1] == "quit"
    assert not any(line.startswith("komi") for line in told), "hex has none"
    ours, theirs = ("white", "black") if seat == 0 else ("black", "white")
    assert f"genmove {theirs}" in told and f"time_left {theirs} 7 1" in told
    plays = [line for line in told if line.startswith("play")]
    assert plays and all(line.startswith(f"play {ours} ") for line in plays), "its own moves it knows"


def test_one_program_may_have_both_seats(tmp_path: Path) -> None:
    log = tmp_path / "told.txt"
    both = table("good", log)
    record = play(plainly(HEX), Fixture("x", (both, both), Seeds(0, 0, (0, 1))))
    told = log.read_text()
    assert record.forfeit is None and "genmove black" in told and "genmove white" in told and "play" not in told


def test_go_has_a_size_and_a_komi(tmp_path: Path) -> None:
    log = tmp_path / "told.txt"
    record = game_against_random(plainly("go(size=5,komi=3.5)"), table("illegal", log))
    told = log.read_text().splitlines()
    assert told[:3] == ["boardsize 5", "clear_board", "komi 3.5"] and record.forfeit is not None


# ---- what goes wrong -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("behaviour", "reason"),
    [
        ("crash", r"ended \(exit code 3\); it said: out of luck"),
        ("hang", r"did not answer in time; it said: thinking hard"),
        ("illegal", r"answered with '.\d', which is not a legal move"),
        ("resign", "resigned"),
        ("refuse", "refused to move: .*"),
        ("deny", "did not accept ..: illegal move"),
    ],
)
def test_what_it_does_wrong_loses(behaviour: str, reason: str) -> None:
    timeout = 1.0 if behaviour == "hang" else 30
    for seat in (0, 1):
        record = game_against_random(plainly(HEX), table(behaviour, timeout=timeout), seat)
        assert record.forfeit is not None and record.forfeit.seat == seat
        assert re.fullmatch(reason, record.forfeit.reason), record.forfeit.reason
        assert record.payoffs == ([-1, 1] if seat == 0 else [1, -1])
        assert len(record.moves) == record.plies, "moves that were made"
        assert record.thinking < 10


def test_a_program_that_hangs_is_ended_with_all_that_it_started(tmp_path: Path) -> None:
    """A shell that starts another process: both are in the group."""
    note = tmp_path / "pid"
    script = tmp_path / "engine.sh"
    script.write_text(f"sleep 60 &\necho $! > {note}\nwait\n")
    program = Program(f"sh {script}", tmp_path)
    with pytest.raises(ProgramFailed, match="did not answer in time"):
        program.line(time.monotonic() + 0.5)
    child = int(note.read_text())
    os.kill(child, 0)
    started = time.monotonic()
    program.close()
    assert time.monotonic() - started < 5
    for _ in range(200):
        if not _alive(child):
            break
        time.sleep(0.01)
    assert not _alive(child)
    program.close()  # once more does no harm


def _alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def test_a_forfeit_of_many_players() -> None:
    pig = plainly("pig(players=3)")
    assert Forfeited(1, "x").payoffs(pig) == [pig.payoffs[1], pig.payoffs[0], pig.payoffs[1]]


# ---- in experiments --------------------------------------------------------------------------------------------------


def test_an_experiment_keeps_the_reasons(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = small(tmp_path, game=HEX, games=4, player=table("resign"), opponent={"kind": "random"})
    database = tmp_path / "games.db"
    with Store(database, create=True) as store:
        run(found, store, processes=1)
        results = load(store, found.name)
        (point,) = results.points
        assert len(point.games) == 4 and set(point.scores_by_deal().values()) == {0.0}
        assert results.forfeits == {"player: resigned": 4}, "and the program was there again for the next game"
        assert "note: 4 games lost by forfeit: player: resigned" in text(results)
        assert as_json(results)["forfeits"] == {"player: resigned": 4}
        rows = list(exported(store))
        assert {row["forfeit"] for row in rows} == {"resigned"} and {row["forfeit_seat"] for row in rows} == {0, 1}
        stored = replaying.stored_game(store, rows[0]["id"])
        assert not stored.repeatable and stored.forfeit == Forfeited(0, "resigned")
        assert replaying.play_again(stored, lambda *seen: None).agrees
    from anyspace.cli import main

    assert main(["lab", "replay", rows[0]["id"], "--database", str(database)]) == 0
    assert "player 0 forfeits: resigned\npayoffs  player 0: -1, player 1: 1\n" in capsys.readouterr().out


def test_who_takes_longer_than_it_was_given_is_noted(tmp_path: Path) -> None:
    found = small(tmp_path, game=HEX, games=2, player=table("slow", seconds=1), opponent={"kind": "random"})
    with Store(tmp_path / "games.db", create=True) as store:
        run(found, store, processes=1)
        results = load(store, found.name)
    late = results.overruns["player"]
    assert (late.moves, late.games) == (2, 2) and 0.1 < late.worst < 5 and not results.forfeits
    assert "note: player took longer than it was given: 2 moves in 2 games, at worst 0." in text(results)
    assert as_json(results)["overruns"]["player"]["moves"] == 2


def test_overruns_seat_by_seat() -> None:
    assert overruns_of([(1, 0.5), (0, 1.0), (1, 2.0)]) == [Overrun(0, 1, 1.0), Overrun(1, 2, 2.0)]
    assert overruns_of([]) == []


def test_a_database_of_before_has_no_forfeits(tmp_path: Path) -> None:
    found = small(tmp_path, games=2)
    with Store(None) as store:
        run(found, store, processes=1)
        assert store.forfeits() == {} and load(store, found.name).forfeits == {}
        assert "forfeit" not in text(load(store, found.name))


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_programs_end_with_the_run(tmp_path: Path, how: signal.Signals) -> None:
    """Whatever ends the run, in the middle of a game in which the program has stopped to listen."""
    note = tmp_path / "pid"
    engine = tmp_path / "engine.py"
    engine.write_text(
        f"import os, runpy\nopen({str(note)!r}, 'a').write(f'{{os.getpid()}}\\n')\n"
        f"runpy.run_path({str(FAKE)!r}, run_name='__main__')\n"
    )
    words = f'gtp:"{sys.executable} {engine} hang"'
    process = launched("match", HEX, words, "random", "--deals", "2", "--processes", "1", start_new_session=True)
    wait_for(lambda: note.exists() and len(note.read_text().split()) >= 2)  # the first is that of the warming up
    time.sleep(1)
    os.kill(process.pid, how)
    process.communicate()
    wait_for(lambda: not any(_alive(int(pid)) for pid in note.read_text().split()), 20)


@pytest.mark.parametrize(
    ("theirs", "message"),
    [
        ({"kind": "gtp", "command": "no-such-program --gtp"}, "player: there is no program 'no-such-program'"),
        (table("small"), "refuses 'boardsize 4': too large for me"),
        (table("silent", timeout=0.5), "player: did not answer in time; it said: thinking hard"),
        ({"kind": "gtp", "command": "false"}, r"player: ended \(exit code 1\)"),
    ],
    ids=["missing", "small", "silent", "false"],
)
def test_a_program_that_never_works_is_no_player(tmp_path: Path, theirs: dict[str, Any], message: str) -> None:
    found = small(tmp_path, game=HEX, games=2, player=theirs, opponent={"kind": "random"})
    with Store(None) as store, pytest.raises(ExperimentError, match=message):
        run(found, store, processes=1)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, 'a gtp player needs command = "..."'),
        ({"command": "  "}, 'a gtp player needs command = "..."'),
        ({"command": "a 'b"}, "is no command: no closing quotation"),
        ({"command": "a", "seconds": 0.5}, "GTP counts in whole seconds, 1 or more: seconds cannot be 0.5"),
        ({"command": "a", "timeout": 0}, "timeout must be a number of seconds, not 0"),
        ({"command": "a", "letters": "some"}, "letters must be gtp or all, not 'some'"),
        ({"command": "a", "iterations": 5}, "takes command, seconds, timeout, letters here, not iterations"),
    ],
    ids=str,
)
def test_options_that_make_no_sense(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ExperimentError, match=re.escape(message)):
        checked({"kind": "gtp", **options}, "player")


def test_options_are_theirs_alone() -> None:
    with pytest.raises(ExperimentError, match="it: command is for gtp players, not for search players"):
        checked({"command": "gnugo", "iterations": 5}, "it")


@pytest.mark.parametrize("game", ["pig(players=3)", "spades", "kuhn_poker"])
def test_games_that_gtp_cannot_tell(game: str) -> None:
    with pytest.raises(ExperimentError, match="GTP is for"):
        GtpPlayer(plainly(game), table(), Path())


def test_chance_cannot_be_told() -> None:
    with pytest.raises(ExperimentError, match="GTP is for games without chance"):
        game_against_random(plainly("pig"), table(), seat=1)


# ---- words, names ----------------------------------------------------------------------------------------------------


def test_a_line_of_words() -> None:
    words = 'gtp:"gnugo --mode gtp --level=10" seconds=2'
    found = from_words(words)
    assert found == {"kind": "gtp", "command": "gnugo --mode gtp --level=10", "seconds": 2}
    assert not repeats_itself(found)
    assert over({"iterations": 5, "seconds": 3, "c": 1}, {"kind": "gtp", "command": "x"}) == {
        "kind": "gtp",
        "command": "x",
        "seconds": 3,
    }
    with pytest.raises(ExperimentError, match="a quotation mark is not closed"):
        from_words('gtp:"gnugo')


@pytest.mark.parametrize(
    ("game", "letters", "pairs"),
    [
        ("hex(size=11)", "gtp", {"h1": "h1", "i1": "j1", "k11": "l11"}),
        ("hex(size=11)", "all", {"h1": "h1", "i1": "i1", "k11": "k11"}),
        ("go(size=9)", "gtp", {"H1": "H1", "J9": "J9", "pass": "pass"}),
        ("go(size=19)", "gtp", {"J9": "J9", "T19": "T19"}),
        ("hex(size=5)", "gtp", {"e5": "e5"}),
    ],
)
def test_vertices(game: str, letters: str, pairs: dict[str, str]) -> None:
    state = plainly(game).start()
    vertices = Vertices(state.game, letters)
    legal = vertices.legal(state)
    assert len(legal) == len(state.moves())
    for own, theirs in pairs.items():
        move = state.parse(own)
        assert vertices.name(state, move) == theirs and legal[theirs.lower()] == move


@pytest.mark.parametrize(
    ("game", "size"),
    [("go(size=7)", (7, 7)), ("hex(size=9)", (9, 9)), ("mnk(columns=4,rows=3,k=3)", (4, 3)), ("connect_four", None)],
)
def test_the_size_of_the_board(game: str, size: tuple[int, int] | None) -> None:
    assert Vertices(plainly(game), "gtp").size == size


def test_a_swap_has_another_name_there() -> None:
    game = plainly("hex(size=3,swap=true)")
    state = game.start()
    state.play(state.moves()[0])
    assert "swap-pieces" in Vertices(game, "all").legal(state)


# ---- GNU Go ----------------------------------------------------------------------------------------------------------

GNU_GO = shutil.which("gnugo", path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/games"]))
OUR_RULES = "--chinese-rules --positional-superko --forbid-suicide --play-out-aftermath --capture-all-dead"
needs_gnu_go = pytest.mark.skipif(GNU_GO is None, reason="gnugo is not installed")


@needs_gnu_go
def test_gnu_go_scores_finished_games_as_we_do() -> None:
    """Both colours, two komis, ten games played to the end; both say who has won."""
    scores = []
    for number in range(20):
        komi = (0.5, 24.5)[number // 2 % 2]
        game = anyspace.load(f"go(size=5,komi={komi})")
        theirs = {"kind": "gtp", "command": f"{GNU_GO} --mode gtp --level 1 --seed {number + 1} {OUR_RULES}"}
        seat = number % 2
        names: list[tuple[int, str]] = []
        seats: list[dict[str, Any]] = [{"kind": "flat", "iterations": 60}] * 2
        seats[seat] = theirs
        record = play(
            game,
            Fixture("x", tuple(seats), Seeds(0, 0, (number, number + 1))),
            lambda state, mover, move, decision, names=names: names.append((mover, state.name(move))),
        )
        assert record.forfeit is None, record.forfeit
        if [name for _, name in names[-2:]] != ["pass", "pass"]:
            continue  # cut short, not finished
        judge = Gtp(theirs["command"], Path(), 60)
        try:
            for line in ("boardsize 5", "clear_board", f"komi {komi}"):
                assert judge.ask(line)[0]
            for mover, name in names:
                assert judge.ask(f"play {('black', 'white')[mover]} {name}")[0]
            accepted, score = judge.ask("final_score")
        finally:
            judge.close()
        assert accepted and score[0] == ("B" if record.payoffs[0] > 0 else "W"), (score, names)
        scores.append(score)
        if len(scores) == 10:
            break
    assert len(scores) == 10 and {score[0] for score in scores} == {"B", "W"}


@needs_gnu_go
def test_gnu_go_in_a_match(capsys: pytest.CaptureFixture[str]) -> None:
    from anyspace.cli import main

    player = f'gtp:"{GNU_GO} --mode gtp --level 1 {OUR_RULES}"'
    words = ["lab", "match", "go(size=5)", player, "random", "--deals", "2", "--processes", "1"]
    assert main(words) == 0
    out = capsys.readouterr().out
    assert re.search(r"random\s+4\s+2\s+1\.000", out), out


@needs_gnu_go
def test_gnu_go_decides() -> None:
    player = GtpPlayer(plainly("go(size=5)"), {"command": f"{GNU_GO} --mode gtp"}, Path())
    state = plainly("go(size=5)").start()
    try:
        assert state.name(player.decide(state, random.Random(1)).move) == "C3"
    except Forfeit as given:  # pragma: no cover
        pytest.fail(str(given))
    finally:
        player.close()
