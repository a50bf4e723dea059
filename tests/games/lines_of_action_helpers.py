"""Positions of Lines of Action for tests."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from anyspace.games import lines_of_action
from anyspace.rules.game import Game, State

EMPTY = ". . . . . . . ."
KEYS = lines_of_action.KEYS


def played(game: Game, names: str) -> State:
    state = game.start(seed=0)
    for name in names.split():
        state.play(state.parse(name))
    return state


def position(game: Game, rows: list[str], player: int = 0, ply: int = 0) -> State:
    """The board as it is printed, highest row first, nothing seen before; `player` to move."""
    state = game.start(seed=0)
    record: Any = game.backend.record(state._block)
    cells = [cell for row in reversed(rows) for cell in row.split()]
    assert len(cells) == 64
    record.seen[0] = 0
    for side, letter in enumerate("xo"):
        record.pieces[side] = np.uint64(sum(1 << i for i, cell in enumerate(cells) if cell == letter))
        for i, cell in enumerate(cells):
            record.seen[0] ^= KEYS[side, i] if cell == letter else np.uint64(0)
    record.ply = ply + player
    return state


def board(state: State) -> list[str]:
    return [line[2:] for line in str(state).splitlines()[:8]]


def names(state: State, piece: str = "") -> set[str]:
    return {name for name in state.names(state.moves()) if name.startswith(piece)}


def action(state: State, move: int) -> int:
    """Theirs say whether they capture, in the lowest bit."""
    pieces = state._block[state.game.state.fields["pieces"][1] :][:16].tobytes()  # quicker to read than the record
    taken = int.from_bytes(pieces[:8], sys.byteorder) | int.from_bytes(pieces[8:], sys.byteorder)
    return 2 * move + (taken >> move % 64 & 1)


# ---- against others ---------------------------------------------------------------------------------------------
