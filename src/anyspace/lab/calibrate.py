"""Do searches know how well they stand? What they expect at the root against what comes of it, in games against
themselves.

A prediction is the value of the chosen move, a result the payoff of the player who made it, both scaled to 0 to 1 (the
least and the greatest payoff of the game; a draw in a game of win and loss is a half). Positions of one game share its
result, so a game is one observation: it counts once in every bin in which it has positions.

How deep a search looked is said beside: the moves from the root to where its playouts began, on average.
"""

from __future__ import annotations

import csv
import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import fmean
from typing import IO, Any, NamedTuple

from ..errors import ExperimentError
from ..rules.game import AnyGame, State
from .decision import Decision, Table
from .hashing import name_of, seed_of
from .match import Fixture, Seeds, play
from .statistics import Interval, mean_interval, score_interval


class Forecast(NamedTuple):
    """One decision: what was expected and what came of it, both from 0 to 1."""

    game: int
    ply: int
    player: int
    predicted: float
    actual: float
    depth: float | None = None
    """how many moves it looked ahead, where that is known"""


@dataclass(frozen=True)
class Bin:
    """The decisions whose predictions lie within bounds."""

    low: float
    high: float
    decisions: int
    games: int
    predicted: float
    actual: Interval

    @property
    def agrees(self) -> bool:
        """Whether the mean prediction lies within the interval of the results."""
        return self.predicted in self.actual


@dataclass(frozen=True)
class Calibration:
    """How predictions and results compare."""

    bins: list[Bin]
    """those that have any decisions"""
    brier: Interval
    """mean squared difference (Brier 1950), a game's decisions together one observation"""
    constant: float
    """the same for somebody who always predicts the mean result"""
    games: int
    decisions: int
    depth: float | None = None
    """moves that were looked ahead, on average over the decisions; None where that is not known"""


def self_play(game: AnyGame, table: Table, games: int, seed: int = 0, folder: Path | None = None) -> Iterator[Forecast]:
    """Every decision of `games` games in which a player has all seats. Forced moves are no decisions."""
    least, greatest = game.payoffs
    for number in range(games):
        which = ("calibrate", game.name, dict(table), seed, number)
        seats = tuple(seed_of(*which, seat) for seat in range(game.players))
        seeds = Seeds(seed_of("start", *which), seed_of("chance", *which), seats)
        found: list[tuple[int, float, float | None]] = []

        def watch(
            state: State,
            mover: int,
            move: Any,
            decision: Decision | None,
            found: list[tuple[int, float, float | None]] = found,
        ) -> None:
            if decision is not None and decision.value is not None:
                found.append((mover, decision.value, decision.depth))

        record = play(game, Fixture(name_of(*which), (table,) * game.players, seeds), watch, folder)
        for ply, (player, value, depth) in enumerate(found):
            predicted, actual = ((payoff - least) / (greatest - least) for payoff in (value, record.payoffs[player]))
            yield Forecast(number, ply, player, predicted, actual, depth)


def calibration(forecasts: Sequence[Forecast], bins: int = 10) -> Calibration:
    """Predictions in so many bins of equal width, and the Brier score. Raises `ExperimentError` without any."""
    if bins < 1:
        raise ExperimentError(f"bins must be 1 or more, not {bins}")
    if not forecasts:
        raise ExperimentError("there is nothing to compare: the player says nothing about what it expects")
    kept: dict[int, list[Forecast]] = defaultdict(list)
    for one in forecasts:
        kept[min(int(one.predicted * bins), bins - 1)].append(one)
    mean = fmean(one.actual for one in forecasts)
    depths = [one.depth for one in forecasts if one.depth is not None]
    errors = [(one.game, (one.predicted - one.actual) ** 2) for one in forecasts]
    return Calibration(
        bins=[_bin(place / bins, (place + 1) / bins, kept[place]) for place in sorted(kept)],
        brier=mean_interval(_by_game(errors)),
        constant=fmean((one.actual - mean) ** 2 for one in forecasts),
        games=len({one.game for one in forecasts}),
        decisions=len(forecasts),
        depth=fmean(depths) if depths else None,
    )


def _bin(low: float, high: float, found: list[Forecast]) -> Bin:
    results = _by_game([(one.game, one.actual) for one in found])
    predicted = fmean(_by_game([(one.game, one.predicted) for one in found]))
    # a mean of ones may be a hair above one
    return Bin(low, high, len(found), len(results), predicted, score_interval([min(each, 1.0) for each in results]))


def _by_game(values: Sequence[tuple[int, float]]) -> list[float]:
    games: dict[int, list[float]] = defaultdict(list)
    for game, value in values:
        games[game].append(value)
    return [fmean(each) for each in games.values()]


# ---- on paper

COLUMNS = ("iterations", "low", "high", "decisions", "games", "predicted", "actual", "actual_low", "actual_high")


def heading(found: Calibration) -> str:
    """What was played, and how deep was looked."""
    looked = "" if found.depth is None else f", trees {found.depth:.1f} moves deep on average"
    return f"{found.games:,} games, {found.decisions:,} decisions{looked}"


def text_rows(found: Calibration) -> list[list[str]]:
    """The table's cells, header first."""
    rows = [["predicted", "decisions", "games", "mean", "result", "95 % interval", ""]]
    for each in found.bins:
        rows.append(
            [
                f"{each.low:.2f} to {each.high:.2f}",
                f"{each.decisions:,}",
                f"{each.games:,}",
                f"{each.predicted:.3f}",
                f"{each.actual.estimate:.3f}",
                f"{each.actual.low:.3f} to {each.actual.high:.3f}",
                "" if each.agrees else "too high" if each.predicted > each.actual.high else "too low",
            ]
        )
    return rows


def summary(found: Calibration) -> str:
    """The Brier score, in a line."""
    brier = found.brier
    shown = "" if found.games < 2 else f" ({max(brier.low, 0.0):.4f} to {brier.high:.4f})"
    return f"Brier score {brier.estimate:.4f}{shown}; {found.constant:.4f} for always predicting the mean result"


def to_csv(found: dict[int, Calibration], out: IO[str]) -> None:
    """A row a bin and number of iterations."""
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*COLUMNS, "brier", "depth"])
    for iterations, one in found.items():
        for each in one.bins:
            about = [iterations, each.low, each.high, each.decisions, each.games, each.predicted, *each.actual]
            writer.writerow([*about, one.brier.estimate, "" if one.depth is None else one.depth])


def as_json(iterations: int, found: Calibration) -> dict[str, Any]:
    """A table as plain dictionaries, lists and numbers; of a single game the Brier score has no interval."""
    brier = {key: value if math.isfinite(value) else None for key, value in found.brier._asdict().items()}
    bins = [{**asdict(each), "actual": each.actual._asdict(), "agrees": each.agrees} for each in found.bins]
    return {"iterations": iterations, **asdict(found), "bins": bins, "brier": brier}
