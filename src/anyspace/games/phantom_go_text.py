"""Phantom Go for people: boards drawn, and a game as the list of its tries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..errors import PositionError
from ..rules.game import CHANCE, OVER
from .go import COLUMNS
from .notation import words_in
from .phantom_go_guesses import NO_TRY

NOTHING, REFUSED, WAITS = "-", "?", "."


def picture(title: str, mark: Callable[[int], str], size: int) -> list[str]:
    """A board, its top row first."""
    rows = [
        f"{row + 1} " + " ".join(mark(row * size + column) for column in range(size)) for row in reversed(range(size))
    ]
    lines = [title, *rows, "  " + " ".join(COLUMNS[:size])]
    width = max(map(len, lines))
    return [line.ljust(width) for line in lines]


def as_text(state: Any, name: Callable[[int], str]) -> str:
    """All tries, turn by turn."""
    words = []
    for ply in range(int(state.ply) + 1):
        player = ply & 1
        for at in range(int(state.refusals[player])):
            if state.refused_ply[player, at] == ply:
                words.append(name(int(state.refused_move[player, at])) + REFUSED)
        if ply < state.ply:
            words.append(name(int(state.turns[ply])))
    if state.tried != NO_TRY:
        words.append(name(int(state.tried)) + WAITS)
    return ",".join(words) or NOTHING


def from_text(
    state: Any,
    text: str,
    by_name: dict[str, int],
    mover: Callable[[Any], int],
    moves: Callable[[Any, Any], int],
    play: Callable[[Any, int], None],
) -> None:
    """The tries played anew, each with the answer that it was given."""
    (tries,) = words_in(text, "tries")
    listed = np.zeros(len(by_name), np.int32)
    for word in tries.split(",") if tries != NOTHING else []:
        named = word.rstrip(REFUSED + WAITS)
        if mover(state) in (CHANCE, OVER):
            raise PositionError(f"{word!r}: nothing is tried once a try waits or the game is over")
        if by_name.get(named, -1) not in listed[: moves(state, listed)].tolist():
            raise PositionError(f"{named!r} cannot be tried there")
        before = int(state.ply)
        play(state, by_name[named])
        if state.tried == NO_TRY:
            continue
        if not word.endswith(WAITS):
            moves(state, listed)  # the answer
            play(state, int(listed[0]))
            found = named + (REFUSED if state.ply == before else "")
            if word != found:
                raise PositionError(f"the referee's answer makes it {found!r} there, not {word!r}")
