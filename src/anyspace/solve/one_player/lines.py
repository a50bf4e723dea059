"""Lines with all that a policy could have chosen on the way, so that it can learn from them without the rules."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...rules.game import AnyGame
from .desk import copy_first

FIRST_ROOM = 1 << 13
"""Moves that all positions of a line list together, before more room is made."""


class Lines(NamedTuple):
    """One line a row."""

    moves: Any
    """int32 [rows, longest]: what was played"""
    counts: Any
    """int32 [rows, longest]: among how many moves"""
    picks: Any
    """int32 [rows, longest]: which of them"""
    codes: Any
    """uint64 [rows, room]: the codes of them all, position after position"""
    priors: Any
    """float64 [rows, room]: and what the game's `prior` said of them, where it was asked"""
    places: Any
    """int32 [rows, room]: and where the policy of that row has them, where that is known"""
    placed: Any
    """int64 [rows]: whether it is"""
    lengths: Any
    """int64 [rows]"""
    totals: Any
    """int64 [rows]: how many codes"""
    scores: Any
    """float64 [rows]"""


def new_lines(game: AnyGame, rows: int, room: int, weighed: bool) -> Lines:
    """No lines yet."""
    longest = game.max_length + 1
    return Lines(
        moves=np.zeros((rows, longest), np.int32),
        counts=np.zeros((rows, longest), np.int32),
        picks=np.zeros((rows, longest), np.int32),
        codes=np.zeros((rows, room), np.uint64),
        priors=np.ones((rows, room if weighed else 1)),
        places=np.zeros((rows, room), np.int32),
        placed=np.zeros(rows, np.int64),
        lengths=np.zeros(rows, np.int64),
        totals=np.zeros(rows, np.int64),
        scores=np.full(rows, -np.inf),
    )


def copy_line(lines: Lines, target: int, source: int) -> None:
    """One line becomes another."""
    length, total = lines.lengths[source], lines.totals[source]
    lines.lengths[target], lines.totals[target], lines.scores[target] = length, total, lines.scores[source]
    copy_first(lines.moves[target], lines.moves[source], length)
    copy_first(lines.counts[target], lines.counts[source], length)
    copy_first(lines.picks[target], lines.picks[source], length)
    copy_first(lines.codes[target], lines.codes[source], total)
    if lines.priors.shape[1] > 1:
        copy_first(lines.priors[target], lines.priors[source], total)
    lines.placed[target] = 0


def larger_lines(game: AnyGame, lines: Lines) -> Lines:
    """The same lines with twice the room."""
    rows, room = lines.codes.shape
    made = new_lines(game, rows, 2 * room, lines.priors.shape[1] > 1)
    for old, new in zip(lines, made, strict=True):
        if old.ndim == 1:
            new[:] = old
        else:
            new[:, : old.shape[1]] = old
    made.placed[:] = 0
    return made
