"""The rules of `amazons` where a turn is three moves of the same player, each a cell: which amazon, where to, arrow."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..rng import below
from ..rules.codes import TOO_LONG
from .amazons_board import AMAZONS, can_move, flip, list_reached, move_amazon, nth_reached, number_reached
from .amazons_sense import ease, heat

CHOOSE, MOVE, SHOOT = range(3)
"""The stages of a turn. An amazon that is chosen still stands where it was."""


def most_choices(size: int) -> int:
    """No position has more moves: those of a queen in the middle of an empty board."""
    return 4 * size - 5


def split_turns(size: int) -> dict[str, Any]:
    """The rules that depend on what a move is."""
    cells = size * size

    def moves(state: Any, out: Any) -> int:
        if state.stage != CHOOSE:
            return list_reached(state.lines, np.int64(state.chosen), size, 0, out, 0)
        n = 0
        for i in range(AMAZONS):
            cell = np.int64(state.amazons[state.turn, i])
            if number_reached(state.lines, cell, size) > 0:
                out[n] = cell
                n += 1
        return n

    def play(state: Any, cell: int) -> None:
        advance(state, cell)
        if state.stage == CHOOSE:
            state.over = not can_move(state.lines, state.amazons[state.turn], size)

    def advance(state: Any, cell: Any) -> None:
        """A move, but not whether it ends the game."""
        if state.stage == CHOOSE:
            state.stage, state.chosen = MOVE, cell
        elif state.stage == MOVE:
            move_amazon(state.lines, state.amazons[state.turn], np.int64(state.chosen), cell, size)
            state.stage, state.chosen = SHOOT, cell
        else:
            flip(state.lines, cell, size)
            state.empty -= 1
            state.stage, state.chosen = CHOOSE, 0
            state.turn = 1 - state.turn

    def playout(state: Any, rng: Any, out: Any, limit: int, trace: Any) -> int:
        """Uniformly random moves without listing them: any amazon that can move, any cell, any arrow."""
        length = 0
        while state.stage != CHOOSE or can_move(state.lines, state.amazons[state.turn], size):
            if length == limit:
                return TOO_LONG
            if state.stage == CHOOSE:
                cell = random_amazon(state.lines, state.amazons[state.turn], rng)
            else:
                chosen = np.int64(state.chosen)
                k = below(rng, number_reached(state.lines, chosen, size))
                cell = nth_reached(state.lines, chosen, k, size)[0]
            if trace is not None:
                trace[length] = np.int64(state.turn) * cells + cell
            advance(state, cell)
            length += 1
        out[state.turn] = -1.0
        out[1 - state.turn] = 1.0
        return length

    def random_amazon(lines: Any, own: Any, rng: Any) -> Any:
        """One that can move; at least one can."""
        cell = np.int64(own[below(rng, AMAZONS)])
        while number_reached(lines, cell, size) == 0:
            cell = np.int64(own[below(rng, AMAZONS)])
        return cell

    def prior(state: Any, moves: Any, n: int, out: Any) -> None:
        """All amazons alike, but not all cells."""
        if state.stage == CHOOSE:
            for i in range(n):
                out[i] = 1.0
            return
        warmth = heat(state.lines, state.amazons[1 - state.turn], size)
        for i in range(n):
            out[i] = warmth[moves[i]]
            if state.stage == MOVE:
                out[i] *= ease(state.lines, np.int64(state.chosen), np.int64(moves[i]), size)

    return {"moves": moves, "play": play, "playout": playout, "prior": prior}
