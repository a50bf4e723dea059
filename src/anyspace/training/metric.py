"""A matrix by which positions that are alike are worth the same (after Weinberger and Tesauro 2007, metric learning for
kernel regression).

What the memory would say of position i, asked about all others of the same search and the same player's turn, is

    v(i) = sum_j w_ij v_j / sum_j w_ij,    w_ij = N_j^weigh exp(cos(A u_i, A u_j) / tau)

formula (8) of the memory-augmented paper over the features u, and the matrix A is changed, by Adam, so that the squares
of v(i) - v_i become less. So it is learnt for the purpose: the distance tells how values differ, as far as it can.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np


class Sample(NamedTuple):
    """Positions: features of length 1, whose turn it is, what each is worth, from how many visits, and the search that
    it is of (within which positions are compared) and the game."""

    features: Any
    seats: Any
    values: Any
    visits: Any
    searches: Any
    games: Any

    def chosen(self, which: Any) -> Sample:
        """Some of them."""
        return Sample(*(each[which] for each in self))


@dataclass(frozen=True)
class Measure:
    """How well likeness tells value."""

    error: float
    """root of the mean square of v(i) - v_i"""
    correlation: float
    """of v(i) and v_i"""
    rank: float
    """Spearman's, of a pair's distance and the difference of its values"""


def unit(rows: Any) -> Any:
    """Rows of length 1."""
    return rows / np.maximum(np.sqrt((rows * rows).sum(axis=1, keepdims=True)), 1e-12)


def said_of(z: Any, sample: Sample, tau: float, weigh: float) -> tuple[Any, Any]:
    """What the others say of each, by features z of length 1; and the weights that they have in it."""
    score = (z @ z.T) / tau + weigh * np.log(np.maximum(sample.visits, 1.0))[None, :]
    apart = (sample.seats[:, None] != sample.seats[None, :]) | (sample.searches[:, None] != sample.searches[None, :])
    score[apart] = -np.inf
    np.fill_diagonal(score, -np.inf)
    most = score.max(axis=1, keepdims=True)
    shares = np.exp(score - np.where(np.isfinite(most), most, 0.0))
    total = shares.sum(axis=1)
    shares /= np.maximum(total, 1e-300)[:, None]
    alone = total == 0.0  # nobody to be compared with: it says nothing wrong
    return np.where(alone, sample.values, shares @ sample.values), shares


def slope(matrix: Any, sample: Sample, tau: float, weigh: float) -> tuple[float, Any]:
    """The mean square error, and how it changes with the matrix."""
    raw = sample.features @ matrix
    length = np.maximum(np.sqrt((raw * raw).sum(axis=1, keepdims=True)), 1e-12)
    z = raw / length
    said, shares = said_of(z, sample, tau, weigh)
    off = said - sample.values
    by_score = (2.0 / len(off)) * off[:, None] * shares * (sample.values[None, :] - said[:, None])
    by_z = (by_score + by_score.T) @ z / tau
    by_raw = (by_z - z * (by_z * z).sum(axis=1, keepdims=True)) / length
    return float((off * off).mean()), sample.features.T @ by_raw


def measure(z: Any, sample: Sample, tau: float, weigh: float, least: int = 20) -> Measure:
    """How well features z of length 1 do: within each search, in which there are so many of a player's turn at least,
    and the mean over all searches."""
    found = []
    for group in np.unique(np.stack((sample.searches, sample.seats)), axis=1).T:
        which = np.flatnonzero((sample.searches == group[0]) & (sample.seats == group[1]))
        if len(which) < least:
            continue
        here, own = sample.chosen(which), z[which]
        said, _ = said_of(own, here, tau, weigh)
        one, other = np.triu_indices(len(which), 1)
        distance, apart = -(own @ own.T)[one, other], np.abs(here.values[one] - here.values[other])
        found.append(
            (((said - here.values) ** 2).mean(), correlation(said, here.values),
             correlation(distance.argsort().argsort(), apart.argsort().argsort()))
        )  # fmt: skip
    if not found:
        return Measure(float("nan"), float("nan"), float("nan"))
    square, alike, rank = np.mean(found, axis=0)
    return Measure(float(np.sqrt(square)), float(alike), float(rank))


def correlation(one: Any, other: Any) -> float:
    """Pearson's; 0 where one of them does not vary."""
    spread = float(np.std(one) * np.std(other))
    return float(((one - one.mean()) * (other - other.mean())).mean() / spread) if spread > 0 else 0.0


def fitted(
    sample: Sample,
    width: int,
    *,
    tau: float = 0.1,
    weigh: float = 1.0,
    steps: int = 600,
    batch: int = 512,
    rate: float = 0.01,
    seed: int = 0,
    tell: Callable[[int, float], None] = lambda step, error: None,
) -> Any:
    """The matrix, float64 [features, width]. A batch is of whole searches, drawn until there are so many positions."""
    source, size = np.random.default_rng(seed), sample.features.shape[1]
    matrix = source.normal(size=(size, width)) / np.sqrt(width)
    first, second = np.zeros_like(matrix), np.zeros_like(matrix)
    mean_error = 0.0
    order = np.argsort(sample.searches, kind="stable")
    members = np.split(order, np.flatnonzero(np.diff(sample.searches[order])) + 1)
    for step in range(1, steps + 1):
        drawn: list[Any] = []
        for which in source.permutation(len(members)):
            drawn.append(members[which])
            if sum(map(len, drawn)) >= batch:
                break
        chosen = np.concatenate(drawn)[: 2 * batch]
        error, by = slope(matrix, sample.chosen(chosen), tau, weigh)
        first += 0.1 * (by - first)
        second += 0.001 * (by * by - second)
        falling = rate * 0.5 * (1.0 + np.cos(np.pi * step / steps))
        matrix -= falling * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-12)
        mean_error += (error - mean_error) / min(step, 50)
        tell(step, mean_error)
    return matrix
