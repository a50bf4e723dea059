"""The page of other worlds: experiments run, are kept and gone on with; what is missing is said."""

from __future__ import annotations

from pathlib import Path

import pytest
from solve.plain import plainly

from anyspace.cli import main
from anyspace.errors import ExperimentError
from anyspace.games import load
from anyspace.lab.reproduce import worlds
from anyspace.lab.reproduce.checks.outcome import Size
from anyspace.lab.reproduce.checks.pairs import pairs_won
from anyspace.lab.reproduce.worlds_rows import ROWS, checks
from anyspace.rules.interpreted import InterpretedBackend

__all__ = ["plainly"]

RESULTS = Path(__file__).parents[2] / "docs" / "results"


def test_names_are_unique_and_of_the_list() -> None:
    names = [(check.number, check.title) for check in checks()]
    assert len(set(names)) == len(names) >= 6
    assert {number for number, _ in names} <= set(ROWS)
    with pytest.raises(ExperimentError, match="99"):
        worlds.run(Path(), ["99"], print)


def test_a_page_without_experiments_says_what_is_missing(tmp_path: Path) -> None:
    assert main(["lab", "reproduce", "survey_worlds", "--no-play", "--output", str(tmp_path)]) == 0
    text = (tmp_path / "survey_worlds.md").read_text("utf-8")
    assert "0 of " in text and "not run" in text
    worlds.reproduce(tmp_path, experiments=[])
    assert "Not played yet: EXP3 (4)" in (tmp_path / "survey_worlds.md").read_text("utf-8")


@pytest.mark.usefixtures("plainly")
def test_players_change_seats() -> None:
    game = load("rock_paper_scissors(rock=1,paper=1,scissors=1)")
    game.__dict__["backend"] = InterpretedBackend(game)  # type: ignore[arg-type]
    scores = pairs_won(print, game, "random", "random", 6)
    assert len(scores) == 6 and set(scores) <= {0.0, 0.25, 0.5, 0.75, 1.0}
    assert len(set(scores)) > 1, "both seats of a pair draw by seeds of their own"


def test_an_experiment_is_kept_and_not_run_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from anyspace.lab.reproduce.checks.outcome import Check, Outcome, point

    ran: list[str] = []

    def made(number: str, title: str) -> Check:
        def run(progress: object, size: Size) -> Outcome:
            ran.append(title)
            return Outcome({"returns": point(1.0)}, "better")

        return Check(number, title, "better", "1", "once", run)

    monkeypatch.setattr(worlds, "checks", lambda: [made("7", "a"), made("8", "b")])
    said: list[str] = []
    worlds.run(tmp_path, ["8"], said.append)
    worlds.run(tmp_path, None, said.append)
    assert ran == ["b", "a"]
    lines = (tmp_path / "survey_worlds.csv").read_text("utf-8").splitlines()
    assert [line.split(",")[0] for line in lines] == ["number", "7", "8"], "in the order of the rows"


def test_the_committed_page_has_what_the_committed_table_has(tmp_path: Path) -> None:
    table = RESULTS / f"{worlds.FILE}.csv"
    (tmp_path / table.name).write_text(table.read_text("utf-8"), "utf-8")
    worlds.reproduce(tmp_path)
    page = f"{worlds.FILE}.md"
    ran = {line for line in (tmp_path / page).read_text("utf-8").splitlines() if line[:3].strip("| ").isdigit()}
    ran -= {line for line in ran if line.endswith("not run |")}
    assert len(ran) >= 2 and ran <= set((RESULTS / page).read_text("utf-8").splitlines())
