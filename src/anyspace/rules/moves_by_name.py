"""Moves as people write them: names or numbers, one after the other."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ..errors import IllegalMove

if TYPE_CHECKING:
    from .state import State

BETWEEN = " ,\n\t"
"""What stands between two moves of a text."""


def play_moves(state: State, moves: str | Iterable[Any], of: str = "") -> list[tuple[Any, str]]:
    """Play moves, each by its name or as what it is; returns them with their names. Raises `IllegalMove`, which says
    which of them it is, and `of` what."""
    played: list[tuple[Any, str]] = []

    def play(move: Any) -> None:
        try:
            found = state.parse(move) if isinstance(move, str) else move
            name = state.name(found) if state.allows(found) else ""
            state.play(found)
        except IllegalMove as error:
            raise IllegalMove(f"move {len(played) + 1}{of}: {error}") from None
        played.append((found, name))

    if not isinstance(moves, str):
        for move in moves:
            play(move)
        return played
    rest = moves.strip(BETWEEN)
    while rest:
        word = first_name(state, rest)
        play(word)
        rest = rest[len(word) :].strip(BETWEEN)
    return played


def first_name(state: State, text: str) -> str:
    """The part of `text` that names its first move. Names may have blanks and commas in them: the longest one that
    fits is meant. What is no legal move's name ends at the next separator."""
    fitting = [
        name
        for name in map(state.name, state.moves())
        if text.lower().startswith(name.lower()) and text[len(name) : len(name) + 1] in ("", *BETWEEN)
    ]
    return text[: len(max(fitting, key=len))] if fitting else re.split(f"[{BETWEEN}]", text, maxsplit=1)[0]
