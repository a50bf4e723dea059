"""Asking a model, which lives in Python, from kernels: two C functions over the address of a state.

    odds(state, moves, n, out)   how often the mover plays each of the first n of `moves`, into `out`; sums to 1, or to
                                 less where the model does not know all
    weight(state, observer, out) how likely the moves that the others made so far are, if this is the position

What a model said of a state is remembered by the state's bytes (of compiled games; those of Python are asked again).
"""

from __future__ import annotations

import ctypes
from functools import cached_property
from typing import Any

import numpy as np

from ...errors import OptionError
from ...machine.native import prototype
from ...rules.codes import OK, RULE_RAISED
from ...rules.game import AnyGame, State
from .models import Model

MOST_REMEMBERED = 1 << 18


class Asking:
    """A model as kernels ask it. The functions live as long as this object does."""

    def __init__(self, game: AnyGame, model: Model) -> None:
        self.game, self.model = game, model
        self.error: BaseException | None = None
        self._odds: dict[Any, Any] = {}
        self._weights: dict[Any, float] = {}
        self._functions = (prototype(4)(self._tell_odds), prototype(3)(self._tell_weight))

    @property
    def addresses(self) -> Any:
        """Of the two functions."""
        found = [ctypes.cast(function, ctypes.c_void_p).value for function in self._functions]
        return np.array(found, np.int64)

    @cached_property
    def _bytes(self) -> int:
        return self.game.backend.facts.state_bytes

    @cached_property
    def _remembers(self) -> bool:
        return self.game.backend.facts.copy == 0  # else a block says nothing: it stands for an object

    def failure(self) -> BaseException | None:
        """What the model raised, once."""
        error, self.error = self.error, None
        return error

    def _state(self, at: int) -> State:
        content: Any = (ctypes.c_uint8 * self._bytes).from_address(at)
        return State(self.game, np.frombuffer(content, np.uint8))

    def _tell_odds(self, at: int, moves: int, n: int, out: int) -> int:
        try:
            given = (ctypes.c_int32 * n).from_address(moves)
            key = (ctypes.string_at(at, self._bytes), bytes(given)) if self._remembers else None
            shares: Any = self._odds.get(key) if key is not None else None
            if shares is None:
                shares = self._asked(self._state(at).copy(), [self.game.backend.move(number) for number in given])
                remember(self._odds, key, shares)
            (ctypes.c_double * n).from_address(out)[:] = shares
            return OK
        except BaseException as error:
            self.error = error
            return RULE_RAISED

    def _asked(self, state: State, moves: list[Any]) -> list[float]:
        shares = self.model(state)
        found = [float(shares.get(move, 0.0)) for move in moves]
        total = sum(found)
        if not all(share >= 0.0 for share in found) or not total < float("inf"):
            raise OptionError(f"opponents: the model answered {dict(shares)!r} to the moves {moves!r}")
        return [share / total for share in found] if total > 1.0 else found

    def _tell_weight(self, at: int, observer: int, out: int) -> int:
        try:
            key = (ctypes.string_at(at, self._bytes), observer) if self._remembers else None
            weight = self._weights.get(key) if key is not None else None
            if weight is None:
                weight = self.weight(self._state(at), observer)
                remember(self._weights, key, weight)
            ctypes.c_double.from_address(out).value = weight
            return OK
        except BaseException as error:
            self.error = error
            return RULE_RAISED

    def weight(self, state: State, observer: int) -> float:
        """The product of what the model gives the moves that others have made; 1 where the game does not remember."""
        past = state.past()
        if past is None:
            return 1.0
        then, moves = past
        weight = 1.0
        for move in moves:
            if then.mover >= 0 and then.mover != observer:
                legal = then.moves()
                if move not in legal:  # in this guess it could not have been made
                    return 0.0
                shares = self._asked(then, legal)
                weight *= shares[legal.index(move)] + (1.0 - sum(shares)) / len(legal)
            then.play(move)
        return weight


def remember(store: dict[Any, Any], key: Any, value: Any) -> None:
    """Keep an answer, unless there is nothing to find it by; begin anew where there are too many."""
    if key is not None:
        if len(store) >= MOST_REMEMBERED:
            store.clear()
        store[key] = value
