"""A search thread's working memory: allocated once a search, handed to kernels as a `Scratch`."""

from __future__ import annotations

import math
from collections.abc import Iterable
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

STEP = 16
"""Arrays of one thread begin at a multiple of so many bytes."""

Column = tuple[tuple[int, ...], Any]
"""An array that is wanted: its shape and type."""


def columns(game: AnyGame, trees: int, capacity: int, loop: Loop) -> dict[str, Column]:
    """The arrays of a `Scratch`, shape and type. No path is longer than a game, or than the pool has nodes."""
    most, marks = game.max_moves + SLACK, len(marks_for(game.max_moves))
    return {
        "paths": ((trees, min(game.max_length, capacity) + 2), np.uint32),
        "depths": ((trees,), np.int64),
        "moves": ((most,), np.int32),
        "weights": ((most,), np.float64),
        "payoffs": ((game.players,), np.float64),
        "marks": ((marks,), np.int32),
        "ledger": ((game.max_moves + 1,), LEDGER),
        "rng": ((1,), np.uint64),
        "tally": ((1,), TALLY),
        "scores": ((most,), np.float64),
        "places": ((max(game.actions or 0, marks) if loop.competes else 1,), np.uint32),
        "trace": ((2 * game.max_length + 2 if loop.traces else 1,), np.int32),
        "told": ((4,), np.int64),
        "reserve": ((1,), np.uint32),
        "owed": ((trees,), OWED),
        "watch": ((3,), np.int64),
    }


def notes(loop: Loop) -> list[Column]:
    """What the parts of a search note in a thread's own memory."""
    return [(shape, kind) for kind, shape in loop.notes] or [((1,), np.int8)]


def apart(shape: tuple[int, ...], kind: Any) -> Any:
    """Zeros that share no cache line (nor the one fetched along with it) with anything else: two threads that write to
    one line, each to words of its own, cost each other a fifth of their time, measured."""
    (array,) = together([(shape, kind)])
    return array


def together(wanted: Iterable[Column]) -> list[Any]:
    """The same, of several arrays that one thread writes to: they lie one behind the other."""
    wanted = list(wanted)
    block, start, made = aligned_bytes(bytes_together(wanted)), 0, []
    for shape, kind in wanted:
        array = block[start : start + math.prod(shape) * np.dtype(kind).itemsize].view(kind).reshape(shape)
        made.append(array if np.dtype(kind).names is None else array.view(np.recarray))
        start += _steps(shape, kind)
    return made


def bytes_together(wanted: Iterable[Column]) -> int:
    """How much memory that takes."""
    return -(-sum(_steps(shape, kind) for shape, kind in wanted) // LINES) * LINES


def _steps(shape: tuple[int, ...], kind: Any) -> int:
    """The size of an array, so that the next one is as well aligned."""
    return -(-math.prod(shape) * np.dtype(kind).itemsize // STEP) * STEP


def scratch_bytes(game: AnyGame, trees: int, capacity: int, loop: Loop) -> int:
    """How much memory a `Workspace` takes, states included."""
    own = bytes_together([*columns(game, trees, capacity, loop).values(), *notes(loop)])
    return own + (2 + loop.spares) * max(LINES, game.backend.facts.state_bytes)


class Workspace:
    """Owns the arrays that a `Scratch` names by address; keep it alive as long as kernels run."""

    def __init__(self, game: AnyGame, position: State, trees: int, capacity: int, seed: int, loop: Loop) -> None:
        self.size = (trees, capacity)
        self._backend = game.backend
        self._root = game.backend.copy(position._block)
        self._state = game.backend.copy(position._block)
        wanted = columns(game, trees, capacity, loop)
        made = together([*wanted.values(), *notes(loop)])
        self._arrays = dict(zip(wanted, made, strict=False))
        self._notes = tuple(made[len(wanted) :])
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
