"""Atari Go (Ponnuki-Go, Capture Go): Go in which the first capture wins, on 9 by 9 points or any size from 2 to 19.

Black begins. A turn is a stone on an empty point; nobody may pass. A stone that takes the last liberty of an enemy
chain captures it, and its player has won. Suicide is illegal, of one stone or many. A player who has nothing but
suicide left has no legal move, and has lost: any stone would give the own chain away. So there are no draws, and
nothing ever repeats.

Moves count the points row by row from A1, at the bottom left: A1 is 0, B1 is 1. Columns skip the letter I. The board
itself is in `go_board`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import PositionError
from ..rng import below
from ..rules.codes import TOO_LONG
from ..rules.game import Game, declare
from .go import mover_colour
from .go_board import (
    BLACK,
    EDGE,
    EMPTY,
    NOWHERE,
    WHITE,
    around,
    heads_around,
    is_open,
    is_suicide,
    place,
    point_of,
)
from .go_notation import MARKS, read_stones, write_stones
from .go_points import check_size, key_of, move_of, mover, moves_of, name_of, picture, returns, start_of, state_of
from .notation import player_of, whole, words_in

CAPTURE = 10_000.0
"""The weight of a stone that wins."""

QUIET, OPEN = 0.25, 0.25
"""The weight of a stone anywhere, and what an empty neighbour adds."""

MANY = 4
"""Liberties from here on are alike in the next two tables."""

PRESSURE = (0.0, 0.0, 8.0, 2.0, 0.5)
"""What an enemy stone next to it adds, by the liberties that its chain has still."""

FREEDOM = (0.0, 0.01, 0.4, 0.8, 1.0)
"""A factor by the liberties of the own chain afterwards, some of which may be counted twice. One: the other wins."""

RESCUE = 100.0
"""What it adds that the stone lies on the last liberty of an own chain, unless it can be captured all the same."""

WON = 0.99
"""The estimate for a mover who can capture."""

TEMPO, ATTACKED, SHORT, OWN_POINT = 0.05, 3.0, 0.4, 0.03
"""What the turn, a chain with one liberty, one with two, and an empty point that touches only one colour are worth in
the estimate of a position. Games between searches of 1,000 iterations set the scale."""


def is_legal(state: Any, point: int, me: int, width: int) -> bool:
    """Whether `me` may put a stone on an empty point."""
    return is_open(state.cells, point, width) or not is_suicide(state, point, me, width)


def can_move(state: Any, me: int, width: int) -> bool:
    found = False
    i = 0
    while i < state.vacant and not found:
        found = is_legal(state, state.empties[i], me, width)
        i += 1
    return found


def random_point(state: Any, me: int, width: int, rng: Any) -> int:
    """A uniformly random legal point; NOWHERE if there is none."""
    left = state.vacant
    while left > 0:
        i = below(rng, left)
        point = state.empties[i]
        if is_legal(state, point, me, width):
            return point
        # Not this one, and not again: it trades places with the last of those left.
        left -= 1
        other = state.empties[left]
        state.empties[left], state.where[point] = point, left
        state.empties[i], state.where[other] = other, i
    return NOWHERE


# ---- knowledge --------------------------------------------------------------------------------------------------


def count_liberties(state: Any, width: int) -> Any:
    """The liberties of every chain, by its head."""
    counts = np.zeros(len(state.cells), np.int16)
    for i in range(state.vacant):
        west, east, south, north = heads_around(state, state.empties[i], width)
        counts[west] += 1
        counts[east] += int(east != west)
        counts[south] += int((south != west) & (south != east))
        counts[north] += int((north != west) & (north != east) & (north != south))
    return counts


def weight(state: Any, counts: Any, point: int, me: int, width: int) -> float:
    """How good a legal stone looks from the liberties of the chains that touch it."""
    heads = heads_around(state, point, width)
    found, spare, rescues = QUIET, 0, False
    for i in range(4):
        cell, liberties = state.cells[heads[i]], counts[heads[i]]
        if cell == EMPTY:
            found += OPEN
            spare += 1
        elif cell == me:
            rescues |= liberties == 1
            spare += liberties - 1
        elif cell != EDGE:
            if liberties == 1:
                return CAPTURE
            found += PRESSURE[min(liberties, MANY)]
    if rescues and spare > 1:
        found += RESCUE
    return found * FREEDOM[min(spare, MANY)]


def estimate(state: Any, counts: Any, me: int, width: int) -> float:
    """The mover's: captures at hand, chains that are short of liberties, and points that touch one colour only."""
    total = TEMPO
    for cell in range(len(state.cells)):
        colour = state.cells[cell]
        if colour in (EMPTY, EDGE) or state.head[cell] != cell:
            continue
        if counts[cell] == 1:
            if colour != me:
                return WON
            total -= ATTACKED
        elif counts[cell] == 2:
            total += SHORT if colour != me else -SHORT
    for i in range(state.vacant):
        touched = 0
        for cell in around(state.empties[i], width):
            touched |= int(state.cells[cell] != EDGE) * state.cells[cell]
        total += OWN_POINT * (int(touched == me) - int(touched == BLACK + WHITE - me))
    return total / (1.0 + abs(total))


