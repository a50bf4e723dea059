"""What positions are compared by as somebody's own function says: `phi(state, player, out)`.

It is written as the rule `planes` is: `state` is what the game's rules get (the object itself, where a game consists of
Python objects), `player` who moves, `out` an array of zeros, float32, for as many numbers as `similar` has in `size`.
It is compiled where the game's rules are, with bounds checked.
"""

from __future__ import annotations

import ctypes
import inspect
from typing import Any

import numpy as np

from ...errors import GameError, OptionError
from ...machine.complaint import raised_at
from ...machine.jit import bind, compile_c, plain
from ...machine.native import prototype
from ...rules import entries
from ...rules.callbacks import CallbackBackend
from ...rules.codes import OK, RULE_RAISED
from ...rules.diagnose import record_of
from ...rules.game import AnyGame
from ...rules.records import Records
from ...rules.table import signatures
from ..opponents.models import function_of_file

IN_A_FILE = ".py:"
TAKES = 3

MARK = np.dtype(np.int32).itemsize
"""Bytes before the position on which it failed: who was to move, and one more; 0 while it has not."""


def is_own(phi: Any) -> bool:
    """Whether that is a function, or `FILE.py:NAME`."""
    return inspect.isfunction(plain(phi)) or (isinstance(phi, str) and IN_A_FILE in phi)


def name_of(phi: Any) -> str:
    """The function's."""
    return phi.rpartition(":")[2] if isinstance(phi, str) else plain(phi).__name__


class Own:
    """The function as kernels ask it: in C, over the address of a state. It lives as long as this does."""

    def __init__(self, game: AnyGame, phi: Any, size: int) -> None:
        self.game, self.size, self.name = game, size, name_of(phi)
        self.function = plain(function_of_file(phi) if isinstance(phi, str) else phi)
        takes = getattr(getattr(self.function, "__code__", None), "co_argcount", 0)
        if takes != TAKES:
            raise OptionError(f"similar: phi is a function of state, player and out; {self.name!r} takes {takes}")
        self.error: BaseException | None = None
        self._failed_on = np.zeros(MARK + game.backend.facts.state_bytes, np.uint8)
        by_python = isinstance(game.backend, CallbackBackend)
        self._in_c = prototype(TAKES)(self._told) if by_python else self._compiled()

    @property
    def addresses(self) -> Any:
        """Of the function, and of the place for a position on which it fails."""
        in_c = self._in_c
        at = in_c.address if hasattr(in_c, "address") else ctypes.cast(in_c, ctypes.c_void_p).value
        return np.array([at, self._failed_on.ctypes.data], np.int64)

    def _compiled(self) -> Any:
        import numba

        game: Any = self.game
        face = bind(entries.planes_into, rule=self.function, carray=numba.carray, CELLS=self.size, PLANES=(self.size,))
        signature = signatures(numba.from_dtype(game.state))["planes"]
        try:
            return compile_c(face, signature, f"similar: phi {self.name!r}", True, self.function)
        except GameError as error:
            raise OptionError(str(error)) from error

    def _told(self, at: int, player: int, out: int) -> int:
        """The same in Python, where the game's rules are."""
        backend: Any = self.game.backend
        thing = backend.objects[at]
        try:
            features = np.ctypeslib.as_array((ctypes.c_float * self.size).from_address(out))
            features[:] = 0.0
            with np.errstate(all="ignore"):
                self.function(thing[0] if isinstance(backend, Records) else thing, player, features)
            return OK
        except BaseException as error:
            self.error = error
            return RULE_RAISED

    def failure(self) -> BaseException | None:
        """What it raised, once, or that it gave what is no number."""
        error, self.error = self.error, None
        seat = int(self._failed_on[:MARK].view(np.int32)[0]) - 1
        self._failed_on[:MARK] = 0
        if seat < 0 or error is not None:
            return error
        cause = None if isinstance(self.game.backend, CallbackBackend) else self._raised(seat)
        if cause is None:
            return GameError(f"similar: phi {self.name!r} gave what is not a number")
        found = GameError(f"similar: phi {self.name!r} raised {type(cause).__name__}: {cause} ({raised_at(cause)})")
        found.__cause__ = cause
        return found

    def _raised(self, seat: int) -> Exception | None:
        """What it raises, uncompiled, on the position on which it failed: Python keeps the message and the line."""
        game: Any = self.game
        try:
            with np.errstate(all="ignore"):
                self.function(record_of(game, self._failed_on[MARK:].tobytes()), seat, np.zeros(self.size, np.float32))
        except Exception as error:
            return error
        return None
