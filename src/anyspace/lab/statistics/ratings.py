"""The strength of many players on one scale: Elo ratings by the Bradley-Terry model."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse, special

from ...errors import StatisticsError
from .intervals import Interval, normal_quantile, student_quantile

ELO = 400 / math.log(10)
"""Points of Elo in one unit of log odds."""

STEPS = 100
CLOSE_ENOUGH = 1e-10


class Encounter(NamedTuple):
    """What one player scored against another: wins and half the draws, in so many games."""

    player: str
    opponent: str
    score: float
    games: float = 1.0


def expected_score(elo: float) -> float:
    """The mean score against an opponent who is `elo` points weaker. Elo (1978), The Rating of Chessplayers."""
    return float(special.expit(elo / ELO))


def elo_difference(score: float) -> float:
    """How many points stronger one is who scores this on average; infinite for 0 and 1."""
    if not 0 <= score <= 1:
        raise StatisticsError(f"a mean score is from 0 to 1, not {score!r}")
    return float(special.logit(score)) * ELO


def elo_interval(scores: Interval) -> Interval:
    """An interval of mean scores as one of Elo differences: the scale is monotonic, so the ends stay the ends."""
    return Interval(*(elo_difference(min(max(score, 0.0), 1.0)) for score in scores))


class Ratings:
    """Players and their Elo, relative to `anchor`, or to the mean of all where there is none."""

    def __init__(
        self,
        players: Sequence[str],
        strengths: NDArray[np.float64],
        covariance: NDArray[np.float64],
        anchor: str | None,
        confidence: float,
        freedom: int | None = None,
    ) -> None:
        self.players = list(players)
        self.anchor, self.confidence = anchor, confidence
        self.freedom = freedom
        """Of Student's t, where errors were estimated from how clusters scatter: one less than there are."""
        self._strengths, self._covariance = strengths, covariance

    def __getitem__(self, player: str) -> Interval:
        weights = self._pick(player)
        if self.anchor is not None:
            weights -= self._pick(self.anchor)
        return self._interval(weights)

    def difference(self, player: str, opponent: str) -> Interval:
        """How much stronger `player` is. Narrower than the two ratings' own intervals suggest: they err together."""
        return self._interval(self._pick(player) - self._pick(opponent))

    def superiority(self, player: str, opponent: str) -> float:
        """The likelihood that `player` is the stronger one, given the games and no other knowledge."""
        weights = self._pick(player) - self._pick(opponent)
        error = math.sqrt(max(float(weights @ self._covariance @ weights), 0.0))
        if error == 0:
            return 0.5
        ratio = float(weights @ self._strengths) / error
        return float(special.ndtr(ratio) if self.freedom is None else special.stdtr(self.freedom, ratio))

    def ranking(self) -> list[tuple[str, Interval]]:
        """All players with their ratings, the strongest first."""
        return sorted(((player, self[player]) for player in self.players), key=lambda row: -row[1].estimate)

    def _pick(self, player: str) -> NDArray[np.float64]:
        if player not in self.players:
            raise StatisticsError(f"there is no player {player!r} among {', '.join(self.players)}")
        return np.array([1.0 if name == player else 0.0 for name in self.players])

    def _interval(self, weights: NDArray[np.float64]) -> Interval:
        estimate = float(weights @ self._strengths) * ELO
        error = math.sqrt(max(float(weights @ self._covariance @ weights), 0.0)) * ELO
        confidence = self.confidence
        quantile = normal_quantile(confidence) if self.freedom is None else student_quantile(confidence, self.freedom)
        return Interval(estimate, estimate - quantile * error, estimate + quantile * error)


