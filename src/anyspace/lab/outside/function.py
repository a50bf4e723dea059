"""A player that is a Python function: `f(state) -> move`, by `FILE.py:NAME` or `module:NAME`."""

from __future__ import annotations

import importlib
import importlib.util
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ...errors import ExperimentError
from ...rules.game import AnyGame, State
from ..decision import Decision, Forfeit, Outsider, Table, only_legal
from .limit import check_timeout, in_time, timeout_of

IN_A_FILE = ".py:"


def check(table: Table) -> None:
    """Raises `ExperimentError` for what names no function, or gives it no time."""
    check_name(table["function"])
    check_timeout(table)


def check_name(text: str) -> None:
    """The same for a text."""
    place, colon, name = text.rpartition(":")
    if not (place and colon and name.isidentifier()):
        raise ExperimentError(f"a function is given as FILE.py:NAME or module:NAME, not {text!r}")


def find(text: str, folder: Path) -> Callable[..., Any]:
    """The function that `FILE.py:NAME`, sought from `folder`, or `module:NAME` names. Raises `ExperimentError`."""
    check_name(text)
    place, _, name = text.rpartition(":")
    try:
        module = _of_file(folder / place) if place.endswith(".py") else importlib.import_module(place)
    except ExperimentError:
        raise
    except Exception as error:
        raise ExperimentError(f"{text}: importing it raised {type(error).__name__}: {error}") from error
    found = getattr(module, name, None)
    if not callable(found):
        raise ExperimentError(f"{text}: {place} has no function {name!r}")
    return found


def _of_file(file: Path) -> Any:
    if not file.is_file():
        raise ExperimentError(f"there is no file {file}")
    file = file.resolve()
    if str(file.parent) not in sys.path:
        sys.path.insert(0, str(file.parent))  # for what it imports
    spec = importlib.util.spec_from_file_location(f"anyspace_player_{file.stem}", file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


class FunctionPlayer(Outsider):
    """Asks the function for every move. It is shown a copy of the position."""

    def __init__(self, game: AnyGame, table: Table, folder: Path) -> None:
        self._function = find(table["function"], folder)
        self._timeout = timeout_of(table)

    def decide(self, state: State, source: random.Random) -> Decision:
        """What the function says. It may also name the move, as people do."""
        try:
            move = in_time(self._timeout, lambda: self._function(state.copy()))
        except Forfeit:
            raise
        except Exception as error:
            raise Forfeit(f"raised {type(error).__name__}: {error}") from error
        if isinstance(move, str) and move not in state.moves():
            try:
                return Decision(state.parse(move))
            except Exception:
                raise Forfeit(f"answered with {move!r}, which is not a legal move") from None
        return Decision(only_legal(state, move, repr(move)))
