"""What the subcommands of `anyspace lab` share. Imports nothing heavy."""

from __future__ import annotations

import argparse
from pathlib import Path

from ..errors import ExperimentError
from .common import whole

DATABASE = "anyspace-lab.db"
"""In the current folder, unless --database says otherwise."""

INTERRUPTED = 130
"""Exit code after Ctrl-C."""


def add_processes(parser: argparse.ArgumentParser) -> None:
    """--processes."""
    parser.add_argument("--processes", metavar="N", type=whole, help="how many games at once (default: one a core)")


def database(args: argparse.Namespace) -> Path:
    """The database that was asked for."""
    return args.database or Path(DATABASE)


def check_positive(args: argparse.Namespace, *names: str) -> None:
    """Raises `ExperimentError` for a number below 1."""
    for name in names:
        value = getattr(args, name)
        if value is not None and value < 1:
            raise ExperimentError(f"--{name.replace('_', '-')} must be 1 or more, not {value}")
