"""Theorems 1 and 2 of the memory-augmented paper, by simulation.

A position x is worth V(x), and so are, to within epsilon, the M positions of the memory that are like it. Each was
valued by N_i simulations with outcomes 0 or 1, which are 1/4-subgaussian, and so was x. Both theorems say how many
simulations are enough for the memory's value to be off by at most delta_x with probability 1 - beta:

    (1)  min N_i >= 2 sigma^2 / alpha^2 log(M / beta)                        whatever the weights
    (2)  sum N_i >= 2 sigma^2 / (alpha - tau log M)^2 log(1 / beta)          by w_i ~ exp(-(delta_i + eps_i) / tau)

alpha = delta_x - epsilon. Here delta_x is fixed, the simulations are as many as a condition asks for, and the memory's
value is drawn again and again. The weights of (2) need the errors delta_i, which nobody knows in a search: beside them
stand the weights (8) that a search uses, N_i exp(-d / tau) with d = eps_i.

The proofs take delta_i = |V_i - V*(i)| for subgaussian and use the bound of one side, exp(-a^2 N / 2 sigma^2), where
that of an absolute value has a factor of 2. In (1) that is log(2 M / beta) and hardly matters. In (2) the factors
multiply: the sum must be greater by M log 2 in place of log(1 / beta) alone. A position that was simulated once is off
by a half for certain; theorem 2 as it stands lets a hundred of them vouch for each other.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, log
from typing import Any

import numpy as np

VARIANCE = 0.25
"""Of outcomes 0 or 1, at most; they are subgaussian with it."""


@dataclass(frozen=True)
class Case:
    """Numbers that a theorem speaks of."""

    theorem: int
    neighbours: int
    delta: float
    epsilon: float
    tau: float
    beta: float

    @property
    def needed(self) -> int:
        """Simulations that the condition asks for: of every neighbour (1), of all together (2)."""
        return self._enough(log(self.neighbours / self.beta) if self.theorem == 1 else log(1 / self.beta))

    @property
    def mended(self) -> int:
        """The same with a factor of 2 for every absolute value."""
        twice = log(2) * (1 if self.theorem == 1 else self.neighbours)
        return self._enough(twice + (log(self.neighbours / self.beta) if self.theorem == 1 else log(1 / self.beta)))

    def _enough(self, logarithm: float) -> int:
        alpha = self.delta - self.epsilon
        margin = alpha if self.theorem == 1 else alpha - self.tau * log(self.neighbours)
        return ceil(2 * VARIANCE / margin**2 * logarithm)


CASES = (
    *(Case(1, m, 0.2, 0.05, 0.1, beta) for m in (20, 50, 100) for beta in (0.1, 0.05)),
    *(Case(2, m, 0.2, 0.05, 0.01, beta) for m in (20, 50, 100) for beta in (0.1, 0.05)),
    *(Case(2, m, 0.2, 0.05, 0.02, 0.05) for m in (20, 50, 100)),
)


@dataclass(frozen=True)
class Outcome:
    """How often the memory was off by more than delta_x."""

    case: Case
    optimal: float
    """by the theorem's weights"""
    ours: float
    """by the weights (8)"""
    uneven: float
    """by the theorem's weights, with one simulation for every neighbour and all others for one of them"""
    mended: float
    """the same with as many as the mended condition asks for"""


def simulated(case: Case, times: int = 4_000, seed: int = 1) -> Outcome:
    """Draw it so often."""
    source = np.random.default_rng(seed)
    m, value = case.neighbours, 0.5
    counts = np.full(m, case.needed if case.theorem == 1 else max(1, ceil(case.needed / m)))

    def uneven(together: int) -> float:
        if case.theorem == 1:  # which speaks of the least of them
            return _off(case, np.full(m, together), value, times, source, optimal=True)
        one_each = np.ones(m, np.int64)
        one_each[0] = max(1, together - (m - 1))
        return _off(case, one_each, value, times, source, optimal=True)

    return Outcome(
        case,
        _off(case, counts, value, times, source, optimal=True),
        _off(case, counts, value, times, source, optimal=False),
        uneven(case.needed),
        uneven(case.mended),
    )


def _off(case: Case, counts: Any, value: float, times: int, source: Any, *, optimal: bool) -> float:
    """The share of draws in which the memory's value is off by more than delta_x."""
    apart = source.uniform(-case.epsilon, case.epsilon, (times, case.neighbours))
    means = source.binomial(counts, np.clip(value + apart, 0.0, 1.0)) / counts
    error, difference = np.abs(means - (value + apart)), np.abs(apart)
    if optimal:
        score = -(error + difference) / case.tau
    else:
        score = np.log(counts) - difference / case.tau
    weights = np.exp(score - score.max(axis=1, keepdims=True))
    said = (weights * means).sum(axis=1) / weights.sum(axis=1)
    return float((np.abs(said - value) > case.delta).mean())


def all_outcomes() -> list[Outcome]:
    """Of every case: some seconds."""
    return [simulated(case) for case in CASES]
