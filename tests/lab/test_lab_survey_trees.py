"""`anyspace lab reproduce survey_trees`: rows are chosen, played, judged, and written to a page."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from anyspace.cli import main
from anyspace.errors import ExperimentError
from anyspace.lab.players import checked, from_words
from anyspace.lab.reproduce import survey
from anyspace.lab.reproduce.survey import SURVEYS, chosen, name, verdict
from anyspace.lab.reproduce.survey_rows import BETTER, NULL, ROWS, WORSE
from anyspace.lab.reproduce.verdicts import AGREES, DIFFERS, OPEN
from anyspace.lab.statistics import Interval

ALL_ROWS = [row for each in SURVEYS.values() for row in each.rows]


@pytest.mark.parametrize("row", ALL_ROWS, ids=lambda row: f"{row.survey} {row.id}")
def test_a_row_makes_sense(row: Any) -> None:
    for words in (row.player, row.opponent):
        checked({**from_words(words), "iterations": 1}, row.id)
    assert (
        row.published in (BETTER, WORSE, NULL)
        and (row.figure or row.asks)
        and row.iterations > 0
        and row.games % 2 == 0
    )
    assert [name(each) for each in ALL_ROWS].count(name(row)) == 1


def test_rows_are_chosen_by_number_or_name() -> None:
    assert chosen(SURVEYS["survey_trees"], None) == ROWS
    assert [row.number for row in chosen(SURVEYS["survey_trees"], ["24b"])] == ["24b"]
    assert {row.number for row in chosen(SURVEYS["survey_trees"], ["24"])} == {"24a", "24b"}
    assert {row.player for row in chosen(SURVEYS["survey_trees"], ["grave"])} == {"grave"}
    assert chosen(SURVEYS["survey_trees"], [ROWS[0].id]) == [ROWS[0]]
    with pytest.raises(ExperimentError, match="unknown row '99'"):
        chosen(SURVEYS["survey_trees"], ["24b", "99"])


@pytest.mark.parametrize(
    ("score", "published", "outcome"),
    [
        ((0.6, 0.55, 0.65), BETTER, AGREES),
        ((0.4, 0.35, 0.45), BETTER, DIFFERS),
        ((0.6, 0.49, 0.71), BETTER, OPEN),
        ((0.4, 0.35, 0.45), WORSE, AGREES),
        ((0.6, 0.55, 0.65), WORSE, DIFFERS),
        ((0.51, 0.46, 0.56), NULL, AGREES),
        ((0.6, 0.55, 0.65), NULL, DIFFERS),
        ((0.51, 0.40, 0.62), NULL, OPEN),
    ],
)
def test_verdicts(score: tuple[float, float, float], published: str, outcome: str) -> None:
    assert verdict(Interval(*score), published) == outcome
    assert verdict(None, published) == "not played"


def test_a_row_that_cannot_be_played_says_why() -> None:
    from dataclasses import replace

    row = next(row for row in ROWS if row.number == "24b")
    assert survey.missing(row) == ""
    assert "asks tic_tac_toe for a rule 'prior'" in survey.missing(
        replace(row, player="progressive_bias", game="tic_tac_toe")
    )


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Real games of Connect Four: two deals at equal iterations, two at equal time."""
    monkeypatch.setattr(survey, "ROUNDS", 1)
    monkeypatch.setattr(survey, "TIMED", 300)
    database, out = tmp_path / "lab.db", tmp_path / "out"
    words = ["lab", "reproduce", "survey_trees", "--only", "24b", "--database", str(database), "--processes", "1"]
    assert main([*words, "--games", "4", "--output", str(out)]) == 0
    said = capsys.readouterr()
    row = chosen(SURVEYS["survey_trees"], ["24b"])[0]
    assert said.out.startswith(f"{row.id}: ") and "(published: better)" in said.out
    text = (out / "survey_trees.md").read_text("utf-8")
    # where both are equally fast, one point says it all
    assert re.search(rf"1 of {len([row for row in ROWS if not row.asks])} rows were played, [48] games on ", text)
    (line,) = [line for line in text.splitlines() if line.startswith("| 24b |")]
    assert "MCTS-Solver (`solver`)" in line and "connect_four, 500" in line
    assert text.count("not played") == len([row for row in ROWS if not row.asks]) - 1
    assert all(len(each) <= 120 or each.startswith("|") for each in text.splitlines())

    assert main([*words, "--games", "4", "--output", str(out)]) == 0, "nothing is left to play"
    assert (out / "survey_trees.md").read_text("utf-8") == text
    again = ["lab", "reproduce", "survey_trees", "--no-play", "--table", str(out / "survey_trees.parquet")]
    assert main([*again, "--output", str(tmp_path / "again")]) == 0
    assert (tmp_path / "again" / "survey_trees.md").read_text("utf-8") == text
    assert not (tmp_path / "again" / "anyspace-lab.db").exists()
    assert name(row) == f"survey_trees_{row.id}"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["survey_trees", "--only", "99"], "unknown row '99'"),
        (["survey_trees", "--rounds", "3"], "--rounds has no meaning for survey_trees"),
        (["memory_bounded", "--only", "24b"], "--only has no meaning for memory_bounded"),
        (["survey_trees", "--games", "0"], "--games must be 1 or more, not 0"),
    ],
)
def test_bad_input(words: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "reproduce", *words, "--database", str(tmp_path / "lab.db"), "--output", str(tmp_path)]) == 2
    assert message in capsys.readouterr().err
    assert not list(tmp_path.iterdir()), "a mistake leaves no file behind"
