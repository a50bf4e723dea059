"""Beam nested rollout policy adaptation (Cazenave and Teytaud 2012).

Every level keeps several lines, each with a policy of its own. In a turn of a level each of its policies is given to
the level below, and every line that comes back joins the beam with a copy of the policy that found it, which has learnt
it; the best lines stay, those that were there before among them. A beam of one at every level is NRPA, but for what a
level learns again from a line that it has learnt already.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ...parts.options import number, whole
from ...rules.game import AnyGame
from ...rules.table import Table
from .desk import DONE, FULL, LEVEL, PAUSED, STAGE, Desk
from .lines import FIRST_ROOM, Lines, copy_line, new_lines
from .method import Method
from .nrpa import FIRST_BITS, with_more_room
from .policy_playout import PLAYED, adapt, play_by_policy
from .weights import Policies, clear_row, copy_row, has_room, new_policies

BEGINS, PLAYS, LEARNS = range(3)

TOP, TURNS, ALPHA, WIDTH = range(4)


class Beams(NamedTuple):
    """What levels know. Row 0 is the playout; a level has rows for its beam and for the next one."""

    lines: Lines
    policies: Policies
    done: Any
    """int64 [levels]: turns"""
    at: Any
    """int64 [levels]: whose turn it is in the beam"""
    live: Any
    """int64 [levels, 2]: how many lines the beam has, and the next one"""
    side: Any
    """int64 [levels]: which half of the rows the beam is"""
    changes: Any
    """float64 [room]"""
    numbers: Any
    """float64 [4]: levels, turns, alpha, width"""


def row_of(own: Beams, level: int, which: int, half: int) -> int:
    """The row of a line of a level's beam (half 0) or of its next one (1)."""
    width = int(own.numbers[WIDTH])
    return 1 + (2 * (level - 1) + (own.side[level] ^ half)) * width + which


def search_on(game: Table, desk: Desk, own: Beams, limit: int) -> int:
    """So many playouts at most. DONE at the end of a run, PAUSED, FULL, or what went wrong."""
    control, top, played = desk.control, int(own.numbers[TOP]), 0
    while True:
        if control[STAGE] == BEGINS:
            begin_level(own, top)
            clear_row(own.policies, row_of(own, top, 0, 0))
            descend(own, top)
            control[STAGE] = PLAYS
        if control[STAGE] == PLAYS:
            if played == limit:
                return PAUSED
            status = play_by_policy(game, desk, own.lines, own.policies, row_of(own, 1, own.at[1], 0), 0)
            if status != PLAYED:
                return status
            played += 1
            control[STAGE], control[LEVEL] = LEARNS, 1
        level = control[LEVEL]
        if not hear(desk, own, level):
            return FULL
        own.at[level] += 1
        if own.at[level] < own.live[level, 0]:
            descend(own, level)
            control[STAGE] = PLAYS
            continue
        own.side[level] ^= 1
        own.live[level, 0], own.live[level, 1], own.at[level] = own.live[level, 1], 0, 0
        own.done[level] += 1
        if own.done[level] < own.numbers[TURNS]:
            descend(own, level)
            control[STAGE] = PLAYS
        elif level == top:
            control[STAGE] = BEGINS
            return DONE
        else:
            control[LEVEL] = level + 1


def begin_level(own: Beams, level: int) -> None:
    """A beam of one line that is none."""
    own.done[level], own.at[level], own.live[level, 0], own.live[level, 1] = 0, 0, 1, 0
    own.lines.scores[row_of(own, level, 0, 0)] = -np.inf
    own.lines.lengths[row_of(own, level, 0, 0)] = 0
    own.lines.totals[row_of(own, level, 0, 0)] = 0


def descend(own: Beams, level: int) -> None:
    """All levels below begin, with the policy of the one above each whose turn it is."""
    for below in range(level - 1, 0, -1):
        begin_level(own, below)
        copy_row(own.policies, row_of(own, below, 0, 0), row_of(own, below + 1, own.at[below + 1], 0))


def hear(desk: Desk, own: Beams, level: int) -> bool:
    """The line whose turn it was joins the next beam, and those of the level below with what its policy learns from
    them. False, and nothing has happened, where a policy has no room."""
    mine = row_of(own, level, own.at[level], 0)
    count = 1 if level == 1 else own.live[level - 1, 0]
    for i in range(count):
        row = 0 if level == 1 else row_of(own, level - 1, i, 0)
        if not has_room(own.policies, mine, own.lines.totals[row]):
            return False
    if own.lines.scores[mine] > -np.inf:
        place = place_for(own, level, own.lines.scores[mine])
        if place >= 0:
            copy_line(own.lines, place, mine)
            copy_row(own.policies, place, mine)
    for i in range(count):
        row = 0 if level == 1 else row_of(own, level - 1, i, 0)
        place = place_for(own, level, own.lines.scores[row])
        if place >= 0:
            copy_line(own.lines, place, row)
            copy_row(own.policies, place, mine)
            adapt(desk, own.lines, own.policies, place, place, own.changes, own.numbers[ALPHA])
    return True


def place_for(own: Beams, level: int, score: float) -> int:
    """The row in a level's next beam for a line that pays so much: a free one, or that of the worst if it pays no more;
    -1 for none."""
    if own.live[level, 1] < own.numbers[WIDTH]:
        own.live[level, 1] += 1
        return row_of(own, level, own.live[level, 1] - 1, 1)
    worst = row_of(own, level, 0, 1)
    for i in range(1, own.live[level, 1]):
        row = row_of(own, level, i, 1)
        if own.lines.scores[row] < own.lines.scores[worst]:
            worst = row
    return worst if score >= own.lines.scores[worst] else -1


@dataclass(frozen=True)
class BeamNRPA(Method):
    """Nested rollout policy adaptation with a beam.

    level, n, alpha, prior, tabu: as for NRPA. width: how many lines, each with a policy, a level keeps.
    """

    level: int = 3
    n: int = 100
    width: int = 4
    alpha: float = 1.0
    prior: bool = False
    tabu: bool = True
    name = "beam_nrpa"
    reference = "Cazenave and Teytaud 2012"
    uses_codes = True

    def __post_init__(self) -> None:
        whole(self, "level", 1, 10)
        whole(self, "n", 1, 10**6)
        whole(self, "width", 1, 1000)
        number(self, "alpha", 0.0, 100.0)

    kernel = staticmethod(search_on)

    def own(self, game: AnyGame) -> Beams:
        rows, room = 1 + 2 * self.level * self.width, max(FIRST_ROOM, game.max_moves)
        return Beams(
            lines=new_lines(game, rows, room, self.prior),
            policies=new_policies(rows, FIRST_BITS),
            done=np.zeros(self.level + 1, np.int64),
            at=np.zeros(self.level + 1, np.int64),
            live=np.zeros((self.level + 1, 2), np.int64),
            side=np.zeros(self.level + 1, np.int64),
            changes=np.zeros(room),
            numbers=np.array([self.level, self.n, self.alpha, self.width], np.float64),
        )

    def grown(self, game: AnyGame, own: Any) -> Beams:
        return with_more_room(game, own)
