"""Random numbers of other shapes than uniform, from the same explicit state.

Normal: the polar method (Marsaglia and Bray 1964). Gamma: Marsaglia and Tsang, A simple method for generating gamma
variables (2000). Beta: from two gammas. An argument `rng` is a `uint64[1]` array, as in `anyspace.rng`.
"""

from __future__ import annotations

import math
from typing import Any

from ...rng import uniform


def normal(rng: Any) -> float:
    """A draw from the standard normal distribution."""
    while True:
        x = 2.0 * uniform(rng) - 1.0
        y = 2.0 * uniform(rng) - 1.0
        s = x * x + y * y
        if 0.0 < s < 1.0:
            return x * math.sqrt(-2.0 * math.log(s) / s)


def positive(rng: Any) -> float:
    """A uniform draw above 0, at most 1: its logarithm can be taken."""
    return 1.0 - uniform(rng)


def gamma(rng: Any, shape: float) -> float:
    """A draw from the gamma distribution of that shape, above 0, and scale 1."""
    boosted = shape if shape >= 1.0 else shape + 1.0
    d = boosted - 1.0 / 3.0
    c = 1.0 / math.sqrt(9.0 * d)
    drawn = 0.0
    while drawn == 0.0:
        x = normal(rng)
        v = 1.0 + c * x
        if v > 0.0:
            v = v * v * v
            u = positive(rng)
            # the first test spares most draws the logarithms of the second
            if u < 1.0 - 0.0331 * x * x * x * x or math.log(u) < 0.5 * x * x + d - d * v + d * math.log(v):
                drawn = d * v
    if shape < 1.0:
        drawn *= positive(rng) ** (1.0 / shape)
    return drawn


def beta(rng: Any, a: float, b: float) -> float:
    """A draw from the beta distribution."""
    first, second = gamma(rng, a), gamma(rng, b)
    total = first + second
    if total == 0.0:  # both too small for a float: nearly all of such a distribution lies at 0 and 1
        return 1.0 if uniform(rng) * (a + b) < a else 0.0
    return first / total


def gumbel(rng: Any) -> float:
    """A draw from the standard Gumbel distribution. Of several numbers ln w, each with such a draw added, the one of
    w is the greatest with probability w / (sum of all w): so a maximum draws by weights."""
    return -math.log(exponential(rng))


def exponential(rng: Any) -> float:
    """A draw from the exponential distribution of mean 1, never 0."""
    return max(-math.log(positive(rng)), 1e-300)
