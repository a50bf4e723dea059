"""An experiment: points to compare, each a lineup of players, and the games that are to be played for each.

Nothing here depends on when or where a game is played. A deal's start and chance depend on the experiment's seed and
the deal's number alone, so all points meet the same deals; what a player draws depends on everything that tells one
game from another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import ExperimentError
from ..rules.game import AnyGame
from .hashing import canonical, name_of, seed_of
from .match import Fixture, Seeds
from .own_games import load_game
from .players import Player, checked
from .scoring import RULES, SHARES
from .seating import LINEUPS, UNEQUAL, Lineup, Sides, entrants_of_seats, lineup_of_two, seatings, sides_of
from .suggest import unknown


@dataclass(frozen=True)
class Point:
    """What is measured once: players in a lineup."""

    id: str
    """another player, lineup, game or seed is another point"""
    entrants: tuple[Player, ...]
    lineup: Lineup
    """the entrant of every side, in the first seating"""
    values: dict[str, Any]
    """what is special about this point among all: what varies"""
    games: int | None = None
    """wanted, where that is another number than the experiment's"""

    @cached_property
    def seatings(self) -> list[Lineup]:
        """The rotations of the lineup: as many games a deal."""
        return seatings(self.lineup)


class Plan(NamedTuple):
    """A point before it is checked against the game."""

    entrants: tuple[Player, ...]
    style: str
    """of the lineup"""
    values: dict[str, Any]
    games: int | None = None
    """wanted, where that is another number than the experiment's"""


@dataclass(frozen=True)
class Experiment:
    """Points on one game, with everything that decides how they are played."""

    name: str
    game: str
    """its name, or FILE.py:NAME"""
    folder: Path
    """where FILE.py is sought from"""
    players: int
    """seats"""
    sides: Sides
    scoring: str
    seed: int
    games: int
    """wanted for each point that does not say; always whole deals, so there may be a few more"""
    separate: bool
    """whether results are shown for each side as well"""
    points: tuple[Point, ...]

    def load_game(self) -> AnyGame:
        """The game itself."""
        return load_game(self.game, self.folder)

    def fixed(self) -> dict[str, Any]:
        """What must not change while results are gathered under one name."""
        return _fixed(self.game, self.sides, self.scoring, self.seed)

    def score(self, of_sides: list[float]) -> list[float]:
        """The score of every side, from their payoffs."""
        return RULES[self.scoring](of_sides)

    def deals(self, point: Point, games: int | None = None) -> int:
        """How many deals it takes for so many games (without a number, as many as are wanted)."""
        wanted = (point.games or self.games) if games is None else games
        return -(-wanted // len(point.seatings))

    def fixture(self, point: Point, deal: int, seating: int) -> Fixture:
        """One game of a point."""
        tables = tuple(point.entrants[who].table for who in entrants_of_seats(point.seatings[seating], self.sides))
        deal_of = [self.game, self.sides, self.seed, deal]
        # not the scoring nor the name: they do not change how the game goes
        this = name_of(*deal_of, [dict(player.table) for player in point.entrants], point.lineup, seating)
        return Fixture(
            id=name_of("game", point.id, deal, seating),
            seats=tables,
            seeds=Seeds(
                start=seed_of("start", *deal_of),
                chance=seed_of("chance", *deal_of),
                seats=tuple(seed_of(this, seat) for seat in range(self.players)),
            ),
        )

    def schedule(self, games: int | None = None) -> Iterator[tuple[Point, int, int]]:
        """Every game as point, deal and seating: deal by deal over all points, so that all are equally far."""
        most = max((self.deals(point, games) for point in self.points), default=0)
        for deal in range(most):
            for point in self.points:
                if deal < self.deals(point, games):
                    for seating in range(len(point.seatings)):
                        yield point, deal, seating

    def wanted(self, games: int | None = None) -> int:
        """How many games the schedule has."""
        return sum(self.deals(point, games) * len(point.seatings) for point in self.points)


def build(
    *,
    name: str,
    game: str,
    folder: Path,
    loaded: AnyGame,
    points: Iterable[Plan],
    scoring: str | None = None,
    sides: list[list[int]] | None = None,
    seed: int = 0,
    games: int = 1000,
    separate: bool | None = None,
) -> Experiment:
    """An experiment from its parts, checked. `loaded` is the game itself."""
    split = sides_of(loaded, sides)
    alone = len(split) == 1
    rule = scoring or ("payoff" if alone else "win")
    if rule not in RULES:
        raise ExperimentError(unknown("scoring", rule, RULES))
    if alone and rule in SHARES:
        raise ExperimentError(f"scoring {rule!r} compares sides, and {game} has only one; use 'payoff'")
    points = list(points)
    for number in (games, *(plan.games for plan in points)):
        if number is not None and number < 1:
            raise ExperimentError(f"games must be a whole number, 1 or more, not {number!r}")
    fixed = _fixed(game, split, rule, seed)
    built: dict[str, Point] = {}
    for plan in points:
        lineup = _lineup(plan.entrants, plan.style, len(split))
        tables = [dict(checked(player.table, player.name)) for player in plan.entrants]
        known_as = name_of("point", name, fixed, tables, lineup)
        point = Point(known_as, plan.entrants, lineup, plan.values, plan.games)
        if point.id in built:
            raise ExperimentError(f"the same players are to meet twice: {canonical(tables)}")
        built[point.id] = point
    if not built:
        raise ExperimentError("there is nothing to play: give [player] and [opponent], or [players.NAME] tables")
    return Experiment(
        name=name,
        game=game,
        folder=folder,
        players=loaded.players,
        sides=split,
        scoring=rule,
        seed=seed,
        games=games,
        separate=loaded.name in UNEQUAL if separate is None else separate,
        points=tuple(built.values()),
    )


def _fixed(game: str, sides: Sides, scoring: str, seed: int) -> dict[str, Any]:
    return {"game": game, "sides": [list(side) for side in sides], "scoring": scoring, "seed": seed}


def tournament(players: list[Player], style: str, sides: int) -> Iterator[Plan]:
    """Points in which everybody meets everybody; where the table has one side, everybody plays alone."""
    if style == "together":
        yield Plan(tuple(players), style, {})
    elif sides == 1:
        for player in players:
            yield Plan((player,), style, {"player": player.name})
    else:
        # one against many is not the same as many against one
        pairs = permutations(players, 2) if style == "one" and sides > 2 else combinations(players, 2)
        for first, second in pairs:
            yield Plan((first, second), style, {"player": first.name, "opponent": second.name})


def _lineup(entrants: tuple[Player, ...], style: str, sides: int) -> Lineup:
    if style not in LINEUPS:
        raise ExperimentError(unknown("lineup", style, LINEUPS))
    if style == "together":
        if len(entrants) != sides:
            raise ExperimentError(
                f"lineup 'together' needs one player for each of the {sides} sides, not {len(entrants)} players"
            )
        return tuple(range(sides))
    needed = min(sides, 2)
    if len(entrants) != needed:
        raise ExperimentError(f"a game of {sides} sides needs {needed} players in this lineup, not {len(entrants)}")
    return lineup_of_two(style, sides)
