"""The lines of the long runs that are kept in docs/results, played again by the rules as plain Python."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from games.puzzle_helpers import data_file
from uncompiled import uncompiled

import anyspace
from anyspace.lab.reproduce.long_runs import Run, best, load

RUNS = load(Path(__file__).parents[2] / "docs" / "results")


def game_of(run: Run) -> Any:
    """The game of a run; SameGame's boards and the cities are in files that are no part of the project."""
    if run.game == "morpion_solitaire":
        return anyspace.load(run.game, variant=run.instance)
    if run.game == "samegame":
        return anyspace.load(run.game, file=str(data_file("samegame/standard_20_boards.txt")), board=int(run.instance))
    return anyspace.load(run.game, file=str(data_file(f"tsptw/{run.instance}.txt")))


def kept(game: str) -> list[Run]:
    """The best run of each instance."""
    return [*best([run for run in RUNS if run.game == game]).values()]


def test_lines_are_kept_of_every_game() -> None:
    assert {run.game for run in RUNS} == {"morpion_solitaire", "samegame", "tsptw"}


@pytest.mark.parametrize(
    "run",
    kept("morpion_solitaire") + kept("samegame")[::5] + kept("tsptw")[::5],
    ids=lambda run: f"{run.game} {run.instance}",
)
def test_it_pays_what_was_kept(run: Run) -> None:
    state = uncompiled(game_of(run)).start()
    for name in run.line.split():
        state.play(state.parse(name))
    assert state.over and state.returns()[0] == pytest.approx(run.score, rel=1e-12)
