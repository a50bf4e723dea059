"""Every game as a row of a table, for other programs: CSV and Parquet."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from ..errors import MissingDependency, StoreError
from .store import Store
from .transcript import unpack

QUERY = """
SELECT games.id, experiment, fixed, point, varied, entrants, lineup, deal, seating, payoffs, scores, plies, decisions,
       iterations, seconds, thinking, start_seed, chance_seed, seat_seeds, moves, finished,
       versions.versions AS played_by
FROM games JOIN points ON point = points.id JOIN experiments ON experiment = name
     JOIN versions ON versions.id = games.versions
WHERE experiment = ? OR ? IS NULL
ORDER BY experiments.rowid, points.number, deal, seating
"""


def games(store: Store, experiment: str | None = None) -> Iterator[dict[str, Any]]:
    """Every game (of one experiment) with all that is known of it; lists stand as JSON, moves as numbers: the place of
    each among the legal moves."""
    forfeits = store.forfeits(experiment)
    for row in store.rows(QUERY, experiment, experiment):
        lost = forfeits.get(row["id"])
        fixed, varied = json.loads(row.pop("fixed")), json.loads(row.pop("varied"))
        played_by = json.loads(row.pop("played_by"))
        scores = json.loads(row["scores"])
        moves = " ".join(map(str, unpack(row.pop("moves"))))
        yield {
            "id": row.pop("id"),
            "experiment": row.pop("experiment"),
            "game": fixed["game"],
            "scoring": fixed["scoring"],
            "seed": fixed["seed"],
            **{f"varied.{key}": value for key, value in varied.items()},
            "score": scores[0],
            **row,
            "sides": json.dumps(fixed["sides"]),
            "moves": moves,
            **({"forfeit": lost.reason, "forfeit_seat": lost.seat} if lost else {}),
            **{f"version.{key}": value for key, value in played_by.items()},
        }


def columns(rows: list[dict[str, Any]]) -> list[str]:
    """All columns that occur: points may vary in different things."""
    return list(dict.fromkeys(key for row in rows for key in row))


def to_csv(rows: list[dict[str, Any]], out: IO[str]) -> None:
    """Write comma-separated values with a header."""
    writer = csv.DictWriter(out, columns(rows), restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)


def to_parquet(rows: list[dict[str, Any]], path: Path) -> None:
    """Write a Parquet file. A column whose values are of several kinds becomes text."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise MissingDependency("Parquet needs pyarrow: pip install 'anyspace[lab]'") from None
    table = {}
    for column in columns(rows):
        values = [row.get(column) for row in rows]
        kinds = {type(value) for value in values if value is not None}
        plain = len(kinds) <= 1 or kinds == {int, float}
        table[column] = values if plain else [None if value is None else str(value) for value in values]
    try:
        pyarrow.parquet.write_table(pyarrow.table(table), path)
    except OSError as error:
        raise StoreError(f"cannot write {path}: {error.strerror or error}") from None
