"""Results without games: a stand-in for the runner, whose players win as often as a function says."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from typing import Any

from anyspace.lab.experiment import Experiment, Point
from anyspace.lab.match import Record
from anyspace.lab.results import load
from anyspace.lab.runner import Run
from anyspace.lab.scoring import by_entrant
from anyspace.lab.store import Played, Store

Strength = Callable[[Mapping[str, Any]], float]
"""How often a player with this table wins."""

VERSIONS = {"anyspace": "0", "processor": "Abacus 3000", "cores": "2"}


def fabricate(
    experiment: Experiment, point: Point, deal: int, seating: int, strength: Strength, noise: float = 1.0
) -> Played:
    """A game that is decided with the probability `noise`, and then won by entrant 0 with that of its strength."""
    source = random.Random(f"{experiment.seed} {point.id} {deal} {seating}")
    chance = strength(point.entrants[0].table)
    drawn = source.random() > noise
    won = source.random() < chance
    result = 0.0 if drawn else 1.0 if won else -1.0
    if len(experiment.sides) == 1:
        payoffs, scores = [chance + result], [chance + result]
    else:
        lineup = point.seatings[seating]
        payoffs = [result if entrant == 0 else -result for entrant in lineup]
        scores = by_entrant(experiment.score(payoffs), lineup)
    fixture = experiment.fixture(point, deal, seating)
    record = Record(fixture.id, payoffs, [0, 1], 2, 2, 2000, 0.5, 0.4)
    return Played(point, deal, seating, fixture.seeds, record, scores)


def fill(experiment: Experiment, store: Store, strength: Strength, noise: float = 1.0) -> None:
    """All games of an experiment."""
    store.register(experiment)
    played = [fabricate(experiment, *place, strength, noise) for place in experiment.schedule()]
    store.add(played, store.version_number(VERSIONS))


def runner(strength: Strength, noise: float = 1.0) -> Callable[..., Run]:
    """In place of `anyspace.lab.runner.run`: deal by deal, kept as it goes."""

    def run(
        experiment: Experiment,
        store: Store,
        *,
        processes: int | None = None,
        watch: Callable[[Run], object] | None = None,
        stop: Callable[[Run], bool] | None = None,
    ) -> Run:
        store.register(experiment)
        number = store.version_number(VERSIONS)
        there = store.finished(experiment.name)
        missing = [place for place in experiment.schedule() if (place[0].id, *place[1:]) not in there]
        wanted = experiment.wanted()
        state = Run(experiment, wanted, wanted - len(missing), {}, None, time.perf_counter())  # type: ignore[arg-type]

        def refresh() -> None:
            state.points = {point.id: point for point in load(store, experiment.name).points}
            state.latest = state.points[experiment.points[-1].id]

        refresh()
        a_batch = 40
        for start in range(0, len(missing), a_batch):
            if stop is not None and stop(state):
                break
            places = missing[start : start + a_batch]
            store.add([fabricate(experiment, *place, strength, noise) for place in places], number)
            state.done += len(places)
            state.played += len(places)
            refresh()
            if watch is not None:
                watch(state)
        return state

    return run
