"""The rules as plain Python, beside the compiled ones."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from anyspace import rng as random_numbers
from anyspace.rules.game import Game, State
from anyspace.rules.table import tells_moves


def check_rules(game: Game, games: int, seed: int) -> None:
    """Random games go the same way by both, byte for byte; for a game whose start draws nothing."""
    source, rules = random.Random(seed), game.rules
    listed, payoffs = np.zeros(game.max_moves, np.int32), np.zeros(game.players)
    with np.errstate(all="ignore"):  # products and differences that wrap
        for _ in range(games):
            state, plain = game.start(), np.zeros(1, game.state).view(np.recarray)[0]
            rules["start"](plain, random_numbers.new(0))
            while not state.over:
                assert rules["mover"](plain) == state.mover
                assert listed[: rules["moves"](plain, listed)].tolist() == state.moves()
                move = source.choice(state.moves())
                rules["play"](plain, move)
                assert plain.tobytes() == state.play(move)._block.tobytes()
            assert rules["mover"](plain) == state.mover
            rules["returns"](plain, payoffs)
            assert payoffs.tolist() == state.returns()


def plain_playout(state: State, seed: int) -> tuple[float, int]:
    """Player 0's payoff and the number of moves of one playout from a copy of `state`."""
    game: Any = state.game
    out = np.zeros(game.players)
    silence = (None,) if tells_moves(game.rules["playout"]) else ()
    with np.errstate(over="ignore"):
        record = game.backend.record(state.copy()._block)
        length = game.rules["playout"](record, random_numbers.new(seed), out, game.max_length, *silence)
    return float(out[0]), int(length)
