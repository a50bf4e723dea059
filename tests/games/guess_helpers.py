"""Guesses of what a player does not see, one by one through the compiled rules, and how even they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from anyspace import rng as random_numbers
from anyspace.machine.native import prototype
from anyspace.rules.game import State


def guessed(state: State, observer: int, n: int, seed: int = 1) -> Iterator[Any]:
    """The fields of the state after each of `n` guesses: always the same record, overwritten by the next guess."""
    backend: Any = state.game.backend
    block, rng = backend.new(), random_numbers.new(seed)
    record, guess = backend.record(block), prototype(3)(backend.table.determinize)
    for _ in range(n):
        block[:] = state._block
        assert guess(block.ctypes.data, observer, rng.ctypes.data) == 0
        yield record


def surprise(found: Counter[Any], possible: set[Any]) -> float:
    """Chi-square against equal frequencies, in standard deviations from its mean."""
    expected = found.total() / len(possible)
    freedom = len(possible) - 1
    chi_square = sum((found[thing] - expected) ** 2 / expected for thing in possible)
    return float((chi_square - freedom) / np.sqrt(2 * max(freedom, 1)))
