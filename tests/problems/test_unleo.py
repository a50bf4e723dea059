"""UNLEO: nearer to the maximum than random measurements, weights of functions by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from anyspace.errors import OptionError
from anyspace.problems.unleo import Unleo, hills, measure_at_random, weights_of


def test_nearer_to_the_maximum_than_random_measurements() -> None:
    prior, noise = hills(100, 24, 1.5, 0), 0.25
    ours, random_ones = [], []
    for seed in range(24):
        truth, source = hills(1, 24, 1.5, 100 + seed)[0], np.random.default_rng(seed)

        def measure(point: int, truth: np.ndarray = truth, source: np.random.Generator = source) -> float:
            return float(truth[point] + noise * source.normal())

        ours.append(truth.max() - truth[Unleo(prior, noise, 8, simulations=150, seed=seed).optimise(measure)])
        random_ones.append(truth.max() - truth[measure_at_random(prior, noise, 8, measure, seed=seed)])
    assert np.mean(ours) < 0.8 * np.mean(random_ones)


def test_weights_by_hand() -> None:
    """Two functions, one measurement that is one deviation from one of them and on the other."""
    search = Unleo([[0.0, 1.0], [1.0, 0.0]], noise=1.0, budget=3)
    search.tell(0, 1.0)
    odds = weights_of(search.log_weights)
    assert odds[1] / odds[0] == pytest.approx(math.exp(0.5)) and odds.sum() == pytest.approx(1.0)
    assert search.recommended() == 0


def test_the_last_measurement_is_where_it_tells_most() -> None:
    """Functions differ at one point alone: that is where to measure."""
    functions = np.zeros((2, 6))
    functions[0, 2] = 1.0
    functions[:, 4] = 0.4
    search = Unleo(functions, noise=0.1, budget=1, simulations=400, seed=1)
    assert search.next_point() == 2
    assert search.optimise(lambda point: functions[0, point]) == 2
    again = Unleo(functions, noise=0.1, budget=1, simulations=400, seed=1)
    assert again.optimise(lambda point: functions[1, point]) == 4


def test_bad_input() -> None:
    for bad in (
        dict(functions=[1.0]),
        dict(functions=[["a"]]),
        dict(functions=[[math.nan]]),
        dict(noise=0.0),
        dict(budget=0),
        dict(bins=1.5),
    ):
        with pytest.raises(OptionError, match="unleo: "):
            Unleo(**{"functions": [[0.0, 1.0]], "noise": 1.0, "budget": 1, **bad})  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="a measurement must be a finite number"):
        Unleo([[0.0, 1.0]], 1.0, 1, simulations=2).optimise(lambda point: math.inf)
