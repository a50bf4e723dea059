"""Games for the lab: those that anyspace knows by name, and one's own, as `FILE.py:NAME`."""

from __future__ import annotations

from pathlib import Path

from ..errors import ExperimentError, UnknownGame
from ..games import own
from ..games.own import file_of
from ..rules.game import AnyGame

__all__ = ["file_of", "load_game"]


def load_game(text: str, folder: Path) -> AnyGame:
    """The game, sought from `folder` if it is in a file. What is wrong with a file is wrong with the experiment."""
    try:
        return own.load_game(text, folder)
    except UnknownGame as error:
        if file_of(text, folder) is None:
            raise
        raise ExperimentError(str(error)) from None
