"""Is one better than the other, is it at least not worse, and how many games would it take to know?"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import special

from ...errors import StatisticsError
from .intervals import Interval, mean_interval, normal_quantile, probability, sample, standard_error, wilson

Values = Sequence[float] | NDArray[np.float64]


class Difference(NamedTuple):
    """A mean difference, and how likely one at least so far from zero were if there was none (two-sided)."""

    interval: Interval
    p_value: float
    pairs: int


class NonInferiority(NamedTuple):
    """Whether something was shown to be worse than a reference by less than a margin."""

    shown: bool
    interval: Interval
    """two-sided at 1 - 2 alpha: its lower end is what the test compares with `bound`"""
    bound: float
    """reference - margin: what has to be excluded"""
    p_value: float
    """one-sided: how likely so good a result were if the truth lay at `bound`"""


def paired_difference(a: Values, b: Values, confidence: float = 0.95) -> Difference:
    """The mean of a - b, where a[i] and b[i] were measured under the same circumstances: the same deal, the same seed.

    Student's paired t test; Student (1908), Biometrika 6(1), 1-25. What the circumstances contribute to both drops
    out, so far fewer games are needed than for two separate samples. Identical results throughout differ by exactly
    nothing: the p-value is 1.
    """
    first, second = sample(a, "a paired difference"), sample(b, "a paired difference")
    if len(first) != len(second):
        raise StatisticsError(f"pairs need as many values on either side, not {len(first)} and {len(second)}")
    differences = first - second
    interval = mean_interval(differences, confidence)
    return Difference(interval, 2 * _upper_tail(abs(interval.estimate), differences), len(differences))


def rate_difference(
    wins: float, games: float, other_wins: float, other_games: float, confidence: float = 0.95
) -> Interval:
    """The difference of the win rates of two separate (unpaired) samples.

    The hybrid score interval, method 10 of Newcombe (1998), "Interval estimation for the difference between independent
    proportions", Statistics in Medicine 17(8), 873-890. Half wins as for `wilson`.
    """
    first, second = wilson(wins, games, confidence), wilson(other_wins, other_games, confidence)
    difference = first.estimate - second.estimate
    below = math.hypot(first.estimate - first.low, second.high - second.estimate)
    above = math.hypot(first.high - first.estimate, second.estimate - second.low)
    return Interval(difference, difference - below, difference + above)


def non_inferior(values: Values, margin: float, reference: float = 0.0, alpha: float = 0.05) -> NonInferiority:
    """Is the mean of independent values above reference - margin? One-sided t test at level `alpha`.

    Of paired differences the reference is 0; of the scores of a match it is 0.5, the score of an equal opponent.
    "Not significantly worse" shows nothing if few games were played; this does: Walker and Nowacki (2011),
    "Understanding equivalence and noninferiority testing", Journal of General Internal Medicine 26(2), 192-196.
    """
    numbers = sample(values, "a test of non-inferiority")
    bound = reference - _margin(margin)
    interval = mean_interval(numbers, 1 - 2 * _one_sided(alpha))
    return NonInferiority(interval.low > bound, interval, bound, _upper_tail(interval.estimate - bound, numbers))


def non_inferior_wins(
    wins: float, games: float, margin: float, reference: float = 0.5, alpha: float = 0.05
) -> NonInferiority:
    """Is the win rate above reference - margin? The one-sided score test, the inversion of `wilson`'s interval."""
    bound = reference - _margin(margin)
    if not 0 < bound < 1:
        raise StatisticsError(f"reference - margin must lie between 0 and 1, not at {bound:g}")
    interval = wilson(wins, games, 1 - 2 * _one_sided(alpha))
    distance = (interval.estimate - bound) / math.sqrt(bound * (1 - bound) / games)
    return NonInferiority(interval.low > bound, interval, bound, float(special.ndtr(-distance)))


def holm(p_values: Sequence[float]) -> list[float]:
    """P-values adjusted for having asked several questions at once: compare them with the level as a single one.

    Holm (1979), "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6(2),
    65-70. Of all that are below the level, none is a false alarm with the level's probability.
    """
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    adjusted = [0.0] * len(p_values)
    largest = 0.0
    for rank, i in enumerate(order):
        largest = max(largest, min(1.0, (len(p_values) - rank) * p_values[i]))
        adjusted[i] = largest
    return adjusted


def observations_needed(difference: float, spread: float = 0.5, alpha: float = 0.05, power: float = 0.8) -> int:
    """How many independent observations tell a mean from a reference that lies `difference` away (two-sided test).

    `spread` is their standard deviation; that of games won or lost at even odds is 0.5. The normal approximation of
    any textbook: ((z of alpha/2 + z of power) * spread / difference) squared.
    """
    if not difference != 0 or not spread > 0:
        raise StatisticsError(
            f"a difference other than 0 and a spread above 0 are needed, not {difference!r}, {spread!r}"
        )
    quantiles = normal_quantile(1 - probability("alpha", alpha)) + float(special.ndtri(probability("power", power)))
    return math.ceil((quantiles * spread / difference) ** 2)


def _upper_tail(distance: float, values: NDArray[np.float64]) -> float:
    """The probability that the mean of such values lies further above its expectation than `distance`."""
    if len(values) == 1:
        return 0.5  # one value says nothing about how far others may lie
    error = standard_error(values)
    if error == 0:
        return 0.0 if distance > 0 else 0.5 if distance == 0 else 1.0
    return float(special.stdtr(len(values) - 1, -distance / error))


def _margin(margin: float) -> float:
    if not margin >= 0:
        raise StatisticsError(f"the margin is how much worse is still acceptable, 0 or more, not {margin!r}")
    return float(margin)


def _one_sided(alpha: float) -> float:
    if not 0 < alpha < 0.5:
        raise StatisticsError(f"alpha must lie between 0 and 0.5, not {alpha!r}")
    return float(alpha)
