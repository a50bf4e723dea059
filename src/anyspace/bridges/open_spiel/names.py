"""Names and parameters of OpenSpiel's games. Checked here, before pyspiel sees them: it prints its errors, and some
wrong values end the process."""

from __future__ import annotations

import contextlib
import difflib
import importlib
import re
from typing import Any

from ...errors import MissingDependency, OptionError, UnknownGame

PREFIX = "open_spiel:"

PLAYER_COUNTS = ("players", "num_players", "numPlayers")
"""What games call the number of players among their parameters."""


def library() -> Any:
    """pyspiel. Raises `MissingDependency`."""
    try:
        return importlib.import_module("pyspiel")
    except ImportError as error:
        raise MissingDependency(f'{PREFIX}NAME needs OpenSpiel: pip install "anyspace[openspiel]" ({error})') from error


def parsed(text: str) -> dict[str, Any]:
    """A description as parameters, the game's name among them."""
    compact = re.sub(r"\s*([(),=])\s*", r"\1", text.strip())
    if not re.fullmatch(r"\w+(\(.*\))?", compact, re.DOTALL) or compact.count("(") != compact.count(")"):
        raise UnknownGame(f"{text!r} is not the name of an OpenSpiel game; write NAME or NAME(parameter=value,...)")
    return dict(library().game_parameters_from_string(compact))


def checked(given: dict[str, Any]) -> dict[str, Any]:
    """The parameters of a game, and those of the games among them, each of the type that pyspiel expects."""
    name = str(given.get("name", ""))
    kind = kind_of(name)
    takes = kind.parameter_specification
    known = f"it takes {', '.join(takes)}" if takes else "it takes none"
    fitted: dict[str, Any] = {"name": name}
    for parameter, value in given.items():
        if parameter == "name":
            continue
        if parameter not in takes:
            raise OptionError(f"{PREFIX}{name} has no parameter {parameter!r}; {known}")
        fitted[parameter] = _fitted(f"{PREFIX}{name}: {parameter}", value, takes[parameter])
        if parameter in PLAYER_COUNTS and not kind.min_num_players <= value <= kind.max_num_players:
            raise OptionError(
                f"{PREFIX}{name}: {parameter} must be {kind.min_num_players} to {kind.max_num_players}, not {value}"
            )
    if len(fitted) == 1 and not kind.default_loadable:
        raise OptionError(f"{PREFIX}{name} cannot be loaded without parameters; {known}")
    return fitted


def _fitted(what: str, value: Any, example: Any) -> Any:
    """`value` in the type of `example`, where that is only a matter of writing."""
    if isinstance(example, dict):
        if not isinstance(value, str | dict):
            raise OptionError(f"{what} must be a game, such as tic_tac_toe(), not {value!r}")
        return checked(parsed(value) if isinstance(value, str) else value)
    if isinstance(example, str) and isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    if type(example) is float and type(value) is int:
        return float(value)
    if type(value) is not type(example):
        raise OptionError(f"{what} must be {type(example).__name__}, not {value!r}")
    return value


def kind_of(name: str) -> Any:
    """pyspiel's description of a registered game. Games written in Python register when they are imported."""
    kinds = {kind.short_name: kind for kind in library().registered_games()}
    if name not in kinds:
        with contextlib.suppress(ImportError):  # they need more packages than pyspiel itself
            importlib.import_module("open_spiel.python.games")
        kinds = {kind.short_name: kind for kind in library().registered_games()}
    if name not in kinds:
        close = difflib.get_close_matches(name, kinds, n=1)
        hint = f"; did you mean {PREFIX}{close[0]}?" if close else f"; it has {', '.join(sorted(kinds))}"
        raise UnknownGame(f"OpenSpiel has no game named {name!r}{hint}")
    return kinds[name]


def written(name: str, parameters: dict[str, Any]) -> str:
    """A game and its parameters as pyspiel writes them."""
    return name if not parameters else str(library().game_parameters_to_string({"name": name, **parameters}))
