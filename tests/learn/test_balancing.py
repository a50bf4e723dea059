"""Simulation balancing: slopes against those of all playouts there are, and playouts that come to the right value."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from toys import PythonNim, nim

import anyspace
from anyspace import GameError, OptionError, PythonGame
from anyspace.cli import main
from anyspace.learn.balancing import Balancer, Target, balance, find_targets, mean_squared_error, positions
from anyspace.learn.sampling import Sampler, sample
from anyspace.parts.playout.move_weights import MoveWeights, load_weights

STONES, MOST, CODES = 5, 3, 8
HEX = "hex(size=4)"


def all_playouts(weights: Any, left: int = STONES, player: int = 0) -> Iterator[tuple[float, float, int, Any]]:
    """Of Nim: probability, outcome for player 0, length, sum of psi."""
    if left == 0:
        yield 1.0, float(player == 1), 0, np.zeros(CODES)
        return
    takes = range(1, min(MOST, left) + 1)
    codes = [player * (MOST + 1) + take for take in takes]
    shares = np.exp(weights[codes]) / np.exp(weights[codes]).sum()
    expected = np.zeros(CODES)
    expected[codes] = shares
    for take, code, share in zip(takes, codes, shares, strict=True):
        for chance, outcome, length, psi in all_playouts(weights, left - take, 1 - player):
            yield share * chance, outcome, length + 1, psi + np.eye(CODES)[code] - expected


def mean_outcome(weights: Any) -> float:
    return sum(chance * outcome for chance, outcome, _, _ in all_playouts(weights))


@pytest.fixture(scope="module")
def stones() -> Any:
    return nim(STONES, actions=MOST + 1)


@pytest.fixture(scope="module")
def weights() -> MoveWeights:
    return MoveWeights("nim", np.array([0, 0.5, -0.5, 1.0, 0, -1.0, 0.3, 0.2]))


def test_psi_is_the_derivative_of_the_mean_outcome(weights: MoveWeights) -> None:
    """That of all playouts together, against differences: what the other tests compare with is right."""
    step = 1e-5 * np.eye(CODES)
    differences = [(mean_outcome(weights.moves + d) - mean_outcome(weights.moves - d)) / 2e-5 for d in step]
    assert sum(chance * outcome * psi for chance, outcome, _, psi in all_playouts(weights.moves)) == pytest.approx(
        np.array(differences), abs=1e-8
    )


def test_samples_come_to_the_mean_and_the_slope_of_all_playouts(stones: Any, weights: MoveWeights) -> None:
    sampler, count = Sampler(stones, weights, seed=4), 100_000
    mean, variance = sampler.mean(stones.start(), count)
    assert abs(mean - mean_outcome(weights.moves)) < 4 * variance**0.5
    assert variance == pytest.approx(mean * (1 - mean) / count, rel=0.01)
    for baseline in (0.0, mean):
        terms = [(p, (z - baseline) * psi / length) for p, z, length, psi in all_playouts(weights.moves)]
        exact = sum(p * term for p, term in terms)
        deviation = np.sqrt((sum(p * term**2 for p, term in terms) - exact**2) / count)
        found = sampler.slope(stones.start(), count, baseline)[:CODES]
        assert (np.abs(found - exact) <= 4 * deviation + 1e-12).all() and np.abs(exact).max() > 0.02


def test_compiled_and_uncompiled_samples_agree(stones: Any, weights: MoveWeights) -> None:
    found = []
    for plain in (False, True):
        sampler = Sampler(stones, weights, seed=4)
        if plain:
            sampler._kernel = np.errstate(all="ignore")(sample)
        found.append([sampler.mean(stones.start(), 50), *sampler.slope(stones.start(), 50, 0.5)])
    assert found[0] == found[1]


def test_a_rule_that_goes_wrong_is_an_error(weights: MoveWeights) -> None:
    few = nim(STONES, actions=MOST + 1, max_length=1)
    with pytest.raises(GameError, match="did not end"):
        Sampler(few, weights, seed=1).mean(few.start(), 10)


def test_positions_are_different_and_end() -> None:
    game = nim(3, actions=4)
    found = [str(state) for state in positions(game, seed=1)]
    assert len(found) == len(set(found)) == 4  # 3; 2 or 1 for the other; 1 after two moves


def test_values_are_those_of_player_0_and_exact() -> None:
    targets = list(find_targets(nim(9, actions=4), 12, 2000, seed=3, only_exact=True))
    assert len(targets) == 12
    for target in targets:
        left, mover = int(str(target.state).split()[1]), target.state.mover
        assert target.exact and target.value == float((left % 4 != 0) == (mover == 0))


def test_balanced_playouts_are_nearer_to_exact_values() -> None:
    """Small and with a fixed seed; benchmarks/balancing.py has Hex of 5x5 cells."""
    game = anyspace.load(HEX)
    targets = list(find_targets(game, 500, 5000, seed=1, only_exact=True))
    learning, held_out = targets[:400], targets[400:]
    weights = MoveWeights.none_yet(game)
    before = mean_squared_error(game, weights, held_out, 200, seed=5)
    balance(Balancer(weights, learning, Sampler(game, weights, 3), playouts=50, batch=16, rate=0.05), 200)
    after = mean_squared_error(game, weights, held_out, 200, seed=5)
    assert after < 0.75 * before


def test_ctrl_c_keeps_what_was_learnt(stones: Any) -> None:
    weights = MoveWeights.none_yet(stones)
    steps: list[int] = []

    def interrupt(step: int) -> None:
        steps.append(step)
        if step == 3:
            raise KeyboardInterrupt

    balancer = Balancer(weights, [Target(stones.start(), 1.0, True)], Sampler(stones, weights, 1), playouts=20)
    balance(balancer, 100, interrupt)
    assert steps == [1, 2, 3] and np.abs(weights.moves).max() > 0.05


class Words(PythonNim):
    """Nim whose moves are words."""

    players, max_moves, max_length, actions = 2, 3, 10, 3


class LookedAt(Words):
    """That look like what they leave."""

    move_features = 4

    def features(self, moves: list[str]) -> list[int]:
        return [(self.left - self.WORDS.index(move) - 1) % 4 for move in moves]


def test_what_is_no_number_is_known_by_its_looks() -> None:
    """Eight are left, and player 1 takes: whatever it does, player 0 leaves a multiple of four with odds of 148 to 2,
    and once more: it wins with (148 / 150)^2 or more."""
    game = PythonGame(LookedAt)
    state = game.start().play("two")
    knowing = MoveWeights("LookedAt", features=np.array([5.0, 0.0, 0.0, 0.0]))
    mean, variance = Sampler(game, knowing, 1).mean(state, 1000)
    assert mean > (148 / 150) ** 2 - 4 * (0.027 * 0.973 / 1000) ** 0.5 and variance < 1e-4


def test_what_is_no_number_is_learnt_by_its_looks() -> None:
    game = PythonGame(LookedAt)
    weights, targets = MoveWeights.none_yet(game), [Target(game.start(), 1.0, True)]
    before = mean_squared_error(game, weights, targets, 1000, seed=2)
    balance(Balancer(weights, targets, Sampler(game, weights, 1), playouts=40, batch=2, rate=0.1), 15)
    assert weights.moves is None and mean_squared_error(game, weights, targets, 1000, seed=2) < 0.8 * before
    with pytest.raises(OptionError, match="not numbers"):
        next(find_targets(PythonGame(Words), 5, 100, 1, False))


def test_games_without_one_value_are_refused() -> None:
    for game in (nim(5, players=3, actions=4), nim(5), anyspace.load("kuhn_poker")):
        with pytest.raises(OptionError, match="two players who see everything"):
            next(find_targets(game, 5, 100, 1, False))


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "hex4.npz"
    words = ["--positions", "40", "--iterations", "500", "--steps", "5", "--playouts", "10", "--out", str(out)]
    assert main(["lab", "balance", HEX, *words]) == 0
    said = capsys.readouterr().out
    assert f"{HEX}: 40 positions, the values of" in said and "8 positions held out" in said
    assert f'anyspace think "{HEX}" --with "weighted_moves:file={out}"' in said
    assert load_weights(out).game == "hex" and np.abs(load_weights(out).features).max() > 0
    for wrong, why in (
        (["--positions", "4"], "--positions must be 5 or more"),
        (["--steps", "0"], "--steps must be 1 or more"),
        (["--out", str(tmp_path / "none" / "x.npz")], "there is no folder"),
        (["--out", str(tmp_path)], "it is a folder"),
    ):
        assert main(["lab", "balance", HEX, *words, *wrong]) != 0
        assert why in capsys.readouterr().err
