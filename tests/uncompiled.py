"""Searches whose kernels and rules run as plain Python: slow, and nothing has to be compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from anyspace import Search
from anyspace.rules.game import Game
from anyspace.rules.interpreted import InterpretedBackend


def uncompiled(game: Any) -> Any:
    """The game, whose rules are not compiled from now on (those of a Python object never are)."""
    if isinstance(game, Game) and not isinstance(game.__dict__.get("backend"), InterpretedBackend):
        game.__dict__["backend"] = InterpretedBackend(game)
    return game


def plain_search(game: Any, *parts: Any, **options: Any) -> Search:
    """A search that is not compiled. The game's rules are not from now on, either: give it a game of its own."""
    return slowed(Search(uncompiled(game), *(parts or ["plain"]), **options))


def slowed(search: Search) -> Search:
    """The search, whose kernels are not compiled from now on."""
    made: dict[Any, Callable[..., Any]] = {}

    def kernel(function: Any) -> Callable[..., Any]:
        if function not in made:
            made[function] = np.errstate(all="ignore")(search.loop.plain(function))
        return made[function]

    search.loop.kernel = kernel  # type: ignore[method-assign]
    return search
