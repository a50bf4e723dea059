"""Everything a run has learnt, in one file that survives any end: games, networks, matches, figures.

It is an SQLite database. What belongs together is written in one transaction, so that after a crash, a kill or a power
cut each thing is there whole or not at all, and a run goes on from the last thing that was finished.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..errors import OptionError, StoreError
from .examples import Examples, joined

FORMAT = 1

TABLES = """
CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS games (
    number INTEGER PRIMARY KEY, network INTEGER NOT NULL, positions INTEGER NOT NULL, examples BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS networks (
    number INTEGER PRIMARY KEY, steps INTEGER NOT NULL, games INTEGER NOT NULL, verdict TEXT, weights BLOB);
CREATE TABLE IF NOT EXISTS matches (
    network INTEGER NOT NULL, pair INTEGER NOT NULL, score REAL NOT NULL, PRIMARY KEY (network, pair));
CREATE TABLE IF NOT EXISTS figures (
    number INTEGER PRIMARY KEY, seconds REAL NOT NULL, name TEXT NOT NULL, value REAL NOT NULL);
"""


@dataclass(frozen=True)
class Kept:
    """A network in the store."""

    number: int
    steps: int
    """of training that made it"""
    games: int
    """that had been played then"""
    verdict: str | None
    """"accepted", "refused", or None: it has not been decided"""
    weights: bytes


class Store:
    """The file of one run. Use it in one thread, and let `only_runner` see to it that no other process does."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(path, isolation_level=None)
            self._connection.execute("PRAGMA journal_mode=WAL")
            self._connection.execute("PRAGMA synchronous=NORMAL")
            self._connection.executescript(TABLES)
        except (sqlite3.Error, OSError) as error:
            raise StoreError(f"cannot use {path}: {error}") from None
        self._before = self.seconds()
        self._since = time.monotonic()

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    @contextmanager
    def together(self) -> Iterator[None]:
        """All that is written within is written at once, or not at all."""
        self._run("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._connection.execute("ROLLBACK")
            raise
        self._run("COMMIT")

    def _run(self, text: str, values: tuple[Any, ...] = ()) -> sqlite3.Cursor:
        try:
            return self._connection.execute(text, values)
        except sqlite3.Error as error:
            raise StoreError(f"{self.path}: {error}") from None

    # ---- what the run is about

    def settle(self, facts: dict[str, Any]) -> None:
        """Note what the run is about; raises `OptionError` where the file is about something else."""
        facts = {"format": FORMAT, **facts}
        known = dict(self._run("SELECT name, value FROM facts"))
        for name, value in facts.items():
            text = json.dumps(value)
            if known.get(name, text) != text:
                was, asked = in_one_line(known[name]), in_one_line(text)
                raise OptionError(f"{self.path} was begun with {name} {was}, not {asked}: give another folder")
        with self.together():
            for name, value in facts.items():
                self._run("INSERT OR IGNORE INTO facts VALUES (?, ?)", (name, json.dumps(value)))

    # ---- games

    def add_game(self, network: int, examples: Examples) -> None:
        """A game that is finished."""
        self._run(
            "INSERT INTO games (network, positions, examples) VALUES (?, ?, ?)",
            (network, len(examples), examples.to_bytes()),
        )

    def count_games(self) -> tuple[int, int]:
        """Games, and positions in them."""
        games, positions = self._run("SELECT COUNT(*), COALESCE(SUM(positions), 0) FROM games").fetchone()
        return games, positions

    def positions_since(self, games: int) -> int:
        """Positions in the games after the first so many."""
        return self._run("SELECT COALESCE(SUM(positions), 0) FROM games WHERE number > ?", (games,)).fetchone()[0]

    def examples(self, after: int, most_positions: int) -> tuple[int, Examples | None]:
        """The latest games numbered above `after`, no more positions than this; and the number of the last one."""
        rows = self._run("SELECT number, positions FROM games WHERE number > ? ORDER BY number DESC", (after,))
        numbers: list[int] = []
        for number, positions in rows:
            most_positions -= positions
            if most_positions < 0 and numbers:
                break
            numbers.append(number)
        if not numbers:
            return after, None
        packed = self._run("SELECT examples FROM games WHERE number >= ? ORDER BY number", (numbers[-1],))
        return numbers[0], joined([Examples.from_bytes(blob) for (blob,) in packed])

    def chunks(self) -> Iterator[Examples]:
        """All of them, in their order."""
        for (blob,) in self._run("SELECT examples FROM games ORDER BY number"):
            yield Examples.from_bytes(blob)

    # ---- networks

    def add_network(self, steps: int, games: int, weights: bytes, verdict: str | None = None) -> int:
        """A network that was trained; its number."""
        row = (steps, games, verdict, weights)
        number = self._run("INSERT INTO networks (steps, games, verdict, weights) VALUES (?, ?, ?, ?)", row).lastrowid
        assert number is not None
        self._run(
            "UPDATE networks SET weights = NULL WHERE number < ? AND verdict = 'refused'", (number,)
        )  # nobody asks for them again, and they are what is large
        return number

    def decide(self, number: int, verdict: str) -> None:
        """Whether a network may replace the last one."""
        self._run("UPDATE networks SET verdict = ? WHERE number = ?", (verdict, number))

    def accepted(self) -> Iterator[Kept]:
        """Every network that was, the first one first."""
        rows = self._run(
            "SELECT number, steps, games, verdict, weights FROM networks WHERE verdict = 'accepted' ORDER BY number"
        )
        return (Kept(*row) for row in rows.fetchall())

    def count_decided(self) -> int:
        """Networks that were accepted or refused, the first one, which nobody decided about, left out."""
        return self._run("SELECT COUNT(*) FROM networks WHERE verdict IS NOT NULL AND number > 1").fetchone()[0]

    def latest(self, verdict: str | None = "any") -> Kept | None:
        """The last network, of this verdict if one is named."""
        where = "" if verdict == "any" else "WHERE verdict IS ?"
        row = self._run(
            f"SELECT number, steps, games, verdict, weights FROM networks {where} ORDER BY number DESC LIMIT 1",
            () if verdict == "any" else (verdict,),
        ).fetchone()
        return None if row is None else Kept(*row)

    # ---- matches

    def add_score(self, network: int, pair: int, score: float) -> None:
        """Of a pair of games, each side once first."""
        self._run("INSERT OR IGNORE INTO matches VALUES (?, ?, ?)", (network, pair, score))

    def scores(self, network: int) -> list[float]:
        """Of the pairs that were played, in their order."""
        rows = self._run("SELECT score FROM matches WHERE network = ? ORDER BY pair", (network,))
        return [score for (score,) in rows]

    # ---- figures

    def spent(self) -> float:
        """Seconds this run has been at work, all its lives together."""
        return self._before + time.monotonic() - self._since

    def seconds(self) -> float:
        """The same as it is written."""
        return self._run("SELECT COALESCE(MAX(seconds), 0) FROM figures").fetchone()[0]

    def note(self, **figures: float) -> None:
        """Figures of this moment."""
        now = self.spent()
        for name, value in figures.items():
            self._run("INSERT INTO figures (seconds, name, value) VALUES (?, ?, ?)", (now, name, float(value)))

    def figures(self, name: str) -> list[tuple[float, float]]:
        """Seconds and values of one figure, in their order."""
        rows = self._run("SELECT seconds, value FROM figures WHERE name = ? ORDER BY number", (name,))
        return [(seconds, value) for seconds, value in rows]


def in_one_line(text: str) -> str:
    """A fact as errors tell it: of several values, the values."""
    fact = json.loads(text)
    return ", ".join(map(str, fact.values())) if isinstance(fact, dict) else text
