"""Decisive and anti-decisive moves in playouts (Teytaud and Teytaud 2010): parts/expand/decisive.py is for the tree.

- Who can win at once does so.
- Else the move that would have been played, unless it lets the next player win at once: then any other that does not,
  if there is one.

To find a win every legal move is tried, to see that a move is safe every reply to it. Moves are only looked at until a
safe one is found: with n moves that is 2n plays a move as a rule, where looking at all of them first would be n^2.
Where moves are drawn uniformly, so are the safe ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.binding import Loop
from ...rng import below
from ...rules.codes import UNANSWERED
from ...rules.compiled import SLACK
from ..options import whole
from ..part import Part
from ..winning import allows_win, find_win


@dataclass(frozen=True)
class DecisivePlayouts(Part):
    """In playouts too: win at once if that is possible; else do not let the next player.

    anti: whether to look for anti-decisive moves too. plies: how many moves of a playout are chosen so; 0 for all.
    """

    anti: bool = True
    plies: int = 0
    kind = "reply"
    bounded = True
    steps = True
    reference = "Teytaud and Teytaud 2010; survey, V-B2"

    def __post_init__(self) -> None:
        whole(self, "plies", 0, 2**31 - 1)

    def bind(self, loop: Loop) -> None:
        plies, anti = loop.number(self.plies), bool(self.anti)
        most = loop.setup.game.max_moves + SLACK
        first, second = loop.spare(), loop.spare()
        replies, order = loop.note(np.int32, (most,)), loop.note(np.int32, (most,))
        inner = loop.choose

        def loses(game: Any, scratch: Any, move: int, mover: int) -> int:
            buffer = scratch.notes[replies]
            return allows_win(game, scratch, scratch.spares[first], scratch.spares[second], buffer, move, mover)

        def or_safe(game: Any, scratch: Any, mover: int, n: int, wanted: int) -> Any:
            """`wanted`, or a safe move at random if that is not; if none is, `wanted` all the same."""
            lost = loses(game, scratch, scratch.moves[wanted], mover)
            if lost <= 0:
                return wanted if lost == 0 else lost
            others = scratch.notes[order]
            for i in range(n):
                others[i] = i
            others[wanted] = n - 1
            for left in range(n - 1, 0, -1):
                at = below(scratch.rng, left)
                other = others[at]
                others[at] = others[left - 1]
                lost = loses(game, scratch, scratch.moves[other], mover)
                if lost <= 0:
                    return np.int64(other) if lost == 0 else lost
            return wanted

        def choose(tree: Any, game: Any, policy: Any, scratch: Any, mover: int, n: int, ply: int) -> int:
            if policy.numbers[plies] > 0.0 and ply >= policy.numbers[plies]:
                return inner(tree, game, policy, scratch, mover, n, ply)
            win = find_win(game, scratch, scratch.spares[first], mover, n)
            if win >= 0 or win <= UNANSWERED:
                return win
            wanted = inner(tree, game, policy, scratch, mover, n, ply)
            if not anti or n == 1 or wanted < 0:
                return wanted
            return or_safe(game, scratch, mover, n, wanted)

        loop.choose = choose
