"""The survey's claims that are no matches: experiments run, verdicts follow from intervals, the page from the table."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from anyspace.cli import main
from anyspace.errors import ExperimentError, StoreError
from anyspace.games import load as load_game
from anyspace.lab.reproduce import survey_checks
from anyspace.lab.reproduce.checks import searching, trees
from anyspace.lab.reproduce.checks.bandits import plain
from anyspace.lab.reproduce.checks.growth import exponent, needed
from anyspace.lab.reproduce.checks.outcome import (
    NO_CLAIM,
    NOT_RUN,
    OPEN,
    UNDECIDED,
    UNSAID,
    Check,
    Outcome,
    Progress,
    Size,
    direction,
    gained,
    point,
    saved,
    verdict,
)
from anyspace.lab.reproduce.survey_checks import CHECKS, chosen, load, name_of, run_missing, save, section, shown
from anyspace.lab.reproduce.survey_rows import BETTER, NULL, WORSE
from anyspace.lab.reproduce.verdicts import AGREES, DIFFERS
from anyspace.lab.statistics import Interval
from anyspace.rules.interpreted import InterpretedBackend
from anyspace.search.search import Search

RESULTS = Path(__file__).parents[2] / "docs" / "results"
TINY = Size(0.01, 0.0005)

COMPILED = ("22", "26", "32", "67", "69")
"""Rows whose games or searches are worth compiling even for a look: others are run as plain Python."""


# ---- verdicts --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gains", "equal", "expected"),
    [
        ([(1.0, 0.5, 1.5)], 0.0, BETTER),
        ([(-1.0, -1.5, -0.5)], 0.0, WORSE),
        ([(0.1, -0.5, 0.7)], 0.0, UNDECIDED),
        ([(1.0, 0.5, 1.5), (0.1, -0.5, 0.7)], 0.0, UNDECIDED),
        ([(1.0, 0.5, 1.5), (-1.0, -1.5, -0.5)], 0.0, WORSE),
        ([(0.05, 0.02, 0.08)], 0.1, NULL),
        ([(0.05, 0.02, 0.12)], 0.1, BETTER),
        ([(0.0, -0.2, 0.2)], 0.1, UNDECIDED),
        ([], 0.0, UNDECIDED),
    ],
)
def test_directions(gains: list[tuple[float, float, float]], equal: float, expected: str) -> None:
    assert direction(*(Interval(*gain) for gain in gains), equal=equal) == expected


@pytest.mark.parametrize(
    ("found", "published", "expected"),
    [
        (BETTER, BETTER, AGREES),
        (WORSE, BETTER, DIFFERS),
        (UNDECIDED, BETTER, OPEN),
        (WORSE, WORSE, AGREES),
        (NULL, NULL, AGREES),
        (BETTER, NULL, DIFFERS),
        (UNDECIDED, NULL, OPEN),
        (BETTER, UNSAID, NO_CLAIM),
    ],
)
def test_verdicts(found: str, published: str, expected: str) -> None:
    assert verdict(Outcome({}, found), published) == expected
    assert verdict(None, published) == NOT_RUN


def test_gains_are_paired() -> None:
    method, other = [1.0, 2.0, 3.0], [2.0, 3.1, 3.9]
    gain = saved(method, other)
    assert gain.estimate == pytest.approx(1.0) and 0.7 < gain.low < 1.0 < gain.high < 1.3
    assert gained(other, method) == gain
    wider = saved(method, other, of=3)
    assert wider.low < gain.low and wider.high > gain.high, "several parts of a claim: 95 % together"


def test_an_exponent_is_found_again() -> None:
    shapes = [(2, 4), (2, 8), (4, 6), (8, 4)]
    curves = []
    for branching, depth in shapes:
        wanted = 20 * branching ** (0.5 * depth)
        looks = 2 * np.sqrt(2.0) ** np.arange(36)
        curves.append(np.tile(0.05 * (wanted / looks), (3, 1)))
        assert needed(curves[-1]) == pytest.approx(wanted, rel=0.02)
    assert exponent(curves, shapes) == pytest.approx(0.5, abs=0.01)
    assert exponent(curves, shapes, own=True) == pytest.approx(0.5, abs=0.01)
    assert needed(np.zeros((2, 5))) == 2, "never wrong"
    assert needed(np.ones((2, 5))) == pytest.approx(2 * 4), "never right"


# ---- experiments -----------------------------------------------------------------------------------------------------


def as_plain_python(game: Any, words: str = "", seed: int = 1, **options: Any) -> Search:
    """In the place of `searching.search`; `plain` itself asks for the one that was there."""
    return plain(game, words, seed)


@pytest.fixture
def uncompiled(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """To have nothing compiled from now on."""

    def start() -> None:
        made = searching.search
        inside = False

        def search(game: Any, words: str = "", seed: int = 1, **options: Any) -> Search:
            nonlocal inside
            if inside:
                return made(game, words, seed, **options)
            inside = True
            try:
                return as_plain_python(game, words, seed)
            finally:
                inside = False

        def record(backend: Any, block: Any) -> Any:
            return backend.thing(block)[0]

        def loaded(text: str) -> Any:
            game: Any = load_game(text)
            game.__dict__["backend"] = InterpretedBackend(game)
            return game

        monkeypatch.setattr(searching, "search", search)
        monkeypatch.setattr(trees, "load", loaded)
        monkeypatch.setattr(InterpretedBackend, "record", record, raising=False)  # solvers look into states

    return start


LONG = ("22", "32", "67", "69")
"""Rows whose experiments take seconds even where they are tiny."""


@pytest.mark.parametrize(
    "check",
    [pytest.param(check, marks=pytest.mark.slow if str(check.number) in LONG else []) for check in CHECKS],
    ids=lambda check: f"{check.number} {check.title}",
)
def test_every_experiment_runs(check: Check, uncompiled: Callable[[], None]) -> None:
    if check.number not in COMPILED:
        uncompiled()
    told: list[str] = []
    outcome = check.run(told.append, TINY)
    assert outcome.figures and outcome.direction in (BETTER, WORSE, NULL, UNDECIDED)
    assert told
    for value in outcome.figures.values():
        assert value.low <= value.estimate <= value.high
    assert check.published in (BETTER, WORSE, NULL, UNSAID) and check.figure and check.setting


def test_names_are_unique() -> None:
    assert len({name_of(check) for check in CHECKS}) == len(CHECKS)
    assert [check.number for check in CHECKS] == sorted(check.number for check in CHECKS)


# ---- the table and the page ------------------------------------------------------------------------------------------


def made_up(number: str, title: str, run: Any = None) -> Check:
    def found(progress: Progress, size: Size) -> Outcome:
        progress("at work")
        return Outcome({"error, of it": Interval(0.25, 0.125, 0.375), "trees": point(1234.0)}, BETTER)

    return Check(number, title, BETTER, "a figure", "a setting", run or found)


def test_what_is_done_is_kept(tmp_path: Path) -> None:
    def stopped(progress: Progress, size: Size) -> Outcome:
        raise KeyboardInterrupt

    said: list[str] = []
    with pytest.raises(KeyboardInterrupt):
        run_missing(tmp_path, [made_up("01", "one"), made_up("02", "two", stopped)], said.append)
    assert said == ["01 one: at work", "01 one: better, agrees (published: better)"]
    assert list(load(tmp_path)) == [("01", "one")]
    said.clear()
    results = run_missing(tmp_path, [made_up("01", "one", stopped), made_up("02", "two")], said.append)
    assert list(results) == [("01", "one"), ("02", "two")] and load(tmp_path) == results
    assert all(line.startswith("02") for line in said), "what the table has is not run again"
    assert not list(tmp_path.glob("*.new"))


def test_a_table_that_is_none(tmp_path: Path) -> None:
    assert load(tmp_path) == {}
    for text in ("a,b\n1,2\n", "number,title,direction,figure,value,low,high\n01,x,sideways,f,1,1,1\n"):
        (tmp_path / "survey_checks.csv").write_text(text, "utf-8")
        with pytest.raises(StoreError, match="is not a table of checks"):
            load(tmp_path)


def test_checks_are_chosen_by_number_or_title() -> None:
    assert chosen(None) == CHECKS
    assert {check.number for check in chosen(["13"])} == {"13"} and len(chosen(["13"])) > 1
    assert [check.title for check in chosen(["UCB1-tuned"])] == ["UCB1-tuned"]
    with pytest.raises(ExperimentError, match="unknown check '99'"):
        chosen(["01", "99"])


def test_numbers_as_they_are_shown() -> None:
    assert shown(Interval(0.31234, 0.27, 0.3500001)) == "0.312 (0.27 to 0.35)"
    assert shown(point(200.0)) == "200" and shown(point(12345.0)) == "12,345" and shown(point(0.5)) == "0.5"
    assert shown(Interval(1234.5, 1200.0, 1300.0)) == "1,234 (1,200 to 1,300)"


def test_a_page_without_a_table_says_that_nothing_was_run() -> None:
    text = section({})
    assert f"0 of {len(CHECKS)} checks were run" in text and text.count("not run") == len(CHECKS)
    assert all(len(line) <= 120 or line.startswith("|") for line in text.splitlines())


def test_the_committed_page_is_that_of_the_committed_tables(tmp_path: Path) -> None:
    shutil.copy(RESULTS / "survey_checks.csv", tmp_path)
    table = RESULTS / "survey_trees.parquet"
    words = ["lab", "reproduce", "survey_trees", "--no-play", "--table", str(table), "--output", str(tmp_path)]
    assert main(words) == 0
    assert (tmp_path / "survey_trees.md").read_text("utf-8") == (RESULTS / "survey_trees.md").read_text("utf-8")
    results = load(tmp_path)
    assert set(results) == {name_of(check) for check in survey_checks.CHECKS}
    assert save(results, tmp_path).read_text("utf-8") == (RESULTS / "survey_checks.csv").read_text("utf-8")


def test_so_is_that_of_the_playouts(tmp_path: Path) -> None:
    shutil.copy(RESULTS / "survey_playouts.csv", tmp_path)
    table = RESULTS / "survey_playouts.parquet"
    words = ["lab", "reproduce", "survey_playouts", "--no-play", "--table", str(table), "--output", str(tmp_path)]
    assert main(words) == 0
    assert (tmp_path / "survey_playouts.md").read_text("utf-8") == (RESULTS / "survey_playouts.md").read_text("utf-8")
