"""Predictions against results: bins, intervals, the Brier score, the command."""

from __future__ import annotations

import csv
import json
import random
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest

import anyspace
from anyspace.cli import main
from anyspace.errors import ExperimentError
from anyspace.lab.calibrate import Forecast, as_json, calibration, heading, self_play, summary, text_rows, to_csv


def made_up(games: int, shift: float = 0.0, seed: int = 1) -> list[Forecast]:
    """Two decisions a game whose predictions are as likely to come true as they say, but for a shift."""
    source = random.Random(seed)
    found = []
    for game in range(games):
        for ply in range(2):
            chance = source.random()
            predicted = min(max(chance + shift, 0.0), 1.0)
            found.append(Forecast(game, ply, 0, predicted, float(source.random() < chance)))
    return found


def test_a_player_who_knows_is_calibrated() -> None:
    found = calibration(made_up(3000))
    assert sum(each.agrees for each in found.bins) >= 9 and len(found.bins) == 10
    assert found.brier.estimate == pytest.approx(1 / 6, abs=0.01), "the mean of p (1 - p)"
    assert found.constant == pytest.approx(0.25, abs=0.01) and found.brier.estimate < found.constant
    assert (found.games, found.decisions) == (3000, 6000)


def test_one_who_hopes_is_not() -> None:
    found = calibration(made_up(3000, shift=0.15))
    assert sum(not each.agrees and each.predicted > each.actual.high for each in found.bins) >= 8
    assert "too high" in {row[-1] for row in text_rows(found)}
    assert "too low" in {row[-1] for row in text_rows(calibration(made_up(3000, shift=-0.15)))}


def test_by_hand() -> None:
    found = calibration([Forecast(0, 0, 0, 0.2, 0), Forecast(0, 1, 0, 0.3, 0), Forecast(1, 0, 0, 0.4, 1)], bins=2)
    (low,) = found.bins
    assert (low.low, low.high, low.decisions, low.games) == (0.0, 0.5, 3, 2)
    assert low.predicted == pytest.approx((0.25 + 0.4) / 2) and low.actual.estimate == 0.5, "a game counts once"
    assert found.brier.estimate == pytest.approx(((0.04 + 0.09) / 2 + 0.36) / 2)
    assert found.constant == pytest.approx(2 / 9)


def test_the_greatest_prediction_is_in_the_last_bin() -> None:
    found = calibration([Forecast(0, 0, 0, 1.0, 1.0), Forecast(1, 0, 0, 0.0, 0.0)], bins=4)
    assert [(each.low, each.high) for each in found.bins] == [(0, 0.25), (0.75, 1)]
    assert found.brier.estimate == 0 and found.bins[1].actual.low < 1, "two games prove little"
    single = calibration([Forecast(0, 0, 0, 0.5, 1.0)])
    assert "inf" not in summary(single)


def test_how_deep_was_looked() -> None:
    game = anyspace.load("tic_tac_toe")
    few, many = (list(self_play(game, {"iterations": number}, 2)) for number in (10, 1000))
    shallow, deep = calibration(few), calibration(many)
    assert shallow.depth is not None and deep.depth is not None and 1 <= shallow.depth < deep.depth < 9
    assert heading(deep) == f"2 games, {len(many)} decisions, trees {deep.depth:.1f} moves deep on average"
    assert deep.depth == pytest.approx(sum(one.depth or 0 for one in many) / len(many))
    four = anyspace.load("connect_four")
    assert all(one.depth for one in self_play(four, {"kind": "alpha_beta", "iterations": 200}, 1)), (
        "the last full depth"
    )
    unknown = replace(deep, depth=None)
    assert heading(unknown) == f"2 games, {len(many)} decisions", "where nobody says"
    assert calibration(made_up(3)).depth is None


