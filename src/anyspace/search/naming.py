"""Names for the moves of a tree, for people to read.

Where nothing is hidden a move is named in the position it is made in. Where something is, the true position must not
be asked: whether a move of the tree fits it says what the others hold. There moves are named in guesses, which are all
that the player who decides can tell (`State.determinize`); so names say no more than the tree does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ..core.policy import PERFECT
from ..rules.codes import NOTHING_SEEN
from ..rules.game import State
from .bag import guesses_of

if TYPE_CHECKING:
    from .search import Search

GUESSES = 12
"""Of what is hidden, before a move is called by its number."""

LONGEST_SILENCE = 8
"""Moves in a row that a player does not notice."""


class Meant(NamedTuple):
    """What a node's move is in one position."""

    state: State
    """where it is made: after moves that nobody noticed"""
    move: Any
    alike: int
    """how many moves look the same to the observer"""

    @property
    def name(self) -> str:
        """Of the move, or how many it may be."""
        if self.alike > 1:
            return f"one of {self.alike}"
        return self.state.game.backend.move_name(self.state._block, self.move)


def guesses(search: Search) -> bool:
    """Whether the tree was searched without a look at what is hidden."""
    return bool(search.information.view != PERFECT or search.information.guesses)


def starts(search: Search, state: State, observer: int, count: int = GUESSES) -> list[State]:
    """Positions at the root in which moves may be named: the true one, or guesses."""
    if not guesses(search):
        return [state.copy()]
    return guesses_of(search, state, observer, [*range(count)])


def names_of(
    search: Search, roots: list[State], parents: Sequence[int], moves: Sequence[Any], observer: int
) -> list[str]:
    """The name of the move into each row; empty for the first. Parents stand before their children."""
    hidden = guesses(search)
    found: list[str | None] = ["", *(None for _ in parents[1:])]
    for turn, root in enumerate(roots):  # most moves fit the first guess, and the others are for those that do not
        passed = _passed(parents, found)
        states = {0: root}
        for row in range(1, len(parents)):
            before = states.get(parents[row])
            if before is None or (found[row] is not None and row not in passed):
                continue
            played = meant(before, moves[row], observer if hidden else None, turn)
            if played is not None:
                found[row] = found[row] or played.name
                if row in passed:
                    states[row] = played.state.copy().play(played.move)
    return [_anyhow(roots[0], move, hidden) if name is None else name for name, move in zip(found, moves, strict=True)]


def _passed(parents: Sequence[int], found: Sequence[str | None]) -> set[int]:
    """The rows on the way to those that have no name yet."""
    passed: set[int] = set()
    for row, name in enumerate(found):
        above = parents[row] if name is None else -1
        while above >= 0 and above not in passed:
            passed.add(above)
            above = parents[above]
    return passed


def meant(state: State, move: Any, observer: int | None, turn: int = 0) -> Meant | None:
    """What a node's move is in this position; None if it fits none. Without an observer moves are what they are; with
    one they are what it sees of them, and of moves that it does not notice some are made, by `turn` these or those."""
    for _ in range(LONGEST_SILENCE):
        legal = state.moves()
        if observer is None or state.mover == observer or not state.game.hides_moves:
            return Meant(state, move, 1) if state.allows(move, legal) else None
        seen = {each: state.observe(each, observer) for each in legal}
        alike = [each for each in legal if seen[each] == move]
        if alike:
            return Meant(state, alike[turn % len(alike)], len(alike))
        silent = [each for each in legal if seen[each] == NOTHING_SEEN]
        if not silent:
            return None
        state = state.copy().play(silent[turn * 7 % len(silent)])
    return None


def _anyhow(state: State, move: Any, hidden: bool) -> str:
    """What a move is called that fits no position: most games call a move the same everywhere."""
    if hidden and state.game.hides_moves:  # then it may be what somebody saw of a move
        return f"#{move}"
    try:
        return state.game.backend.move_name(state._block, move)
    except Exception:  # a rule that is asked about a move that cannot be made may do anything
        return str(move)
