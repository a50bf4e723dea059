"""Moves as places in tables of `players * actions` entries, for playouts that learn: a move's code is
`mover * actions + action`, as traces have it (parts/tracing.py)."""

from __future__ import annotations

from typing import Any, ClassVar

from ...core.binding import Loop, Setup
from ...core.questions import Scratch
from ...core.untried import action_of
from ...rules.codes import BAD_ACTION
from ...rules.table import Table
from ..bias.move_table import table_refusal
from ..options import number
from ..part import Part

LOWEST_REWARD = 0.5
"""A player who gets more than this has won, one who gets less has lost."""


def codes_of(loop: Loop) -> int:
    """How many codes there are."""
    return loop.setup.game.players * (loop.setup.game.actions or 1)


def code_of(game: Table, scratch: Scratch, mover: int, move: Any) -> Any:
    """The code of a move that `mover` may play; BAD_ACTION if the game did not declare that it has so many."""
    action = action_of(move)
    if action >= game.actions:
        scratch.tally[0].culprit = move
        return BAD_ACTION
    return mover * game.actions + action


def player_of(game: Table, code: Any) -> int:
    """Who plays the move of that code. (There are few players: quicker than a division.)"""
    player = 0
    while code >= game.actions:
        code -= game.actions
        player += 1
    return player


class LearningPlayout(Part):
    """What playouts that learn have in common: they need to know how many moves there are, and tell all that are made.
    Their tables belong to the game that is played: `kept` is the share that stays after each move.

    They are the tree's: threads that share a tree, or hand out its leaves, share them; under `root:threads=` each tree
    has its own and learns from its own playouts alone; processes keep nothing from one decision to the next."""

    needs: ClassVar[tuple[str, ...]] = ("actions",)
    steps = True

    def refusal(self, setup: Setup) -> str | None:
        return table_refusal(setup)

    def check_kept(self) -> None:
        """Whether the option `kept` makes sense."""
        number(self, "kept", 0, 1)
