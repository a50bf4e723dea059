"""Features that are learnt for the memory: the slope by differences, what can be found is found, the command."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from neural.strip import linear, strip
from uncompiled import plain_search, uncompiled

from anyspace import Network, OptionError, load
from anyspace.cli import main
from anyspace.parts.similar.learned import read
from anyspace.parts.value.similar import Similar
from anyspace.training import likeness
from anyspace.training.metric import Sample, correlation, fitted, measure, said_of, slope, unit


def sample(n: int, size: int, seed: int, searches: int = 4) -> Sample:
    """Values follow from the first of many features; the others are noise."""
    source = np.random.default_rng(seed)
    features = source.normal(size=(n, size))
    values = 1 / (1 + np.exp(-2 * features[:, 0]))
    of = source.integers(0, searches, n)
    return Sample(unit(features), source.integers(0, 2, n), values, source.integers(1, 50, n) * 1.0, of, of)


def test_what_others_say_is_a_mean_over_those_that_may_be_compared() -> None:
    found = sample(40, 6, 1)
    said, shares = said_of(found.features, found, 0.3, 1.0)
    for i in range(40):
        weights = [
            0.0
            if j == i or found.seats[j] != found.seats[i] or found.searches[j] != found.searches[i]
            else found.visits[j] * np.exp(found.features[i] @ found.features[j] / 0.3)
            for j in range(40)
        ]
        assert said[i] == pytest.approx(np.dot(weights, found.values) / sum(weights))
        assert shares[i] == pytest.approx(np.array(weights) / sum(weights))


def test_the_slope_is_the_slope() -> None:
    found, matrix = sample(30, 5, 2), np.random.default_rng(3).normal(size=(5, 3))
    _, by = slope(matrix, found, 0.4, 0.5)
    for place in ((0, 0), (2, 1), (4, 2)):
        step = np.zeros_like(matrix)
        step[place] = 1e-6
        above, below = (slope(matrix + sign * step, found, 0.4, 0.5)[0] for sign in (1, -1))
        assert by[place] == pytest.approx((above - below) / 2e-6, rel=1e-4, abs=1e-9)


def test_one_who_is_alone_says_nothing_wrong() -> None:
    found = sample(3, 4, 4)._replace(searches=np.arange(3))
    error, by = slope(np.eye(4), found, 0.1, 1.0)
    assert error == 0.0 and not by.any()


def test_what_values_follow_from_is_found() -> None:
    taught, held = sample(1_200, 24, 5), sample(400, 24, 6)
    before = measure(held.features, held, 0.1, 1.0)
    matrix = fitted(taught, 8, steps=150, batch=256, seed=1)
    after = measure(unit(held.features @ matrix), held, 0.1, 1.0)
    assert after.error < 0.7 * before.error
    assert after.correlation > before.correlation + 0.2 and after.rank > before.rank + 0.2


def test_correlation() -> None:
    assert correlation(np.arange(5), 2.0 * np.arange(5)) == pytest.approx(1.0)
    assert correlation(np.arange(5), np.ones(5)) == 0.0


@pytest.fixture
def uncompiled_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(likeness, "Search", lambda game, *parts, **options: plain_search(game, *parts, **options))


@pytest.mark.usefixtures("uncompiled_searches")
def test_from_games_to_a_file_that_a_search_takes(tmp_path: Path) -> None:
    game, lines = uncompiled(load("tic_tac_toe")), []
    found = likeness.learn_likeness(
        game, tmp_path / "three.npz", similar=Similar(phi="planes", size=32), games=4, iterations=60, visits=1, width=8,
        steps=10, tell=lines.append,
    )  # fmt: skip
    assert found.positions > 100 and found.held_out > 30 and found.learned.matrix.shape == (32, 8)
    assert "game 4 of 4" in lines[3] and "step 10 of 10" in lines[-1]
    about = read(str(tmp_path / "three.npz"), "tic_tac_toe").about
    assert {"phi": "planes", "first": 0, "blur": 2, "size": 32, "tau": 0.1, "visits": 1}.items() <= about.items()
    assert about["shape"] == [*game.plane_shape] and about["parts"] == ["similar:size=32,phi=planes,centre=False"]
    search = plain_search(game, f"similar:phi=planes,size=32,learned={tmp_path / 'three.npz'}", seed=1)
    assert search.run(game.start(), iterations=40).stats.iterations == 40
    with pytest.raises(OptionError, match="learnt for blur=2, not blur=3"):
        plain_search(game, f"similar:phi=planes,size=32,blur=3,learned={tmp_path / 'three.npz'}")


@pytest.mark.usefixtures("uncompiled_searches")
def test_features_of_the_first_planes_are_not_those_of_all(tmp_path: Path) -> None:
    game, file = uncompiled(load("tic_tac_toe")), tmp_path / "first.npz"
    likeness.learn_likeness(
        game, file, similar=Similar(phi="planes", size=32, first=2), games=4, iterations=40, visits=1, width=8, steps=2
    )
    plain_search(game, f"similar:phi=planes,size=32,first=2,learned={file}")
    for first in (0, 1):
        with pytest.raises(OptionError, match=f"learnt for first=2, not first={first}"):
            plain_search(game, f"similar:phi=planes,size=32,first={first},learned={file}")


@pytest.mark.usefixtures("uncompiled_searches")
def test_a_file_says_whose_features_it_is_for(tmp_path: Path) -> None:
    def telling(planes: Any) -> dict[str, Any]:
        policy, value = linear(planes)
        return {"policy": policy, "value": value, "trunk": planes.reshape(len(planes), -1)}

    game, searched = uncompiled(strip()), ["prior_seeding", Network(telling, mix=0.0, nodes=20)]
    found = likeness.learn_likeness(
        game, tmp_path / "a.npz", *searched, similar=Similar(phi="network", size=24), games=4, iterations=40, visits=1,
        width=8, steps=2,
    )  # fmt: skip
    assert found.learned.about["layer"] == "trunk"
    assert found.learned.about["network"] == "telling (policy 6, trunk 18, value 1)"
    with pytest.raises(OptionError, match="asks for a network in the search"):
        likeness.learn_likeness(game, tmp_path / "b.npz", similar=Similar(phi="network"), games=4)


@pytest.mark.parametrize(
    ("given", "searched"),
    [
        ([], ["similar"]),
        (["rave", "ucb1:c=0.1"], ["rave", "ucb1:c=0.1", "similar"]),
        (["prior_seeding", "rave"], ["similar", "prior_seeding", "rave"]),
        (["rave", ["seeding:visits=7", "prior_seeding"]], ["rave", "similar", "seeding:visits=7", "prior_seeding"]),
    ],
)
def test_virtual_visits_come_after_the_memory(given: list[Any], searched: list[str]) -> None:
    """So that they are added to what it says, whatever order they were named in."""
    assert [str(part) for part in likeness.with_memory(given, Similar())] == searched


@pytest.mark.usefixtures("uncompiled_searches")
def test_interrupted_it_learns_from_what_there_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game, played, begun = uncompiled(load("tic_tac_toe")), likeness.played, [0]

    def interrupted(*given: Any) -> Any:
        begun[0] += 1
        if begun[0] == 6:
            raise KeyboardInterrupt
        yield from played(*given)

    monkeypatch.setattr(likeness, "played", interrupted)
    lines: list[str] = []
    how: dict[str, Any] = dict(similar=Similar(phi="planes", size=32), iterations=40, visits=1, width=8, steps=2)
    likeness.learn_likeness(game, tmp_path / "a.npz", games=50, tell=lines.append, **how)
    assert any(line.startswith("stopped") for line in lines) and (tmp_path / "a.npz").is_file()
    begun[0] = 5
    with pytest.raises(KeyboardInterrupt):
        likeness.learn_likeness(game, tmp_path / "b.npz", games=50, **how)


@pytest.mark.usefixtures("uncompiled_searches")
def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    game = uncompiled(load("tic_tac_toe"))
    monkeypatch.setattr("anyspace.cli.likeness.game_of", lambda args: game)
    words = "likeness tic_tac_toe --first 2 --size 32 --width 8 --games 4 --iterations 50 --visits 1 --steps 5 --out"
    assert main([*words.split(), "three.npz"]) == 0
    assert "as they are" in capsys.readouterr().out and read("three.npz", "tic_tac_toe").about["first"] == 2
    assert main([*words.split(), "three.onnx"]) == 2
    assert main([*words.split(), "three.npz", "--games", "2"]) == 2
    assert main([*words.split(), "three.npz", "--visits", "1000"]) == 2
    told = capsys.readouterr().err
    assert "must end in .npz" in told and "at least 4 games" in told and "more games, or more iterations" in told
