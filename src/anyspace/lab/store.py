"""The results database: SQLite, one row a game, committed as soon as the game is known.

The journal is a write-ahead log: reports read while a run writes, a commit is one append, and a process that is killed
leaves either all of a commit or nothing. Every commit is synced to the disk, so that even a power cut costs no game
that was reported as finished. Where the log cannot be used (network drives) SQLite keeps its older rollback journal,
which is as safe and somewhat slower.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import StoreError
from .decision import Forfeited, Overrun
from .experiment import Experiment, Point
from .hashing import canonical
from .match import Record, Seeds
from .transcript import pack, unpack

FORMAT = 1
"""Of the tables below. A database of a higher one is left alone."""

MARK = 0x616E7973
"""SQLite's `application_id`: this file is ours."""

WAIT_SECONDS = 60.0
"""How long to wait for another process that is reading or writing."""

TABLES = """
CREATE TABLE experiments (
    name TEXT PRIMARY KEY,
    fixed TEXT NOT NULL,      -- JSON: game, sides, scoring, seed
    separate INTEGER NOT NULL,
    folder TEXT NOT NULL,
    started TEXT NOT NULL
);
CREATE TABLE points (
    id TEXT PRIMARY KEY,
    experiment TEXT NOT NULL REFERENCES experiments,
    number INTEGER NOT NULL,  -- its place in the experiment
    wanted INTEGER NOT NULL,  -- games; 0 when the experiment no longer has this point
    varied TEXT NOT NULL,     -- JSON: what is special about it
    entrants TEXT NOT NULL,   -- JSON: names and tables of the players
    lineup TEXT NOT NULL      -- JSON: the entrant of every side in seating 0
);
CREATE TABLE versions (
    id INTEGER PRIMARY KEY,
    versions TEXT NOT NULL UNIQUE  -- JSON
);
CREATE TABLE games (
    id TEXT PRIMARY KEY,
    point TEXT NOT NULL REFERENCES points,
    deal INTEGER NOT NULL,
    seating INTEGER NOT NULL, -- rotation of the lineup
    payoffs TEXT NOT NULL,    -- JSON: of every seat
    scores TEXT NOT NULL,     -- JSON: of every entrant
    plies INTEGER NOT NULL,
    decisions INTEGER NOT NULL,
    iterations INTEGER NOT NULL,
    seconds REAL NOT NULL,
    thinking REAL NOT NULL,
    start_seed INTEGER NOT NULL,
    chance_seed INTEGER NOT NULL,
    seat_seeds TEXT NOT NULL, -- JSON
    moves BLOB NOT NULL,      -- lab/transcript.py
    versions INTEGER NOT NULL REFERENCES versions,
    finished TEXT NOT NULL,   -- UTC
    UNIQUE (point, deal, seating)
);
"""

FORFEITS = """
CREATE TABLE IF NOT EXISTS forfeits (
    game TEXT PRIMARY KEY REFERENCES games,
    seat INTEGER NOT NULL,    -- who gave it away
    reason TEXT NOT NULL
)
"""
"""Games that did not end by their rules. Databases of before have no such table, and get it when they are written."""

OVERRUNS = """
CREATE TABLE IF NOT EXISTS overruns (
    game TEXT NOT NULL REFERENCES games,
    seat INTEGER NOT NULL,
    moves INTEGER NOT NULL,   -- that took longer than was given
    worst REAL NOT NULL,      -- seconds beyond
    PRIMARY KEY (game, seat)
)
"""
"""The same of games in which somebody took too long and was let go on."""


class Played(NamedTuple):
    """A finished game on its way into the database."""

    point: Point
    deal: int
    seating: int
    seeds: Seeds
    record: Record
    scores: list[float]
    """of every entrant"""


