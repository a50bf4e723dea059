"""A stored game once more: played again from its seeds, or, where its players cannot repeat their thoughts, gone
through."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..rules.game import AnyGame
from . import outside
from .decision import Forfeited
from .match import Fixture, Seeds, Watch, play, replay
from .own_games import file_of, load_game
from .players import repeats_itself
from .seating import entrants_of_seats, seatings
from .store import Store
from .versions import ONLY_SPEED, versions


@dataclass(frozen=True)
class StoredGame:
    """A row of the database, ready to be played again."""

    row: dict[str, Any]
    game: AnyGame
    fixture: Fixture
    names: list[str]
    """of the player on every seat"""
    changed: list[str]
    """what was another version when the game was played"""
    folder: Path
    """where players' files are"""
    forfeit: Forfeited | None = None
    """who gave it away"""

    @property
    def repeatable(self) -> bool:
        """Whether players that think again decide the same."""
        return all(repeats_itself(table) for table in self.fixture.seats)


@dataclass(frozen=True)
class Verdict:
    """What came of playing it again."""

    payoffs: list[float]
    stored: list[float]
    parted: int | None
    """the number of the first move that was another one, from 1; None if all were the same"""

    @property
    def agrees(self) -> bool:
        """Whether everything went as it did."""
        return self.parted is None and self.payoffs == self.stored


def stored_game(store: Store, id_: str) -> StoredGame:
    """A game by its id or the beginning of it. Raises `StoreError`."""
    row = store.find(id_)
    fixed = json.loads(row["fixed"])
    folder = Path(row["folder"])
    game = load_game(fixed["game"], folder)
    entrants = json.loads(row["entrants"])
    at_seat = entrants_of_seats(seatings(tuple(json.loads(row["lineup"])))[row["seating"]], fixed["sides"])
    tables = [{key: value for key, value in entrants[who].items() if key != "name"} for who in at_seat]
    then, now = json.loads(row["played_by"]), versions(file_of(fixed["game"], folder), _files(tables, folder))
    changed = [key for key in now if key not in ONLY_SPEED and then.get(key) != now[key]]
    return StoredGame(
        row=row,
        game=game,
        fixture=Fixture(
            id=row["id"],
            seats=tuple(tables),
            seeds=Seeds(row["start_seed"], row["chance_seed"], tuple(json.loads(row["seat_seeds"]))),
        ),
        names=[entrants[who]["name"] for who in at_seat],
        changed=[f"{key} {then.get(key)}, now {now[key]}" for key in changed],
        folder=folder,
        forfeit=store.forfeits(row["experiment"]).get(row["id"]),
    )


def _files(tables: list[dict[str, Any]], folder: Path) -> list[Path]:
    return [file for table in tables if (file := outside.file_of(table, folder)) is not None]


def play_again(stored: StoredGame, watch: Watch) -> Verdict:
    """Play the game again, or go through its moves where that proves nothing, and compare."""
    payoffs = json.loads(stored.row["payoffs"])
    before: list[int] = stored.row["moves"]
    if not stored.repeatable:
        found = replay(stored.game, stored.fixture, before, watch)
        return Verdict(stored.forfeit.payoffs(stored.game) if stored.forfeit else found, payoffs, None)
    record = play(stored.game, stored.fixture, watch, stored.folder)
    pairs = zip(before, record.moves, strict=False)
    parted = next((number for number, (then, now) in enumerate(pairs, 1) if then != now), None)
    if parted is None and len(before) != len(record.moves):
        parted = min(len(before), len(record.moves)) + 1
    return Verdict(record.payoffs, payoffs, parted)
