"""Fabricated games of the memory-bounded paper's experiments."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fabricated import VERSIONS, fabricate

from anyspace.lab.experiment import Experiment
from anyspace.lab.file import experiment
from anyspace.lab.reproduce import experiments
from anyspace.lab.reproduce.experiments import BOUNDS
from anyspace.lab.store import Store


def played(game: str, folder: Path, games: int = 24) -> Experiment:
    """An experiment of the paper's name and shape, on a game that takes no time."""
    given: Mapping[str, Any] = {
        "game": "tic_tac_toe",
        "games": games,
        "base": {"iterations": 1000},
        "player": [{"memory": list(BOUNDS), "nodes": [20, 50, 1000]}, {"memory": "unbounded"}],
        "opponent": {"memory": "unbounded"},
        "separate_sides": game == "confrontation",
    }
    return experiment(given, name=experiments.name(game), folder=folder)


def fill(store: Store, *games: str, unplayed: int = 0) -> None:
    """Fabricated games; of pools of so many nodes there are none, and of stopping only half."""
    for game in games:
        this = played(game, Path())
        store.register(this)
        places = []
        for place in this.schedule():
            table = place[0].entrants[0].table
            if table.get("nodes") != unplayed and not (table["memory"] == "stop" and place[1] >= 6):
                places.append(place)
        one = [fabricate(this, *place, lambda table: 0.2 if table["memory"] == "stop" else 0.5) for place in places]
        store.add(one, store.version_number(VERSIONS))
