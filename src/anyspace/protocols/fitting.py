"""Which games can be talked about: two players in turns, who see everything, and no dice."""

from __future__ import annotations

import random

from ..errors import GameError, ProtocolError
from ..rules.backend import Backend
from ..rules.game import CHANCE, AnyGame, Game

LOOKED_AT = 40
"""Moves of a random game in which chance would show."""


def check_game(game: AnyGame, protocol: str) -> None:
    """Raises `ProtocolError` unless a protocol has words for what happens in a game. Compiles nothing."""
    if game.players != 2:
        raise ProtocolError(f"{protocol} is for two players, and {game.name} has {game.players}")
    rules = _rules(game)
    if game.unguessable is not None or rules.facts.determinize != 0:
        raise ProtocolError(f"{protocol} is for games in which everything is seen, and {game.name} hides something")
    if rules.facts.together != 0:
        raise ProtocolError(f"{protocol} is for games of turns, and in {game.name} players move at the same time")
    if _has_chance(game, rules):
        raise ProtocolError(f"{protocol} is for games without chance, and {game.name} has some")


def _rules(game: AnyGame) -> Backend:
    """The rules in working order, as plain Python."""
    if not isinstance(game, Game):
        return game.backend
    from ..rules.interpreted import InterpretedBackend

    return InterpretedBackend(game)


def _has_chance(game: AnyGame, rules: Backend) -> bool:
    if isinstance(game, Game) and "weights" in game.rules:
        return True
    source = random.Random(0)
    block = rules.new()
    try:
        rules.start(block, 0)
        for _ in range(LOOKED_AT):
            mover = rules.mover(block)
            if mover < 0:
                return mover == CHANCE
            rules.play(block, source.choice(rules.moves(block)))
    except GameError:
        return False  # what is wrong with the rules is said when they are used
    return False
