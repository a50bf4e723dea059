"""With how many random moves games of self-play begin where nobody has said it: up to half of a game, and no more than
those that were good in every game that was tried (docs/networks_learning.md).
"""

from __future__ import annotations

import numpy as np

from ..rules.game import AnyGame
from .self_play import random_move

MOST = 16

SAMPLE = 32
"""Random games that are counted while there are no others."""


def usual_opening(length: float) -> int:
    """In games of so many moves."""
    return min(MOST, int(length / 2))


def random_length(game: AnyGame, seed: int) -> float:
    """Mean length of random games, counted no further than matters to `usual_opening`."""
    source, moves = np.random.default_rng(seed), 0
    for _ in range(SAMPLE):
        state = game.start(seed=int(source.integers(1 << 62)))
        for _ in range(2 * MOST):
            if state.over:
                break
            state.play(random_move(state, source))
            moves += 1
    return moves / SAMPLE
