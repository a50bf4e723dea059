"""What a position promises: its score so far less what its heuristic says is still to be paid."""

from __future__ import annotations

import math
from typing import Any

from ...machine.atomic import address_of
from ...machine.native import call
from ...rules.codes import BAD_PRIOR
from ...rules.table import Table
from .desk import CULPRIT, SCORE, Desk
from .playing import assess, is_over

OVER, OPEN = 1, 0


def promise(game: Table, desk: Desk, state: Any) -> int:
    """The score of a position that is over, or the best that can come of it, into `scores[SCORE]`. OVER, OPEN, or what
    went wrong."""
    ended = is_over(game, state, desk)
    if ended < 0:
        return ended
    status = assess(game, state, desk)
    if status < 0 or ended == 1:
        return status if status < 0 else OVER
    status = to_pay(game, desk, state)
    if status < 0:
        return status
    desk.scores[SCORE] -= desk.payoffs[0]
    return OPEN


def to_pay(game: Table, desk: Desk, state: Any) -> int:
    """What the heuristic says of a position, into `payoffs`. 0, or what went wrong."""
    status = call(game.heuristic, (state, address_of(desk.payoffs)))
    if status >= 0 and not (math.isfinite(desk.payoffs[0]) and desk.payoffs[0] >= 0.0):
        desk.scores[CULPRIT] = desk.payoffs[0]
        return BAD_PRIOR
    return min(status, 0)
