"""The page of methods for one player: experiments run, lines are played again, what is wrong is said."""

from __future__ import annotations

from pathlib import Path

import pytest
from solve.plain import plainly

from anyspace.cli import main
from anyspace.errors import ExperimentError
from anyspace.games import load
from anyspace.lab.reproduce import long_runs, one_player
from anyspace.lab.reproduce.checks import planning, puzzles
from anyspace.lab.reproduce.checks.outcome import Size
from anyspace.matches.match import Match
from anyspace.matches.solution import Solution
from anyspace.rules.interpreted import InterpretedBackend

__all__ = ["plainly"]

RESULTS = Path(__file__).parents[2] / "docs" / "results"


def test_names_are_unique_and_found() -> None:
    names = [(check.number, check.title) for check in one_player.CHECKS]
    assert len(set(names)) == len(names) >= 13
    with pytest.raises(ExperimentError, match="99"):
        one_player.run(Path(), ["99"], print)


@pytest.mark.usefixtures("plainly")
def test_the_toys_are_run_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def plain(name: str, **options: object) -> object:
        game = load(name, **{**options, **({"depth": 4} if "left" in name else {})})
        game.__dict__["backend"] = InterpretedBackend(game)  # type: ignore[arg-type]
        return game

    monkeypatch.setattr(puzzles, "load", plain)
    said: list[str] = []
    titles = [check.title for check in puzzles.CHECKS if "left" in check.title]
    assert len(titles) == 2
    one_player.run(tmp_path, titles, said.append, Size(0.01, 0.001))
    assert any("undecided" in line for line in said), "no line of four moves pays sixty"
    kept = one_player.survey_checks.load(tmp_path, one_player.FILE)
    assert {title for _, title in kept} == set(titles)


@pytest.mark.usefixtures("plainly")
def test_planning_is_run(monkeypatch: pytest.MonkeyPatch) -> None:
    def plain(name: str) -> object:
        game = load(name)
        game.__dict__["backend"] = InterpretedBackend(game)  # type: ignore[arg-type]
        return game

    monkeypatch.setattr(planning, "load", plain)
    found = planning.against_a_star(print, Size(1.0, 0.0002), ["hanoi(disks=2)", "gripper(balls=1)"])
    assert 0.0 < found.figures["A*"].estimate <= found.figures["MHSP"].estimate < 1.0
    state = plain("gripper(balls=1)").start(seed=0)  # type: ignore[attr-defined]
    assert planning.leaves_until(state, "a_star", -3.0, 60) == 4, "a first random line; then pick, go, drop"
    assert planning.leaves_until(state, "a_star", -2.0, 60) == 60, "there is no such plan"


def test_lines_are_played_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / one_player.LINES
    folder.mkdir()
    game = load("left_move(depth=3)")
    game.__dict__["backend"] = InterpretedBackend(game)  # type: ignore[arg-type]
    match = Match(game, 0).play_all([0, 0, 1])
    Solution(match, 2.0, "nrpa", 7).save(folder / "good.json")
    Solution(match, 3.0).save(folder / "wrong.json")
    assert main(["lab", "reproduce", "survey_one_player", "--no-play", "--output", str(tmp_path)]) == 0
    text = (tmp_path / "survey_one_player.md").read_text("utf-8")
    assert "| good.json | left_move" in text and "| 2 | nrpa | 7 | yes |" in text
    assert "wrong: " in text and "but its line pays 2" in text
    assert "0 of " in text and "not run" in text


def test_the_committed_page_is_that_of_the_committed_table(tmp_path: Path) -> None:
    for table in (RESULTS / f"{one_player.FILE}.csv", RESULTS / long_runs.FILE):
        (tmp_path / table.name).write_text(table.read_text("utf-8"), "utf-8")
    one_player.reproduce(tmp_path)
    page = f"{one_player.FILE}.md"
    assert (tmp_path / page).read_text("utf-8") == (RESULTS / page).read_text("utf-8")


@pytest.mark.usefixtures("plainly")
def test_what_a_nested_run_plays_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without memory it is what was played, not the best that was seen; both are there at the end of one run."""
    game = load("samegame", board=0, columns=3, rows=3, colours=2)
    game.__dict__["backend"] = InterpretedBackend(game)  # type: ignore[arg-type]
    states = [game.start(seed=seed) for seed in range(3)]
    monkeypatch.setattr(puzzles, "boards", lambda size: states)
    methods = "nmcs:level=1", ["nmcs:level=1,memory=False"]
    found = puzzles.compared(print, Size(1.0, 1.0), *methods, measure=puzzles.own_game)
    assert found.figures["nmcs:level=1"].estimate >= found.figures["nmcs:level=1,memory=False"].estimate
    for seed, state in enumerate(states):
        played = puzzles.own_game(state, "nmcs:level=1,memory=False", 1, seed)
        assert played <= puzzles.score(state, "nmcs:level=1,memory=False", 200, seed)
