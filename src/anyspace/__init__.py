"""anyspace: Monte Carlo Tree Search for Python, anytime and anyspace.

    import anyspace

    game = anyspace.load("connect_four")
    result = anyspace.Search(game).run(game.start(), seconds=1.0)
    print(result.move, result.value, result.line)

The names below are imported when first used: `import anyspace` itself loads neither NumPy nor Numba.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

_HOME = {
    "AnyspaceError": "errors",
    "BudgetError": "errors",
    "GameError": "errors",
    "IllegalMove": "errors",
    "MissingDependency": "errors",
    "NothingToSearch": "errors",
    "OptionError": "errors",
    "UnknownGame": "errors",
    "CHANCE": "rules.game",
    "OVER": "rules.game",
    "AnyGame": "rules.game",
    "Game": "rules.game",
    "declare": "rules.game",
    "State": "rules.game",
    "GAMES": "games",
    "load": "games",
    "PythonGame": "rules.objects",
    "TOO_LONG": "rules.codes",
    "Search": "search.search",
    "Result": "search.result",
    "UCB1": "parts.select.ucb1",
    "Random": "parts.playout",
    "Determinized": "parts.information",
    "Collect": "parts.memory",
    "Ensemble": "parts.memory",
    "Flatten": "parts.memory",
    "Recycle": "parts.memory",
    "Stop": "parts.memory",
    "Stunt": "parts.memory",
    "Unbounded": "parts.memory",
    "Leaf": "parts.parallel",
    "Root": "parts.parallel",
    "Tree": "parts.parallel",
    "Max": "parts.final",
    "MaxRobust": "parts.final",
    "Robust": "parts.final",
    "Secure": "parts.final",
}
"""Public name to the module that defines it."""

if TYPE_CHECKING:
    from .errors import (
        AnyspaceError,
        BudgetError,
        GameError,
        IllegalMove,
        MissingDependency,
        NothingToSearch,
        OptionError,
        UnknownGame,
    )
    from .games import GAMES, load
    from .parts.final import Max, MaxRobust, Robust, Secure
    from .parts.information import Determinized
    from .parts.memory import Collect, Ensemble, Flatten, Recycle, Stop, Stunt, Unbounded
    from .parts.parallel import Leaf, Root, Tree
    from .parts.playout import Random
    from .parts.select.ucb1 import UCB1
    from .rules.codes import TOO_LONG
    from .rules.game import CHANCE, OVER, AnyGame, Game, State, declare
    from .rules.objects import PythonGame
    from .search.result import Result
    from .search.search import Search

__all__ = [
    "CHANCE",
    "GAMES",
    "OVER",
    "TOO_LONG",
    "UCB1",
    "AnyGame",
    "AnyspaceError",
    "BudgetError",
    "Collect",
    "Determinized",
    "Ensemble",
    "Flatten",
    "Game",
    "GameError",
    "IllegalMove",
    "Leaf",
    "Max",
    "MaxRobust",
    "MissingDependency",
    "NothingToSearch",
    "OptionError",
    "PythonGame",
    "Random",
    "Recycle",
    "Result",
    "Robust",
    "Root",
    "Search",
    "Secure",
    "State",
    "Stop",
    "Stunt",
    "Tree",
    "Unbounded",
    "UnknownGame",
    "declare",
    "load",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'anyspace' has no attribute {name!r}")
    value = getattr(importlib.import_module(f".{_HOME[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*_HOME, "__version__"])
