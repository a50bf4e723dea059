"""Intervals and comparisons against scipy, statsmodels and published numbers; their promises by simulation."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.power import NormalIndPower
from statsmodels.stats.proportion import confint_proportions_2indep, proportion_confint, proportions_ztest

from anyspace.errors import StatisticsError
from anyspace.lab.statistics import (
    Interval,
    Sprt,
    bradley_terry,
    elo_difference,
    holm,
    mean_interval,
    non_inferior,
    non_inferior_wins,
    observations_needed,
    paired_difference,
    rate_difference,
    score_interval,
    wilson,
)

# ---- intervals


@pytest.mark.parametrize(("wins", "games"), [(0, 1), (0, 10), (3, 10), (10, 10), (511, 1000), (1, 2000)])
@pytest.mark.parametrize("confidence", [0.8, 0.95, 0.999])
def test_wilson_is_that_of_scipy(wins: int, games: int, confidence: float) -> None:
    theirs = stats.binomtest(wins, games).proportion_ci(confidence, method="wilson")
    assert wilson(wins, games, confidence) == pytest.approx((wins / games, theirs.low, theirs.high), abs=1e-12)


def test_wilson_with_half_wins_is_that_of_statsmodels() -> None:
    low, high = proportion_confint(12.5, 40, method="wilson")
    assert wilson(12.5, 40) == pytest.approx((12.5 / 40, low, high))


@pytest.mark.parametrize("rate", [0.03, 0.3, 0.5])
def test_wilson_covers_as_it_promises(rate: float) -> None:
    """Its coverage, averaged over numbers of games, by the exact probabilities of the binomial distribution."""
    coverage = []
    for games in range(40, 80):
        wins = np.arange(games + 1)
        covered = [rate in wilson(int(count), games) for count in wins]
        coverage.append(stats.binom.pmf(wins, games, rate) @ covered)
    assert np.mean(coverage) == pytest.approx(0.95, abs=0.015)


def test_mean_interval_is_that_of_scipy(noise: np.random.Generator) -> None:
    values = noise.normal(3, 2, size=17)
    theirs = stats.ttest_1samp(values, 0).confidence_interval(0.9)
    assert mean_interval(values, 0.9) == pytest.approx((values.mean(), theirs.low, theirs.high))


def test_one_value_says_nothing_about_the_spread() -> None:
    assert mean_interval([4.0]) == (4.0, -math.inf, math.inf)


def test_score_interval_of_wins_and_losses_is_nearly_wilson() -> None:
    scores = [1.0] * 540 + [0.0] * 460
    assert score_interval(scores) == pytest.approx(wilson(540, 1000), abs=2e-4)


def three_way(noise: np.random.Generator, mean: float, draws: float) -> Callable[[int], np.ndarray]:
    """Scores of games with this mean and share of draws."""
    wins = mean - draws / 2
    return lambda count: noise.choice([0.0, 0.5, 1.0], size=count, p=[1 - wins - draws, draws, wins])


@pytest.mark.parametrize(("mean", "draws"), [(0.5, 0.0), (0.5, 0.6), (0.85, 0.2), (0.95, 0.0), (0.95, 0.1)])
@pytest.mark.parametrize("count", [30, 300])
def test_score_interval_covers_as_it_promises(
    noise: np.random.Generator, mean: float, draws: float, count: int
) -> None:
    draw = three_way(noise, mean, draws)
    covered = np.mean([mean in score_interval(draw(count)) for _ in range(1500)])
    assert 0.935 <= covered <= 0.99


def test_score_interval_gains_from_draws_and_never_collapses() -> None:
    mostly_drawn = [0.5] * 90 + [1.0] * 5 + [0.0] * 5
    assert score_interval(mostly_drawn).half_width < 0.45 * wilson(50, 100).half_width
    for score in (0.0, 0.5, 1.0):
        interval = score_interval([score] * 12)
        assert interval.half_width > 0.05
        assert score in interval and 0 <= interval.low <= interval.high <= 1


def test_an_interval_reads_well() -> None:
    assert Interval(0.5123, 0.4811, 0.5435).shown(2) == "0.51 [0.48, 0.54]"
    assert Interval(2, 1, 5).half_width == 2


# ---- comparisons


def test_paired_difference_is_that_of_scipy(noise: np.random.Generator) -> None:
    a, b = noise.normal(1, 1, 40), noise.normal(0.5, 1, 40)
    ours, theirs = paired_difference(a, b, 0.9), stats.ttest_rel(a, b)
    interval = theirs.confidence_interval(0.9)
    assert ours.interval == pytest.approx(((a - b).mean(), interval.low, interval.high))
    assert ours.p_value == pytest.approx(theirs.pvalue)
    assert ours.pairs == 40


def test_pairing_removes_what_the_deal_contributes(noise: np.random.Generator) -> None:
    deals = noise.normal(0, 10, 200)
    a, b = deals + noise.normal(0.5, 1, 200), deals + noise.normal(0, 1, 200)
    assert paired_difference(a, b).p_value < 0.01 < 0.1 < stats.ttest_ind(a, b).pvalue


def test_identical_results_do_not_differ() -> None:
    assert paired_difference([1, 2, 3], [1, 2, 3]) == ((0, 0, 0), 1.0, 3)
    assert paired_difference([2.0], [1.0]).p_value == 1.0


@pytest.mark.parametrize("counts", [(56, 70, 48, 80), (9, 10, 3, 10), (10, 10, 0, 20)])
def test_rate_difference_is_that_of_statsmodels(counts: tuple[int, int, int, int]) -> None:
    low, high = confint_proportions_2indep(*counts, method="newcomb", compare="diff")
    ours = rate_difference(*counts)
    assert (ours.low, ours.high) == pytest.approx((low, high))


def test_rate_difference_in_newcombes_paper() -> None:
    assert rate_difference(56, 70, 48, 80) == pytest.approx((0.2, 0.0524, 0.3339), abs=1e-4)  # table II (a), method 10


def test_non_inferiority_is_the_one_sided_t_test(noise: np.random.Generator) -> None:
    scores = noise.choice([0.0, 0.5, 1.0], size=150, p=[0.3, 0.4, 0.3])
    ours = non_inferior(scores, margin=0.05, reference=0.5)
    assert ours.p_value == pytest.approx(stats.ttest_1samp(scores, 0.45, alternative="greater").pvalue)
    assert ours.bound == pytest.approx(0.45)
    assert ours.shown == (ours.p_value < 0.05) == (ours.interval.low > 0.45)


def test_non_inferiority_of_wins_is_the_score_test() -> None:
    ours = non_inferior_wins(490, 1000, margin=0.04)
    assert ours.p_value == pytest.approx(proportions_ztest(490, 1000, 0.46, "larger", prop_var=0.46)[1])
    assert ours.shown and ours.interval.low > 0.46
    assert not non_inferior_wins(49, 100, margin=0.04).shown, "too few games to tell"


def test_non_inferiority_errs_as_designed(noise: np.random.Generator) -> None:
    """At the very margin it is shown in at most alpha of all cases."""
    draw = three_way(noise, 0.45, 0.3)
    shown = np.mean([non_inferior(draw(200), 0.05, 0.5, alpha=0.1).shown for _ in range(2000)])
    assert 0.07 <= shown <= 0.13


def test_holm_is_that_of_statsmodels() -> None:
    p_values = [0.04, 0.001, 0.3, 0.012, 0.012, 0.9]
    assert holm(p_values) == pytest.approx(multipletests(p_values, method="holm")[1])
    assert holm([]) == []


def test_observations_needed_is_that_of_statsmodels() -> None:
    theirs = NormalIndPower(ddof=0).solve_power(0.02 / 0.5, alpha=0.05, power=0.8, ratio=0)
    assert observations_needed(0.02) == math.ceil(theirs) == 4906


# ---- bad input


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: wilson(1, 0), "at least one game"),
        (lambda: wilson(3, 2), "from 0 to the number of games, 2, not 3"),
        (lambda: wilson(1, 2, confidence=95), "confidence must lie between 0 and 1, not 95"),
        (lambda: mean_interval([]), "at least one value"),
        (lambda: mean_interval([1.0, math.nan]), "finite"),
        (lambda: score_interval([0.2, 1.5]), "from 0 to 1, not 0.2 to 1.5"),
        (lambda: paired_difference([1, 2], [1]), "not 2 and 1"),
        (lambda: non_inferior([1, 2], margin=-1), "0 or more, not -1"),
        (lambda: non_inferior([1, 2], margin=0.1, alpha=0.6), "between 0 and 0.5, not 0.6"),
        (lambda: non_inferior_wins(1, 2, margin=0.6), "between 0 and 1, not at -0.1"),
        (lambda: observations_needed(0), "other than 0"),
        (lambda: elo_difference(1.2), "from 0 to 1, not 1.2"),
        (lambda: bradley_terry([]), "at least one encounter"),
        (lambda: bradley_terry([("a", "a", 1.0)]), "cannot meet itself"),
        (lambda: bradley_terry([("a", "b", 2.0)]), "a score of 2 in 1 games"),
        (lambda: bradley_terry([("a", "b", 1.0), ("c", "d", 1.0)]), "no encounter connects"),
        (lambda: bradley_terry([("a", "b", 1.0)], anchor="z"), "anchor 'z' is not among the players: a, b"),
        (lambda: bradley_terry([("a", "b", 1.0)], prior=-1), "0 or more, not -1"),
        (lambda: bradley_terry([("a", "b", 1.0)], clusters=[1, 2]), "each of the 1 encounters, not 2"),
        (lambda: bradley_terry([("a", "b", 1.0)], clusters=[1]), "at least two clusters"),
        (lambda: bradley_terry([("a", "b", 1.0)])["z"], "no player 'z' among a, b"),
        (lambda: Sprt(0.6, 0.5), "null < alternative"),
        (lambda: Sprt(alpha=0.6, beta=0.5), "less than 1"),
        (lambda: Sprt().update(1.5), "from 0 to 1, not 1.5"),
    ],
)
def test_bad_input_is_one_clear_line(ask: Callable[[], object], message: str) -> None:
    with pytest.raises(StatisticsError, match=message) as raised:
        ask()
    assert "\n" not in str(raised.value)
