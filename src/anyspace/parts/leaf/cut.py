"""Playouts that end early, and are worth what the game's evaluation says of the position (Lorentz 2008; Winands
and Björnsson 2010; the fixed and dynamic early terminations of Lanctot et al. 2014).

    fixed     after so many moves
    dynamic   as soon as the evaluation, scaled to [0, 1], promises some player more than `clear`

With no moves at all there is no playout: a leaf is worth its evaluation. A game without the rule `evaluate` is asked
for its `returns` of an unfinished position.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.binding import Loop, Setup
from ...core.loop import TOLERANCE
from ...core.questions import Scratch
from ...machine.native import call
from ...rules.codes import BAD_PRIOR, OK
from ...rules.table import Table
from ..options import number, whole
from ..part import Part


@dataclass(frozen=True)
class Cut(Part):
    """Playouts end early, and the position is evaluated.

    moves: how many moves a playout has at most; 0 evaluates leaves themselves. clear: it ends where the evaluation, in
    [0, 1], is more than this for one of the players; 1 never. every: after how many moves each that is looked at.
    """

    moves: int = 20
    clear: float = 1.0
    every: int = 1
    kind = "leaf"
    steps = True
    reference = "Lorentz 2008; Lanctot, Winands, Pepels and Sturtevant 2014; survey, VI-A6"
    consistent = "yes: the tree grows on to the end of the game"

    def __post_init__(self) -> None:
        whole(self, "moves", 0, 2**31 - 1)
        number(self, "clear", 0, 1)
        whole(self, "every", 1, 2**31 - 1)

    def refusal(self, setup: Setup) -> str | None:
        if self.clear < 1.0 and not setup.game.backend.has("evaluate"):
            return f"clear= asks {setup.game.name} for a rule 'evaluate', which it does not have"
        return None

    def bind(self, loop: Loop) -> None:
        moves, clear, every = loop.number(self.moves), loop.number(self.clear), loop.number(self.every)
        cuts = loop.cuts
        evaluates = loop.setup.game.backend.has("evaluate")
        loop.structure.append(evaluates)

        def cut_short(tree: Any, game: Any, policy: Any, scratch: Any, mover: int, ply: int) -> bool:
            return ply >= policy.numbers[moves] or cuts(tree, game, policy, scratch, mover, ply)

        def cut(tree: Any, game: Any, policy: Any, scratch: Any, mover: int, ply: int) -> bool:
            if cut_short(tree, game, policy, scratch, mover, ply):
                return True
            if policy.numbers[clear] >= 1.0 or ply % np.int64(policy.numbers[every]) != 0:
                return False
            return is_clear(game, scratch, policy.numbers[clear])

        def assess(tree: Any, game: Any, policy: Any, scratch: Any) -> int:
            return evaluate_state(game, scratch)

        if evaluates:
            loop.rules.add("evaluate")
            loop.cuts, loop.assess = cut, assess
        else:
            loop.cuts = cut_short


def is_clear(game: Table, scratch: Scratch, clear: float) -> bool:
    """Whether the evaluation promises somebody more than `clear`. (Also if it fails: then it is asked again, and what
    went wrong is reported.)"""
    if evaluate_state(game, scratch) < 0:
        return True
    most = 0.0
    for player in range(game.players):
        most = max(most, (scratch.payoffs[player] - game.lowest) * game.scale)
    return most > clear


def evaluate_state(game: Table, scratch: Scratch) -> int:
    """What the game thinks of the state, in its own units, into `payoffs`. OK, or what went wrong."""
    status = call(game.evaluate, (scratch.state, scratch.payoffs_at))
    if status < 0:
        return status
    for player in range(game.players):
        promised = (scratch.payoffs[player] - game.lowest) * game.scale
        if not (promised >= -TOLERANCE and promised <= 1.0 + TOLERANCE):
            scratch.tally[0].culprit = scratch.payoffs[player]
            return BAD_PRIOR
    return OK
