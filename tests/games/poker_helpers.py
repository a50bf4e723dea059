"""A deal of poker played out in all ways, here and in pyspiel."""

from __future__ import annotations

from typing import Any

from anyspace.rules.game import CHANCE, State


def compare(ours: State, theirs: Any, pairs: set[tuple[str, str]]) -> int:
    """All courses from here agree; the number of their ends. `pairs` gets what the mover sees, here and there."""
    assert ours.over == theirs.is_terminal()
    if ours.over:
        assert ours.returns() == theirs.returns()
        return 1
    assert ours.mover == theirs.current_player()
    assert ours.moves() == theirs.legal_actions()
    if ours.mover != CHANCE:
        pairs.add((ours.view(ours.mover), theirs.information_state_string(ours.mover)))
    return sum(compare(ours.copy().play(move), theirs.child(move), pairs) for move in ours.moves())
