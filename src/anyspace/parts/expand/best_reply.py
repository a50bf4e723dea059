"""Best-reply search: of all opponents only one replies, the one whose reply is worst for the player who searches; the
others pass (Schadd and Winands 2011; in MCTS Nijssen and Winands 2013).

In the tree each opponent in turn may play or pass, as long as nobody has played since the searcher's last move; the
last of them must play, and once one has played all after it pass. That is the choice among all moves of all opponents,
made step by step. All of them are against the searcher, who has the reward r_s:

    r_i = 1 - r_s    for i other than s

The searcher so looks two moves ahead for each of its own, however many there are, at positions that cannot come about
in the game. In playouts everybody moves. Between two players there is nobody to pass, and this is UCT.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.binding import Loop, Setup
from ...core.questions import copy_state
from ...machine.native import call
from ..backup.others import against_the_searcher, replace_rewards
from ..part import Part

IN_TREE, REPLIED, OBSERVER, PASS = range(4)
"""What a thread notes of the iteration: whether it is still in the tree; whether an opponent has played since the
searcher did; who searches; the number of a pass."""


@dataclass(frozen=True)
class BestReply(Part):
    """Only the opponent with the best reply moves, all others pass (BRS)."""

    kind = "expand"
    reference = "Schadd and Winands 2011; Nijssen and Winands 2013"
    consistent = "no: opponents who move take turns, and play for themselves"
    excludes = (
        *("solver", "score_bounded", "graph", "transpositions", "network", "knowledge_pruning"),
        *("paranoid", "confident", "coalition", "alliance", "coalition_reduction"),
    )

    def refusal(self, setup: Setup) -> str | None:
        game = setup.game
        if game.simultaneous:
            return f"{game.name} has moves made at the same time: nobody waits for the others' replies"
        if game.players > 2 and game.pass_move is None:
            return f"{game.name} does not say how a player passes; declare pass_move=..."
        return None

    def bind(self, loop: Loop) -> None:
        given = loop.setup.game.pass_move
        passes, notes, spare = loop.number(-1 if given is None else given), loop.note(np.int64, (4,)), loop.spare()
        inner_deal, inner_list, inner_played, inner_play_out = loop.deal, loop.list_moves, loop.played, loop.play_out

        def deal(game: Any, policy: Any, scratch: Any) -> int:
            note = scratch.notes[notes]
            note[IN_TREE], note[REPLIED] = 1, 0
            note[OBSERVER], note[PASS] = policy.observer, np.int64(policy.numbers[passes])
            return inner_deal(game, policy, scratch)

        def list_moves(game: Any, scratch: Any) -> int:
            n = inner_list(game, scratch)
            note = scratch.notes[notes]
            if n < 0 or note[IN_TREE] == 0 or note[PASS] < 0:
                return n
            return with_passes(game, scratch, n, note, scratch.spares[spare])

        def played(game: Any, policy: Any, scratch: Any, mover: int, move: int) -> None:
            inner_played(game, policy, scratch, mover, move)
            note = scratch.notes[notes]
            if mover == note[OBSERVER]:
                note[REPLIED] = 0
            elif mover >= 0 and move != note[PASS]:
                note[REPLIED] = 1

        def play_out(tree: Any, game: Any, policy: Any, scratch: Any) -> int:
            scratch.notes[notes][IN_TREE] = 0
            return inner_play_out(tree, game, policy, scratch)

        loop.deal, loop.list_moves, loop.played, loop.play_out = deal, list_moves, played, play_out
        replace_rewards(loop, against_the_searcher)


def with_passes(game: Any, scratch: Any, n: int, note: Any, spare: int) -> int:
    """What is left of `n` moves listed, or added to them, where an opponent may or must pass. How many, or what went
    wrong."""
    moves = scratch.moves
    mover = call(game.mover, (scratch.state,))
    if mover < 0 or mover == note[OBSERVER]:
        return n
    if note[REPLIED] != 0:
        moves[0] = note[PASS]
        return 1
    for i in range(n):
        if moves[i] == note[PASS]:
            return n
    status = copy_state(game, spare, scratch.state)
    if status >= 0:
        status = call(game.play, (spare, note[PASS]))
    if status < 0:
        return status
    following = call(game.mover, (spare,))
    if following >= 0 and following != note[OBSERVER] and n < game.max_moves:
        moves[n] = note[PASS]
        n += 1
    return n
