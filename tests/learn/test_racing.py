"""Races of weights: bounds hold, what wins is kept, what makes no difference is not; both seats are played."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from toys import nim
from uncompiled import uncompiled

from anyspace import OptionError
from anyspace.cli import main
from anyspace.cli.lab_learn import Progress
from anyspace.cli.lab_race import first_weights, go_on
from anyspace.learn.contests import Duels, Matches, duel
from anyspace.learn.racing import BATCH, Arm, Change, Race, Rules, occurrences
from anyspace.parts.playout.move_weights import MoveWeights, load_weights

QUICK = Rules(arms=4, step=2.0, most=400)


def count_modulo_4(state: Any, listed: Any, n: int, out: Any) -> None:
    for i in range(n):
        out[i] = (state.left - listed[i]) % 4


@pytest.fixture(scope="module")
def game() -> Any:
    """Nim, in which who leaves a multiple of four wins: feature 0."""
    return uncompiled(nim(10, actions=4, features=count_modulo_4, move_features=4))


def weights_of(*features: float) -> MoveWeights:
    return MoveWeights("nim", features=np.array(features, float))


def duels(game: Any, seed: int = 1) -> Duels:
    """Not compiled."""
    found = Duels(game, seed)
    found._kernel = np.errstate(all="ignore")(duel)
    return found


def made_up(gain: dict[tuple[int, bool], float], seed: int) -> Any:
    """Pairs of games that are won as often as the changed features say."""
    source = random.Random(seed)

    def contest(first: MoveWeights, second: MoveWeights, pairs: int) -> list[float]:
        (changed,) = np.flatnonzero(first.features - second.features)
        chance = 0.5 + gain.get((int(changed), bool(first.features[changed] > second.features[changed])), 0.0)
        return [sum(source.random() < chance for _ in range(2)) / 2 for _ in range(pairs)]

    return contest


# ---- the race


def test_what_wins_is_kept_and_its_opposite_is_not() -> None:
    contest = made_up({(2, True): 0.3, (2, False): -0.3}, seed=1)
    race = Race(weights_of(0, 0, 0), contest, np.ones(3), Rules(arms=6, step=0.5, most=400), seed=3)
    arm = race.round()
    assert arm is not None and arm.change == Change(2, 0.5) and race.weights.features.tolist() == [0, 0, 0.5]
    assert race.kept == [arm] and race.pairs >= arm.pairs >= BATCH


def test_where_nothing_makes_a_difference_nothing_is_kept() -> None:
    """Forty rounds whose error is 5 % each: at most a few, and in fact none."""
    races = [Race(weights_of(0, 0), made_up({}, seed), np.ones(2), Rules(arms=4, most=200), seed) for seed in range(40)]
    assert sum(race.round() is not None for race in races) <= 2
    assert all(arm is None for arm in (race.round() for race in races[:2]))


def test_bounds_by_hand() -> None:
    arm = Arm(Change(0, 1.0))
    assert arm.width(2, 0.05) == math.inf and arm.mean == 0.5
    arm.add([1.0, 0.5])
    arm.add([0.5, 0.0])
    sure = math.log(3 * 2 * 2 * 3 / 0.05)
    assert arm.mean == 0.5 and arm.width(2, 0.05) == pytest.approx(math.sqrt(2 * 0.125 * sure / 4) + 3 * sure / 4)


def test_what_never_occurs_is_never_proposed() -> None:
    asked: list[int] = []

    def contest(first: MoveWeights, second: MoveWeights, pairs: int) -> Sequence[float]:
        asked.append(int(np.flatnonzero(first.features - second.features)[0]))
        return [0.0] * pairs

    Race(weights_of(0, 0, 0), contest, np.array([1.0, 0.0, 3.0]), Rules(arms=9), seed=1).round()
    assert set(asked) == {0, 2}


def test_the_same_seed_is_the_same_race() -> None:
    found = []
    for _ in range(2):
        race = Race(weights_of(0, 0), made_up({(1, False): 0.2}, 5), np.ones(2), Rules(arms=4, most=300), seed=7)
        found.append((race.round(), race.pairs))
    assert found[0] == found[1]


# ---- games


def test_how_often_features_occur(game: Any) -> None:
    counts = occurrences(game, 20, seed=1)
    assert counts.min() > 0 and counts.sum() > 20 * 6
    with pytest.raises(OptionError, match="says nothing of what moves look like"):
        occurrences(nim(5, actions=4), 1, seed=1)


def test_playouts_that_leave_multiples_of_four_win(game: Any) -> None:
    good, plain = weights_of(6, 0, 0, 0), weights_of(0, 0, 0, 0)
    assert np.mean(duels(game)(good, plain, 60)) > 0.7
    assert np.mean(duels(game)(plain, good, 60)) < 0.3
    assert 0.35 < np.mean(duels(game)(plain, plain, 60)) < 0.65


def test_a_race_of_playouts_finds_the_winning_feature(game: Any) -> None:
    race = Race(weights_of(0, 0, 0, 0), duels(game), occurrences(game, 5, 1), QUICK, seed=2)
    for _ in range(3):
        race.round()
    assert race.kept and race.weights.features.argmax() == 0


def test_searches_play_both_seats(game: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    matches = Matches(game, 5, seed=1)
    seats: list[tuple[int, bool]] = []

    class Asked:
        def __init__(self, leaves: bool) -> None:
            self.leaves, self.seed = leaves, 0

        def forget(self) -> None:
            pass

        def run(self, state: Any, iterations: int) -> Any:
            seats.append((state.mover, self.leaves))
            left = int(re.findall(r"\d+", str(state))[0])
            best = left % 4 if self.leaves and left % 4 else 1
            return type("Result", (), {"move": best, "stats": type("Stats", (), {"interrupted": False})})

    monkeypatch.setattr(matches, "_search", lambda weights, file: Asked(weights.features[0] > 0))
    assert matches(weights_of(6, 0, 0, 0), weights_of(0, 0, 0, 0), 2) == [1.0, 1.0]
    assert {(0, True), (1, True), (0, False), (1, False)} <= set(seats)


# ---- the command


def test_what_is_kept_is_in_the_file_at_once(tmp_path: Path) -> None:
    out, contest = tmp_path / "nim.npz", made_up({(1, True): 0.4}, seed=1)
    race = Race(weights_of(0, 0), contest, np.ones(2), Rules(arms=4, most=100), seed=1)
    seen: list[bool] = []

    def interrupted(first: MoveWeights, second: MoveWeights, pairs: int) -> Sequence[float]:
        if race.kept:
            seen.append(out.exists())
            raise KeyboardInterrupt
        return contest(first, second, pairs)  # type: ignore[no-any-return]

    race.contest = interrupted
    with pytest.raises(KeyboardInterrupt):
        go_on(race, 5, out, Progress())
    assert seen == [True] and load_weights(out).features.tolist() == race.weights.features.tolist() == [0, 1]


def test_weights_to_begin_with(game: Any, tmp_path: Path) -> None:
    assert first_weights(game, None).features.tolist() == [0, 0, 0, 0] and first_weights(game, None).moves is None
    weights_of(1, 2, 3, 4).save(tmp_path / "some.npz")
    assert first_weights(game, tmp_path / "some.npz").features.tolist() == [1, 2, 3, 4]
    weights_of(1, 2).save(tmp_path / "others.npz")
    with pytest.raises(OptionError, match="another nim"):
        first_weights(game, tmp_path / "others.npz")


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    from anyspace.cli import lab_race

    def contest(game: Any, iterations: int, seed: int) -> Any:
        def play(first: MoveWeights, second: MoveWeights, pairs: int) -> list[float]:
            return [1.0 if first.features.sum() > second.features.sum() else 0.0] * pairs

        return play

    monkeypatch.setattr(lab_race, "contest", contest)
    out = tmp_path / "hex3.npz"
    words = ["lab", "race", "hex(size=3)", "--rounds", "2", "--held-out", "20", "--out", str(out)]
    assert main(words) == 0
    said = capsys.readouterr().out
    assert (
        "2 rounds" in said and "2 changes kept" in said and "held out: 1.000" in said and "weighted_moves:file" in said
    )
    assert load_weights(out).features.sum() == 2.0
    monkeypatch.setattr(lab_race, "contest", lambda game, iterations, seed: lambda first, second, pairs: [0.5] * pairs)
    out.unlink()
    assert main([*words, "--pairs", "40", "--arms", "2"]) == 0
    assert "no change was kept" in capsys.readouterr().out and not out.exists()
    assert main(["lab", "race", "tic_tac_toe", "--out", str(out)]) != 0
    assert "says nothing of what moves look like" in capsys.readouterr().err
    assert main([*words, "--rounds", "0"]) != 0
    assert "--rounds must be 1 or more" in capsys.readouterr().err
