"""Amazons"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import OptionError
from ..rules.game import OVER, Game, declare
from .amazons_board import AMAZONS, empty_lines, number_of_lines, starting_cells
from .amazons_whole import most_moves, whole_turns

def mover(state):
    return OVER if state.over else state.turn

def returns(state: Any, out: Any) -> None:
    out[0] = out[1] = 0.0
    if state.over:
        out[state.turn] = -1.0
        out[1 - state.turn] = 1.0

def game(size: int = 6, split: bool = False) -> Game:
    cells = size * size
    empty_board = empty_lines(size)
    at_first = starting_cells(size)
    state_type = np.dtype(
        [
            ("lines", np.uint16, number_of_lines(size)),
            ("amazons", np.uint8, (2, AMAZONS)),
            ("empty", np.int8),
            ("turn", np.int8),
            ("over", np.int8),
        ]
    )
    first_lines=empty_board.copy()
    from .amazons_board import flip
    for c in at_first.ravel(): flip(first_lines,int(c),size)

    def start(state: Any, rng: Any) -> None:
        for i in range(number_of_lines(size)):
            state.lines[i] = first_lines[i]
        for p in range(2):
            for i in range(AMAZONS):
                state.amazons[p, i] = at_first[p, i]
        state.empty = cells - 2 * AMAZONS
        state.turn = 0
        state.over = 0

    return declare(globals(), whole_turns(size), locals(), name="amazons", state=state_type, players=2, max_moves=most_moves(size), actions=cells**3, max_length=cells-8, trusted=True)
