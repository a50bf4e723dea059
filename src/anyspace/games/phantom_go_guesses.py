"""What a player of phantom Go cannot see, guessed: whole games of the other in which the player saw just the same.

A guess is a walk over such games. It begins with the true one; a step puts the stone of one of the other's turns
elsewhere, or lets two of the turns change places, and is taken if the game, replayed from its first turn, shows the
player nothing new: the same points accepted, the same tries refused for the same reason, the same stones captured. Each
step is as likely as its way back, so that all such games become as likely as each other, the longer the walk.

Or later (late random guessing, Borsboom et al. 2007): the stones that the player has not run into are taken off the
board and held back, and put on points at random when a playout begins.
"""

from __future__ import annotations

from typing import Any

from ..rng import below
from .go import is_legal, play_point
from .go_board import (
    BLACK,
    EMPTY,
    KEYS,
    NOWHERE,
    clear,
    is_open,
    is_suicide,
    key_of_captures,
    move_at,
    place,
    point_of,
)

NO_TRY = -1
MET, BARRED = 1, 2
OCCUPIED, ILLEGAL = 1, 2

STEPS_A_TURN, MOST_STEPS = 24, 600
"""How far a guess walks, by the number of the other's turns."""


def note_refusal(state: Any, player: int, why: int) -> None:
    """The try that waits was refused."""
    at = state.refusals[player]
    state.refused_move[player, at] = state.tried
    state.refused_ply[player, at] = state.ply
    state.refused_why[player, at] = why
    state.refusals[player] += 1
    state.tried = NO_TRY


def forget_captured(state: Any, first: int, player: int, size: int) -> None:
    """Nobody has run into what is gone: of the empty points those from `first` on were just captured by `player`."""
    for i in range(first, state.vacant):
        state.known[player, move_at(state.empties[i], size)] = 0


def guess(state: Any, observer: int, rng: Any, size: int) -> None:
    """Another game that looks the same to `observer`."""
    points, other = size * size, 1 - observer
    turns = (int(state.ply) - other + 1) // 2
    steps = min(STEPS_A_TURN * turns, MOST_STEPS)
    first = second = old_first = old_second = 0
    is_fitting = True
    for step in range(steps + 1):
        if step == steps:
            if is_fitting:
                break  # else the board is that of a game that did not fit: once more the one that did
        else:
            first, second = 2 * below(rng, turns) + other, 2 * below(rng, turns) + other
            old_first, old_second = int(state.turns[first]), int(state.turns[second])
            new_first, new_second = old_second, old_first
            if below(rng, 2) == 0:
                second, old_second = first, old_first
                new_first = new_second = below(rng, points)
            if old_first == points or old_second == points or new_first == old_first:
                continue  # who passes is heard by all
            state.turns[first], state.turns[second] = new_first, new_second
        is_fitting = replays(state, observer, size)
        if not is_fitting:
            state.turns[first], state.turns[second] = old_first, old_second
    guess_tries(state, observer, rng, size)


def replays(state: Any, observer: int, size: int) -> bool:
    """Play all turns again on an empty board. Whether `observer` sees what it saw; if not, the board is left as it is
    then."""
    width, checked, last, ply = size + 1, 0, int(state.ply), 0
    clear(state, size)
    for i in range(state.positions):
        state.seen[i] = 0
    state.positions = 1
    state.lost[:] = 0
    while ply <= last:
        me = BLACK + (ply & 1)
        refused = (
            ply & 1 == observer and checked < state.refusals[observer] and state.refused_ply[observer, checked] == ply
        )
        if not refused and (ply == last or state.turns[ply] == size * size):
            state.ko = state.ko if ply == last else NOWHERE
            ply += 1
            continue
        point = point_of(state.refused_move[observer, checked] if refused else state.turns[ply], size)
        legal = is_legal(state, point, me, width)
        if refused:
            met = state.refused_why[observer, checked] == OCCUPIED
            if legal or (state.cells[point] == EMPTY) == met:
                return False
            checked += 1
        else:
            if not legal or key_of_captures(state, point, me, width) != state.taken[ply]:
                return False
            play_point(state, point, me, width)
            ply += 1
    return True


def guess_tries(state: Any, observer: int, rng: Any, size: int) -> None:
    """What was refused to the other is unknown: any of the observer's stones may have been, in its latest turn or the
    one it is in. So is a try that waits."""
    other, own = 1 - observer, BLACK + observer
    turn = state.ply if state.ply & 1 == other else state.ply - 1
    for i in range(state.refusals[other]):
        state.refused_move[other, i] = state.refused_ply[other, i] = 0
        state.refused_why[other, i] = 0
    state.refusals[other] = 0
    waits = state.tried != NO_TRY and state.ply & 1 == other
    untried = 0
    for move in range(size * size):
        cell = state.cells[point_of(move, size)]
        state.known[other, move] = 0
        if cell == own and turn >= 0 and below(rng, 2) == 0:
            state.known[other, move] = MET
            at = state.refusals[other]
            state.refused_move[other, at], state.refused_ply[other, at] = move, turn
            state.refused_why[other, at] = OCCUPIED
            state.refusals[other] += 1
        elif waits and cell != BLACK + other:
            untried += 1
            if below(rng, untried) == 0:
                state.tried = move


def leave_out(state: Any, observer: int, rng: Any, size: int) -> None:
    """Hold back what `observer` has not run into. What was captured or repeated before is forgotten with it."""
    other, board = 1 - observer, state.cells.copy()
    clear(state, size)
    state.seen[:] = 0
    state.lost[:] = 0
    state.positions = 1
    for move in range(size * size):
        point = point_of(move, size)
        colour = board[point]
        if colour == BLACK + other and state.known[observer, move] != MET:
            state.held_back[other] += 1
        elif colour != EMPTY:
            place(state, point, colour, size + 1)
            state.seen[0] ^= KEYS[colour, point]
    guess_tries(state, observer, rng, size)


def put_back(state: Any, rng: Any, size: int) -> None:
    """Stones that were held back on points at random, where they capture nothing and are not captured; what finds no
    such point is tried for no longer than there are points."""
    width = size + 1
    for player in range(2):
        me = BLACK + player
        for _ in range(size * size):
            if state.held_back[player] > 0 and state.vacant > 0:
                point = state.empties[below(rng, state.vacant)]
                is_safe = is_open(state.cells, point, width) or not is_suicide(state, point, me, width)
                if is_safe and key_of_captures(state, point, me, width) == 0:
                    place(state, point, me, width)
                    state.held_back[player] -= 1


def put_nothing_back(state: Any, rng: Any, size: int) -> None:
    """Where nothing is held back."""
