"""The matches behind the default, and their page."""

from __future__ import annotations

from pathlib import Path

import pytest

from anyspace import GAMES
from anyspace.errors import ExperimentError
from anyspace.games import load as load_game
from anyspace.lab.early_stop import UntilDecided
from anyspace.lab.experiment import Plan, build
from anyspace.lab.game_table import restore
from anyspace.lab.players import Player, checked
from anyspace.lab.reproduce import default, default_page
from anyspace.lab.reproduce.markdown import machines
from anyspace.lab.reproduce.stages import chosen
from anyspace.lab.results import load
from anyspace.lab.runner import run
from anyspace.lab.statistics import Sprt
from anyspace.lab.store import Store


def test_every_game_of_two_who_see_everything_is_there() -> None:
    left_out = {"tic_tac_toe", "p_game", "sum_of_switches", "left_right"}
    left_out |= {name for name in GAMES if load_game(name).players == 1}
    left_out |= {"rock_paper_scissors"}  # a matrix of 3 x 3
    assert {*default.SEEN, *default.OTHERS} == {*GAMES} - left_out
    assert not {*default.CHOSEN_ON} & {*default.HELD_OUT}
    assert len(default.HELD_OUT) >= len(default.SEEN) / 3


@pytest.mark.parametrize("stage", default.STAGES.values(), ids=default.STAGES)
def test_the_matches_make_sense(stage: default.Stage) -> None:
    """Players that the lab understands; the default by its parts, which no later default changes."""
    for game in ("connect_four", "go", "othello"):
        experiment = default.experiment(stage, game)
        for point in experiment.points if experiment else ():
            for player in point.entrants:
                checked(player.table, player.name)
    words = default.default_of("connect_four")
    assert words.startswith("ucb1:c=") and "implicit_minimax" in words and "default" not in words


def test_a_default_that_is_plain_does_not_meet_itself() -> None:
    stage = default.STAGES["quick"]
    assert default.pairs(stage, "kuhn_poker")[0] in [("plain", "plain"), (default.default_of("kuhn_poker"), "plain")]
    if default.default_of("kuhn_poker") == "plain":
        assert default.experiment(stage, "kuhn_poker") is None


def test_stages_by_name() -> None:
    assert [stage.name for stage in chosen(default.STAGES, ["slow"])] == ["slow"]
    assert len(chosen(default.STAGES, None)) == len(default.STAGES)
    with pytest.raises(ExperimentError, match="slow"):
        chosen(default.STAGES, ["slwo"])


def test_the_page(tmp_path: Path) -> None:
    """Of two games' matches: what was played stands in it, and it can be made again from the table."""
    stage = default.STAGES["quick"]
    experiment = default.experiment(stage, "connect_four")
    assert experiment is not None
    with Store(tmp_path / "games.db", create=True) as store:
        run(experiment, store, games=2, processes=1)
        files = default_page.reproduce(store, tmp_path)
    text = (tmp_path / "default.md").read_text("utf-8")
    assert "| connect_four | `ucb1:c=" in text and "not played yet" in text
    assert {file.name for file in files} == {"default.md", "default.parquet"}


def test_matches_that_end_when_they_are_decided(tmp_path: Path) -> None:
    """The page says what the sequential test says of the games that are there; what is decided is not played on."""
    stage = default.STAGES["long"]
    assert stage.test is not None
    strong, weak = Player("strong", {"iterations": 40}), Player("weak", {"iterations": 1})
    game = load_game("connect_four")
    experiment = build(
        name=default.name(stage, game.name), game=game.name, folder=Path(), loaded=game, games=stage.games,
        points=[Plan((strong, weak), "one", {"player": "strong"})],
    )  # fmt: skip
    with Store(tmp_path / "games.db", create=True) as store:
        until = UntilDecided(Sprt.elo(*stage.test))
        played = run(experiment, store, processes=1, stop=until).played
        assert until.test.verdict == "accept H1" and 4 <= played < stage.games
        assert "| connect_four | `strong` | ahead | " in "\n".join(default_page.sequential(store))
        assert run(experiment, store, processes=1, stop=UntilDecided(Sprt.elo(*stage.test))).played == 0


def test_the_committed_page_is_that_of_its_table() -> None:
    folder = Path(__file__).parents[2] / "docs" / "results"
    with restore(folder / "default.parquet", Store(None, create=True)) as store:
        versions = [
            each
            for stage in default.STAGES.values()
            for game in stage.games_of
            if default.name(stage, game) in store.experiments()
            for each in load(store, default.name(stage, game)).versions
        ]
        text = default_page.page(store, machines(versions))
    assert (folder / "default.md").read_text("utf-8") == text.rstrip("\n") + "\n"
