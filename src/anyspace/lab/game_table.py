"""Games as one compact table (Parquet), to be kept with the page that was made from them; and back.

A row a game, with everything that results depend on: not the moves and not the seeds, which are most of a database. A
point without games has a row without one. A page can be made again from the table, and a run can go on from it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..errors import MissingDependency, StoreError
from .store import Store

OF_EXPERIMENTS = ("name", "fixed", "separate", "folder", "started")
OF_POINTS = ("id", "experiment", "number", "wanted", "varied", "entrants", "lineup")
OF_GAMES = (
    "id",
    "point",
    "deal",
    "seating",
    "payoffs",
    "scores",
    "plies",
    "decisions",
    "iterations",
    "seconds",
    "thinking",
)
NOT_KEPT = {"start_seed": 0, "chance_seed": 0, "seat_seeds": "[]", "moves": b"", "finished": ""}
"""What a game has in a database and not in the table."""

QUERY = (
    "SELECT fixed, separate, experiment, number, wanted, varied, entrants, lineup, versions.versions AS played_by, "
    + ", ".join("points.id AS point" if column == "point" else f"games.{column}" for column in OF_GAMES)
    + " FROM points JOIN experiments ON experiment = name LEFT JOIN games ON point = points.id "
    "LEFT JOIN versions ON versions.id = games.versions "
    "ORDER BY experiments.rowid, points.number, deal, seating"
)


def _parquet() -> Any:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise MissingDependency("Parquet needs pyarrow: pip install 'anyspace[lab]'") from None
    return pyarrow


def save(store: Store, path: Path) -> Path:
    """Write the games of a database. Returns the path."""
    pyarrow = _parquet()
    rows = store.rows(QUERY)
    if all(row["id"] is None for row in rows):
        raise StoreError(f"{store.name} has no games")
    table = pyarrow.table({column: [row[column] for row in rows] for column in rows[0]})
    try:
        pyarrow.parquet.write_table(table, path, compression="zstd")
    except OSError as error:
        raise StoreError(f"cannot write {path}: {error.strerror or error}") from None
    return path


def restore(path: Path, store: Store) -> Store:
    """Put the games of a table into a database that does not have them. Returns it."""
    pyarrow = _parquet()
    try:
        rows: list[dict[str, Any]] = pyarrow.parquet.read_table(path).to_pylist()
    except (OSError, pyarrow.ArrowInvalid) as error:
        raise StoreError(f"{path} is no table of games: {error}") from None
    experiments = {row["experiment"]: row for row in rows}
    points = {row["point"]: row for row in rows}
    games = [row for row in rows if row["id"] is not None]
    with store.writing() as insert:
        for name, row in experiments.items():
            insert(
                "experiments", dict(zip(OF_EXPERIMENTS, (name, row["fixed"], row["separate"], ".", ""), strict=True))
            )
        for point, row in points.items():
            insert("points", {**{column: row[column] for column in OF_POINTS if column != "id"}, "id": point})
        for row in games:
            insert("versions", {"versions": row["played_by"]})
    numbers = {row["versions"]: row["id"] for row in store.rows("SELECT id, versions FROM versions")}
    with store.writing() as insert:
        for row in games:
            kept = {column: row[column] for column in OF_GAMES}
            insert("games", {**kept, **NOT_KEPT, "versions": numbers[row["played_by"]]})
    return store
