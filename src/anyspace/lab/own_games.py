"""Games for the lab: those that anyspace knows by name, and one's own, as `FILE.py:NAME`."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

from .. import games
from ..errors import ExperimentError
from ..rules.game import AnyGame

SEPARATOR = ".py:"


def load_game(text: str, folder: Path) -> AnyGame:
    """A game by name, or NAME in the file FILE.py, which is sought from `folder`: a game, a function that makes one,
    or a class with rules as `PythonGame` takes it. Raises `UnknownGame` or `ExperimentError`."""
    file = file_of(text, folder)
    if file is None:
        return games.load(text)
    name = text.rpartition(":")[2]
    if not file.is_file():
        raise ExperimentError(f"game {text!r}: there is no file {file}")
    if str(file.parent) not in sys.path:
        sys.path.insert(0, str(file.parent))  # for what it imports
    spec = importlib.util.spec_from_file_location(f"anyspace_own_game_{file.stem}", file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    if not hasattr(module, name):
        raise ExperimentError(f"game {text!r}: {file.name} has nothing named {name!r}")
    found = getattr(module, name)
    if isinstance(found, type):
        from ..rules.objects import PythonGame

        return PythonGame(found)
    game = found() if callable(found) else found
    if not isinstance(game, AnyGame):
        raise ExperimentError(f"game {text!r}: {name} is neither a game, nor a class, nor a function that makes a game")
    return game


def file_of(text: str, folder: Path) -> Path | None:
    """The file that the game is in; None for games that are known by name."""
    if SEPARATOR not in text:
        return None
    return (folder / text.rpartition(":")[0]).resolve()
