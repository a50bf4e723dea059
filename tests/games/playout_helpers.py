"""Playouts of two-player zero-sum games, one by one, through the compiled rules."""

from __future__ import annotations

import numpy as np

from anyspace import rng as random_numbers
from anyspace.core.native import prototype
from anyspace.game import State
from anyspace.rules.compiled import SLACK


def playouts(state: State, n: int, limit: int | None = None, seed: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """Player 0's payoffs and the numbers of moves of `n` playouts; the limit is the game's own if none is given."""
    game = state.game
    table, block = game.backend.table, game.backend.new()
    run = prototype(6)(table.playout)
    rng, out = random_numbers.new(seed), np.zeros(2)
    moves, weights = np.zeros(game.max_moves + SLACK, np.int32), np.zeros(game.max_moves + SLACK)
    arguments = [array.ctypes.data for array in (block, rng, out, moves, weights)]
    payoffs, lengths = np.zeros(n), np.zeros(n)
    for i in range(n):
        block[:] = state._block
        lengths[i] = run(*arguments, game.max_length if limit is None else limit)
        payoffs[i] = out[0]
        assert out[0] == -out[1]
    return payoffs, lengths
