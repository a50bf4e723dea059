"""What the games of a point say: scores deal by deal, and the intervals that follow from them.

A deal is one observation. Its games share the cards, so that they depend on each other; their mean is what is
independent of all other deals. Deals of which a game is missing are left out.
"""

from __future__ import annotations

import importlib.util
import json
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import MissingDependency
from .scoring import SHARES, by_entrant, side_payoffs
from .seating import Lineup, Sides, entrants_of_seats, seatings
from .store import Store

if TYPE_CHECKING:
    from .statistics import Interval


@dataclass(frozen=True)
class Game:
    """One game of a point, as far as results depend on it."""

    deal: int
    seating: int
    scores: list[float]
    """of every entrant"""
    payoffs: list[float]
    """of every entrant: the mean over the seats it had"""
    plies: int
    seconds: float


@dataclass
class PointResults:
    """A point and its games."""

    id: str
    values: dict[str, Any]
    """what varies: shown in reports, used as axes in figures"""
    entrants: list[dict[str, Any]]
    """name and table of every player"""
    lineup: Lineup
    scoring: str
    wanted: int
    games: list[Game] = field(default_factory=list)

    @cached_property
    def seatings(self) -> list[Lineup]:
        """The rotations of the lineup; a game's `seating` is an index into them."""
        return seatings(self.lineup)

    def add(self, game: Game) -> None:
        """One more."""
        self.games.append(game)

    def scores_by_deal(self, entrant: int = 0) -> dict[int, float]:
        """An entrant's mean score in every complete deal."""
        return self._by_deal([(game.deal, game.scores[entrant]) for game in self.games], len(self.seatings))

    def payoffs_by_deal(self, entrant: int = 0) -> dict[int, float]:
        """An entrant's mean payoff in every complete deal."""
        return self._by_deal([(game.deal, game.payoffs[entrant]) for game in self.games], len(self.seatings))

    def scores_on_side(self, side: int, entrant: int = 0) -> dict[int, float]:
        """An entrant's score in every deal in which it had this side; where it has several sides, its mean."""
        there = [game for game in self.games if self.seatings[game.seating][side] == entrant]
        times = sum(seating[side] == entrant for seating in self.seatings)
        return self._by_deal([(game.deal, game.scores[entrant]) for game in there], times)

    def score(self, entrant: int = 0) -> Interval | None:
        """An entrant's mean score with its 95 % interval; None before the first complete deal."""
        return interval(self.scores_by_deal(entrant).values(), self.scoring)

    def payoff(self, entrant: int = 0) -> Interval | None:
        """An entrant's mean payoff with its 95 % interval; None before the first complete deal."""
        return interval(self.payoffs_by_deal(entrant).values(), "payoff")

    @staticmethod
    def _by_deal(values: Iterable[tuple[int, float]], complete: int) -> dict[int, float]:
        deals: dict[int, list[float]] = defaultdict(list)
        for deal, value in values:
            deals[deal].append(value)
        return {deal: fmean(found) for deal, found in sorted(deals.items()) if len(found) == complete}


class Overruns(NamedTuple):
    """How often a player took longer than it was given."""

    moves: int
    games: int
    worst: float
    """seconds beyond"""


@dataclass
class Results:
    """All that a database has of one experiment."""

    name: str
    game: str
    scoring: str
    sides: Sides
    seed: int
    separate: bool
    """whether the sides' tasks differ, so that results are shown for each"""
    points: list[PointResults]
    versions: list[dict[str, str]]
    """of all that played here"""
    forfeits: dict[str, int] = field(default_factory=dict)
    """how many games were given away, by who and how"""
    overruns: dict[str, Overruns] = field(default_factory=dict)
    """of who took longer than it was given, and was let go on"""

    @property
    def wanted(self) -> int:
        """Games in all."""
        return sum(point.wanted for point in self.points)

    @property
    def done(self) -> int:
        """Games that were played, of those that are wanted."""
        return sum(min(point.wanted, len(point.games)) for point in self.points)


