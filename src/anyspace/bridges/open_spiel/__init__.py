"""OpenSpiel: its games as ours (`load`, `OpenSpielGame`), and ours as a player in its tournaments (`Bot`)."""

from __future__ import annotations

from typing import Any

from .backend import OpenSpielBackend
from .game import OpenSpielGame, load

__all__ = ["OpenSpielBackend", "OpenSpielGame", "load"]  # and Bot


def __getattr__(name: str) -> Any:
    """`Bot` is a subclass of pyspiel's, and made when it is first asked for."""
    if name != "Bot":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from .bot import bot_class

    globals()["Bot"] = made = bot_class()
    return made
