"""With what options was a game built? Its rules are closures over them."""

from __future__ import annotations

import inspect
from types import FunctionType
from typing import Any

from ...games import GAMES, builder
from ...rules.game import AnyGame, Game

PLAIN = (bool, int, float, str)


def options_of(game: AnyGame) -> dict[str, Any]:
    """The options of a built-in game: what its rules use, and its defaults where they use an option in no rule that we
    can look into. Of other games, nothing."""
    if not isinstance(game, Game) or game.name not in GAMES:
        return {}
    parameters = inspect.signature(builder(game.name)).parameters
    defaults = {name: parameter.default for name, parameter in parameters.items()}
    return {**defaults, **_used(game, set(parameters))}


def _used(game: Game, names: set[str]) -> dict[str, Any]:
    rules = (*game.rules.values(), game.move_name, game.parse_move, game.render, game.view)
    waiting = [rule for rule in rules if isinstance(rule, FunctionType)]
    seen = set(waiting)
    found: dict[str, Any] = {}
    while waiting:
        for name, value in inspect.getclosurevars(waiting.pop()).nonlocals.items():
            if name in names and isinstance(value, PLAIN):
                found[name] = value
            elif isinstance(value, FunctionType) and value not in seen:
                seen.add(value)
                waiting.append(value)
    return found
