"""A search thread's working memory: allocated once a run, handed to kernels as a `Scratch`."""

from __future__ import annotations

import numpy as np

from . import rng as random_numbers
from .core.loop import TALLY, Scratch
from .core.untried import marks_for
from .game import AnyGame, State
from .rules.compiled import SLACK


class Workspace:
    """Owns the arrays that a `Scratch` names by address; keep it alive as long as kernels run."""

    def __init__(self, game: AnyGame, position: State, seed: int) -> None:
        backend = game.backend
        self._root = backend.copy(position._block)
        self._state = backend.copy(position._block)
        self._moves = np.zeros(game.max_moves + SLACK, np.int32)
        self._weights = np.zeros(game.max_moves + SLACK, np.float64)
        self._payoffs = np.zeros(game.players, np.float64)
        self._rng = random_numbers.new(seed)
        self.scratch = Scratch(
            root=self._root.ctypes.data,
            state=self._state.ctypes.data,
            path=np.zeros(game.max_length + 2, np.uint32),
            moves=self._moves,
            weights=self._weights,
            payoffs=self._payoffs,
            marks=marks_for(game.max_moves),
            rng=self._rng,
            tally=np.zeros(1, TALLY).view(np.recarray),
            moves_at=self._moves.ctypes.data,
            weights_at=self._weights.ctypes.data,
            payoffs_at=self._payoffs.ctypes.data,
            rng_at=self._rng.ctypes.data,
        )

    @property
    def iterations(self) -> int:
        """Iterations done so far."""
        return int(self.scratch.tally[0].iterations)

    @property
    def culprit(self) -> float:
        """The number behind a bad status."""
        return float(self.scratch.tally[0].culprit)
