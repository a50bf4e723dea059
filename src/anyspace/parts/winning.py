"""Which moves win at once, and which let the next player: each tried on a copy of the state.

To win is to end the game with the greatest payoff that there is; a move is a threat to who made the last one if it wins
for another who then gets less.
"""

from __future__ import annotations

from typing import Any

from ..core.loop import TOLERANCE
from ..core.questions import Scratch, copy_state
from ..machine.atomic import address_of
from ..machine.native import call
from ..rules.codes import BAD_MOVE_COUNT, OVER, UNANSWERED
from ..rules.table import Table


def wins(game: Table, scratch: Scratch, state: int, player: int) -> int:
    """1 if the game is over at `state` and nobody could get more than `player` does; 0 if not; or what went wrong."""
    mover = call(game.mover, (state,))
    if mover != OVER:
        return min(mover, 0) if mover <= UNANSWERED else 0
    status = call(game.returns, (state, scratch.payoffs_at))
    if status < 0:
        return status
    return int((scratch.payoffs[player] - game.lowest) * game.scale >= 1.0 - TOLERANCE)


def find_win(game: Table, scratch: Scratch, state: int, mover: int, n: int) -> int:
    """Which of the `n` moves listed wins at once for `mover`, -1 if none does; or what went wrong. Tried at `state`."""
    for i in range(n):
        status = play_copy(game, state, scratch.state, scratch.moves[i])
        won = wins(game, scratch, state, mover) if status >= 0 else status
        if won < 0:
            return won
        if won == 1:
            return i
    return -1


def allows_win(game: Table, scratch: Scratch, state: int, reply_state: int, replies: Any, move: int, mover: int) -> int:
    """1 if the next player can win at once after `move` while `mover` does not, else 0; or what went wrong. Tried at
    `state` and `reply_state`; the replies are listed in `replies`."""
    status = play_copy(game, state, scratch.state, move)
    enemy = call(game.mover, (state,)) if status >= 0 else status
    if enemy <= UNANSWERED:
        return enemy
    if enemy < 0 or enemy == mover or enemy >= game.players:
        return 0
    n = call(game.moves, (state, address_of(replies)))
    if n < 1 or n > game.max_moves:
        scratch.tally[0].culprit = n
        return BAD_MOVE_COUNT if n > UNANSWERED else n
    for i in range(n):
        status = play_copy(game, reply_state, state, replies[i])
        won = wins(game, scratch, reply_state, enemy) if status >= 0 else status
        if won < 0:
            return won
        if won == 1 and scratch.payoffs[mover] < scratch.payoffs[enemy]:
            return 1
    return 0


def play_copy(game: Table, target: int, source: int, move: int) -> int:
    """The position after `move` at `source`, at `target`. OK, or what went wrong."""
    status = copy_state(game, target, source)
    return call(game.play, (target, move)) if status >= 0 else status
