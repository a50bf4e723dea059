"""Score bonus: a clear win is worth a little more than a narrow one (survey, VI-B2; without gain in Sum of Switches,
Tom and Müller 2010).

A win is worth gamma to 1 by its margin, a loss its mirror image, 0 to 1 - gamma; a draw 1/2:

    win     gamma + (1 - gamma) m           m in [0, 1]: by how much
    loss    (1 - gamma) (1 - m)

so gamma 1 only tells wins from losses, and 1/2 is linear in the margin. (The survey has losses up to gamma: two players
would then share more than there is.) The margin is what the payoff is beyond a draw, in games that pay by points; or
what the game's `evaluate` says of the last position. With `steepness` k > 0 it is tanh(k m) / tanh(k): a small lead
counts, more hardly.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.binding import Loop, Setup
from ...core.loop import scale_payoffs
from ...core.questions import Scratch
from ...machine.native import call
from ...rules.codes import BAD_PRIOR, OK
from ...rules.table import Table
from ..options import number, one_of
from ..part import Part

SOURCES = ("payoffs", "evaluate")


@dataclass(frozen=True)
class ScoreBonus(Part):
    """Wins and losses by their margin.

    gamma: the reward of the narrowest win, 1/2 to 1. source: where the margin is from, "payoffs" or the rule
    "evaluate". steepness: how soon a margin counts as a clear one; 0 for in proportion.
    """

    gamma: float = 0.9
    source: str = "payoffs"
    steepness: float = 0.0
    kind = "backup"
    reference = "Tom and Müller 2010; survey, VI-B2"
    consistent = "yes, for the reward that it makes of the margin"

    def __post_init__(self) -> None:
        number(self, "gamma", 0.5, 1)
        one_of(self, "source", SOURCES)
        number(self, "steepness", 0, 100)

    def refusal(self, setup: Setup) -> str | None:
        if self.source == "evaluate" and not setup.game.backend.has("evaluate"):
            return f"source=evaluate asks {setup.game.name} for a rule 'evaluate', which it does not have"
        return None

    def bind(self, loop: Loop) -> None:
        gamma, steepness = loop.number(self.gamma), loop.number(self.steepness)
        rewards = loop.note(np.float64, (loop.setup.game.players,))
        credit, play_out = loop.credit, loop.play_out

        def credit_by_margin(tree: Any, policy: Any, scratch: Any, which: int, i: int, node: Any, payoffs: Any) -> None:
            found = scratch.notes[rewards]
            if i == scratch.depths[which] - 1:  # the leaf comes first: the others learn the same
                for player in range(len(found)):
                    won = payoffs[player]
                    found[player] = with_bonus(won, won, policy.numbers[gamma], policy.numbers[steepness])
            credit(tree, policy, scratch, which, i, node, found)

        def play_for_margin(tree: Any, game: Any, policy: Any, scratch: Any) -> int:
            """(Here and not in `credit`: that may be another thread's, without the last position.)"""
            length = play_out(tree, game, policy, scratch)
            if length <= 0:  # a leaf where the game is over, or proven, pays what it pays: parts that prove rely on it
                return length
            status = judge_end(game, scratch, scratch.notes[rewards], policy.numbers[gamma], policy.numbers[steepness])
            return length if status >= 0 else status

        if self.source == "evaluate":
            loop.rules.add("evaluate")
            loop.play_out = play_for_margin
        else:
            loop.credit = credit_by_margin


def judge_end(game: Table, scratch: Scratch, won: Any, gamma: float, steepness: float) -> int:
    """The rewards of a playout, in `payoffs`, by the evaluation of the position where it ended. `won` is working
    memory. OK, or what went wrong."""
    for player in range(game.players):
        won[player] = scratch.payoffs[player]
    status = call(game.evaluate, (scratch.state, scratch.payoffs_at))
    if status < 0:
        return status
    if scale_payoffs(game, scratch) != OK:
        return BAD_PRIOR
    for player in range(game.players):
        scratch.payoffs[player] = with_bonus(won[player], scratch.payoffs[player], gamma, steepness)
    return OK


def with_bonus(won: float, points: float, gamma: float, steepness: float) -> float:
    """What a result is worth in which a player won (more than 1/2) or lost, with `points` in [0, 1]."""
    if won == 0.5:
        return won
    margin = max(0.0, 2.0 * points - 1.0 if won > 0.5 else 1.0 - 2.0 * points)
    if steepness > 0.0:
        margin = math.tanh(steepness * margin) / math.tanh(steepness)
    return gamma + (1.0 - gamma) * margin if won > 0.5 else (1.0 - gamma) * (1.0 - margin)
