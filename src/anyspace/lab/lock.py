"""One runner at a time for a database.

SQLite's own locks do the work, on a file beside the database: they are there on every system and vanish with the
process that holds them, however it ends. The file stays; it is empty.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from ..errors import StoreError


def lock_file(database: Path) -> Path:
    """The file beside the database."""
    return database.with_name(database.name + ".lock")


@contextlib.contextmanager
def only_runner(database: Path, option: str = "--database") -> Iterator[None]:
    """Hold the lock. Raises `StoreError` at once if another process holds it, naming the option that says where."""
    connection = _locked(database)
    if connection is None:
        raise StoreError(f"another run is at work on {database}: wait for it to end, or give another {option}")
    try:
        yield
    finally:
        connection.close()


def is_running(database: Path) -> bool:
    """Whether somebody holds the lock."""
    if not lock_file(database).exists():
        return False
    connection = _locked(database)
    if connection is None:
        return True
    connection.close()
    return False


def _locked(database: Path) -> sqlite3.Connection | None:
    """A connection that holds the lock; None if it is taken."""
    connection = None
    try:
        connection = sqlite3.connect(lock_file(database), timeout=0, isolation_level=None)
        connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        if connection is not None:
            connection.close()
        if "locked" in str(error):
            return None
        raise StoreError(f"cannot write beside {database}: {error}") from None
    return connection
