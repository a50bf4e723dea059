"""The selection parts' formulas on numbers worked out by hand, what they draw, and their options."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from scipy import optimize, stats

from anyspace import Search, load
from anyspace import rng as random_numbers
from anyspace.errors import OptionError
from anyspace.parts.registry import find
from anyspace.parts.select import draws
from anyspace.parts.select.bast import slack_at
from anyspace.parts.select.bayesian_uct import greater_of, leaf_mean, leaf_variance
from anyspace.parts.select.coulom import uncertainty, urgencies
from anyspace.parts.select.deviation import with_deviation
from anyspace.parts.select.gaussian_ucb import is_overdue, normal_width
from anyspace.parts.select.intervals import interval_width
from anyspace.parts.select.kl_ucb import kl_bound, kl_exploration
from anyspace.parts.select.meta_bandit import GREATEST, MEAN, SEEN, SUM_OFF, WIDTH, rewards_fell
from anyspace.parts.select.pac_ucb import pac_exploration
from anyspace.parts.select.thompson import draw_belief
from anyspace.parts.select.ucb1_tuned import tuned_width
from anyspace.parts.select.ucb_alpha import alpha_spread
from anyspace.parts.select.ucb_v import bernstein_width
from anyspace.parts.select.variance import lack, variance
from anyspace.parts.select.win_rate import race

LOG_100 = math.log(100.0)  # 4.60517


def test_variance_of_rewards() -> None:
    rewards = [0.0, 0.25, 1.0, 0.5]  # mean 0.4375, squares 1.3125 / 4, variance 0.13671875
    shortfall = sum(lack(reward) for reward in rewards)
    assert variance(0.4375, shortfall, 4) == pytest.approx(0.13671875)
    assert variance(0.75, 0.0, 4) == 0.1875  # wins and losses
    assert variance(0.0, 0.1, 4) == 0.0


def test_ucb1_tuned() -> None:
    # 30 wins of 50, N = 100: the variance 0.24 + sqrt(2 * 4.60517 / 50) is beyond 1/4
    assert tuned_width(0.24, 50, LOG_100) == pytest.approx(math.sqrt(4.60517 / 50 / 4), rel=1e-5)
    # without variance in 80,000 visits, N = 100,000: V = sqrt(2 * 11.5129 / 80,000) = 0.016965
    assert tuned_width(0.0, 80_000, math.log(1e5)) == pytest.approx(math.sqrt(11.5129 / 80_000 * 0.016965), rel=1e-4)


def test_deviation() -> None:
    # mean 0.5, V = 0.04, n = 10, N = 100, c = 0.5, d = 0.1: 0.5 + 0.5 * sqrt(0.460517) + sqrt(0.04 + 0.01)
    assert with_deviation(0.5, 0.04, 10, LOG_100, 0.5, 0.1) == pytest.approx(0.5 + 0.339307 + 0.223607, abs=1e-5)


def test_ucb_v() -> None:
    # V = 0.16, n = 10, E = 1.2 ln 100 = 5.52620: sqrt(2 * 0.16 * 0.55262) + 3 * 0.55262 = 0.42052 + 1.65786
    assert bernstein_width(0.16, 10, 1.2 * LOG_100, 1.0) == pytest.approx(2.07838, abs=1e-4)


def test_pac_ucb() -> None:
    # K = 4, delta = 0.05, n = 10, q = 1.3: ln 80 + 1.3 ln 10 = 4.38203 + 2.99336
    assert pac_exploration(10, math.log(4 / 0.05), 1.3) == pytest.approx(7.37539, abs=1e-4)
    assert pac_exploration(1, 0.5, 1.3) == 2.0


def test_gaussian_ucb() -> None:
    # 8 ln 100 = 36.84: 36 visits are too few, 37 are enough
    assert is_overdue(36, 8.0 * LOG_100) and not is_overdue(37, 8.0 * LOG_100)
    # sample variance 0.25 * 50 / 49, times 16 ln 100 / 50
    assert normal_width(0.25, 50, 16.0 * LOG_100) == pytest.approx(math.sqrt(16 * 0.25 * 50 / 49 * LOG_100 / 50))


def test_ucb_alpha() -> None:
    assert alpha_spread(4.0, 100) == pytest.approx(math.sqrt(2 * LOG_100))


@pytest.mark.parametrize("mean", [0.0, 1e-9, 0.02, 0.3, 0.5, 0.97, 0.9999, 1.0])
@pytest.mark.parametrize("level", [0.0, 1e-7, 0.01, 0.2, 1.0, 8.0])
def test_kl_ucb_solves_its_equation(mean: float, level: float) -> None:
    def divergence(q: float) -> float:
        first = mean * math.log(mean / q) if mean > 0 else 0.0
        return first + ((1 - mean) * math.log((1 - mean) / (1 - q)) if mean < 1 else 0.0)

    greatest = 1.0 - 1e-15
    wanted = greatest if mean == 1 or divergence(greatest) <= level else mean
    if wanted == mean and level > 0:
        wanted = optimize.brentq(lambda q: divergence(q) - level, max(mean, 1e-300), greatest, xtol=1e-14)
    assert kl_bound(mean, level) == pytest.approx(wanted, abs=2e-7)


def test_kl_ucb_by_hand() -> None:
    assert kl_bound(0.0, 0.5) == pytest.approx(1 - math.exp(-0.5))
    assert kl_exploration(100, 3.0) == pytest.approx(LOG_100 + 3 * math.log(LOG_100))
    assert kl_exploration(1, 3.0) == 0.0


def test_the_greater_of_two_normal_variables() -> None:
    # of two standard ones: mean 1 / sqrt(pi), variance 1 - 1 / pi
    assert greater_of(0.0, 1.0, 0.0, 1.0) == pytest.approx((1 / math.sqrt(math.pi), 1 - 1 / math.pi))
    assert greater_of(0.9, 1e-6, 0.1, 1e-6) == pytest.approx((0.9, 1e-6))  # no contest
    assert greater_of(0.1, 1e-6, 0.9, 2e-6) == pytest.approx((0.9, 2e-6))
    source = np.random.default_rng(3)
    drawn = np.maximum(source.normal(0.3, 0.2, 400_000), source.normal(0.4, 0.1, 400_000))
    mean, scatter = greater_of(0.3, 0.04, 0.4, 0.01)
    assert mean == pytest.approx(drawn.mean(), abs=1e-3) and scatter == pytest.approx(drawn.var(), abs=2e-4)


def test_what_is_believed_of_a_leaf() -> None:
    assert leaf_mean(3.0, 4, 1.0) == pytest.approx(stats.beta(4, 2).mean())
    assert leaf_variance(3.0, 4, 1.0) == pytest.approx(stats.beta(4, 2).var())


def test_intervals() -> None:
    # c = 2, n = 10, 30 nodes, beta = 0.1: 2 sqrt(ln(2 * 30 * 10 * 11 / 0.1) / 20)
    assert interval_width(10, 30, 2.0, 0.1) == pytest.approx(2 * math.sqrt(math.log(66_000) / 20))
    assert slack_at(6.0, 0.5, 3) == 0.75


def test_coulom_s_urgencies() -> None:
    # 6 of 10 won: (2.4 + 1) / 11 / 10. Beyond 500 visits nothing gets more certain
    assert uncertainty(0.6, 0.0, 10) == pytest.approx(3.4 / 110)
    assert uncertainty(0.5, 0.0, 1000) == pytest.approx(251 / 1001 / 500)
    means, weights = np.array([0.2, 0.6, 0.4]), np.array([0.02, 0.03, 0.01])
    urgencies(means, weights, 3, 1, 2.4, 0.1)
    expected = [
        math.exp(-2.4 * 0.4 / math.sqrt(2 * 0.05)) + (0.1 + 0.25) / 3,
        1.0 + (0.1 + 1.0) / 3,
        math.exp(-2.4 * 0.2 / math.sqrt(2 * 0.04)) + (0.1 + 0.5) / 3,
    ]
    assert weights.tolist() == pytest.approx(expected)


def test_page_and_hinkley() -> None:
    row = np.zeros(WIDTH)
    assert not any(rewards_fell(row, 1.0, 0.05, 1.0) for _ in range(10))
    assert (row[SEEN], row[MEAN], row[GREATEST]) == (10, 1.0, pytest.approx(0.5))
    # a loss: the mean falls to 10/11, m by 10/11 - 0.05
    assert not rewards_fell(row, 0.0, 0.05, 1.0)
    assert row[GREATEST] - row[SUM_OFF] == pytest.approx(10 / 11 - 0.05)
    assert rewards_fell(row, 0.0, 0.05, 1.0)


# ---- draws ----------------------------------------------------------------------------------------------------------


def sample(draw: Any, n: int = 3000, seed: int = 5) -> list[float]:
    rng = random_numbers.new(seed)
    with np.errstate(over="ignore"):
        return [draw(rng) for _ in range(n)]


@pytest.mark.parametrize(
    ("draw", "law"),
    [
        (draws.normal, stats.norm()),
        (draws.exponential, stats.expon()),
        (draws.gumbel, stats.gumbel_r()),
        *((lambda rng, a=a: draws.gamma(rng, a), stats.gamma(a)) for a in (0.2, 1.0, 3.5, 400.0)),
        *((lambda rng, a=a, b=b: draws.beta(rng, a, b), stats.beta(a, b)) for a, b in ((0.5, 0.5), (1, 1), (4, 90))),
        (lambda rng: draw_belief(rng, 0.75, 8, 1.0, 2.0), stats.beta(7, 4)),
    ],
)
def test_draws_have_their_distribution(draw: Any, law: Any) -> None:
    assert stats.kstest(sample(draw), law.cdf).pvalue > 0.01


def test_a_race_is_won_by_weight() -> None:
    weights = [0.8, 0.1, 0.0, 0.3]
    winners = sample(lambda rng: int(np.argmax([race(rng, weight) for weight in weights])))
    wins = np.bincount(winners, minlength=4)
    assert wins[2] == 0
    assert stats.chisquare(wins[[0, 1, 3]], 3000 * np.array([0.8, 0.1, 0.3]) / 1.2).pvalue > 0.01


def test_tiny_shapes_do_not_divide_by_nothing() -> None:
    drawn = sample(lambda rng: draws.beta(rng, 0.001, 0.003), 400)
    assert all(0.0 <= x <= 1.0 for x in drawn)
    assert 0.15 < np.mean(drawn) < 0.35  # a quarter


# ---- options --------------------------------------------------------------------------------------------------------

BAD = {
    "ucb1_tuned": ["c=-1"],
    "deviation": ["c=-1", "d=-0.1"],
    "ucb_v": ["zeta=-1", "c=-0.1"],
    "pac_ucb": ["delta=0", "delta=1.5", "q=0.5", "c=-1"],
    "gaussian_ucb": ["least=-1", "factor=-1"],
    "kl_ucb": ["c=-1", "scale=-1"],
    "ucb_alpha": ["alpha=-1"],
    "ucb_e": ["a=-1"],
    "thompson": ["a=0", "b=-1"],
    "bayesian_uct": ["c=-1", "prior=0"],
    "epsilon_greedy": ["epsilon=1.1", "epsilon=-0.1"],
    "coulom": ["steepness=-1", "least=0"],
    "exp3": ["gamma=0", "gamma=2"],
    "flat_ucb": ["c=-1", "beta=0"],
    "bast": ["smoothness=-1", "decay=2", "c=-1", "beta=2"],
    "adaptive_c": ["low=0", "high=-1", "values=1", "explore=-1", "low=3"],
    "meta_bandit": ["drift=-1", "alarm=0", "period=1", "c=-1"],
    "hierarchical_bandit": ["c=-1"],
    "win_rate": ["c=1"],
}


@pytest.mark.parametrize("text", [f"{name}:{option}" for name, options in BAD.items() for option in options])
def test_bad_options_are_refused(text: str) -> None:
    with pytest.raises(OptionError, match=text.split(":")[1].split("=")[0]):
        Search(load("tic_tac_toe"), select=text)


def test_sigma_is_yes_or_no() -> None:
    with pytest.raises(OptionError, match="sigma"):
        find("bayesian_uct")(sigma="perhaps")
