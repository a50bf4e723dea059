"""Bins: a box of actions cut into a grid, the usual way to search continuous actions by UCT and the baseline of those
that go without (Mansley, Weinstein and Littman, Sample-based planning for continuous action Markov decision processes,
2011).

With n bins an axis there are n^d moves, evenly from end to end of each axis; they are tried one after the other, in
random order, before the formula chooses among them. Few bins miss the best action, many take as long to be tried.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...core.binding import Loop, Setup
from ...rules.limits import MOST_MOVES
from ..options import whole
from ..part import Part
from .actions import draw_actions, drawn_from_grid, no_vectors


@dataclass(frozen=True)
class Bins(Part):
    """Moves on a grid of the game's box, instead of those that its rules list.

    count: how many an axis, 2 or more.
    """

    count: int = 10
    kind = "expand"
    reference = "Mansley, Weinstein and Littman 2011"
    excludes = ("action_widening", "widening", "decisive", "groups", "hoot")
    consistent = "no: only among the actions of the grid"

    def __post_init__(self) -> None:
        whole(self, "count", 2, MOST_MOVES)

    def refusal(self, setup: Setup) -> str | None:
        if (reason := no_vectors(setup)) is not None:
            return reason
        most, bins = setup.game.max_moves, self.count ** len(setup.game.box or ())
        return f"{bins:,} bins are more than {setup.game.name} has room for, {most:,}" if bins > most else None

    def bind(self, loop: Loop) -> None:
        axes, place = len(loop.setup.game.box or ()), loop.number(self.count)

        def bins(policy: Any) -> int:
            return int(policy.numbers[place]) ** axes

        draw_actions(loop, bins)
        loop.untried_move = drawn_from_grid(axes, place)
        loop.structure.append(axes)
