"""Tuning finds what is better, is honest about how much better, and goes on where it was stopped."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from fabricated import Strength, runner
from lab_helpers import command

from anyspace.cli import main
from anyspace.errors import ExperimentError, StoreError
from anyspace.lab import tune
from anyspace.lab.results import load
from anyspace.lab.search_space import Parameter, read, starting_values
from anyspace.lab.store import Store
from anyspace.lab.tune import LOOK_EVERY, Tuner
from anyspace.lab.tune_task import Task

C = Parameter("c", 0.1, 3.0)
FINE = {"iterations": 1000}


def peak(table: Mapping[str, Any]) -> float:
    """Wins most often at c = 0.6; an unnamed c is 1."""
    return max(0.05, 0.6 - 0.5 * abs(table.get("c", 1.0) - 0.6))


def flat(table: Mapping[str, Any]) -> float:
    return 0.5


def play(monkeypatch: pytest.MonkeyPatch, strength: Strength, noise: float = 1.0) -> None:
    """From now on games are made up."""
    monkeypatch.setattr(tune, "run", runner(strength, noise))


# ---- the search


def test_it_finds_the_peak_and_says_how_high_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    play(monkeypatch, peak)
    with Store(None) as store:
        found = Tuner(Task("tic_tac_toe", [C], FINE, deals=100, held_out=400), store).run(25)
    assert abs(found.values["c"] - 0.6) < 0.25
    assert peak(found.values) in found.held_out
    assert found.gain is None, "the untuned player is the opponent"
    assert len(found.tried) == 25 and found.tried[0].values == {"c": 1.0}, "the untuned player is tried first"
    assert found.finalists[0][0] == found.values
    assert [score.estimate for _, score in found.finalists] == sorted(
        (score.estimate for _, score in found.finalists), reverse=True
    )


def test_the_gain_over_the_untuned_player(monkeypatch: pytest.MonkeyPatch) -> None:
    play(monkeypatch, peak)
    with Store(None) as store:
        task = Task("tic_tac_toe", [C], FINE, opponent={"iterations": 500}, deals=60, held_out=400)
        found = Tuner(task, store).run(15)
    assert found.gain is not None and found.gain.pairs == 400
    assert peak(found.values) - peak({}) in found.gain.interval
    assert found.gain.p_value < 0.01


def test_luck_is_not_taken_for_skill(monkeypatch: pytest.MonkeyPatch) -> None:
    """All proposals are equally strong: the best looks better on the deals it was chosen by, but not on others."""
    play(monkeypatch, flat)
    with Store(None) as store:
        found = Tuner(Task("tic_tac_toe", [C], FINE, deals=40, held_out=600), store).run(20)
    assert max(each.score for each in found.tried) > 0.56
    assert 0.5 in found.held_out and found.held_out.high < 0.56


def test_the_hopeless_are_given_up_early(monkeypatch: pytest.MonkeyPatch) -> None:
    play(monkeypatch, lambda table: 0.7 if table["c"] < 1.5 else 0.1)
    with Store(None) as store:
        found = Tuner(Task("tic_tac_toe", [C], FINE, deals=100, held_out=50), store).run(12)
    bad = [each for each in found.tried if each.values["c"] >= 1.5]
    assert bad and all(each.given_up and each.deals <= 2 * LOOK_EVERY for each in bad)
    good = [each for each in found.tried if each.values["c"] < 1.5]
    assert all(each.deals == 100 for each in good if not each.given_up)
    assert sum(each.given_up for each in good) <= len(good) / 4, "by bad luck, seldom"


def test_several_parameters_of_every_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    play(monkeypatch, lambda table: 0.65 if table["final"] == "max" and table["nodes"] > 300 else 0.4)
    parameters = [read("nodes=50:5000:log"), read("final=robust|max|secure"), read("exploration=0.2:2.0")]
    with Store(None) as store:
        task = Task("tic_tac_toe", parameters, {"memory": "recycle", **FINE}, opponent=FINE, deals=60, held_out=60)
        found = Tuner(task, store).run(20)
    assert found.values["final"] == "max" and found.values["nodes"] > 300
    assert isinstance(found.values["nodes"], int)
    assert found.gain is None, "without a number of nodes the untuned player cannot play"
    assert all(len(f"{each.values['c']:g}") <= 6 for each in found.tried), "values that can be typed"


def test_a_game_for_one(monkeypatch: pytest.MonkeyPatch) -> None:
    play(monkeypatch, peak)
    with Store(None) as store:
        task = Task("twenty_forty_eight", [C], FINE, deals=40, held_out=40)
        found = Tuner(task, store).run(10)
    assert abs(found.values["c"] - 0.6) < 0.7
    assert found.gain is not None, "nobody plays against it, so the untuned player plays for comparison"


# ---- stopping and going on


class Interrupted:
    """Ctrl-C after so many commits."""

    def __init__(self, after: int) -> None:
        self.left = after

    def __call__(self, *_: object) -> None:
        self.left -= 1
        if self.left < 0:
            raise KeyboardInterrupt


def test_a_stopped_run_goes_on_as_if_it_had_not_been(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    play(monkeypatch, peak)
    task = Task("tic_tac_toe", [C], FINE, deals=40, held_out=40)
    with Store(None) as store:
        whole = Tuner(task, store).run(14)
    for after in (0, 1, 4, 5, 3):
        with Store(tmp_path / "lab.db", create=True) as store, pytest.raises(KeyboardInterrupt):
            Tuner(task, store, watch=Interrupted(after)).run(14)
    with Store(tmp_path / "lab.db") as store:
        tuner = Tuner(task, store)
        assert 0 < len(tuner.tried()) < 14 and tuner.best() is not None, "what was finished is kept"
        resumed = tuner.run(14)
        assert resumed == whole
        again = Tuner(task, store, watch=Interrupted(0)).run(14)  # nothing is left to be played
        assert again == whole


def test_reports_know_the_proposals(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    play(monkeypatch, peak)
    task = Task("tic_tac_toe", [C], FINE, deals=30, held_out=40)
    with Store(tmp_path / "lab.db", create=True) as store:
        found = Tuner(task, store).run(6)
        names = store.experiments()
        assert names == [f"{task.name} ({stage})" for stage in ("tuning", "finalists", "held out")]
        tuning = load(store, names[0])
    finished = {each.values["c"] for each in found.tried if not each.given_up}
    assert {point.values["c"] for point in tuning.points} == finished
    assert tuning.done == tuning.wanted


def test_two_at_once_do_not_disturb_each_other(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    play(monkeypatch, peak)
    task = Task("tic_tac_toe", [C], FINE, deals=30, held_out=40)
    refused = []

    def second(*_: object) -> None:
        with Store(tmp_path / "lab.db") as store, pytest.raises(StoreError) as raised:
            Tuner(task, store).run(3)
        refused.append(str(raised.value))

    with Store(tmp_path / "lab.db", create=True) as store:
        assert len(Tuner(task, store, watch=second).run(3).tried) == 3
    assert refused and all("at work" in each for each in refused)


def test_what_optuna_says_about_a_database_is_one_line(tmp_path: Path) -> None:
    with Store(tmp_path / "lab.db", create=True) as store:
        store.connection.execute("CREATE TABLE studies (nonsense TEXT)")
        with pytest.raises(StoreError, match=r"lab\.db: .*stud") as raised:
            Tuner(Task("tic_tac_toe", [C], FINE), store)
    assert "\n" not in str(raised.value)


def test_another_task_is_another_study() -> None:
    task = Task("tic_tac_toe", [C], FINE)
    others = [
        Task("tic_tac_toe", [Parameter("c", 0.1, 2.9)], FINE),
        Task("tic_tac_toe", [C], {"iterations": 999}),
        Task("tic_tac_toe", [C], FINE, opponent=FINE),
        Task("tic_tac_toe", [C], FINE, seed=1),
        Task("tic_tac_toe", [C], FINE, deals=99),
    ]
    assert len({each.name for each in [task, *others]}) == 6


# ---- parameters


@pytest.mark.parametrize(
    ("text", "parameter"),
    [
        ("c=0.1:2", Parameter("c", 0.1, 2)),
        ("exploration=1e-2:2.0:log", Parameter("c", 0.01, 2.0, logarithmic=True)),
        ("nodes=50:5000", Parameter("nodes", 50, 5000, whole=True)),
        ("final=robust|max", Parameter("final", choices=("robust", "max"))),
        ("nodes=100|1000", Parameter("nodes", choices=(100, 1000))),
    ],
)
def test_parameters_are_read(text: str, parameter: Parameter) -> None:
    assert read(text) == parameter
    assert read(str(parameter)) == parameter


def test_starting_values_are_those_within_the_range() -> None:
    assert starting_values([C], {}) == {"c": 1.0}
    assert starting_values([C], {"c": 0.3}) == {"c": 0.3}
    assert starting_values([C], {"c": 7.0}) == {}
    assert starting_values([read("nodes=50:5000")], {}) == {}
    assert starting_values([read("final=robust|max")], {"final": "max"}) == {"final": "max"}


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: read("c"), "cannot read the parameter 'c': write NAME=LOW:HIGH"),
        (lambda: read("c=1"), "cannot read the parameter 'c=1'"),
        (lambda: read("c=1:2:3"), "cannot read"),
        (lambda: read("c=low:high"), "cannot read"),
        (lambda: read("c=2:1"), "from a lower to a higher number, not 2 to 1"),
        (lambda: read("c=0:1:log"), "must begin above 0, not at 0"),
        (lambda: read("final=max|max"), "two different values"),
        (lambda: read("explorations=1:2"), "unknown parameter 'explorations'"),
        (lambda: Tuner(Task("tic_tac_toe", [], FINE), Store(None)), "nothing to tune"),
        (lambda: Tuner(Task("tic_tac_toe", [C, C], FINE), Store(None)), "given twice"),
        (
            lambda: Tuner(Task("tic_tac_toe", [read("nodes=50:99")], {"memory": "stop", **FINE}), Store(None)),
            "the player: Stop takes either nodes= or bytes=; untuned it cannot be its own opponent",
        ),
        (lambda: Tuner(Task("tic_tac_toe", [Parameter("c", -1, 1)], FINE), Store(None)), "c must be"),
        (lambda: Tuner(Task("tic_tac_toe", [read("final=max|mux")], FINE), Store(None)), "'mux'"),
    ],
)
def test_bad_input_is_one_clear_line(ask: Callable[[], object], message: str) -> None:
    with pytest.raises(ExperimentError, match=re.escape(message)) as raised:
        ask()
    assert "\n" not in str(raised.value)


# ---- the command


def test_the_command_plays_real_games(tmp_path: Path) -> None:
    words = ["tune", "tic_tac_toe", "--parameter", "exploration=0.1:2.0", "--against", "random", "--iterations", "20"]
    words += ["--trials", "2", "--deals", "3", "--held-out", "4", "--processes", "1", "--json"]
    done = command(*words, "--database", str(tmp_path / "lab.db"))
    out, err = done.communicate(timeout=120)
    assert done.returncode == 0, err
    found = json.loads(out)
    assert set(found) == {"values", "held_out", "gain", "finalists", "tried"}
    assert len(found["tried"]) == 2 and 0.1 <= found["values"]["c"] <= 2.0
    assert found["held_out"]["estimate"] > 0.5, "it plays against chance"


def test_the_command_in_words(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play(monkeypatch, peak)
    words = ["lab", "tune", "tic_tac_toe", "--parameter", "c=0.1:2.0", "--player", "final=max"]
    words += ["--deals", "20", "--held-out", "50", "--database", str(tmp_path / "lab.db")]
    assert main([*words, "--trials", "5"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"best       c=[\d.]+", lines[0])
    assert re.fullmatch(r"held out   0\.\d{3} \(0\.\d{3} to 0\.\d{3}\) on 50 deals that had no part .*", lines[1])
    assert re.fullmatch(
        r"tuning     5 proposals, \d given up early; the best scored 0\.\d{3} on the deals .*", lines[2]
    )

    monkeypatch.setattr("anyspace.cli.lab_tune.Shown.__call__", Interrupted(0))
    assert main([*words, "--trials", "50"]) == 130
    said = capsys.readouterr().err
    assert "5 proposals; best so far c=" in said and "the same command goes on" in said

    nowhere = tmp_path / "nowhere.db"
    assert main(["lab", "tune", "tic_tac_toe", "--parameter", "c=-1:1", "--database", str(nowhere)]) == 2
    assert capsys.readouterr().err == "anyspace: error: player: UCB1: c must be a number, 0 or more, not -1\n"
    assert not nowhere.exists(), "a mistake leaves no file behind"
    assert main([*words, "--trials", "0"]) == 2
    assert capsys.readouterr().err == "anyspace: error: --trials must be 1 or more, not 0\n"