def test_a_table_as_plain_numbers() -> None:
    found = calibration(made_up(50))
    plain = json.loads(json.dumps(as_json(100, found), allow_nan=False))
    assert (plain["iterations"], plain["games"], plain["decisions"], plain["depth"]) == (100, 50, 100, None)
    assert plain["brier"]["estimate"] == found.brier.estimate and plain["constant"] == found.constant
    first = plain["bins"][0]
    assert first["actual"]["low"] == found.bins[0].actual.low and first["agrees"] == found.bins[0].agrees
    single = as_json(5, calibration([Forecast(0, 0, 0, 0.5, 1.0)]))
    assert single["brier"] == {"estimate": 0.25, "low": None, "high": None}, "one game has no interval"


def test_what_cannot_be_compared() -> None:
    with pytest.raises(ExperimentError, match="there is nothing to compare"):
        calibration([])
    with pytest.raises(ExperimentError, match="bins must be 1 or more, not 0"):
        calibration(made_up(2), 0)


def test_games_against_oneself() -> None:
    game = anyspace.load("tic_tac_toe")
    found = list(self_play(game, {"iterations": 50}, 6, seed=3))
    assert found == list(self_play(game, {"iterations": 50}, 6, seed=3)), "the same another time"
    assert found != list(self_play(game, {"iterations": 50}, 6, seed=4))
    assert {one.game for one in found} == set(range(6)) and {one.player for one in found} == {0, 1}
    assert all(0 <= one.predicted <= 1 and one.actual in (0, 0.5, 1) for one in found)
    for number in range(6):
        ends = {one.player: one.actual for one in found if one.game == number}
        assert sum(ends.values()) == 1, "what one wins the other loses"
    late = [one for one in found if one.ply >= 6]
    assert late and sum((one.predicted - one.actual) ** 2 for one in late) / len(late) < 0.1, "near the end one knows"


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "bins.csv"
    words = ["lab", "calibrate", "tic_tac_toe", "--games", "5", "--iterations", "20", "100", "--player", "c=0.7"]
    assert main([*words, "--bins", "4", "--out", str(out)]) == 0
    said = capsys.readouterr().out
    assert "tic_tac_toe, 20 iterations: 5 games" in said and "tic_tac_toe, 100 iterations: 5 games" in said
    assert said.count(" moves deep on average") == 2
    assert said.count("Brier score 0.") == 2 and "for always predicting the mean result" in said
    rows = list(csv.DictReader(StringIO(out.read_text())))
    assert {row["iterations"] for row in rows} == {"20", "100"} and len(rows) <= 8
    assert all(1 <= float(row["depth"]) < 9 for row in rows)
    assert all(float(row["actual_low"]) <= float(row["actual"]) <= float(row["actual_high"]) for row in rows)


def test_the_command_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "calibrate", "tic_tac_toe", "--games", "1", "--iterations", "20", "100", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["game"] == "tic_tac_toe" and [one["iterations"] for one in said["tables"]] == [20, 100]
    assert all(one["games"] == 1 and one["depth"] >= 1 and one["bins"] for one in said["tables"])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--games", "0"], "--games must be 1 or more, not 0"),
        (["--bins", "0"], "--bins must be 1 or more, not 0"),
        (["--player", "seconds=1"], "--player has seconds: give the budget as --iterations"),
        (["--player", "random"], "--player: a random player has no options"),
        (["--player", "cc=1"], "unknown key 'cc'"),
        (["--iterations", "0"], "iterations must be"),
        (["--games", "1", "--iterations", "5", "--out", "/nowhere/at/all.csv"], "cannot write /nowhere/at/all.csv"),
        (["--database", "x"], "unknown argument --database"),
    ],
    ids=str,
)
def test_mistakes(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "calibrate", "tic_tac_toe", *words]) in (1, 2)
    error = capsys.readouterr().err
    assert message in error and error.count("\n") == 1


def test_rows_for_other_programs() -> None:
    out = StringIO()
    to_csv({10: calibration(made_up(50))}, out)
    assert out.getvalue().startswith(
        "iterations,low,high,decisions,games,predicted,actual,actual_low,actual_high,brier,depth\n10,0.0,0.1,"
    )
