"""Small experiments, and running the command as a process of its own."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import anyspace
from anyspace.lab.experiment import Experiment
from anyspace.lab.file import experiment

SOURCES = str(Path(anyspace.__file__).parents[1])


def small(folder: Path, **given: Any) -> Experiment:
    """Noughts and crosses with hardly any thought, unless told otherwise."""
    table = {"game": "tic_tac_toe", "games": 4, "player": {"iterations": 20}, "opponent": {"iterations": 10}}
    return experiment({**table, **given}, name="small", folder=folder)


def command(*words: str, **options: Any) -> subprocess.Popen[str]:
    """`anyspace lab ...` in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "anyspace", "lab", *words],
        env={**os.environ, "PYTHONPATH": SOURCES, "ANYSPACE_QUIET": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **options,
    )


def games_in(database: Path) -> list[tuple[Any, ...]]:
    """Everything about every game that does not depend on when it was played."""
    if not database.exists():
        return []
    connection = sqlite3.connect(database, timeout=30)
    try:
        return connection.execute(
            "SELECT id, point, deal, seating, payoffs, scores, plies, decisions, iterations, start_seed, chance_seed, "
            "seat_seeds, moves FROM games ORDER BY id"
        ).fetchall()
    except sqlite3.OperationalError:  # it has no tables yet
        return []
    finally:
        connection.close()


def wait_for(condition: Any, seconds: float = 60.0) -> None:
    """Until something is true."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it does not come true"
        time.sleep(0.005)
