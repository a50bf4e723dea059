"""Why did a compiled rule raise? Ask the same rule uncompiled: Python keeps the message and the line."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import rng as random_numbers
from ..errors import GameError
from ..machine.complaint import raised_at
from .contract import look_into
from .table import tells_moves

if TYPE_CHECKING:
    from ..machine.blocks import Block
    from .game import AnyGame, Game

GAMES = 1000
SECONDS = 1.0
"""How long is searched for the position in which a rule fails."""

PLAYOUTS = 20
"""How many of a game's own playouts are tried, uncompiled."""


def record_of(game: Game, data: bytes) -> Any:
    """A record with these bytes, whose fields are attributes."""
    return np.frombuffer(bytearray(data), dtype=game.state).view(np.recarray)[0]


def explain(game: Game, rule: str, block: Any, *arguments: Any) -> GameError:
    """What to raise where `rule` raised, compiled, on the state in `block`: what it raises uncompiled is the cause."""
    given = {"key": (), "prune": (*arguments[:2], np.ones_like(arguments[-1]))} if arguments else {}
    cause = _raised(game.rules[rule], record_of(game, block.tobytes()), *given.get(rule, arguments))
    return _with_cause(f"{game.name}: rule {rule!r} raised", cause)


def find_failure(game: AnyGame, origin: Block, rules: Collection[str]) -> BaseException | None:
    """What is wrong with a game that failed in a search from `origin`: random games from there until something is;
    `rules` are those that parts of the search asked for. None if nothing was found."""
    try:
        look_into(game, origin, GAMES, SECONDS, rules)
    except Exception as error:
        return error
    return None


def find_failure_of_playout(game: Game, origin: Block) -> GameError | None:
    """The same for a game's own playout and its `pick`, which only playouts call."""
    for seed in range(PLAYOUTS):
        state, stream = record_of(game, origin.tobytes()), random_numbers.new(seed)
        if "playout" in game.rules:
            silence = (None,) if tells_moves(game.rules["playout"]) else ()
            given = (stream, np.zeros(game.players), game.max_length, *silence)
            cause = _raised(game.rules["playout"], state, *given)
            if cause is not None:
                return _with_cause(f"{game.name}: rule 'playout' raised", cause)
        if "pick" in game.rules:
            cause = _raised(game.rules["pick"], state, stream)
            if cause is not None:
                return _with_cause(f"{game.name}: rule 'pick' raised", cause)
    return None


def _raised(rule: Any, *arguments: Any) -> Exception | None:
    """The exception that a rule raises uncompiled, if it does."""
    try:
        with np.errstate(all="ignore"):
            rule(*arguments)
    except Exception as error:
        return error
    return None


def _with_cause(what: str, cause: BaseException | None) -> GameError:
    if cause is None:
        return GameError(what)
    error = GameError(f"{what}: {type(cause).__name__}: {cause} ({raised_at(cause)})")
    error.__cause__ = cause
    return error
