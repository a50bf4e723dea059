"""Nested rollout policy adaptation (Rosin 2011).

A level plays N times the level below it, each time with a policy that has learnt from the best line of this level so
far. Level 0 is a playout by the policy: a move is as likely as the exponential of the weight of its code. What a level
has learnt is forgotten when it ends. The levels are rows of tables, and the recursion is a counter a level: a run can
be left after any playout and gone on with.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ...parts.options import number, whole
from ...rules.game import AnyGame
from ...rules.table import Table
from .desk import DONE, FULL, LEVEL, PAUSED, SPARE, STAGE, Desk
from .lines import FIRST_ROOM, Lines, copy_line, larger_lines, new_lines
from .method import Method
from .policy_playout import PLAYED, adapt, play_by_policy
from .weights import Policies, clear_row, copy_row, has_room, moved_to, new_policies

BEGINS, PLAYS, LEARNS = range(3)
"""Stages: a run begins; a playout is next; a level has a result of the one below to learn from."""

FIRST_BITS = 12


class Levels(NamedTuple):
    """What levels know. Row 0 is the playout."""

    lines: Lines
    policies: Policies
    done: Any
    """int64 [levels]: how many times each has played the one below"""
    changes: Any
    """float64 [room]"""
    numbers: Any
    """float64 [4]: levels, N, alpha, playouts between two lessons of level 1"""


def search_on(game: Table, desk: Desk, own: Levels, limit: int) -> int:
    """So many playouts at most. DONE at the end of a run, PAUSED, FULL, or what went wrong."""
    control, lines, policies = desk.control, own.lines, own.policies
    top, often, alpha, several = own.numbers[0], own.numbers[1], own.numbers[2], own.numbers[3]
    played = 0
    while True:
        if control[STAGE] == BEGINS:
            clear_row(policies, int(top))
            begin_level(own, int(top))
            descend(own, int(top))
            control[STAGE], control[SPARE] = PLAYS, 0
        if control[STAGE] == PLAYS:
            if played == limit:
                return PAUSED
            status = play_by_policy(game, desk, lines, policies, 1, 0)
            if status != PLAYED:
                return status
            played += 1
            control[STAGE], control[LEVEL] = LEARNS, 1
        level = control[LEVEL]
        if lines.scores[level - 1] >= lines.scores[level]:
            copy_line(lines, level, level - 1)
            lines.scores[level - 1] = -np.inf  # it was heard: whoever comes back here after FULL does not copy again
        if level == 1 and control[SPARE] + 1 < several:
            control[SPARE] += 1
            control[STAGE] = PLAYS
            continue
        if not has_room(policies, level, lines.totals[level]):
            return FULL
        adapt(desk, lines, policies, level, level, own.changes, alpha)
        control[SPARE] = 0
        own.done[level] += 1
        if own.done[level] < often:
            descend(own, level)
            control[STAGE] = PLAYS
        elif level == top:
            control[STAGE] = BEGINS
            return DONE
        else:
            control[LEVEL] = level + 1


def begin_level(own: Levels, level: int) -> None:
    """A level has played nothing."""
    own.done[level] = 0
    own.lines.scores[level] = -np.inf
    own.lines.placed[level] = 0


def descend(own: Levels, level: int) -> None:
    """All levels below begin, with the policy of the one above each."""
    for below in range(level - 1, 0, -1):
        copy_row(own.policies, below, below + 1)
        begin_level(own, below)


def with_more_room(game: AnyGame, own: Any) -> Any:
    """Twice the room, for lines and policies alike."""
    bits = int(own.policies.keys.shape[1]).bit_length()
    policies, lines = new_policies(len(own.policies.counts), bits), larger_lines(game, own.lines)
    with np.errstate(all="ignore"):
        moved_to(own.policies, policies)
    return own._replace(policies=policies, lines=lines, changes=np.zeros(lines.codes.shape[1]))


@dataclass(frozen=True)
class NRPA(Method):
    """Nested rollout policy adaptation.

    level: how deep runs are nested. n: how many times a level plays the one below. alpha: the rate of learning.
    playouts: between two lessons of level 1 (stabilized NRPA has 4 or more). prior: whether the game's `prior`
    multiplies what the policy says. tabu: whether moves are left alone that the game would have playouts leave alone
    (`playout_moves`).
    """

    level: int = 3
    n: int = 100
    alpha: float = 1.0
    playouts: int = 1
    prior: bool = False
    tabu: bool = True
    reference = "Rosin 2011; Cazenave and Teytaud 2012 (codes); Cazenave, Sevestre and Toulemont 2020 (playouts)"
    uses_codes = True

    def __post_init__(self) -> None:
        whole(self, "level", 1, 10)
        whole(self, "n", 1, 10**6)
        number(self, "alpha", 0.0, 100.0)
        whole(self, "playouts", 1, 10**6)

    kernel = staticmethod(search_on)

    def own(self, game: AnyGame) -> Levels:
        rows = self.level + 1
        return Levels(
            lines=new_lines(game, rows, max(FIRST_ROOM, game.max_moves), self.prior),
            policies=new_policies(rows, FIRST_BITS),
            done=np.zeros(rows, np.int64),
            changes=np.zeros(max(FIRST_ROOM, game.max_moves)),
            numbers=np.array([self.level, self.n, self.alpha, self.playouts], np.float64),
        )

    def grown(self, game: AnyGame, own: Any) -> Levels:
        return with_more_room(game, own)
