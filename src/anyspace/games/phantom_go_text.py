"""Phantom Go for people: boards drawn, and a game as the list of its tries."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from ..errors import PositionError
from ..rules.game import CHANCE, OVER
from .go import COLUMNS
from .notation import words_in
from .phantom_go_guesses import ILLEGAL, NO_TRY, OCCUPIED

NOTHING, REFUSED, WAITS = "-", "?", "."
ENDED, UNANSWERED = 3, 4
"""What else may come of a try besides OCCUPIED and ILLEGAL: it ended the turn, or waits for its answer."""


def picture(title: str, mark: Callable[[int], str], size: int) -> list[str]:
    """A board, its top row first."""
    rows = [
        f"{row + 1} " + " ".join(mark(row * size + column) for column in range(size)) for row in reversed(range(size))
    ]
    lines = [title, *rows, "  " + " ".join(COLUMNS[:size])]
    width = max(map(len, lines))
    return [line.ljust(width) for line in lines]


def all_tries(state: Any) -> Iterator[tuple[int, int]]:
    """Turn by turn: what was tried, and what came of it: OCCUPIED, ILLEGAL, ENDED or UNANSWERED."""
    for ply in range(int(state.ply) + 1):
        player = ply & 1
        for at in range(int(state.refusals[player])):
            if state.refused_ply[player, at] == ply:
                yield int(state.refused_move[player, at]), int(state.refused_why[player, at])
        if ply < state.ply:
            yield int(state.turns[ply]), ENDED
    if state.tried != NO_TRY:
        yield int(state.tried), UNANSWERED


def as_text(state: Any, name: Callable[[int], str]) -> str:
    """All tries, turn by turn."""
    marks = {OCCUPIED: REFUSED, ILLEGAL: REFUSED, ENDED: "", UNANSWERED: WAITS}
    return ",".join(name(move) + marks[outcome] for move, outcome in all_tries(state)) or NOTHING


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
