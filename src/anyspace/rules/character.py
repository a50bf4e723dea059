"""What a few games of random moves tell of a game: whether its moves last, how many there are, how long it goes on.

Moves *last* where what a player can do now it can still do later, but not twice: where stones are put on a board to
stay (Hex, Go, Gomoku). There a move is worth much the same whenever it is made, which is what AMAF values live by. It
is not so where pieces move about, where a move is a column or a pit that is chosen again and again, or where what is
possible changes with every ply.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from .codes import CHANCE, OVER
from .game import AnyGame, Move

GAMES, PLIES = 5, 200
"""How many random games, and how far each is played."""

KEPT, REPEATED = 0.95, 0.3
"""What is asked of moves that last. Measured are at least 0.99 and at most 0.17 (Go, where stones are taken) where
stones stay, at most 0.91 where pieces move, and at least 0.5 where columns and pits are chosen again."""


@dataclass(frozen=True)
class Character:
    """What random games are like."""

    kept: float
    """of the moves that a player could make and that nobody made, the share that it still can make at its next turn"""
    repeated: float
    """of the moves that a player made, the share that it had made before in the same game"""
    width: float
    """moves that a player has to choose from, on average"""
    length: float
    """moves of a game, on average; of longer ones the first `PLIES` count"""

    @property
    def moves_last(self) -> bool:
        """Whether what can be done now can be done later, once."""
        return self.kept >= KEPT and self.repeated <= REPEATED


def character(game: AnyGame) -> Character:
    """Measured once for every game, by the same random games."""
    if "character" not in game.notes:
        game.notes["character"] = _measure(game)
    found: Character = game.notes["character"]
    return found


def _measure(game: AnyGame) -> Character:
    rules = game.backend  # without a `State`, which asks whether each move is legal
    kept = possible = repeated = made = choices = plies = 0
    for seed in range(GAMES):
        source, block = random.Random(seed), rules.new()
        rules.start(block, seed)
        open_to: dict[int, set[Move]] = {}  # each player: what it could do at its last turn, less what was done since
        done_by: dict[int, set[Move]] = {}
        for _ in range(PLIES):
            player = rules.mover(block)
            if player == OVER:
                break
            moves = rules.moves(block)
            move: Any = source.choice(moves)
            plies += 1
            if player != CHANCE:
                before = open_to.get(player, set())
                kept, possible = kept + len(before.intersection(moves)), possible + len(before)
                done = done_by.setdefault(player, set())
                repeated, made, choices = repeated + (move in done), made + 1, choices + len(moves)
                done.add(move)
                open_to[player] = set(moves)
                for others in open_to.values():
                    others.discard(move)
            rules.play(block, move)
    made = max(1, made)
    return Character(kept / max(1, possible), repeated / made, choices / made, plies / GAMES)
