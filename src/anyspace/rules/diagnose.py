"""Why did a compiled rule raise? Ask the same rule uncompiled: Python keeps the message and the line."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import rng as random_numbers
from .codes import CHANCE, OVER

if TYPE_CHECKING:
    from .game import Game

GAMES = 20
"""How many random games are tried when it is not known where the rule raised."""


def record_of(game: Game, data: bytes) -> Any:
    """A record with these bytes, whose fields are attributes."""
    return np.frombuffer(bytearray(data), dtype=game.state).view(np.recarray)[0]


def explain(game: Game, rule: str, block: Any, *arguments: int) -> BaseException | None:
    """The exception that `rule` raises uncompiled on the state in `block`, or None if it does not."""
    state = record_of(game, block.tobytes())
    scratch: dict[str, tuple[Any, ...]] = {
        "start": (random_numbers.new(0),),
        "moves": (np.zeros(game.max_moves, np.int32),),
        "returns": (np.zeros(game.players),),
        "weights": (np.zeros(game.max_moves),),
    }
    if rule == "determinize":
        scratch[rule] = (arguments[0], random_numbers.new(0))
    try:
        with np.errstate(all="ignore"):
            game.rules[rule](state, *scratch.get(rule, arguments))
    except Exception as error:
        return error
    return None


def find_failure(game: Game, seed: int) -> BaseException | None:
    """Play random games uncompiled from the start until a rule raises; None if none did."""
    source = random.Random(seed)
    rules = game.rules
    for _ in range(GAMES):
        state = record_of(game, bytes(game.state.itemsize))
        out, payoffs = np.zeros(game.max_moves, np.int32), np.zeros(game.players)
        try:
            with np.errstate(all="ignore"):
                rules["start"](state, random_numbers.new(source.getrandbits(63)))
                for _ in range(game.max_length):
                    player = rules["mover"](state)
                    if player == OVER:
                        break
                    n = rules["moves"](state, out)
                    if player == CHANCE and "weights" in rules:
                        rules["weights"](state, np.zeros(game.max_moves))
                    rules["play"](state, int(out[source.randrange(max(n, 1))]))
                rules["returns"](state, payoffs)
                if "playout" in rules:
                    rules["start"](state, random_numbers.new(source.getrandbits(63)))
                    rules["playout"](state, random_numbers.new(1), payoffs, game.max_length)
        except Exception as error:
            return error
    return None
