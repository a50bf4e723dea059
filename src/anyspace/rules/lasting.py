"""Whether a game's moves last: what a player can do now it can still do later, but not twice.

So it is where stones are put on a board to stay (Hex, Go, Gomoku), and there a move is worth much the same whenever it
is made, which is what AMAF values live by. It is not so where pieces move about, where a move is a column or a pit that
is chosen again and again, or where what is possible changes with every ply. A few games of random moves tell.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from .game import CHANCE, AnyGame, Move

GAMES, PLIES = 6, 200
"""How many random games, and how far each is played."""

KEPT, REPEATED = 0.95, 0.3
"""What is asked for: of a player's moves so many are still there when it moves next, and of those it made at most so
many had it made before. Measured are at least 0.99 and at most 0.17 (Go, where stones are taken) where stones stay, at
most 0.91 where pieces move, and at least 0.5 where columns and pits are chosen again."""


@dataclass(frozen=True)
class Lasting:
    """What random games tell of a game's moves."""

    kept: float
    """of the moves that a player could make and that nobody made, the share that it still can make at its next turn"""
    repeated: float
    """of the moves that a player made, the share that it had made before in the same game"""

    @property
    def enough(self) -> bool:
        """Whether moves last."""
        return self.kept >= KEPT and self.repeated <= REPEATED


def lasting(game: AnyGame) -> Lasting:
    """Measured once for every game, by the same random games."""
    if "lasting" not in game.notes:
        game.notes["lasting"] = _measure(game)
    found: Lasting = game.notes["lasting"]
    return found


def _measure(game: AnyGame) -> Lasting:
    kept = possible = repeated = made = 0
    for seed in range(GAMES):
        source, state = random.Random(seed), game.start(seed=seed)
        open_to: dict[int, set[Move]] = {}  # each player: what it could do at its last turn, less what was done since
        done_by: dict[int, set[Move]] = {}
        for _ in range(PLIES):
            if state.over:
                break
            player, moves = state.mover, state.moves()
            move: Any = source.choice(moves)
            if player != CHANCE:
                before = open_to.get(player, set())
                kept, possible = kept + len(before.intersection(moves)), possible + len(before)
                done = done_by.setdefault(player, set())
                repeated, made = repeated + (move in done), made + 1
                done.add(move)
                open_to[player] = set(moves)
                for others in open_to.values():
                    others.discard(move)
            state.play(move)
    return Lasting(kept / max(1, possible), repeated / max(1, made))
