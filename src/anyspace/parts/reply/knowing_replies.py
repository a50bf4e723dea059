"""Rule-based playouts: the game's own knowledge answers the last move (survey, VI-A10 and VI-A12; the patterns of
Gelly, Wang, Munos and Teytaud 2006 in Go, completed bridges in Hex, Arneson, Hayward and Henderson 2010).

A game that has the rule `reply` says which move answers the one before: the other cell of a bridge that was intruded
upon, the point that saves a chain from capture, a move that fits a pattern beside the last stone. Where it knows one,
that is played with probability `often`, before all that other parts would choose; otherwise playouts go on as they
would without.

Where no other part has a say in playouts, a whole playout with replies is one call of the game's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.binding import Loop
from ...machine.native import call
from ...rng import happens
from ...rules.codes import NO_REPLY, TOO_LONG
from ...rules.playout import SURE
from ..options import number
from ..part import Part
from ..playout.codes import player_of
from ..tracing import trace_moves


@dataclass(frozen=True)
class KnowingReplies(Part):
    """Playouts answer the last move as the game knows to.

    often: how often a reply is played where the game knows one, 0 to 1.
    """

    often: float = 1.0
    kind = "reply"
    reference = "Gelly, Wang, Munos and Teytaud 2006; survey, VI-A10 and VI-A12"
    needs = ("actions", "reply")
    steps = True

    def __post_init__(self) -> None:
        number(self, "often", 0, 1)

    def bind(self, loop: Loop) -> None:
        trace_moves(loop)
        often = loop.number(self.often)
        alone = not loop.plays_on and loop.setup.game.backend.has("playout_replying")
        inner = loop.next_move

        def reply_first(tree: Any, game: Any, policy: Any, scratch: Any, mover: int, ply: int) -> int:
            if mover >= 0 and happens(scratch.rng, policy.numbers[often]):
                last = action_at(game, scratch, scratch.told[1] - 1)
                move = call(game.reply, (scratch.state, last, scratch.rng_at))
                if move != NO_REPLY:
                    return move
            return inner(tree, game, policy, scratch, mover, ply)

        def play_replying(tree: Any, game: Any, policy: Any, scratch: Any) -> int:
            begun = scratch.told[0]
            chance: Any = np.int64(policy.numbers[often] * SURE)
            length = call(
                game.playout_replying,
                (
                    scratch.state,
                    scratch.rng_at,
                    scratch.payoffs_at,
                    scratch.moves_at,
                    scratch.weights_at,
                    policy.playout_limit,
                    scratch.trace_at + 4 * begun,
                    action_at(game, scratch, begun - 1),
                    chance,
                ),
            )
            moves = policy.playout_limit if length == TOO_LONG else max(length, 0)
            scratch.told[1] = min(begun + moves, len(scratch.trace))
            return length

        loop.next_move = reply_first
        loop.structure.append(alone)
        if alone:
            loop.rules.add("playout_replying")
            loop.fuse_playout(play_replying)


def action_at(game: Any, scratch: Any, k: Any) -> Any:
    """The `k`-th move of the iteration as a place in tables by move; NO_REPLY if there is none, or chance made it."""
    code = np.int64(scratch.trace[k]) if k >= 0 else np.int64(-1)
    return code - player_of(game, code) * game.actions if code >= 0 else np.int64(NO_REPLY)
