"""The rules of `amazons` where a turn is one move: `(from * cells + to) * cells + arrow`."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..bits import ONE
from ..rng import below
from ..rules.codes import TOO_LONG
from .amazons_board import (
    AMAZONS,
    BLOCKED,
    COLUMN,
    NO_AXIS,
    NONE,
    NOWHERE,
    can_move,
    count,
    flip,
    lines_around,
    list_reached,
    move_amazon,
    nth_reached,
    number_reached,
    reach,
    step_of,
)
from .amazons_sense import ease, heat

TRIES = 10
"""How often a playout tries its luck before it counts what there is."""


def most_moves(size: int) -> int:
    """No position has more: the best four cells for an amazon that is alone on the board. (Others are in its way.)"""
    lines, ends, alone = lines_around([], size), np.zeros(size * size, np.int32), []
    with np.errstate(over="ignore"):  # bits are counted by products that wrap
        for cell in range(size * size):
            reached = list_reached(lines, cell, size, 0, ends, 0)
            alone.append(sum(int(number_reached(lines, int(end), size)) for end in ends[:reached]))
    return sum(sorted(alone)[-AMAZONS:])


def whole_turns(size: int) -> dict[str, Any]:
    """The rules that depend on what a move is."""
    cells = size * size
    most_arrows = 4 * size - 5  # from a cell in the middle of an empty board

    def moves(state: Any, out: Any) -> int:
        n = 0
        for i in range(AMAZONS):
            origin = np.int64(state.amazons[state.turn, i])
            x, y = origin % size, origin // size
            for axis in range(4):
                here = y if axis == COLUMN else x
                bits = np.uint64(reach(state.lines, axis, x, y, size, NO_AXIS, BLOCKED))
                while bits != NONE:
                    fewer = bits & (bits - ONE)
                    end = origin + (count((bits ^ fewer) - ONE) - here) * step_of(axis, size)
                    bits = fewer
                    base, kept = (origin * cells + end) * cells, BLOCKED ^ 1 << here
                    n = list_reached(state.lines, end, size, base, out, n, axis, kept)
        return n

    def play(state: Any, move: int) -> None:
        player = state.turn
        origin, end, arrow = move // (cells * cells), move // cells % cells, move % cells
        move_amazon(state.lines, state.amazons[player], origin, end, size)
        flip(state.lines, arrow, size)
        state.empty -= 1
        state.turn = 1 - player
        state.over = not can_move(state.lines, state.amazons[1 - player], size)

    def playout(state: Any, rng: Any, out: Any, limit: int, trace: Any) -> int:
        """Uniformly random moves without listing them."""
        player: Any = np.int64(state.turn)
        length = 0
        while True:
            own = state.amazons[player]
            origin, end, arrow = random_move(state.lines, own, min(most_arrows, state.empty), rng)
            if origin == NOWHERE:
                out[player] = -1.0
                out[1 - player] = 1.0
                return length
            if length == limit:
                state.turn = player
                return TOO_LONG
            if trace is not None:
                trace[length] = ((player * cells + origin) * cells + end) * cells + arrow
            move_amazon(state.lines, own, origin, end, size)
            flip(state.lines, arrow, size)
            state.empty -= 1
            length += 1
            player = 1 - player

    def random_move(lines: Any, own: Any, most: Any, rng: Any) -> tuple[Any, Any, Any]:
        """From, to and arrow; NOWHERE if none can move. Where an amazon goes is drawn evenly, and one of the `most`
        arrows it could have at best; if it has not that many from there, all is drawn again. So every move is equally
        likely."""
        first = number_reached(lines, np.int64(own[0]), size)
        second = first + number_reached(lines, np.int64(own[1]), size)
        third = second + number_reached(lines, np.int64(own[2]), size)
        total = third + number_reached(lines, np.int64(own[3]), size)
        if total == 0:
            return np.int64(NOWHERE), np.int64(NOWHERE), np.int64(NOWHERE)
        for _ in range(TRIES):
            k = below(rng, total)
            i = np.int64(k >= first) + np.int64(k >= second) + np.int64(k >= third)
            k -= third if i == 3 else second if i == 2 else first if i == 1 else 0
            origin = np.int64(own[i])
            end, axis, kept = nth_reached(lines, origin, k, size)
            arrow = below(rng, most)
            if arrow < number_reached(lines, end, size, axis, kept):
                return origin, end, nth_reached(lines, end, arrow, size, axis, kept)[0]
        return counted_move(lines, own, rng)

    def counted_move(lines: Any, own: Any, rng: Any) -> tuple[Any, Any, Any]:
        """The same without luck: each way to go replaces the one chosen so far with a probability that is its share in
        all arrows counted until then."""
        origin = end = axis = kept = np.int64(0)
        total = 0
        for i in range(AMAZONS):
            cell = np.int64(own[i])
            for k in range(number_reached(lines, cell, size)):
                other_end, other_axis, other_kept = nth_reached(lines, cell, k, size)
                arrows = number_reached(lines, other_end, size, other_axis, other_kept)
                total += arrows
                if below(rng, total) < arrows:
                    origin, end, axis, kept = cell, other_end, other_axis, other_kept
        arrow = below(rng, number_reached(lines, end, size, axis, kept))
        return origin, end, nth_reached(lines, end, arrow, size, axis, kept)[0]

    def prior(state: Any, moves: Any, n: int, out: Any) -> None:
        """The weights of where an amazon goes and of where it shoots, multiplied."""
        warmth = heat(state.lines, state.amazons[1 - state.turn], size)
        way, weight = np.int64(-1), 1.0
        for i in range(n):
            if moves[i] // cells != way:  # moves that go the same way follow one another
                way = np.int64(moves[i]) // cells
                origin, end = way // cells, way % cells
                weight = warmth[end] * ease(state.lines, origin, end, size)
            out[i] = weight * warmth[moves[i] % cells]

    def group(state: Any, move: int) -> int:
        """The moves of one amazon."""
        return move // (cells * cells)

    return {"moves": moves, "play": play, "playout": playout, "prior": prior, "group": group}
