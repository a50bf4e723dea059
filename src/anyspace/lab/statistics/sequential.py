"""Stop as soon as the games played so far decide: the sequential probability ratio test."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal

from ...errors import StatisticsError
from .intervals import probability
from .ratings import expected_score

Verdict = Literal["undecided", "accept H0", "accept H1"]

PRETENDED = 2.0
"""Scores of 0 and 1 that are added, in proportions that favour neither hypothesis, when distributions are fitted.

Without them the first few scores would have to be the only ones possible: after two draws and nothing else, H1 would
be refuted. They are not counted as evidence."""

LARGEST_VARIANCE = 0.25
"""Of a score in [0, 1]."""

STEPS, CLOSE_ENOUGH = 60, 1e-12


class Sprt:
    """Is the mean score `null` (H0) or `alternative` (H1)? Says so as early as the error rates allow.

    null, alternative: mean scores in [0, 1], null below alternative. `Sprt.elo` takes them as Elo differences.
    alpha: how often H1 may be accepted though the mean score is `null` (or lower).
    beta: how often H0 may be accepted though it is `alternative` (or higher).

    Feed it one *independent* score in [0, 1] at a time: of a game (draws count a half), or, where deals are paired, the
    mean score of the two games on one deal. The test learns from the scores how they are distributed, so draws and
    pairs, which vary less than games won or lost, shorten it as they should.

    Wald (1945), "Sequential tests of statistical hypotheses", Annals of Mathematical Statistics 16(2), 117-186, for
    the test and its bounds; for games only won or lost it is that test. The likelihoods are those of the most likely
    distributions that have the means of the two hypotheses, as in computer chess: Van den Bergh (2020), "A practical
    introduction to the GSPRT"; the theory: Li, Liu and Ying (2014), "Generalized sequential probability ratio test for
    separate families of hypotheses", Sequential Analysis 33(4), 539-563.

    The mean of the scores after an early stop is biased: report the verdict, and estimate strength from games whose
    number was fixed beforehand.
    """

    def __init__(
        self, null: float = 0.5, alternative: float = 0.55, *, alpha: float = 0.05, beta: float = 0.05
    ) -> None:
        if not 0 < null < alternative < 1:
            given = f"null {null!r}, alternative {alternative!r}"
            raise StatisticsError(f"expected mean scores 0 < null < alternative < 1, not {given}")
        if not probability("alpha", alpha) + probability("beta", beta) < 1:
            raise StatisticsError(f"alpha and beta must add up to less than 1, not {alpha!r} + {beta!r}")
        self.null, self.alternative, self.alpha, self.beta = null, alternative, alpha, beta
        self.lower = math.log(beta / (1 - alpha))
        """the log-likelihood ratio at which H0 is accepted"""
        self.upper = math.log((1 - beta) / alpha)
        """the log-likelihood ratio at which H1 is accepted"""
        self.log_likelihood_ratio = 0.0
        """of H1 to H0"""
        self.verdict: Verdict = "undecided"
        self._scores: Counter[float] = Counter()
        self._tilts = 0.0, 0.0  # where the last search for them ended is a good place to begin the next

    @classmethod
    def elo(cls, null: float = 0.0, alternative: float = 10.0, *, alpha: float = 0.05, beta: float = 0.05) -> Sprt:
        """The test with its hypotheses given as differences in (logistic) Elo."""
        return cls(expected_score(null), expected_score(alternative), alpha=alpha, beta=beta)

    @property
    def count(self) -> int:
        """Scores that were taken into account."""
        return self._scores.total()

    @property
    def mean(self) -> float:
        """Of these scores; NaN before the first."""
        total = math.fsum(score * times for score, times in self._scores.items())
        return total / self.count if self.count else math.nan

    def update(self, score: float) -> Verdict:
        """Take one more score into account. After the verdict none is: the test has ended."""
        if not 0 <= score <= 1:
            raise StatisticsError(f"scores must be from 0 to 1, not {score!r}")
        if self.verdict == "undecided":
            self._scores[float(score)] += 1
            self.log_likelihood_ratio = self._compare()
            if self.log_likelihood_ratio >= self.upper:
                self.verdict = "accept H1"
            elif self.log_likelihood_ratio <= self.lower:
                self.verdict = "accept H0"
        return self.verdict

    def update_all(self, scores: Iterable[float]) -> Verdict:
        """Take scores into account one by one, in this order, up to the verdict."""
        for score in scores:
            if self.update(score) != "undecided":
                break
        return self.verdict

    def _compare(self) -> float:
        """The log-likelihood ratio: of each score seen, how much likelier it is under H1 than under H0."""
        middle = (self.null + self.alternative) / 2
        fitted = {0.0: PRETENDED * (1 - middle), 1.0: PRETENDED * middle}
        for score, times in self._scores.items():
            fitted[score] = fitted.get(score, 0.0) + times
        pairs = list(fitted.items())
        under_null = _tilt(pairs, self.null, self._tilts[0])
        under_alternative = _tilt(pairs, self.alternative, self._tilts[1])
        self._tilts = under_null, under_alternative
        ratios = (
            math.log1p(under_null * (score - self.null)) - math.log1p(under_alternative * (score - self.alternative))
            for score in self._scores
        )
        return math.fsum(times * ratio for times, ratio in zip(self._scores.values(), ratios, strict=True))

    def expected_count(self, score: float, variance: float = LARGEST_VARIANCE) -> float:
        """About how many scores the test takes if this is their mean and their variance: Wald (1945), for planning."""
        gain = self.alternative - self.null
        drift = gain * (score - (self.null + self.alternative) / 2) / variance
        spread = gain * gain / variance
        if abs(drift) < 1e-9 * spread:
            return -self.lower * self.upper / spread
        at_lower, at_upper = (math.exp(-2 * drift / spread * bound) for bound in (self.lower, self.upper))
        accepts = (at_lower - 1) / (at_lower - at_upper)
        return (accepts * self.upper + (1 - accepts) * self.lower) / drift

    def __str__(self) -> str:
        ratio = self.log_likelihood_ratio
        return f"{self.verdict}: log-likelihood ratio {ratio:.2f} in ({self.lower:.2f}, {self.upper:.2f})"


def _tilt(pairs: Sequence[tuple[float, float]], mean: float, guess: float) -> float:
    """The distribution of mean `mean` that makes weighted scores likeliest, as one number t.

    Score x then has the probability weight / (1 + t (x - mean)), up to a factor: Owen (1988), "Empirical likelihood
    ratio confidence intervals for a single functional", Biometrika 75(2), 237-249. t is the zero of a decreasing
    function, sum of weight (x - mean) / (1 + t (x - mean)), between two poles: Newton's steps, or halves where a step
    would leave the bracket. Scores of 0 and 1 are among the pairs.
    """
    low, high = -1 / (1 - mean), 1 / mean
    t = guess if low < guess < high else 0.0
    for _ in range(STEPS):
        value = slope = 0.0
        for score, weight in pairs:
            part = (score - mean) / (1 + t * (score - mean))
            value += weight * part
            slope -= weight * part * part
        if value > 0:
            low = t
        else:
            high = t
        step = -value / slope
        if abs(step) < CLOSE_ENOUGH * (high - low + abs(t)):
            break
        t = t + step if low < t + step < high else (low + high) / 2
    return t
