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
    "CHANCE": "game",
    "OVER": "game",
    "AnyGame": "game",
    "Game": "game",
    "State": "game",
    "GAMES": "games",
    "load": "games",
    "PythonGame": "rules.objects",
    "TOO_LONG": "rules.codes",
    "Search": "search",
    "Result": "result",
    "UCB1": "select.ucb1",
    "Random": "playout",
    "Determinized": "information",
    "Collect": "memory",
    "Ensemble": "memory",
    "Flatten": "memory",
    "Recycle": "memory",
    "Stop": "memory",
    "Stunt": "memory",
    "Unbounded": "memory",
    "Leaf": "parallel",
    "Root": "parallel",
    "Tree": "parallel",
    "Max": "final",
    "MaxRobust": "final",
    "Robust": "final",
    "Secure": "final",
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
    from .final import Max, MaxRobust, Robust, Secure
    from .game import CHANCE, OVER, AnyGame, Game, State
    from .games import GAMES, load
    from .information import Determinized
    from .memory import Collect, Ensemble, Flatten, Recycle, Stop, Stunt, Unbounded
    from .parallel import Leaf, Root, Tree
    from .playout import Random
    from .result import Result
    from .rules.codes import TOO_LONG
    from .rules.objects import PythonGame
    from .search import Search
    from .select.ucb1 import UCB1

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
