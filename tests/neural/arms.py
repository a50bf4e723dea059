"""One decision among many moves, each of which pays what it pays: for rules that choose."""

from __future__ import annotations

from typing import Any

import numpy as np

from anyspace import OVER, Game
from anyspace.rng import bits

ARMS = 82


def arms(count: int = ARMS) -> Game:
    """Player 0 takes one of `count` moves; what they pay is drawn at the start."""
    state_type = np.dtype([("worth", np.float64, count), ("taken", np.int32)])
    scale = 2.0**-53
    eleven = np.uint64(11)

    def start(state: Any, rng: Any) -> None:
        for i in range(count):
            state.worth[i] = (bits(rng) >> eleven) * scale
        state.taken = -1

    def mover(state: Any) -> int:
        return OVER if state.taken >= 0 else 0

    def moves(state: Any, out: Any) -> int:
        for i in range(count):
            out[i] = i
        return count

    def play(state: Any, move: int) -> None:
        state.taken = move

    def returns(state: Any, out: Any) -> None:
        out[0] = state.worth[state.taken] if state.taken >= 0 else 0.0

    def planes(state: Any, observer: int, out: Any) -> None:
        for i in range(count):
            out[0, 0, i] = state.worth[i]

    return Game(
        name="arms", state=state_type, players=1, max_moves=count, max_length=1, actions=count, payoffs=(0.0, 1.0),
        start=start, mover=mover, moves=moves, play=play, returns=returns, planes=planes, plane_shape=(1, 1, count),
    )  # fmt: skip


def logits_of(worth: Any) -> Any:
    """Numbers that have nothing to do with what the moves pay, but follow from it: as if drawn."""
    return 2.0 * np.sin(1e4 * np.asarray(worth, np.float64)).astype(np.float32)


def network(planes: Any) -> Any:
    flat = planes.reshape(len(planes), -1)
    odds = np.exp(logits_of(flat))
    mean = (odds * flat).sum(axis=1, keepdims=True) / odds.sum(axis=1, keepdims=True)
    return logits_of(flat), 2.0 * mean - 1.0
