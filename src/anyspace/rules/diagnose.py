"""Why did a compiled rule raise? Ask the same rule uncompiled: Python keeps the message and the line."""

from __future__ import annotations

import random
import time
from collections.abc import Collection
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import rng as random_numbers
from ..errors import GameError
from ..machine.complaint import raised_at
from .codes import CHANCE, OVER
from .contract import look_into
from .table import tells_moves

if TYPE_CHECKING:
    from ..machine.blocks import Block
    from .game import AnyGame, Game

GAMES = 1000
SECONDS = 1.0
"""How long is searched for the position in which a rule fails."""


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
    """The same for a game's own playout and its `pick`, which only playouts call: asked, uncompiled, in the positions
    of random games."""
    source, end = random.Random(0), time.perf_counter() + SECONDS
    asked = [rule for rule in ("playout", "pick") if rule in game.rules]
    while asked and time.perf_counter() < end:
        block = game.backend.copy(origin)
        for _ in range(game.max_length):
            player = game.backend.mover(block)
            if player == OVER or time.perf_counter() > end:
                break
            for rule in asked if player != CHANCE else ():
                cause = _raised(game.rules[rule], record_of(game, block.tobytes()), *_given(game, rule, source))
                if cause is not None:
                    return _with_cause(f"{game.name}: rule {rule!r} raised", cause)
            game.backend.play(block, source.choice(game.backend.moves(block)))
    return None


def _given(game: Game, rule: str, source: random.Random) -> tuple[Any, ...]:
    """What a playout, or `pick`, is given besides the state."""
    stream = random_numbers.new(source.getrandbits(63))
    if rule == "pick":
        return (stream,)
    silence = (None,) if tells_moves(game.rules[rule]) else ()
    return (stream, np.zeros(game.players), game.max_length, *silence)


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