def load(store: Store, experiment: str) -> Results:
    """The results of an experiment; points that its file no longer has are left out."""
    about = store.rows("SELECT * FROM experiments WHERE name = ?", experiment)[0]
    fixed = json.loads(about["fixed"])
    sides = tuple(tuple(side) for side in fixed["sides"])
    points = {
        row["id"]: PointResults(
            id=row["id"],
            values=json.loads(row["varied"]),
            entrants=json.loads(row["entrants"]),
            lineup=tuple(json.loads(row["lineup"])),
            scoring=fixed["scoring"],
            wanted=row["wanted"],
        )
        for row in store.rows("SELECT * FROM points WHERE experiment = ? AND wanted > 0 ORDER BY number", experiment)
    }
    query = (
        "SELECT point, deal, seating, scores, payoffs, plies, seconds FROM games JOIN points ON point = points.id "
        "WHERE experiment = ? AND points.wanted > 0 ORDER BY deal, seating"
    )
    for row in store.rows(query, experiment):
        point = points[row["point"]]
        payoffs = by_entrant(side_payoffs(json.loads(row["payoffs"]), sides), point.seatings[row["seating"]])
        scores = json.loads(row["scores"])
        point.add(Game(row["deal"], row["seating"], scores, payoffs, row["plies"], row["seconds"]))
    played_by = store.rows(
        "SELECT DISTINCT versions.versions FROM games JOIN points ON point = points.id "
        "JOIN versions ON versions.id = games.versions WHERE experiment = ?",
        experiment,
    )
    return Results(
        name=experiment,
        game=fixed["game"],
        scoring=fixed["scoring"],
        sides=sides,
        seed=fixed["seed"],
        separate=bool(about["separate"]),
        points=list(points.values()),
        versions=[json.loads(row["versions"]) for row in played_by],
        forfeits=_forfeits(store, experiment, sides),
        overruns=_overruns(store, experiment, sides),
    )


def _forfeits(store: Store, experiment: str, sides: Sides) -> dict[str, int]:
    """How many games of an experiment were given away: by which player, and how."""
    counts: Counter[str] = Counter()
    for id_, (seat, reason) in store.forfeits(experiment).items():
        counts[f"{_who_sat(store, id_, seat, sides)}: {reason}"] += 1
    return dict(counts)


def _overruns(store: Store, experiment: str, sides: Sides) -> dict[str, Overruns]:
    """Who took longer than it was given in games of an experiment, by player."""
    found: dict[str, Overruns] = {}
    for id_, late in store.overruns(experiment).items():
        for seat, moves, worst in late:
            who = _who_sat(store, id_, seat, sides)
            before = found.get(who, Overruns(0, 0, 0.0))
            found[who] = Overruns(before.moves + moves, before.games + 1, max(before.worst, worst))
    return found


def _who_sat(store: Store, game: str, seat: int, sides: Sides) -> str:
    """The name of the player who had a seat in a game."""
    query = "SELECT seating, lineup, entrants FROM games JOIN points ON point = points.id WHERE games.id = ?"
    row = store.rows(query, game)[0]
    seating = seatings(tuple(json.loads(row["lineup"])))[row["seating"]]
    return str(json.loads(row["entrants"])[entrants_of_seats(seating, sides)[seat]]["name"])


def interval(values: Iterable[float], scoring: str) -> Interval | None:
    """The mean of independent values with its 95 % interval; None where there are none."""
    found = list(values)
    if not found:
        return None
    need_statistics()
    from .statistics import mean_interval, score_interval

    return score_interval(found) if scoring in SHARES else mean_interval(found)


def need_statistics() -> None:
    """Raises `MissingDependency` where intervals cannot be computed."""
    if importlib.util.find_spec("scipy") is None:
        raise MissingDependency("the lab's statistics need SciPy: pip install 'anyspace[lab]'")


def label(values: dict[str, Any]) -> str:
    """What is special about a point, in words: `memory=recycle nodes=50`."""
    return " ".join(f"{key}={value}" for key, value in values.items())