def game(size: int = 9) -> Game:
    check_size("atarigo", size)
    points, width = size * size, size + 1

    start, moves = start_of(size), moves_of(size, is_legal)

    def play(state: Any, move: int) -> None:
        me, vacant = mover_colour(state), state.vacant
        place(state, point_of(move, size), me, width)
        state.ply += 1
        state.over = state.vacant >= vacant or not can_move(state, BLACK + WHITE - me, width)

    def playout(state: Any, rng: Any, out: Any, limit: int, trace: Any) -> int:
        """Uniformly random legal moves, drawn from the board's own list of empty points."""
        length = 0
        while True:
            me, vacant = mover_colour(state), state.vacant
            point = random_point(state, me, width, rng)
            if point == NOWHERE:
                break
            if length == limit:
                return TOO_LONG
            if trace is not None:
                trace[length] = (state.ply & 1) * points + move_of(point, size)
            place(state, point, me, width)
            state.ply += 1
            length += 1
            if state.vacant >= vacant:
                break
        state.over = 1
        returns(state, out)
        return length

    def key(state: Any) -> Any:
        return key_of(state, size)

    def evaluate(state: Any, out: Any) -> None:
        player = state.ply & 1
        out[player] = estimate(state, count_liberties(state, width), mover_colour(state), width)
        out[1 - player] = -out[player]

    def prior(state: Any, moves: Any, n: int, out: Any) -> None:
        me, counts = mover_colour(state), count_liberties(state, width)
        for i in range(n):
            out[i] = weight(state, counts, point_of(moves[i], size), me, width)

    def move_name(state: Any, move: int) -> str:
        return name_of(move, size)

    def render(state: Any) -> str:
        captured = state.ply + state.vacant > points
        return picture(state, size, "a capture" if captured else "no legal move is left")

    def notation(state: Any) -> str:
        """With the number of moves: fewer stones than moves tell of a capture."""
        return f"{write_stones(state, size)} {MARKS[state.ply & 1]} {state.ply}"

    def from_notation(state: Any, text: str) -> None:
        stones, word, ply = words_in(text, "stones turn", "moves_played")
        counts, turn = read_stones(state, stones, size, lambda move: name_of(move, size)), player_of(word, MARKS)
        state.ply = whole(ply or str(sum(counts)), "moves_played", sum(counts), points)
        made = (state.ply + 1) // 2, state.ply // 2
        if state.ply & 1 != turn or counts[1 - turn] != made[1 - turn] or counts[turn] > made[turn]:
            has = " and ".join(f"{count} {mark}" for count, mark in zip(counts, MARKS, strict=True))
            raise PositionError(f"{word} cannot be to move after {state.ply} moves with {has}: {MARKS[0]} began")
        state.over = sum(counts) < state.ply or not can_move(state, BLACK + turn, width)

    return declare(
        globals(),
        locals(),
        name="atarigo",
        state=state_of(size),
        players=2,
        mover=mover,
        max_moves=points,
        actions=points,
        max_length=points,
        trusted=True,
    )
