"""NoGo (Anti-Atari Go): Go in which nobody may capture, on 9 by 9 points or any size from 2 to 19.

Black begins. A turn is a stone on an empty point; nobody may pass. A stone may not take the last liberty of an enemy
chain, and not leave its own chain without one: after every move all chains on the board have a liberty. Whoever has no
legal move has lost.

Moves count the points row by row from A1, at the bottom left: A1 is 0, B1 is 1. Columns skip the letter I. The board
itself is in `go_board`.

A point that is illegal for a player stays so. Chains get new liberties only by a stone on one of their liberties, so
that a chain with one liberty has no other ever after: a point that fills the last liberty of an enemy chain, or of the
own chains around it, will always do so.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..rng import below
from ..rules.codes import TOO_LONG
from ..rules.game import Game, declare
from .go import mover_colour
from .go_board import (
    BLACK,
    EMPTY,
    WHITE,
    around,
    common,
    heads_around,
    is_choked,
    is_open,
    place,
    point_of,
)
from .go_notation import MARKS, read_stones, write_stones
from .go_points import check_size, key_of, move_of, mover, moves_of, name_of, picture, returns, start_of, state_of
from .notation import by_turns, player_of, words_in

OWN_EYE, THEIR_EYE = 6.0, 4.0
"""What it adds to the weight of a stone, 1, that it makes an eye, or that the other would make one by it."""

RESERVE, FILL = 0.1, 0.02
"""The weights of a stone that only the mover may play, and of one that fills an own eye."""

SLOPE = 0.45
"""What a lead in legal points is worth in the estimate of a position. Games of weighted random moves set the scale."""


def is_legal(state: Any, point: int, me: int, width: int) -> bool:
    """Whether a stone of `me` on an empty point leaves every chain a liberty."""
    heads = heads_around(state, point, width)
    lives, captures = is_open(state.cells, point, width), False
    for head in heads:
        cell, choked = state.cells[head], is_choked(state, head, heads)
        lives |= (cell == me) & (not choked)
        captures |= (cell == BLACK + WHITE - me) & choked
    return lives & (not captures)


def can_move(state: Any, me: int, width: int) -> bool:
    found = False
    i = 0
    while i < state.vacant and not found:
        found = is_legal(state, state.empties[i], me, width)
        i += 1
    return found


# ---- knowledge --------------------------------------------------------------------------------------------------


def makes_eye(cells: Any, eye: int, point: int, me: int, width: int) -> bool:
    """Whether a stone on `point` surrounds the empty point `eye` next to it by stones of `me` and the edge."""
    if cells[eye] != EMPTY:
        return False
    enclosed = True
    for cell in around(eye, width):
        enclosed &= (cell == point) | (cells[cell] & me != 0)
    return enclosed


def weight(state: Any, point: int, me: int, width: int) -> float:
    """How good a legal stone looks: moves that only the mover has can wait, an eye is one more of them."""
    foe = BLACK + WHITE - me
    if not is_legal(state, point, foe, width):
        return FILL if common(state.cells, point, width) & me else RESERVE
    found = 1.0
    for cell in around(point, width):
        found += OWN_EYE * int(makes_eye(state.cells, cell, point, me, width))
        found += THEIR_EYE * int(makes_eye(state.cells, cell, point, foe, width))
    return found


def lead(state: Any, me: int, width: int) -> int:
    """How many more points are legal for the mover than for the other."""
    found = 0
    for i in range(state.vacant):
        point = state.empties[i]
        found += int(is_legal(state, point, me, width)) - int(is_legal(state, point, BLACK + WHITE - me, width))
    return found


def game(size: int = 9) -> Game:
    check_size("nogo", size)
    points, width = size * size, size + 1

    start, moves = start_of(size), moves_of(size, is_legal)

    def play(state: Any, move: int) -> None:
        me = mover_colour(state)
        place(state, point_of(move, size), me, width)
        state.ply += 1
        state.over = not can_move(state, BLACK + WHITE - me, width)

    def playout(state: Any, rng: Any, out: Any, limit: int, trace: Any) -> int:
        """Uniformly random legal moves. Each player has a list of points to try; one that turns out to be taken or
        illegal will be so for good, and is struck out."""
        tries = np.empty((2, points), np.uint16)
        left = np.empty(2, np.int64)
        tries[0, : state.vacant] = tries[1, : state.vacant] = state.empties[: state.vacant]
        left[0] = left[1] = state.vacant
        length = 0
        player: Any = np.int64(state.ply & 1)
        while left[player] > 0:
            i = below(rng, left[player])
            point = tries[player, i]
            if state.cells[point] == EMPTY and is_legal(state, point, BLACK + player, width):
                if length == limit:
                    return TOO_LONG
                if trace is not None:
                    trace[length] = player * points + move_of(point, size)
                place(state, point, BLACK + player, width)
                state.ply += 1
                length += 1
                player = 1 - player
            else:
                left[player] -= 1
                tries[player, i] = tries[player, left[player]]
        state.over = 1
        returns(state, out)
        return length

    def key(state: Any) -> Any:
        return key_of(state, size)

    def evaluate(state: Any, out: Any) -> None:
        player = state.ply & 1
        ahead = SLOPE * lead(state, mover_colour(state), width)
        out[player] = ahead / (1.0 + abs(ahead))
        out[1 - player] = -out[player]

    def prior(state: Any, moves: Any, n: int, out: Any) -> None:
        me = mover_colour(state)
        for i in range(n):
            out[i] = weight(state, point_of(moves[i], size), me, width)

    def move_name(state: Any, move: int) -> str:
        return name_of(move, size)

    def render(state: Any) -> str:
        return picture(state, size, "no legal move is left")

    def notation(state: Any) -> str:
        return f"{write_stones(state, size)} {MARKS[state.ply & 1]}"

    def from_notation(state: Any, text: str) -> None:
        stones, word = words_in(text, "stones turn")
        turn = player_of(word, MARKS)
        state.ply = by_turns(read_stones(state, stones, size, lambda move: name_of(move, size)), turn, MARKS)
        state.over = not can_move(state, BLACK + turn, width)

    return declare(
        globals(),
        locals(),
        name="nogo",
        state=state_of(size),
        players=2,
        mover=mover,
        max_moves=points,
        actions=points,
        max_length=points - 1,  # on a full board no chain would have a liberty
        trusted=True,
    )
