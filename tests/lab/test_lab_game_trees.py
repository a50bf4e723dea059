"""What games are like as a predictor of what helps there: ranks, shuffles, tables, the page."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from anyspace.cli import main
from anyspace.errors import ExperimentError, StoreError
from anyspace.games import load as load_game
from anyspace.lab.parameters import Parameters
from anyspace.lab.reproduce import default, game_trees
from anyspace.lab.reproduce.game_trees import GAIN_TITLES, GAINS, GAMES, HIDDEN, OPEN, Gain, Gained, Gains
from anyspace.lab.reproduce.game_trees_page import conclusion, correlations, page, ranks, spearman
from anyspace.lab.statistics import Interval

RESULTS = Path(__file__).parents[2] / "docs" / "results"
ONE = Interval(1.0, 1.0, 1.0)


def test_games_are_known() -> None:
    assert len(set(GAMES)) == len(GAMES) and not set(OPEN) & set(HIDDEN)
    assert all(game in GAMES for gain in GAINS.values() for game in gain.deals)
    assert set(game_trees.RANDOM_GAMES) == set(GAMES)


def test_ranks_of_equals_are_shared() -> None:
    assert ranks([3.0, 1.0, 2.0]) == [3.0, 1.0, 2.0]
    assert ranks([5.0, 1.0, 5.0, 0.0]) == [3.5, 2.0, 3.5, 1.0]


def test_rank_correlations() -> None:
    same = [(float(x), float(x**3)) for x in range(8)]
    rho, p = spearman(same, 400)
    assert rho.estimate == pytest.approx(1.0) and p < 0.01 and rho.low > 0.9
    turned = [(x, -y) for x, y in same]
    assert spearman(turned, 400)[0].estimate == pytest.approx(-1.0)
    known = list(zip([1, 2, 3, 4, 5, 6], [2, 1, 4, 3, 6, 5], strict=True))
    rho, p = spearman(known, 2_000)
    assert rho.estimate == pytest.approx(1 - 6 * 6 / (6 * 35)) and 0.02 < p < 0.12  # 0.058 by all 720 orders
    assert rho.low < rho.estimate < rho.high


def made_up(slope: float) -> tuple[dict[str, Parameters], Gains]:
    measured: dict[str, Parameters] = {}
    gains: Gains = {}
    for place, game in enumerate(OPEN):
        share = (place + 1) / 25
        one = Interval(share, share - 0.01, share + 0.01)
        other = Interval(place * 7 % 19 / 20, 0.0, 1.0)
        measured[game] = Parameters(game, 10, one, other, None, ONE)
        gains["mast", game] = Gained(Interval(0.5 + slope * share, 0.1, 0.9), 0.5, 50)
    return measured, gains


def test_what_predicts_is_found_and_what_does_not_is_called_a_null() -> None:
    measured, gains = made_up(0.2)
    found = {each.parameter: each for each in correlations(measured, gains)}
    assert set(found) == {"leaf_correlation", "bias"}, "nothing is known of agreement, and nothing is hidden"
    assert found["leaf_correlation"].rho.estimate == pytest.approx(1.0)
    assert found["leaf_correlation"].games == len(OPEN)
    text = page(measured, gains)
    assert "leaf correlation with the gain of MAST, more where it is greater." in text and "A null" not in text
    assert "**A null**" in " ".join(conclusion([found["bias"]]).split())
    assert all(len(line) <= 120 or line.startswith("|") for line in text.splitlines())


def test_a_page_of_nothing() -> None:
    assert "Nothing was measured" in page({}, {})


def test_tables_are_kept_and_read(tmp_path: Path) -> None:
    measured, gains = made_up(0.1)
    game_trees.save(measured, tmp_path)
    game_trees.save_gains(gains, tmp_path)
    again = game_trees.load(tmp_path)
    assert list(again) == list(OPEN) and again["go"].agreement is None
    assert again["go"].leaf_correlation == pytest.approx(measured["go"].leaf_correlation)
    kept = game_trees.load_gains(tmp_path)
    assert set(kept) == set(gains)
    assert all(kept[name].score == pytest.approx(each.score, abs=1e-4) for name, each in gains.items())
    for name, load in ((game_trees.FILE, game_trees.load), (game_trees.GAINS_FILE, game_trees.load_gains)):
        (tmp_path / f"{name}.csv").write_text("game,games,gain\na,1,b\n", "utf-8")
        with pytest.raises(StoreError, match="is not a table of"):
            load(tmp_path)


def test_what_is_missing_is_measured_and_played_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        game_trees, "GAINS", {"mast": Gain("mast", "MAST", "kind=random", {"tic_tac_toe": 2}, "kind=random")}
    )
    monkeypatch.setattr(game_trees, "RANDOM_GAMES", {"tic_tac_toe": 5})
    monkeypatch.setattr(default, "fits", lambda words, game: True)
    words = ["lab", "reproduce", "game_trees", "--game", "tic_tac_toe", "--output", str(tmp_path)]
    assert main(words) == 0
    said = capsys.readouterr().err
    assert "tic_tac_toe: random games" in said and "kind=random against kind=random" in said
    text = (tmp_path / "game_trees.md").read_text("utf-8")
    assert "| tic_tac_toe | 5 |" in text
    assert game_trees.load_gains(tmp_path)["mast", "tic_tac_toe"].games == 4
    assert main(words) == 0
    assert "random games" not in capsys.readouterr().err, "what the tables have is not done again"
    assert (tmp_path / "game_trees.md").read_text("utf-8") == text
    with pytest.raises(ExperimentError, match="unknown game 'chess'"):
        game_trees.run(tmp_path, ["chess"], print)


@pytest.mark.parametrize("game", ["tic_tac_toe", "spades", "hearts"])
def test_every_player_has_every_seat(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Players who are told apart by who wins: the first always does."""
    met: list[tuple[str, ...]] = []

    def play(rules: Any, fixture: Any) -> Any:
        met.append(tuple(table["kind"] for table in fixture.seats))
        payoffs = [1.0 if table["kind"] == "random" else 0.0 for table in fixture.seats]
        return type("Played", (), {"payoffs": payoffs})()

    monkeypatch.setattr(game_trees, "play", play)
    monkeypatch.setattr(game_trees, "loaded", load_game)
    gained = game_trees.matched(Gain("mast", "MAST", "kind=random", {game: 2}, "kind=flat"), game)
    players, sides = load_game(game).players, {"hearts": 4}.get(game, 2)
    assert gained.score.estimate == 1.0 and gained.even == 1 / sides and gained.games == 2 * sides
    assert len(set(met)) == sides and all(line.count("random") * sides == players for line in met)


def test_the_committed_page_is_that_of_the_committed_tables(tmp_path: Path) -> None:
    for name in (game_trees.FILE, game_trees.GAINS_FILE):
        shutil.copy(RESULTS / f"{name}.csv", tmp_path)
    assert main(["lab", "reproduce", "game_trees", "--no-play", "--output", str(tmp_path)]) == 0
    page_file = f"{game_trees.FILE}.md"
    assert (tmp_path / page_file).read_text("utf-8") == (RESULTS / page_file).read_text("utf-8")
    assert all(gain in GAIN_TITLES for gain, _ in game_trees.load_gains(tmp_path))
