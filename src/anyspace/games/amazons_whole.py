"""The rules of `amazons` where a turn is one move: `(from * cells + to) * cells + arrow`."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..rng import below
from ..rules.codes import TOO_LONG
from .amazons_board import (
    AMAZONS,
    ALL,
    COLUMN,
    NONE,
    ONE,
    can_move,
    count,
    flip,
    list_reached,
    move_amazon,
    nth_reached,
    number_reached,
    reach,
    step_of,
)

TRIES = 12
FEW = 12
"""How often a playout tries its luck before it counts all moves."""


def most_moves(size: int) -> int:
    """No position has more moves: the four amazons on the best four cells, each as if it were alone on the board."""
    from .amazons_board import empty_lines

    lines, cells = empty_lines(size), range(size * size)
    alone = []
    for cell in cells:
        ends = np.zeros(size * size, np.int32)
        n = list_reached(lines, cell, size, 0, ends, 0)
        alone.append(sum(int(number_reached(lines, int(end), size)) for end in ends[:n]))
    return sum(sorted(alone)[-AMAZONS:])


def whole_turns(size: int) -> dict[str, Any]:
    """The rules that depend on what a move is."""
    cells = size * size
    most_arrows = 4 * size - 5

    def moves(state: Any, out: Any) -> int:
        lines = state.lines
        n = 0
        for i in range(AMAZONS):
            origin = np.int64(state.amazons[state.turn, i])
            x, y = origin % size, origin // size
            for axis in range(4):
                here = y if axis == COLUMN else x
                bits = np.uint64(reach(lines, axis, x, y, size, axis, ALL))
                while bits != NONE:
                    fewer = bits & (bits - ONE)
                    end = origin + (count((bits ^ fewer) - ONE) - here) * step_of(axis, size)
                    bits = fewer
                    n = list_reached(lines, end, size, (origin * cells + end) * cells, out, n, axis, ALL ^ 1 << here)
        return n

    def play(state: Any, move: int) -> None:
        player = state.turn
        turn_of(state, player, move // (cells * cells), move // cells % cells, move % cells)
        state.turn = 1 - player
        state.over = not can_move(state.lines, state.amazons[1 - player], size)

    def turn_of(state: Any, player: Any, origin: Any, end: Any, arrow: Any) -> None:
        move_amazon(state.lines, state.amazons[player], origin, end, size)
        flip(state.lines, arrow, size)
        state.empty -= 1

    def playout(state: Any, rng: Any, out: Any, limit: int, trace: Any) -> int:
        """Uniformly random moves without listing them."""
        player: Any = np.int64(state.turn)
        length = 0
        while True:
            lines, own = state.lines, state.amazons[player]
            first = number_reached(lines, np.int64(own[0]), size)
            second = first + number_reached(lines, np.int64(own[1]), size)
            third = second + number_reached(lines, np.int64(own[2]), size)
            total = third + number_reached(lines, np.int64(own[3]), size)
            if total == 0 or length == limit:
                break
            most = min(most_arrows, state.empty)
            arrow = most
            tries = 0 if total > FEW else TRIES
            arrows = 0
            origin = end = np.int64(0)
            while arrow >= arrows and tries < TRIES:
                k = below(rng, total)
                i = np.int64(k >= first) + np.int64(k >= second) + np.int64(k >= third)
                k -= third if i == 3 else second if i == 2 else first if i == 1 else 0
                origin = np.int64(own[i])
                end, axis, freed = nth_reached(lines, origin, k, size)
                arrows = number_reached(lines, end, size, axis, freed)
                arrow = below(rng, most)
                tries += 1
            if arrow >= arrows:
                origin, end, axis, freed = counted_pair(lines, own, rng)
                arrow = below(rng, number_reached(lines, end, size, axis, freed))
            target, _, _ = nth_reached(lines, end, arrow, size, axis, freed)
            if trace is not None:
                trace[length] = player * cells * cells * cells + (origin * cells + end) * cells + target
            length += 1
            flip(lines, origin, size)
            flip(lines, end, size)
            flip(lines, target, size)
            j = 0
            for i in range(1, AMAZONS):
                if own[i] == origin: j = i
            own[j] = end
            state.empty -= 1
            player = 1 - player
        state.turn = player
        if total > 0:
            return TOO_LONG
        out[player] = -1.0
        out[1 - player] = 1.0
        return length

    def counted_pair(lines: Any, own: Any, rng: Any) -> tuple[Any, Any, Any, Any]:
        """An amazon and where it goes, as likely as it can shoot from there; the axis between, and its freed bit. Each
        pair replaces the one chosen so far with the probability of its share in all arrows until then."""
        chosen = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
        total = 0
        for i in range(AMAZONS):
            origin = np.int64(own[i])
            x, y = origin % size, origin // size
            for axis in range(4):
                here = y if axis == COLUMN else x
                bits = np.uint64(reach(lines, axis, x, y, size, axis, ALL))
                while bits != NONE:
                    fewer = bits & (bits - ONE)
                    end = origin + (count((bits ^ fewer) - ONE) - here) * step_of(axis, size)
                    bits = fewer
                    arrows = number_reached(lines, end, size, axis, ALL ^ 1 << here)
                    total += arrows
                    if below(rng, total) < arrows:
                        chosen = origin, end, np.int64(axis), np.int64(ALL ^ 1 << here)
        return chosen

    return {"moves": moves, "play": play, "playout": playout}
