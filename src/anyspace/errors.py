"""Every error anyspace raises on purpose. All are `AnyspaceError`; most are also the builtin a caller would expect."""

from __future__ import annotations


class AnyspaceError(Exception):
    """The family: `except anyspace.AnyspaceError` catches whatever this package raises on purpose."""


class UnknownGame(AnyspaceError, LookupError):
    """No game of that name, or a game that does not take that option."""


class IllegalMove(AnyspaceError, ValueError):
    """A move that the rules do not allow here, or text that names no move."""


class GameError(AnyspaceError):
    """A game broke its contract: too many moves, a payoff out of range, a rule that raised or does not compile."""


class BudgetError(AnyspaceError, ValueError):
    """A budget that is missing, zero, negative or not a number."""


class NothingToSearch(AnyspaceError, ValueError):
    """The game is over, chance is to move, or no search has been started."""


class Busy(AnyspaceError, RuntimeError):
    """A search that another thread uses at this moment, or an operation within another one of the same search."""


class OptionError(AnyspaceError, ValueError):
    """A search option of the wrong kind or out of its range."""


class MissingDependency(AnyspaceError, ImportError):
    """A feature needs a package that is not installed; the message says which extra brings it."""


class NetworkError(AnyspaceError, ValueError):
    """A network that answers with what is no policy and no value: not a number, beyond -1 and 1, of another kind."""


class StatisticsError(AnyspaceError, ValueError):
    """A statistic that is asked of too few values, or with a parameter that makes no sense."""


class ExperimentError(AnyspaceError, ValueError):
    """An experiment that makes no sense: an unknown key, player or scoring rule, seats that do not fit the game."""


class StoreError(AnyspaceError, OSError):
    """A results database that cannot be used: a full disk, another program's file, a newer format, another runner."""


class PositionError(AnyspaceError, ValueError):
    """What describes no position of a game: unknown fields, wrong shapes, text or a record of moves that do not fit."""


class ProtocolError(AnyspaceError, ValueError):
    """What another program said makes no sense in its protocol, or a game that a protocol has no words for."""
