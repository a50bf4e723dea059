"""A game in which everything speaks against the only winning move: the game's prior, its evaluation, random playouts,
and what the move is worth when it is played later."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....rules.game import OVER, Game, declare

STATE = np.dtype([("ply", np.int8), ("first", np.int8), ("reply", np.int8), ("answer", np.int8)])
FIRST, REPLIES, ANSWERS = 5, 3, 4
WINNER = 0


def start(state: Any, rng: Any) -> None:
    state.ply = state.first = state.reply = state.answer = 0


def mover(state: Any) -> int:
    return OVER if state.ply == 3 else state.ply % 2


def moves(state: Any, out: Any) -> int:
    n = FIRST if state.ply == 0 else REPLIES if state.ply == 1 else ANSWERS
    for i in range(n):
        out[i] = i
    return n


def play(state: Any, move: int) -> None:
    if state.ply == 0:
        state.first = move
    elif state.ply == 1:
        state.reply = move
    else:
        state.answer = move
    state.ply += 1


def returns(state: Any, out: Any) -> None:
    """After the winner one of four answers wins, whatever the reply. After any other move the last reply refutes it;
    after the others three of four answers win, but not the winner's namesake."""
    if state.ply < 3:
        won = 0.0
    elif state.first == WINNER:
        won = 1.0 if state.answer == state.reply + 1 else 0.0
    else:
        won = 0.0 if state.reply == REPLIES - 1 or state.answer == WINNER else 1.0
    out[0] = won
    out[1] = 1.0 - won


def key(state: Any) -> int:
    return ((state.ply * 8 + np.int64(state.first)) * 8 + state.reply) * 8 + state.answer


def evaluate(state: Any, out: Any) -> None:
    """Bad for player 0 after the winner, and good after all else."""
    out[0] = 0.0 if state.first == WINNER else 1.0
    out[1] = 1.0 - out[0]


def prior(state: Any, listed: Any, n: int, out: Any) -> None:
    for i in range(n):
        out[i] = float(listed[i])


def group(state: Any, move: int) -> int:
    return move // 2


def prune(state: Any, listed: Any, n: int, keep: Any) -> int:
    """Not misleading, or nothing could be found: some moves that are no good, after the winner and after others."""
    for i in range(n):
        if state.ply == 1 and state.first != WINNER:
            keep[i] = float(listed[i] != 0)
        elif state.ply == 2 and state.first == WINNER:
            keep[i] = float(listed[i] != state.reply)
    return -1


def reply(state: Any, last: int, rng: Any) -> int:
    """In playouts: what loses after the winner, and wins after all else."""
    if state.ply == 2:
        return 0 if state.first == WINNER else 1
    return -1


def game() -> Game:
    """Player 0's move WINNER is worth 1, all others 0."""
    return declare(
        globals(),
        name="misleading",
        state=STATE,
        players=2,
        payoffs=(0.0, 1.0),
        max_moves=FIRST,
        max_length=3,
        actions=FIRST,
    )
