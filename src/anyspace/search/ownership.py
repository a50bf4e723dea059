"""Whose cells of the board are in the end: the mean over random playouts, as numbers and as a map of characters.

In Go it shows which groups live and whose points are whose.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import numeric
from ..errors import GameError, OptionError
from ..rules.game import CHANCE, State

SURE, LIKELY = 0.8, 0.3
"""A lead in owning a cell, from -1 to 1, from which it is drawn as certain, and as likely."""

MARKS = "XxoO"
LEGEND = "X and x: player 0's, O and o: player 1's; capitals from 90 % of playouts, small letters from 65 %"


def owners(state: State) -> list[list[int]]:
    """Whose every cell is now, row by row as the board is printed; -1 for nobody's. Raises `GameError` where the game
    has no rule `owner`, or where that gives something else."""
    given = state.game.backend.owner(state._block)
    if given is None:
        raise GameError(f"{state.game.name} has no rule 'owner': whose the cells of its board are")
    rows = [[int(player) for player in row] for row in given]
    if not rows or len({len(row) for row in rows}) > 1 or not rows[0]:
        raise GameError(f"{state.game.name}: rule 'owner' must give rows of equal length")
    if wrong := [player for row in rows for player in row if not -1 <= player < state.game.players]:
        raise GameError(f"{state.game.name}: rule 'owner' gave {wrong[0]}, which is neither a player nor -1")
    return rows


def ownership(state: State, playouts: int = 1000, seed: int | None = None) -> NDArray[np.float64]:
    """The share of random playouts from `state` at whose end a cell is a player's: an array of players, rows and
    columns. What players do not have of a cell is nobody's. Where the game says what playouts choose from
    (`playout_moves`), they choose from that. `seed` makes it repeatable."""
    count = numeric.whole(playouts)
    if count is None or count < 1:
        raise OptionError(f"playouts must be a whole number, 1 or more, not {playouts!r}")
    chosen = numeric.seed(seed)
    source = random.Random(secrets.randbits(63) if chosen is None else chosen)
    players = np.arange(state.game.players)[:, None, None]
    now = np.array(owners(state))
    found = np.zeros((state.game.players, *now.shape))
    for _ in range(count):
        end = state.copy()
        _play_out(end, source)
        found += np.array(owners(end)) == players
    return found / count


def _play_out(state: State, source: random.Random) -> None:
    rules, block, choices = state.game.backend, state._block, state.game.backend.has("playout_moves")
    for _ in range(state.game.max_length):
        mover = rules.mover(block)
        if mover < CHANCE:
            return
        move: Any
        if mover == CHANCE:
            move = source.choices(rules.moves(block), rules.weights(block))[0]
        else:
            move = source.choice(rules.playout_moves(block) if choices else rules.moves(block))
        rules.play(block, move)


def heat_map(means: NDArray[np.float64] | Sequence[Any]) -> str:
    """The array that `ownership` gives, as text. Of two players, one map; of others one each, in tenths."""
    shares = np.asarray(means)
    if len(shares) == 2:
        rows = [
            " ".join(_mark(first - second) for first, second in zip(*row, strict=True))
            for row in zip(*shares, strict=True)
        ]
        return "\n".join([*rows, LEGEND])
    maps = []
    for player, share in enumerate(shares):
        rows = [" ".join(str(min(9, int(10 * each))) for each in row) for row in share]
        maps.append("\n".join([f"player {player}'s, in tenths of the playouts, 9 for more", *rows]))
    return "\n\n".join(maps)


def _mark(lead: float) -> str:
    if abs(lead) < LIKELY:
        return "."
    return MARKS[(0 if lead >= SURE else 1) if lead > 0 else (3 if lead <= -SURE else 2)]
