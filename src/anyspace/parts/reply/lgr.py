"""Last good reply: what won after a move is played again after that move (Drake 2009; forgetting, LGRF: Baier and Drake
2010).

Every move of an iteration, in the tree or after it, is a reply to the move before it, and to the two before it. If who
made it has won, it is remembered as the reply to these, in place of any other. If who made it has lost and it is what
is remembered, it is forgotten (LGRF; without `forget`, LGR, it stays). In a playout the reply to the last two moves is
played, if one is remembered and legal; else that to the last move; else whatever the search's playout would play.

To win is to get more than half between two players, more than the average of all among more, and more than the mean
so far alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.binding import Loop
from ...rules.codes import NAMED
from ..options import whole
from ..playout.codes import LearningPlayout, codes_of, player_of
from ..playout.grams import check_entries, context_of, slot_of, tag_of
from ..playout.outcome import par_of
from ..tracing import trace_moves

TAG, CODE = 32, 0xFFFFFFFF
"""A reply to two moves has their tag from this bit on; below it is the reply."""


@dataclass(frozen=True)
class LastGoodReply(LearningPlayout):
    """What won after the same moves before is played again.

    memory: how many moves a reply is to, 1 or 2. forget: whether a reply that loses is forgotten. entries: how many
    replies to two moves are remembered, a power of two. kept: whether replies outlast a move of the game.
    """

    memory: int = 2
    forget: bool = True
    entries: int = 1 << 16
    kept: bool = True
    kind = "reply"
    name = "lgr"
    reference = "Drake 2009; Baier and Drake 2010; survey, VI-A8"

    def __post_init__(self) -> None:
        whole(self, "memory", 1, 2)
        check_entries(self, self.entries, 2)

    @property
    def structure(self) -> Any:
        return (type(self), bool(self.forget))

    def bind(self, loop: Loop) -> None:
        trace_moves(loop)
        forget, stays = bool(self.forget), 1.0 if self.kept else 0.0
        memory = loop.number(self.memory)
        entries = self.entries if self.memory == 2 else 2
        replies = loop.table(np.int32, (codes_of(loop),), kept=stays)  # code + 1, or 0
        long_replies = loop.table(np.int64, (entries,), kept=stays)  # that, and in the upper half which two moves
        teach, inner = loop.teach, loop.choose

        def learn_replies(tree: Any, game: Any, policy: Any, scratch: Any, payoffs: Any) -> None:
            teach(tree, game, policy, scratch, payoffs)
            short, long = tree.tables[replies], tree.tables[long_replies]
            par = par_of(tree, game, payoffs)
            for k in range(1, scratch.told[1]):
                code, last = np.int64(scratch.trace[k]), np.int64(scratch.trace[k - 1])
                if code < 0 or last < 0:
                    continue
                reward = payoffs[player_of(game, code)]
                note_reply(short, last, code, reward, par, forget)
                if k >= 2 and policy.numbers[memory] > 1:
                    context = context_of(last, scratch.trace[k - 2])
                    marked = (half_tag(context) << TAG) + code
                    note_reply(long, slot_of(context, len(long)), marked, reward, par, forget)

        def choose_reply(tree: Any, game: Any, policy: Any, scratch: Any, mover: int, n: int, ply: int) -> int:
            told = scratch.told[1]
            if told >= 2 and policy.numbers[memory] > 1:
                context = context_of(scratch.trace[told - 1], scratch.trace[told - 2])
                long = tree.tables[long_replies]
                reply = long[slot_of(context, len(long))]
                if reply >> TAG == half_tag(context):
                    found = find_code(game, scratch, (reply & CODE) - 1, mover, n)
                    if found >= 0:
                        return found
            if told >= 1 and scratch.trace[told - 1] >= 0:
                reply = np.int64(tree.tables[replies][scratch.trace[told - 1]]) - 1
                found = find_code(game, scratch, reply, mover, n)
                if found >= 0:
                    return found
            return inner(tree, game, policy, scratch, mover, n, ply)

        loop.teach, loop.choose = learn_replies, choose_reply


def half_tag(context: Any) -> Any:
    """What tells two moves from others: 31 bits, so that no sign gets in the way."""
    return np.int64(tag_of(context)) >> 1


def note_reply(replies: Any, place: Any, code: Any, reward: float, par: float, forget: bool) -> None:
    """The move of that code was made in reply to what `place` stands for."""
    if reward > par:
        replies[place] = code + 1
    elif forget and reward < par and replies[place] == code + 1:
        replies[place] = 0


def find_code(game: Any, scratch: Any, code: Any, mover: int, n: int) -> int:
    """Which of the `n` moves listed for `mover` has that code; -1 if none has."""
    action = code - np.int64(mover) * game.actions
    if action < 0 or action >= game.actions:
        return -1
    number, name, moves = np.int32(action), np.int32(action + NAMED), scratch.moves
    found = -1
    for i in range(n):  # to the end, for that can be done eight at a time
        found = i if (moves[i] == number) | (moves[i] == name) else found
    return found