def bradley_terry(
    encounters: Iterable[Encounter | tuple[str, str, float] | tuple[str, str, float, float]],
    *,
    clusters: Sequence[Hashable] | None = None,
    anchor: str | None = None,
    prior: float = 1.0,
    confidence: float = 0.95,
) -> Ratings:
    """Ratings in Elo of all players who met, from who scored how much against whom.

    Bradley and Terry (1952), "Rank analysis of incomplete block designs", Biometrika 39(3/4), 324-345; the maximum of
    the likelihood by Newton's method, Wald intervals from the information matrix. Draws are half a win and half a
    loss.

    clusters: one label for each encounter; those of one label depend on each other (games on one deal, the pairs of
    players of one game at a table of four). Errors are then estimated from how the clusters scatter: Liang and Zeger
    (1986), "Longitudinal data analysis using generalized linear models", Biometrika 73(1), 13-22, and intervals are
    Student's with one degree of freedom less than there are clusters: with normal ones, 95 % intervals of five to
    twenty clusters hold the truth in 88 to 94 % of cases only. Without, games count as independent and as won or lost,
    which is safe where draws are frequent and too optimistic where encounters hang together.
    anchor: the player whose rating is zero; without one, the mean of all is.
    prior: so many games each player is taken to have drawn with an opponent of mean strength. It keeps ratings of
    players who won or lost all their games finite, and vanishes among hundreds of games. 0 leaves it out.
    """
    rows = [Encounter(*row) for row in encounters]
    players = _players(rows)
    if anchor is not None and anchor not in players:
        raise StatisticsError(f"the anchor {anchor!r} is not among the players: {', '.join(players)}")
    if not prior >= 0:
        raise StatisticsError(f"prior must be a number of games, 0 or more, not {prior!r}")
    if clusters is not None and len(clusters) != len(rows):
        raise StatisticsError(f"expected a label for each of the {len(rows)} encounters, not {len(clusters)}")
    number = {player: i for i, player in enumerate(players)}
    first = np.array([number[row.player] for row in rows])
    second = np.array([number[row.opponent] for row in rows])
    scores, games = np.array([row.score for row in rows]), np.array([row.games for row in rows])
    _check_connected(players, first, second, scores, games, prior)

    strengths = np.zeros(len(players))
    for _ in range(STEPS):
        expected = special.expit(strengths[first] - strengths[second])
        gradient = _slopes(first, second, scores - games * expected, len(players)).sum(axis=0)
        gradient += prior * (0.5 - special.expit(strengths))
        curvature = _curvature(first, second, games * expected * (1 - expected), strengths, prior)
        step = _solve(curvature, gradient)
        strengths += step * min(
            1.0, 1.0 / max(np.abs(step).max(), 1e-300)
        )  # a unit of log odds at a time: no overshoot
        strengths -= strengths.mean()
        if np.abs(step).max() < CLOSE_ENOUGH:
            break
    else:
        raise StatisticsError("the ratings did not settle: some player won or lost (nearly) all games; give a prior")

    covariance = _solve(curvature, np.eye(len(players)))
    freedom = None
    if clusters is not None:
        freedom = len(set(clusters)) - 1
        slopes = _slopes(first, second, scores - games * expected, len(players))
        covariance = covariance @ _scatter(slopes, clusters) @ covariance
    return Ratings(players, strengths, covariance, anchor, confidence, freedom)


def _players(rows: Sequence[Encounter]) -> list[str]:
    for row in rows:
        if row.player == row.opponent:
            raise StatisticsError(f"{row.player!r} cannot meet itself: a rating is a comparison of different players")
        if not (row.games > 0 and 0 <= row.score <= row.games):
            raise StatisticsError(f"{row.player} - {row.opponent}: a score of {row.score:g} in {row.games:g} games")
    if not rows:
        raise StatisticsError("ratings need at least one encounter")
    return list(dict.fromkeys(player for row in rows for player in (row.player, row.opponent)))


def _check_connected(
    players: list[str],
    first: NDArray[np.int64],
    second: NDArray[np.int64],
    scores: NDArray[np.float64],
    games: NDArray[np.float64],
    prior: float,
) -> None:
    """Every player must be comparable with every other; without a prior by wins in both directions: Ford (1957),
    "Solution of a ranking problem from binary comparisons", American Mathematical Monthly 64(8), 28-33."""
    beats = np.zeros((len(players), len(players)))
    np.add.at(beats, (first, second), scores)
    np.add.at(beats, (second, first), games - scores)
    connection = "weak" if prior > 0 else "strong"
    groups, labels = sparse.csgraph.connected_components(sparse.csr_array(beats), connection=connection)
    if groups == 1:
        return
    apart = ", ".join(player for player, label in zip(players, labels, strict=True) if label == labels[0])
    if prior > 0:
        raise StatisticsError(f"no encounter connects {apart} with the other players: their ratings cannot be compared")
    raise StatisticsError(f"{apart} won or lost every game against the others: without a prior a rating is infinite")


def _slopes(
    first: NDArray[np.int64], second: NDArray[np.int64], surplus: NDArray[np.float64], players: int
) -> NDArray[np.float64]:
    """Each encounter's contribution to the gradient: what was scored beyond expectation, for the one and the other."""
    slopes = np.zeros((len(first), players))
    rows = np.arange(len(first))
    slopes[rows, first] += surplus
    slopes[rows, second] -= surplus
    return slopes


def _curvature(
    first: NDArray[np.int64],
    second: NDArray[np.int64],
    weights: NDArray[np.float64],
    strengths: NDArray[np.float64],
    prior: float,
) -> NDArray[np.float64]:
    """The information matrix: the negative second derivative of the log-likelihood."""
    matrix = np.zeros((len(strengths), len(strengths)))
    np.add.at(matrix, (first, first), weights)
    np.add.at(matrix, (second, second), weights)
    np.add.at(matrix, (first, second), -weights)
    np.add.at(matrix, (second, first), -weights)
    expected = special.expit(strengths)
    return matrix + np.diag(prior * expected * (1 - expected))


def _solve(curvature: NDArray[np.float64], right: NDArray[np.float64]) -> NDArray[np.float64]:
    """Newton's step, or the covariance, among strengths whose sum is zero: only differences are determined."""
    players = len(curvature)
    centre = np.eye(players) - 1 / players
    return centre @ np.linalg.solve(centre @ curvature @ centre + 1 / players, centre @ right)


def _scatter(slopes: NDArray[np.float64], clusters: Sequence[Hashable]) -> NDArray[np.float64]:
    labels = {label: i for i, label in enumerate(dict.fromkeys(clusters))}
    if len(labels) < 2:
        raise StatisticsError("errors can only be estimated from how at least two clusters scatter")
    sums = np.zeros((len(labels), slopes.shape[1]))
    np.add.at(sums, [labels[label] for label in clusters], slopes)
    return (sums.T @ sums) * len(labels) / (len(labels) - 1)
