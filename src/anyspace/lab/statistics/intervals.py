"""How sure are we of a mean or of a rate? Confidence intervals for one sample.

Every interval supposes *independent* observations. Two games on one deal with the seats swapped are not independent:
average them first, and let the pair be one observation.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import special

from ...errors import StatisticsError

PRETENDED = 1.0
"""Observations of the largest possible variance that are added where a variance is estimated from scores in [0, 1].

A dozen equal scores do not show that scores never vary. The pretended one keeps intervals from collapsing to a point,
and vanishes among hundreds of real ones."""


class Interval(NamedTuple):
    """An estimate and the confidence interval around it."""

    estimate: float
    """the most likely value"""
    low: float
    """the lower end of the interval"""
    high: float
    """its upper end"""

    def __contains__(self, value: object) -> bool:
        return isinstance(value, int | float) and self.low <= value <= self.high

    @property
    def half_width(self) -> float:
        """Half the distance between the ends: what people write after ±."""
        return (self.high - self.low) / 2

    def shown(self, digits: int = 3) -> str:
        """`0.512 [0.481, 0.543]`."""
        return f"{self.estimate:.{digits}f} [{self.low:.{digits}f}, {self.high:.{digits}f}]"


def wilson(wins: float, games: float, confidence: float = 0.95) -> Interval:
    """Win rate with Wilson's score interval.

    Wilson (1927), "Probable inference, the law of succession, and statistical inference", JASA 22(158), 209-212;
    recommended for all sample sizes by Brown, Cai and DasGupta (2001), "Interval estimation for a binomial
    proportion", Statistical Science 16(2), 101-133.

    `wins` may count a draw, or a second place, as half a win. The result is then the interval of a game that is won or
    lost with the same mean score. No variable in [0, 1] with that mean varies more, so the interval is never too
    narrow, and is wider than it had to be the more draws there are: `score_interval` is the one that notices.
    """
    if not games > 0:
        raise StatisticsError(f"a win rate needs at least one game, not {games:g}")
    if not 0 <= wins <= games:
        raise StatisticsError(f"wins must be from 0 to the number of games, {games:g}, not {wins:g}")
    return _wilson(wins / games, games, normal_quantile(confidence))


def score_interval(scores: Sequence[float] | NDArray[np.float64], confidence: float = 0.95) -> Interval:
    """Mean of scores in [0, 1], whatever values they take: wins and draws, averages of paired games, places.

    Wilson's interval with the effective number of observations, that is, their number divided by the ratio of their
    variance to that of games won or lost with the same mean (the design effect), and Student's t for the normal
    quantile: Korn and Graubard (1998), "Confidence intervals for proportions with small expected number of positive
    counts estimated from survey data", Survey Methodology 24(2), 193-201; in Wilson's form it is the one recommended
    by Franco, Little, Louis and Slud (2019), "Comparative study of confidence intervals for proportions in complex
    sample surveys", Journal of Survey Statistics and Methodology 7(3), 334-364.

    Unlike the interval of `mean_interval` it stays within [0, 1], and has a width where all scores are equal.
    """
    values = sample(scores, "a mean score")
    if values.min() < 0 or values.max() > 1:
        raise StatisticsError(f"scores must be from 0 to 1, not {values.min():g} to {values.max():g}")
    count, mean = len(values), float(values.mean())
    largest = mean * (1 - mean)
    if largest == 0 or count == 1:
        return _wilson(mean, count, normal_quantile(confidence))
    effect = (float(((values - mean) ** 2).sum()) / largest + PRETENDED) / (count - 1 + PRETENDED)
    return _wilson(mean, count / effect, student_quantile(confidence, count - 1))


def mean_interval(values: Sequence[float] | NDArray[np.float64], confidence: float = 0.95) -> Interval:
    """Mean with Student's t interval, for payoffs, times and other numbers without a bound.

    Student (1908), "The probable error of a mean", Biometrika 6(1), 1-25. Exact for normal values, good for others
    from some dozens on. From a single value nothing follows about the spread: the interval is infinite.
    """
    numbers = sample(values, "a mean")
    mean = float(numbers.mean())
    if len(numbers) == 1:
        return Interval(mean, -math.inf, math.inf)
    half = student_quantile(confidence, len(numbers) - 1) * standard_error(numbers)
    return Interval(mean, mean - half, mean + half)


def _wilson(rate: float, count: float, quantile: float) -> Interval:
    z2 = quantile * quantile
    middle = (rate + z2 / (2 * count)) / (1 + z2 / count)
    half = quantile / (1 + z2 / count) * math.sqrt(rate * (1 - rate) / count + z2 / (4 * count * count))
    # at a rate of 0 or 1 the end is the rate itself; rounding must not put it a hair beside
    low = 0.0 if rate == 0 else max(middle - half, 0.0)
    high = 1.0 if rate == 1 else min(middle + half, 1.0)
    return Interval(rate, low, high)


# ---- what the other files share


def sample(values: Sequence[float] | NDArray[np.float64], purpose: str) -> NDArray[np.float64]:
    """The values as an array; raises where there are none or one is not a number."""
    array = np.asarray(values, dtype=np.float64).ravel()
    if len(array) == 0:
        raise StatisticsError(f"{purpose} needs at least one value")
    if not np.isfinite(array).all():
        raise StatisticsError(f"{purpose} needs finite numbers, and one of {len(array)} is not")
    return array


def standard_error(values: NDArray[np.float64]) -> float:
    """Of the mean: the sample's standard deviation by the square root of its size."""
    return float(values.std(ddof=1)) / math.sqrt(len(values))


def normal_quantile(confidence: float) -> float:
    """How many standard deviations the middle `confidence` of a normal distribution reaches."""
    return float(special.ndtri((1 + probability("confidence", confidence)) / 2))


def student_quantile(confidence: float, freedom: float) -> float:
    """The same for Student's t with so many degrees of freedom."""
    return float(special.stdtrit(freedom, (1 + probability("confidence", confidence)) / 2))


def probability(name: str, value: float) -> float:
    """`value`, if it lies strictly between 0 and 1."""
    if not 0 < value < 1:
        raise StatisticsError(f"{name} must lie between 0 and 1, not {value!r}")
    return float(value)
