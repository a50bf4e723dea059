"""Games as environments of PettingZoo (aec.py) and Gymnasium (seat.py), and Gymnasium's as games (wrapped.py).

`anyspace.environments.aec_env(game)`, `seat_env(game)` and `game_of_env(make, random=...)`, imported when first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

HOME = {"aec_env": "aec", "seat_env": "seat", "game_of_env": "wrapped"}


def __getattr__(name: str) -> Any:
    if name not in HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{HOME[name]}"), name)
