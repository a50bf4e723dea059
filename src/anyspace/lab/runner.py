"""Running an experiment: what is missing is played by worker processes and kept, game by game, in the database."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ..search.interrupt import Interruptible
from . import outside
from .crew import Crew
from .experiment import Experiment, Point
from .hashing import canonical
from .lock import only_runner
from .machine import cores
from .match import Fixture, Record
from .own_games import file_of
from .players import Player
from .progress import Progress
from .results import Game, PointResults, label, load
from .scoring import by_entrant, side_payoffs
from .store import Played, Store
from .versions import versions

Place = tuple[Point, int, int]
"""Point, deal and seating."""

Watch = Callable[["Run"], object]


@dataclass
class Run:
    """A run while it goes on, and what came of it."""

    experiment: Experiment
    wanted: int
    done: int
    """games in the database, from earlier runs too"""
    points: dict[str, PointResults]
    """by id, up to date"""
    latest: PointResults
    """the point that was played last"""
    started: float
    played: int = 0

    def progress(self) -> Progress:
        """How far it is; the estimate is computed now."""
        return Progress(
            wanted=self.wanted,
            done=self.done,
            played=self.played,
            seconds=time.perf_counter() - self.started,
            point=label(self.latest.values),
            estimate=self.latest.score(),
        )


def run(
    experiment: Experiment,
    store: Store,
    *,
    processes: int | None = None,
    games: int | None = None,
    watch: Watch | None = None,
    stop: Callable[[Run], bool] | None = None,
) -> Run:
    """Play all games of the experiment that `store` does not have yet.

    processes: how many play at once; as many as there are cores if None. games: how many a point, instead of what the
    experiment says. watch: called after every commit. stop: asked after every commit whether enough is known.
    """
    with contextlib.nullcontext() if store.path is None else only_runner(store.path):
        store.register(experiment, games)
        there = store.finished(experiment.name)
        missing = [place for place in experiment.schedule(games) if (place[0].id, *place[1:]) not in there]
        points = {point.id: point for point in load(store, experiment.name).points}
        wanted = experiment.wanted(games)
        state = Run(experiment, wanted, wanted - len(missing), points, next(iter(points.values())), time.perf_counter())
        if missing and not (stop is not None and stop(state)):
            _play(state, store, missing, processes or cores(), watch, stop)
        return state


def _play(
    state: Run,
    store: Store,
    missing: list[Place],
    processes: int,
    watch: Watch | None,
    stop: Callable[[Run], bool] | None,
) -> None:
    experiment = state.experiment
    tables = [player.table for point in experiment.points for player in point.entrants]
    files = [file for table in tables if (file := outside.file_of(table, experiment.folder)) is not None]
    number = store.version_number(versions(file_of(experiment.game, experiment.folder), files))
    with Crew(experiment, min(processes, len(missing))) as crew:
        crew.warm_up(_players(missing))
        state.started = time.perf_counter()
        for finished in crew.play((place, experiment.fixture(*place)) for place in missing):
            games = [_scored(experiment, *game) for game in finished]
            with Interruptible() as interrupt:  # Ctrl-C waits until what is finished is kept
                store.add(games, number)
            _note(state, games)
            if interrupt.requested:
                raise KeyboardInterrupt
            if watch is not None:
                watch(state)
            if stop is not None and stop(state):
                return


def _scored(experiment: Experiment, place: Place, fixture: Fixture, record: Record) -> Played:
    point, deal, seating = place
    of_sides = experiment.score(side_payoffs(record.payoffs, experiment.sides))
    return Played(point, deal, seating, fixture.seeds, record, by_entrant(of_sides, point.seatings[seating]))


def _note(state: Run, games: list[Played]) -> None:
    """Keep the results in this process up to date."""
    for game in games:
        payoffs = by_entrant(
            side_payoffs(game.record.payoffs, state.experiment.sides), game.point.seatings[game.seating]
        )
        state.latest = state.points[game.point.id]
        state.latest.add(Game(game.deal, game.seating, game.scores, payoffs, game.record.plies, game.record.seconds))
    state.done += len(games)
    state.played += len(games)


def _players(missing: list[Place]) -> Iterator[Player]:
    """Everybody who will play, each once."""
    points = {point.id: point for point, _, _ in missing}
    everybody = {canonical(dict(player.table)): player for point in points.values() for player in point.entrants}
    yield from everybody.values()
