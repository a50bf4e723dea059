"""A search thread's working memory: allocated once a search, handed to kernels as a `Scratch`."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .. import rng as random_numbers
from ..core.binding import Loop
from ..core.questions import OWED, TALLY, Scratch
from ..core.untried import marks_for
from ..machine.blocks import aligned_bytes
from ..parts.memory.sweep import LEDGER
from ..rules.compiled import SLACK
from ..rules.game import AnyGame, State

LINES = 128
"""Bytes that a processor fetches together: two cache lines."""


def arrays(game: AnyGame, trees: int, capacity: int, loop: Loop) -> dict[str, Any]:
    """The arrays of a `Scratch`. No path is longer than a game, or than the pool has nodes."""
    return {
        "paths": apart((trees, min(game.max_length, capacity) + 2), np.uint32),
        "depths": apart((trees,), np.int64),
        "moves": apart((game.max_moves + SLACK,), np.int32),
        "weights": apart((game.max_moves + SLACK,), np.float64),
        "payoffs": apart((game.players,), np.float64),
        "marks": apart(marks_for(game.max_moves).shape, np.int32),
        "ledger": apart((game.max_moves + 1,), LEDGER).view(np.recarray),
        "rng": apart((1,), np.uint64),
        "tally": apart((1,), TALLY).view(np.recarray),
        "scores": apart((game.max_moves + SLACK,), np.float64),
        "places": apart((max(game.actions or 0, len(marks_for(game.max_moves))) if loop.competes else 1,), np.uint32),
        "trace": apart((2 * game.max_length + 2 if loop.traces else 1,), np.int32),
        "told": apart((2,), np.int64),
        "reserve": apart((1,), np.uint32),
        "owed": apart((trees,), OWED).view(np.recarray),
        "watch": apart((3,), np.int64),
    }


def apart(shape: tuple[int, ...], kind: Any) -> Any:
    """Zeros that share no cache line (nor the one fetched along with it) with anything else: two threads that write to
    one line, each to words of its own, cost each other a fifth of their time, measured."""
    count = math.prod(shape)
    size = count * np.dtype(kind).itemsize
    return aligned_bytes(-(-size // LINES) * LINES).view(np.uint8)[:size].view(kind).reshape(shape)


def notes(loop: Loop) -> tuple[Any, ...]:
    """What the parts of a search note in a thread's own memory."""
    return tuple(apart(shape, kind) for kind, shape in loop.notes) or (np.zeros(1, np.int8),)


def scratch_bytes(game: AnyGame, trees: int, capacity: int, loop: Loop) -> int:
    """How much memory a `Workspace` takes, states included."""
    everything = [*arrays(game, trees, capacity, loop).values(), *notes(loop)]
    own = sum(-(-array.nbytes // LINES) * LINES for array in everything)
    return own + (2 + loop.spares) * max(LINES, game.backend.table.state_bytes)


class Workspace:
    """Owns the arrays that a `Scratch` names by address; keep it alive as long as kernels run."""

    def __init__(self, game: AnyGame, position: State, trees: int, capacity: int, seed: int, loop: Loop) -> None:
        self.size = (trees, capacity)
        self._backend = game.backend
        self._root = game.backend.copy(position._block)
        self._state = game.backend.copy(position._block)
        self._arrays = arrays(game, trees, capacity, loop)
        self._notes = notes(loop)
        self._spares = [game.backend.copy(position._block) for _ in range(loop.spares)]
        self._emptied = [
            self._arrays[name].view(np.uint8, np.ndarray) for name in ("ledger", "tally", "reserve", "owed")
        ]
        self.scratch = Scratch(
            root=self._root.ctypes.data,
            state=self._state.ctypes.data,
            notes=self._notes,
            spares=np.array([state.ctypes.data for state in self._spares] or [0], np.int64),
            **self._arrays,
            **{
                f"{name}_at": self._arrays[name].ctypes.data for name in ("trace", "moves", "weights", "payoffs", "rng")
            },
        )
        self.restart(position, seed)

    def restart(self, position: State, seed: int) -> None:
        """For another run."""
        self.start_from(position)
        self._arrays["rng"][:] = random_numbers.new(seed)
        for array in [*self._emptied, *self._notes]:
            array.fill(0)

    def start_from(self, state: State) -> None:
        """Search from this position."""
        self.position = state
        self._backend.assign(self._root, state._block)

    def noted(self) -> list[tuple[int, int, float]]:
        """What the ledger says of trees that are gone: move, visits and reward."""
        ledger = self._arrays["ledger"]
        if ledger.item(0)[1] == 0:
            return []
        entries = ledger.view(LEDGER, np.ndarray)
        return entries[entries["visits"] > 0].tolist()

    @property
    def counts(self) -> dict[str, float]:
        """The tally."""
        return dict(zip(TALLY.names or (), self.scratch.tally.item(0), strict=True))

    @property
    def iterations(self) -> int:
        """Iterations done so far."""
        return int(self.scratch.tally.item(0)[0])

    @property
    def culprit(self) -> float:
        """The number behind a bad status."""
        return float(self.scratch.tally[0].culprit)
