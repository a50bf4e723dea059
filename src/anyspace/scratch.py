"""A search thread's working memory: allocated once a run, handed to kernels as a `Scratch`."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import rng as random_numbers
from .core.questions import TALLY, Scratch
from .core.untried import marks_for
from .game import AnyGame, State
from .memory.sweep import LEDGER
from .rules.compiled import SLACK


def arrays(game: AnyGame, trees: int, capacity: int) -> dict[str, Any]:
    """The arrays of a `Scratch`. No path is longer than a game, or than the pool has nodes."""
    return {
        "paths": np.zeros((trees, min(game.max_length, capacity) + 2), np.uint32),
        "depths": np.zeros(trees, np.int64),
        "moves": np.zeros(game.max_moves + SLACK, np.int32),
        "weights": np.zeros(game.max_moves + SLACK, np.float64),
        "payoffs": np.zeros(game.players, np.float64),
        "marks": marks_for(game.max_moves),
        "ledger": np.zeros(game.max_moves + 1, LEDGER).view(np.recarray),
        "rng": np.zeros(1, np.uint64),
        "tally": np.zeros(1, TALLY).view(np.recarray),
    }


def scratch_bytes(game: AnyGame, trees: int, capacity: int) -> int:
    """How much memory a `Workspace` takes, states included."""
    return sum(array.nbytes for array in arrays(game, trees, capacity).values()) + 2 * game.backend.table.state_bytes


class Workspace:
    """Owns the arrays that a `Scratch` names by address; keep it alive as long as kernels run."""

    def __init__(self, game: AnyGame, position: State, trees: int, capacity: int, seed: int) -> None:
        self._backend = game.backend
        self._root = game.backend.copy(position._block)
        self._state = game.backend.copy(position._block)
        self._arrays = arrays(game, trees, capacity)
        self._arrays["rng"][:] = random_numbers.new(seed)
        self.scratch = Scratch(
            root=self._root.ctypes.data,
            state=self._state.ctypes.data,
            **self._arrays,
            **{f"{name}_at": self._arrays[name].ctypes.data for name in ("moves", "weights", "payoffs", "rng")},
        )

    def start_from(self, state: State) -> None:
        """Search from another position."""
        self._backend.assign(self._root, state._block)

    @property
    def iterations(self) -> int:
        """Iterations done so far."""
        return int(self.scratch.tally[0].iterations)

    @property
    def culprit(self) -> float:
        """The number behind a bad status."""
        return float(self.scratch.tally[0].culprit)
