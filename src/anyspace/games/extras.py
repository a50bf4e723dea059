"""What some games have beside their rules: functions in their modules that are asked for by name.

- `picture(positions, names)`: a line as SVG or HTML, from its states and the names of its moves.
- `verdict(state)`: in one line, why a game that has ended is no solution; None where it is one.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

from ..rules.game import AnyGame


def extra(game: AnyGame, name: str) -> Callable[..., Any] | None:
    """That function of the game's module; None where it has none."""
    origin = game.origin
    if origin is None or ":" in origin.name:
        return None
    found: Callable[..., Any] | None = getattr(importlib.import_module(f"{__package__}.{origin.name}"), name, None)
    return found
