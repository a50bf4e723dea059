"""Games of one's own for commands: `FILE.py:NAME`, or `FILE.py:NAME(option=value, ...)` where NAME is a function."""

from __future__ import annotations

import importlib.util
import inspect
import sys
from pathlib import Path
from typing import Any

from ..errors import GameError, OptionError, UnknownGame
from ..machine.complaint import raised_at
from ..rules.game import AnyGame
from . import split

SEPARATOR = ".py:"


def load_game(text: str, folder: Path | None = None) -> AnyGame:
    """A game by name, or NAME in the file FILE.py, which is sought from `folder` (the current one): a game, a function
    that makes one, or a class with rules as `PythonGame` takes it. Raises `UnknownGame`, `OptionError`, `GameError`."""
    file = file_of(text, folder or Path())
    if file is None:
        from . import load

        return load(text)
    name, options = split(text[text.index(SEPARATOR) + len(SEPARATOR) :])
    module = _imported(text, file)
    if not hasattr(module, name):
        close = [each for each, value in vars(module).items() if isinstance(value, AnyGame)]
        hint = f"; it has {', '.join(close)}" if close else ""
        raise UnknownGame(f"game {text!r}: {file.name} has nothing named {name!r}{hint}")
    found = getattr(module, name)
    if isinstance(found, AnyGame):
        if options:
            raise OptionError(f"game {text!r}: {name} is a game; only a function or a class takes options")
        return found
    if isinstance(found, type):
        from ..rules.objects import PythonGame

        return _made(text, PythonGame, options, found)
    game = _made(text, found, options) if callable(found) else found
    if not isinstance(game, AnyGame):
        raise UnknownGame(f"game {text!r}: {name} is neither a game, nor a class, nor a function that makes a game")
    return game


def file_of(text: str, folder: Path) -> Path | None:
    """The file that the game is in; None for games that are known by name."""
    if SEPARATOR not in text:
        return None
    return (folder / text[: text.index(SEPARATOR) + len(SEPARATOR) - 1]).resolve()


def _imported(text: str, file: Path) -> Any:
    if not file.is_file():
        raise UnknownGame(f"game {text!r}: there is no file {file}")
    if str(file.parent) not in sys.path:
        sys.path.insert(0, str(file.parent))  # for what it imports
    spec = importlib.util.spec_from_file_location(f"anyspace_own_game_{file.stem}", file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    except GameError:
        raise
    except Exception as error:
        where = f"{file.name}:{error.lineno}" if isinstance(error, SyntaxError) else raised_at(error)
        raise GameError(
            f"game {text!r}: importing {file.name} raised {type(error).__name__}: {error} ({where})"
        ) from error
    return module


def _made(text: str, maker: Any, options: dict[str, Any], *first: Any) -> Any:
    takes = inspect.signature(maker)
    try:
        takes.bind(*first, **options)
    except TypeError as error:
        raise OptionError(
            f"game {text!r}: {error}; it takes ({', '.join(list(takes.parameters)[len(first) :])})"
        ) from None
    return maker(*first, **options)