class Store:
    """An open database."""

    def __init__(self, path: Path | None, *, create: bool = False) -> None:
        """Open the database at `path`; None is one in memory. Raises `StoreError`."""
        self.path = path
        if path is not None and not create and not path.is_file():
            raise StoreError(f"there is no results database {path}; `anyspace lab run FILE` makes one")
        with self._errors():
            self.connection = sqlite3.connect(path or ":memory:", timeout=WAIT_SECONDS, isolation_level=None)
        try:
            self._prepare()
        except BaseException:
            self.connection.close()
            raise

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *failure: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        with contextlib.suppress(sqlite3.Error):  # on a full disk there is nothing more to be done
            self.connection.close()

    @property
    def name(self) -> str:
        """What to call it in a message."""
        return str(self.path or "the database in memory")

    def _prepare(self) -> None:
        with self._errors():
            mark, format_ = self._number("application_id"), self._number("user_version")
            empty = not self.connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if not empty and mark != MARK:
            raise StoreError(f"{self.name} is a database of another program: give another --database")
        if format_ > FORMAT:
            raise StoreError(
                f"{self.name} was written by a newer anyspace (format {format_}; this version knows {FORMAT}): "
                "upgrade anyspace, or give another --database"
            )
        with self._errors():
            self.connection.execute("PRAGMA journal_mode = WAL")
            self.connection.execute("PRAGMA synchronous = FULL")
            self.connection.execute("PRAGMA foreign_keys = ON")
        if empty:
            with self._transaction():
                if not self.connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                    for statement in TABLES.split(";\n"):
                        self.connection.execute(statement)
                    self.connection.execute(f"PRAGMA application_id = {MARK}")
                    self.connection.execute(f"PRAGMA user_version = {FORMAT}")

    def _number(self, pragma: str) -> int:
        return int(self.connection.execute(f"PRAGMA {pragma}").fetchone()[0])

    @contextlib.contextmanager
    def _errors(self) -> Iterator[None]:
        """SQLite's complaints in our words."""
        try:
            yield
        except sqlite3.Error as error:
            text = str(error)
            if "disk is full" in text or "disk I/O error" in text:
                why = f"the disk is full, or cannot be written ({text}); what was finished before is kept"
            elif "not a database" in text or "malformed" in text:
                why = f"it is no results database, or damaged ({text})"
            elif "locked" in text:
                why = "another process keeps it locked"
            else:
                why = text
            raise StoreError(f"{self.name}: {why}") from error

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._errors():
            self.connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self.connection.execute("COMMIT")
            except BaseException:
                with contextlib.suppress(sqlite3.Error):  # a full disk has rolled back already
                    self.connection.execute("ROLLBACK")
                raise

    # ---- writing

    def register(self, experiment: Experiment, games: int | None = None) -> None:
        """Take note of an experiment and its points, before the first game or when its file has changed."""
        fixed = canonical(experiment.fixed())
        known = self.rows("SELECT fixed FROM experiments WHERE name = ?", experiment.name)
        if known and known[0]["fixed"] != fixed:
            before, now = json.loads(known[0]["fixed"]), experiment.fixed()
            changed = "; ".join(f"{key} {before[key]!r}, now {now[key]!r}" for key in now if before[key] != now[key])
            raise StoreError(
                f"{self.name} has results of an experiment {experiment.name!r} that was different ({changed}): "
                "give another name or another --database"
            )
        with self._transaction():
            self.connection.execute(
                "INSERT INTO experiments VALUES (?, ?, ?, ?, ?) "
                "ON CONFLICT (name) DO UPDATE SET separate = excluded.separate, folder = excluded.folder",
                (experiment.name, fixed, experiment.separate, str(experiment.folder.resolve()), _now()),
            )
            self.connection.execute("UPDATE points SET wanted = 0 WHERE experiment = ?", (experiment.name,))
            self.connection.executemany(
                "INSERT INTO points VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET "
                "number = excluded.number, wanted = excluded.wanted, varied = excluded.varied, "
                "entrants = excluded.entrants",
                [
                    (
                        point.id,
                        experiment.name,
                        number,
                        experiment.deals(point, games) * len(point.seatings),
                        json.dumps(point.values),
                        json.dumps([{"name": player.name, **player.table} for player in point.entrants]),
                        json.dumps(point.lineup),
                    )
                    for number, point in enumerate(experiment.points)
                ],
            )

    def version_number(self, versions: Mapping[str, str]) -> int:
        """The number under which games of these versions are kept."""
        text = canonical(dict(versions))
        with self._transaction():
            self.connection.execute("INSERT OR IGNORE INTO versions (versions) VALUES (?)", (text,))
        return int(self.rows("SELECT id FROM versions WHERE versions = ?", text)[0]["id"])

    def add(self, played: Iterable[Played], versions: int) -> None:
        """Keep finished games, all of them or, where that fails, none."""
        games = list(played)
        rows = [_row(game, versions) for game in games]
        with self._transaction():
            self.connection.executemany(
                f"INSERT INTO games VALUES ({', '.join('?' * len(rows[0]))}) ON CONFLICT DO NOTHING", rows
            )
            if lost := [(game.record.id, *game.record.forfeit) for game in games if game.record.forfeit]:
                self.connection.execute(FORFEITS)
                self.connection.executemany("INSERT INTO forfeits VALUES (?, ?, ?) ON CONFLICT DO NOTHING", lost)
            if late := [(game.record.id, *overrun) for game in games for overrun in game.record.overruns]:
                self.connection.execute(OVERRUNS)
                self.connection.executemany("INSERT INTO overruns VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING", late)

    @contextlib.contextmanager
    def writing(self) -> Iterator[Callable[[str, Mapping[str, Any]], object]]:
        """A transaction, and a function that puts a row into a table unless it is there already."""

        def insert(table: str, row: Mapping[str, Any]) -> object:
            columns, places = ", ".join(row), ", ".join("?" * len(row))
            statement = f"INSERT INTO {table} ({columns}) VALUES ({places}) ON CONFLICT DO NOTHING"
            return self.connection.execute(statement, tuple(row.values()))

        with self._transaction():
            yield insert

    # ---- reading

    def rows(self, query: str, *values: Any) -> list[dict[str, Any]]:
        """What a query gives, as dictionaries."""
        with self._errors():
            cursor = self.connection.execute(query, values)
            names = [column[0] for column in cursor.description]
            return [dict(zip(names, row, strict=True)) for row in cursor]

    def finished(self, experiment: str) -> set[tuple[str, int, int]]:
        """Point, deal and seating of every game that is there."""
        query = "SELECT point, deal, seating FROM games JOIN points ON point = points.id WHERE experiment = ?"
        with self._errors():
            return set(self.connection.execute(query, (experiment,)))

    def forfeits(self, experiment: str | None = None) -> dict[str, Forfeited]:
        """Games (of one experiment) that were given away, by id."""
        if not self.rows("SELECT 1 FROM sqlite_master WHERE name = 'forfeits'"):
            return {}
        rows = self.rows(
            "SELECT game, seat, reason FROM forfeits JOIN games ON game = games.id JOIN points ON point = points.id "
            "WHERE experiment = ? OR ? IS NULL ORDER BY points.number, deal, seating",
            experiment,
            experiment,
        )
        return {row["game"]: Forfeited(row["seat"], row["reason"]) for row in rows}

    def overruns(self, experiment: str) -> dict[str, list[Overrun]]:
        """Games of an experiment in which somebody took longer than was given, by id."""
        if not self.rows("SELECT 1 FROM sqlite_master WHERE name = 'overruns'"):
            return {}
        found: dict[str, list[Overrun]] = {}
        query = (
            "SELECT game, seat, overruns.moves AS late, worst FROM overruns JOIN games ON game = games.id "
            "JOIN points ON point = points.id WHERE experiment = ? ORDER BY points.number, deal, seating, seat"
        )
        for row in self.rows(query, experiment):
            found.setdefault(row["game"], []).append(Overrun(row["seat"], row["late"], row["worst"]))
        return found

    def experiments(self) -> list[str]:
        """The names of all experiments, in the order in which they began."""
        return [row["name"] for row in self.rows("SELECT name FROM experiments ORDER BY started, rowid")]

    def find(self, game: str) -> dict[str, Any]:
        """The row of a game by its id or the beginning of it, with its point and experiment. Raises `StoreError`."""
        found = self.rows(
            "SELECT games.*, varied, entrants, lineup, experiment, fixed, folder, versions.versions AS played_by "
            "FROM games JOIN points ON point = points.id JOIN experiments ON experiment = name "
            "JOIN versions ON versions.id = games.versions WHERE games.id >= ? AND games.id < ? LIMIT 2",
            game,
            game + "g",  # ids are hexadecimal
        )
        if not found or not game:
            raise StoreError(f"{self.name} has no game {game!r}; `anyspace lab export csv` lists the ids")
        if len(found) > 1:
            raise StoreError(f"{game!r} is the beginning of several ids, such as {found[0]['id']} and {found[1]['id']}")
        return {**found[0], "moves": unpack(found[0]["moves"])}


def _row(game: Played, versions: int) -> Sequence[Any]:
    record, seeds = game.record, game.seeds
    return (
        record.id,
        game.point.id,
        game.deal,
        game.seating,
        json.dumps(record.payoffs),
        json.dumps(game.scores),
        record.plies,
        record.decisions,
        record.iterations,
        record.seconds,
        record.thinking,
        seeds.start,
        seeds.chance,
        json.dumps(seeds.seats),
        pack(record.moves),
        versions,
        _now(),
    )


def _now() -> str:
    return datetime.now(timezone.utc).isoformat(timespec="milliseconds")
