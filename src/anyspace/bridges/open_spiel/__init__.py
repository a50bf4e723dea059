"""OpenSpiel: its games as ours, and ours as a player of its own."""

from .backend import OpenSpielBackend
from .game import OpenSpielGame, load

__all__ = ["OpenSpielBackend", "OpenSpielGame", "load"]
