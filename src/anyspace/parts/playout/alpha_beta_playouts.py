"""MCαβ: a small αβ search chooses the moves of playouts (Winands and Björnsson 2011).

    depth 1   the move after which `evaluate` promises the mover most
    depth 2   the move after which it promises most once the next player has replied as is worst for the mover

Replies to a move are looked at until one makes it no better than the best so far (the α cut). Whoever moves next is
taken for an enemy, unless it is the mover again; a position where chance moves is evaluated as it is. With probability
epsilon any move is played.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.binding import Loop
from ...machine.atomic import address_of
from ...machine.native import call
from ...rng import below, uniform
from ...rules.codes import BAD_MOVE_COUNT, OVER, UNANSWERED
from ...rules.compiled import SLACK
from ..options import number, whole
from ..part import Part
from ..winning import play_copy
from .looking_ahead import mover_at, some_of, value_after, value_at


@dataclass(frozen=True)
class AlphaBetaPlayouts(Part):
    """In playouts, the move that a search of one or two plies finds.

    depth: 1 or 2. epsilon: how often any move is played. sample: how many moves are looked at on each level, drawn at
    random; 0 for all.
    """

    depth: int = 2
    epsilon: float = 0.1
    sample: int = 0
    kind = "playout"
    needs = ("evaluate",)
    steps = True
    reference = "Winands and Björnsson 2011; survey, IV-H7"

    def __post_init__(self) -> None:
        whole(self, "depth", 1, 2)
        number(self, "epsilon", 0, 1)
        whole(self, "sample", 0, 2**31 - 1)

    def bind(self, loop: Loop) -> None:
        depth, epsilon, sample = loop.number(self.depth), loop.number(self.epsilon), loop.number(self.sample)
        most = loop.setup.game.max_moves + SLACK
        order, reply_order, replies = (loop.note(np.int32, (most,)) for _ in range(3))
        first, second = loop.spare(), loop.spare()

        def after_reply(game: Any, policy: Any, scratch: Any, mover: int, move: int, alpha: float) -> float:
            """What `move` is worth to `mover` after the worst reply; below `alpha` it may be less than that."""
            state = scratch.spares[first]
            status = play_copy(game, state, scratch.state, move)
            enemy = mover_at(game, scratch, state) if status >= 0 else status
            if enemy < OVER:
                return float(enemy)
            if enemy < 0:
                return value_at(game, scratch, state, enemy, mover)
            listed, looked_at = scratch.notes[replies], scratch.notes[reply_order]
            n = call(game.moves, (state, address_of(listed)))
            if n < 1 or n > game.max_moves:
                scratch.tally[0].culprit = n
                return float(BAD_MOVE_COUNT if n > UNANSWERED else n)
            own = enemy == mover
            worth = -1.0 if own else 2.0
            for k in range(some_of(scratch.rng, looked_at, n, np.int64(policy.numbers[sample]))):
                reply = listed[looked_at[k]]
                value = value_after(game, scratch, scratch.spares[second], state, reply, mover)
                if value < 0.0:
                    return value
                worth = max(worth, value) if own else min(worth, value)
                if not own and worth <= alpha:
                    break
            return worth

        def choose(tree: Any, game: Any, policy: Any, scratch: Any, mover: int, n: int, ply: int) -> Any:
            if n == 1:
                return 0
            if policy.numbers[epsilon] > 0.0 and uniform(scratch.rng) < policy.numbers[epsilon]:
                return below(scratch.rng, n)
            looked_at, deep = scratch.notes[order], policy.numbers[depth] > 1.0
            best, alpha = np.int64(0), -1.0
            for k in range(some_of(scratch.rng, looked_at, n, np.int64(policy.numbers[sample]))):
                i = np.int64(looked_at[k])
                move = scratch.moves[i]
                if deep:
                    value = after_reply(game, policy, scratch, mover, move, alpha)
                else:
                    value = value_after(game, scratch, scratch.spares[first], scratch.state, move, mover)
                if value < 0.0:
                    return np.int64(value)
                if value > alpha:  # the order is random: so is which of equals comes first
                    best, alpha = i, value
            return best

        loop.choose = choose
