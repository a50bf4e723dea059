"""Ratings and the sequential test against scipy, statsmodels and Wald; their promises by simulation, fixed seeds."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import numpy as np
import pytest
from scipy import optimize

from anyspace.errors import StatisticsError
from anyspace.lab.statistics import (
    Encounter,
    Interval,
    Sprt,
    bradley_terry,
    elo_difference,
    elo_interval,
    expected_score,
)

# ---- ratings


def test_elo_is_the_logistic_scale() -> None:
    assert expected_score(400) == pytest.approx(10 / 11)
    assert elo_difference(10 / 11) == pytest.approx(400)
    assert elo_interval(Interval(0.5, 0.0, 10 / 11)) == pytest.approx((0, -math.inf, 400))


def test_two_players_without_prior_are_rated_by_their_score() -> None:
    ratings = bradley_terry([("a", "b", 62.5, 100)], prior=0)
    assert ratings.difference("a", "b").estimate == pytest.approx(elo_difference(0.625))
    error = 400 / math.log(10) / math.sqrt(100 * 0.625 * 0.375)  # the information on a log odds is n p (1 - p)
    assert ratings.difference("a", "b").half_width == pytest.approx(1.959964 * error)
    assert ratings["a"].estimate == pytest.approx(-ratings["b"].estimate)


TOURNAMENT = [
    Encounter("a", "b", 30.5, 50),
    Encounter("b", "c", 28, 50),
    Encounter("c", "a", 14, 40),
    Encounter("d", "a", 12.5, 60),
    Encounter("d", "c", 3, 9),
]


def test_ratings_are_the_maximum_of_the_likelihood() -> None:
    players = ["a", "b", "c", "d"]

    def deviance(strengths: np.ndarray) -> float:
        strength = dict(zip(players, [0.0, *strengths], strict=True))
        total = 0.0
        for player, opponent, score, games in TOURNAMENT:
            chance = 1 / (1 + math.exp(strength[opponent] - strength[player]))
            total -= score * math.log(chance) + (games - score) * math.log(1 - chance)
        return total

    best = optimize.minimize(deviance, np.zeros(3), method="BFGS", options={"gtol": 1e-9})
    ratings = bradley_terry(TOURNAMENT, anchor="a", prior=0)
    elo = 400 / math.log(10)
    assert [ratings[name].estimate for name in players] == pytest.approx([0, *(best.x * elo)], abs=1e-3)
    assert ratings["a"] == (0, 0, 0)


def test_ratings_are_those_of_logistic_regression() -> None:
    import statsmodels.api as sm

    design = np.array([[-1, 0, 0], [1, -1, 0], [0, 1, 0], [0, 0, 1], [0, -1, 1]])
    scores = np.array([[row.score, row.games - row.score] for row in TOURNAMENT])
    fit = sm.GLM(scores, design, family=sm.families.Binomial()).fit(tol=1e-12)
    ratings = bradley_terry(TOURNAMENT, anchor="a", prior=0)
    elo = 400 / math.log(10)
    assert [ratings[name].estimate for name in "bcd"] == pytest.approx(fit.params * elo)
    assert [ratings[name].half_width for name in "bcd"] == pytest.approx(fit.bse * elo * 1.959964, rel=1e-5)


def test_errors_of_clusters_are_those_of_statsmodels(noise: np.random.Generator) -> None:
    import statsmodels.api as sm

    rows, deals = [], []
    for deal in range(120):
        lucky = noise.random() < 0.5
        for pair in (("a", "b"), ("b", "c"), ("c", "a")):
            rows.append((*pair, float(lucky if noise.random() < 0.7 else noise.random() < 0.4)))
            deals.append(deal)
    design = {"a": [0, 0], "b": [1, 0], "c": [0, 1]}
    matrix = np.array([np.subtract(design[first], design[second]) for first, second, _ in rows])
    model = sm.GLM([score for *_, score in rows], matrix, family=sm.families.Binomial())
    fit = model.fit(cov_type="cluster", cov_kwds={"groups": np.array(deals), "use_correction": False})
    ratings = bradley_terry(rows, clusters=deals, anchor="a", prior=0)
    elo, correction, student = 400 / math.log(10), math.sqrt(120 / 119), 1.980100  # with 119 degrees of freedom
    assert [ratings[name].half_width for name in "bc"] == pytest.approx(fit.bse * elo * student * correction, rel=1e-4)


def test_ratings_cover_as_they_promise(noise: np.random.Generator) -> None:
    truth = {"a": 0.0, "b": 40.0, "c": 120.0}
    covered = []
    for _ in range(300):
        rows = []
        for first, second in (("a", "b"), ("b", "c"), ("a", "c")):
            score = noise.binomial(100, expected_score(truth[first] - truth[second]))
            rows.append((first, second, float(score), 100.0))
        ratings = bradley_terry(rows)
        covered.append(80.0 in ratings.difference("c", "b"))
        covered.append(120.0 - 160 / 3 in ratings["c"])
    assert 0.92 <= np.mean(covered) <= 0.98


def test_a_prior_keeps_ratings_finite() -> None:
    unbeaten = [("a", "b", 20.0, 20.0), ("b", "c", 11.0, 20.0)]
    ratings = bradley_terry(unbeaten)
    assert [player for player, _ in ratings.ranking()] == ["a", "b", "c"]
    assert 0 < ratings["a"].estimate < 1500
    assert ratings.superiority("a", "b") > 0.99 > ratings.superiority("b", "c") > 0.5
    with pytest.raises(StatisticsError, match="won or lost every game"):
        bradley_terry(unbeaten, prior=0)


# ---- the sequential test


def feed(test: Sprt, draw: Callable[[], float], at_most: int = 100_000) -> Sprt:
    while test.verdict == "undecided" and test.count < at_most:
        test.update(draw())
    return test


def test_sprt_of_wins_and_losses_is_walds() -> None:
    source, test, ratio = random.Random(4), Sprt(0.5, 0.6, alpha=0.01, beta=0.1), 0.0
    while True:
        won = source.random() < 0.57
        ratio += math.log(0.6 / 0.5) if won else math.log(0.4 / 0.5)
        test.update(won)
        if test.verdict != "undecided":
            break
        assert test.log_likelihood_ratio == pytest.approx(ratio, abs=1e-9)
    assert ratio >= math.log(0.9 / 0.01) or ratio <= math.log(0.1 / 0.99)


def test_the_ratio_is_that_of_the_most_likely_distributions() -> None:
    """Wins, draws and losses: the constrained maximum by a general optimiser."""
    from anyspace.lab.statistics.sequential import PRETENDED

    test = Sprt(0.4, 0.55)
    counts = np.array([7, 9, 8])
    test.update_all([0, 0.5, 1] * 7 + [0.5, 1, 0.5])
    weights = counts + PRETENDED * np.array([1 - 0.475, 0, 0.475])

    def most_likely(mean: float) -> np.ndarray:
        def cost(draws: float) -> float:
            wins = mean - draws / 2
            return -float(weights @ np.log([1 - wins - draws, draws, wins]))

        most = 2 * min(mean, 1 - mean)
        draws = optimize.minimize_scalar(cost, bounds=(0, most), method="bounded", options={"xatol": 1e-12}).x
        return np.array([1 - mean - draws / 2, draws, mean - draws / 2])

    expected = counts @ np.log(most_likely(0.55) / most_likely(0.4))
    assert test.verdict == "undecided" and test.log_likelihood_ratio == pytest.approx(expected, abs=1e-5)
    assert test.count == 24 and test.mean == pytest.approx(12.5 / 24)


def won_or_lost(mean: float, source: random.Random) -> Callable[[], float]:
    return lambda: float(source.random() < mean)


def drawn_often(mean: float, source: random.Random) -> Callable[[], float]:
    return lambda: source.choices((0.0, 0.5, 1.0), (0.7 - mean, 0.6, mean - 0.3))[0]


def paired(mean: float, source: random.Random) -> Callable[[], float]:
    """Two games on one deal that decides three tenths of all pairs, each to one side in one game."""
    skill = (mean - 0.15) / 0.7

    def draw() -> float:
        if source.random() < 0.3:
            return 0.5
        return (float(source.random() < skill) + float(source.random() < skill)) / 2

    return draw


RUNS = 500
"""Of a test that errs in 5 % of them: 25 expected, at most 40 with a probability of 0.998."""


@pytest.mark.parametrize("scores", [won_or_lost, drawn_often, paired])
@pytest.mark.parametrize(("truth", "wrong"), [(0.5, "accept H1"), (0.6, "accept H0")])
def test_sprt_errs_as_seldom_as_designed(
    scores: Callable[[float, random.Random], Callable[[], float]], truth: float, wrong: str
) -> None:
    draw = scores(truth, random.Random(20240301))
    tests = [feed(Sprt(0.5, 0.6), draw) for _ in range(RUNS)]
    errors = sum(test.verdict == wrong for test in tests)
    assert 5 <= errors <= 40, "about one in twenty, and not far fewer: that would cost games"
    assert all(test.verdict != "undecided" for test in tests)


def test_sprt_is_shorter_the_less_scores_vary() -> None:
    source = random.Random(3)
    lengths = {
        scores: np.mean([feed(Sprt(0.5, 0.6), scores(0.5, source)).count for _ in range(60)])
        for scores in (won_or_lost, drawn_often, paired)
    }
    assert lengths[paired] < lengths[drawn_often] < 0.7 * lengths[won_or_lost]


def test_expected_count_is_about_right() -> None:
    source, test = random.Random(8), Sprt(0.5, 0.6)
    for truth in (0.5, 0.55, 0.6):
        count = np.mean([feed(Sprt(0.5, 0.6), won_or_lost(truth, source)).count for _ in range(200)])
        assert count == pytest.approx(test.expected_count(truth), rel=0.2)


def test_nothing_but_draws_is_no_strength() -> None:
    test = feed(Sprt(0.5, 0.55), lambda: 0.5)
    assert test.verdict == "accept H0"
    assert 20 < test.count < 60, "not after the first, whose scatter is zero"


def test_a_verdict_is_final() -> None:
    test = feed(Sprt(0.5, 0.6), lambda: 1.0)
    count = test.count
    assert test.update_all([0.0] * 100) == "accept H1" and test.count == count
    assert str(test).startswith("accept H1: log-likelihood ratio ")


def test_elo_bounds() -> None:
    test = Sprt.elo(0, 20)
    assert (test.null, test.alternative) == pytest.approx((0.5, 0.52875), abs=1e-5)
