"""Online outcome sampling: an equilibrium strategy for the position at hand, found while the game is played
(docs/equilibria.md)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ... import numeric
from ...errors import OptionError
from ...machine.jit import compile_kernel
from ...rules.game import AnyGame, State
from .mccfr import MCCFR
from .targeting import Aim, targeted


class OOS(MCCFR):
    """Outcome sampling aimed at a position: `at(state).run(iterations=...)`, then `strategy(state)`. What was learnt
    stays for the next position. targeting: the share of games that lead to the position. exploration: how often any
    move is drawn."""

    def __init__(
        self, game: AnyGame, targeting: float = 0.9, exploration: float = 0.4, seed: int | None = None
    ) -> None:
        super().__init__(game, "outcome", exploration, seed)
        found = numeric.finite(targeting)
        if found is None or not 0.0 <= found < 1.0:
            raise OptionError(f"OOS: targeting must be a number from 0 to less than 1, not {targeting!r}")
        if game.hides_moves or game.simultaneous:
            raise OptionError(f"{game.name}: moves are not seen by all, so that what happened cannot be followed")
        self.targeting = float(found)
        self._aim = self._aimed(None)

    def at(self, state: State) -> OOS:
        """From now on games lead there. Raises `OptionError` where the game does not remember its moves."""
        if state.game != self.game or state.mover < 0:
            raise OptionError(f"OOS: a position of {self.game.name} is needed in which a player is to move")
        self._aim = self._aimed(state)
        return self

    def _aimed(self, state: State | None) -> Aim:
        moves, key, observer, share = [], 0, 0, 0.0
        if state is not None:
            past = state.past()
            if past is None:
                raise OptionError(f"{self.game.name} has no rule 'rewind', or it does not tell what was played here")
            moves, observer, share = past[1], state.mover, self.targeting
            key = past[0].information_key(observer)
        numbers = [self.game.backend.number(move) for move in moves]
        return Aim(
            moves=np.array(numbers, np.int32),
            key=np.array([key], np.int64),
            observer=observer,
            targeting=share,
            tally=np.array([1, 1], np.int64),
            odds=np.zeros(2),
        )

    def _step(self, iterations: int) -> int:
        if "targeted" not in _made:
            function: Any = targeted
            _made["targeted"] = compile_kernel(function, "equilibria: online outcome sampling")
        return int(_made["targeted"](self._table, self._sets, self._desk, self._aim, self.exploration, iterations))


_made: dict[str, Any] = {}
