"""BAAL: the version space is sampled evenly, questions are better than random ones."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from anyspace.errors import OptionError
from anyspace.problems.baal import Baal, VersionSpace, ask_at_random, error_of, feasible, unit


def problem(dimensions: int, seed: int, examples: int = 60) -> tuple[Any, Any, Any]:
    source = np.random.default_rng(seed)
    x, truth = unit(source.normal(size=(examples, dimensions))), unit(source.normal(size=dimensions))
    return x, truth, lambda example: 1 if x[example] @ truth > 0 else -1


def test_errs_less_than_random_questions() -> None:
    ours, random_ones = [], []
    for seed in range(8):
        x, truth, oracle = problem(3, seed)
        ours.append(error_of(Baal(x, 6, simulations=300, seed=seed).learn(oracle), truth))
        random_ones.append(error_of(ask_at_random(x, 6, oracle, seed=seed), truth))
    assert np.mean(ours) < 0.85 * np.mean(random_ones)


def test_samples_agree_with_the_labels_and_are_spread_evenly() -> None:
    """In the plane a version space is an arc: its samples are uniform on it."""
    x = np.array([[1.0, 0.0], [math.cos(1.0), math.sin(1.0)]])
    space = VersionSpace(x, 2000, seed=1)
    space.learn(0, 1)
    space.learn(1, -1)  # directions from -pi/2 to 1 - pi/2
    angles = np.arctan2(space.planes[:, 1], space.planes[:, 0])
    assert angles.min() > -math.pi / 2 and angles.max() < 1 - math.pi / 2
    assert np.mean(angles) == pytest.approx(0.5 - math.pi / 2, abs=0.04)
    assert np.std(angles) == pytest.approx(1 / math.sqrt(12), abs=0.03)


def test_errors_are_angles() -> None:
    east, north = np.array([1.0, 0.0]), np.array([0.0, 1.0])
    assert error_of(east, east) == 0.0 and error_of(east, north) == 0.5 and error_of(east, -east) == 1.0


def test_labels_that_nothing_agrees_with() -> None:
    x = np.array([[1.0, 0.0], [1.0, 0.0]])
    space = VersionSpace(x, 50, seed=1)
    space.learn(0, 1)
    with pytest.raises(OptionError, match="no plane through the origin"):
        space.learn(1, -1)
    assert feasible(np.array([[1.0, 1.0], [1.0, -1.0]])) is not None


def test_bad_input() -> None:
    x, _, _ = problem(2, 1)
    for bad, budget in ((x, 0), (x, 99), (x[0], 1), (x * np.nan, 1), ([["a"]], 1)):
        with pytest.raises(OptionError, match="baal: "):
            Baal(bad, budget)
    with pytest.raises(OptionError, match="a label is 1 or -1, not 0"):
        Baal(x, 2, simulations=5).learn(lambda example: 0)
