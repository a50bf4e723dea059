"""Intervals from few deals hold the truth as often as they say: simulated tournaments and matches."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from scipy import special, stats

from anyspace.lab.statistics import bradley_terry, elo_difference, elo_interval, score_interval

REPETITIONS = 700
NODES, WEIGHTS = np.polynomial.hermite_e.hermegauss(60)
WEIGHTS = WEIGHTS / WEIGHTS.sum()
"""The normal distribution, for integrals."""


def expected(difference: float, spread: float) -> float:
    """The mean score of a deal with both seatings, where luck adds to the one and then to the other."""
    return float(WEIGHTS @ special.expit(difference + spread * NODES))


def played(
    noise: np.random.Generator, strengths: list[float], deals: int, spread: float
) -> tuple[list[tuple[str, str, float, float]], list[int]]:
    """Everybody against everybody on every deal, twice, the seats swapped."""
    rows, labels = [], []
    for deal in range(deals):
        for a, b in combinations(range(len(strengths)), 2):
            luck = noise.normal(0, spread)
            odds = [special.expit(strengths[a] - strengths[b] + sign * luck) for sign in (1, -1)]
            rows.append((f"p{a}", f"p{b}", float((noise.random(2) < odds).sum()), 2.0))
            labels.append(deal)
    return rows, labels


@pytest.mark.parametrize("deals", [5, 10, 20])
@pytest.mark.parametrize(("strengths", "spread"), [([0.0, 0.0, 0.0], 0.0), ([0.5, 0.0, -0.5], 1.0)])
def test_ratings_of_few_deals(noise: np.random.Generator, deals: int, strengths: list[float], spread: float) -> None:
    pairs = list(combinations(range(len(strengths)), 2))
    many = [(f"p{a}", f"p{b}", 1e6 * expected(strengths[a] - strengths[b], spread), 1e6) for a, b in pairs]
    truth = bradley_terry(many)
    held = asked = 0
    for _ in range(REPETITIONS):
        rows, labels = played(noise, strengths, deals, spread)
        found = bradley_terry(rows, clusters=labels)
        for player in found.players:
            held += truth[player].estimate in found[player]
            asked += 1
    coverage = held / asked
    assert coverage >= 0.94, coverage
    assert coverage <= 0.985, "and they are not wide for nothing"


@pytest.mark.parametrize("deals", [5, 10, 20])
def test_a_match_of_few_deals(deals: int) -> None:
    """Exactly: every possible outcome with its probability. A deal is lost, shared or won."""
    outcomes = [
        (lost, shared, deals - lost - shared) for lost in range(deals + 1) for shared in range(deals + 1 - lost)
    ]
    intervals = [elo_interval(score_interval([0.0] * a + [0.5] * b + [1.0] * c)) for a, b, c in outcomes]
    for spread in (0.0, 1.0, 2.0):
        for difference in (0.0, 0.4, 1.2, 2.0):
            law = _law(difference, spread)
            truth = elo_difference(law[1] / 2 + law[2])
            odds = stats.multinomial.pmf(outcomes, deals, law)
            coverage = float(sum(chance for chance, found in zip(odds, intervals, strict=True) if truth in found))
            assert coverage >= 0.94, (spread, difference, coverage)


def _law(difference: float, spread: float) -> list[float]:
    """The odds of losing both games of a deal, winning one, winning both."""
    one, other = (special.expit(difference + sign * spread * NODES) for sign in (1, -1))
    both, none = float(WEIGHTS @ (one * other)), float(WEIGHTS @ ((1 - one) * (1 - other)))
    return [none, 1 - both - none, both]


def test_ratings_of_many_deals_are_as_before(noise: np.random.Generator) -> None:
    rows, labels = played(noise, [0.3, 0.0], 400, 0.0)
    few = bradley_terry(rows, clusters=labels)
    plain = bradley_terry(rows)
    assert few.freedom == 399 and plain.freedom is None
    assert few["p0"].half_width == pytest.approx(plain["p0"].half_width, rel=0.1)
    assert few.superiority("p0", "p1") == pytest.approx(plain.superiority("p0", "p1"), abs=0.02)
