"""Nested Monte Carlo search (Cazenave 2009) and what it came from, reflexive search (Cazenave 2007).

A level plays a game in which every move is tried by a game of the level below; level 0 is a playout. With memory it
plays on along the best line that it has seen since it began, whenever nothing better was found; without, the best move
of the trials just made. With AMAF (after Akiyama, Komiya and Kotani 2010) levels above the first try only some moves:
those of which the playouts so far that had them, anywhere, paid best.

The recursion is a stage and some counters a level: a run can be left before any playout and gone on with.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np

from ...core.questions import copy_state
from ...core.untried import action_of
from ...machine.native import call
from ...parts.options import whole
from ...rules.codes import BAD_ACTION, TOO_LONG
from ...rules.game import AnyGame
from ...rules.table import Table
from .desk import CULPRIT, DONE, LONGEST, PAUSED, SCORE, Desk, copy_first
from .method import Method
from .playing import assess, finished, is_over, list_all, play_out, step

BEGINS, ARRIVES, TRIES, HEARS = range(4)
"""Stages: a run begins; a level has come to a position; it tries moves; it hears of the level below."""

TOP, MEMORY, GAMES, WIDTH, START, BASE = range(6)

STAGE, LEVEL = range(2)


class Frames(NamedTuple):
    """What levels know. Row 0 is not used."""

    depths: Any
    """int64 [levels]: moves from the start"""
    counts: Any
    """int64 [levels]: moves to try"""
    tried: Any
    """int64 [levels]: games played with them"""
    scores: Any
    """float64 [levels]: of the best line"""
    lengths: Any
    """int64 [levels]: its moves"""
    lines: Any
    """int32 [levels, longest]: all of them, from the start"""
    seen: Any
    """float64 [actions, 2]: of playouts with a move, the sum of scores and how many"""
    place: Any
    """int64 [2]: the stage, and the level it is about"""
    numbers: Any
    """int64 [6]: the top level; whether the best line is remembered; games a move; moves to try, 0 for all; the state
    to start from, and how many moves led to it"""


def search_on(game: Table, desk: Desk, own: Frames, limit: int) -> int:
    """So many playouts at most. DONE at the end of a run, PAUSED, or what went wrong."""
    place, played = own.place, 0
    top = own.numbers[TOP]
    while True:
        level = place[LEVEL]
        if place[STAGE] == BEGINS:
            status = copy_state(game, desk.states[top], desk.states[own.numbers[START]])
            if status < 0:
                return status
            own.tried[top] = 0
            begin_level(own, top, own.numbers[BASE])
        elif place[STAGE] == ARRIVES:
            status = arrive(game, desk, own, level)
            if status < 0:
                return status
            if status == DONE and level == top:
                place[STAGE] = BEGINS
                return DONE
        elif place[STAGE] == HEARS:
            place[LEVEL] = level + 1
            hear(own, level + 1, own.scores[level], own.lengths[level], own.lines[level])
            place[STAGE] = TRIES
        elif own.tried[level] == own.counts[level] * own.numbers[GAMES]:
            depth = own.depths[level]
            move = own.lines[level, depth]
            desk.path[depth] = move
            status = call(game.play, (desk.states[level], move))
            if status < 0:
                return status
            own.depths[level] += 1
            place[STAGE] = ARRIVES
        else:
            if played == limit:
                return PAUSED
            status = try_move(game, desk, own, level)
            if status < 0:
                return status
            played += status


def begin_level(own: Frames, level: int, depth: int) -> None:
    """A level has a position, and nothing else."""
    own.depths[level] = depth
    own.scores[level] = -np.inf
    own.place[LEVEL] = level
    own.place[STAGE] = ARRIVES


def arrive(game: Table, desk: Desk, own: Frames, level: int) -> int:
    """A level comes to a position. DONE if its game is over, 1 if there are moves to try, or what went wrong."""
    state, depth = desk.states[level], own.depths[level]
    ended = is_over(game, state, desk)
    if ended < 0:
        return ended
    if ended == 1:
        if own.scores[level] == -np.inf or own.numbers[MEMORY] == 0:
            status = assess(game, state, desk)
            if status < 0:
                return status
            own.scores[level] = -np.inf
            if own.tried[level] == 0:
                finished(desk, depth, 0)
            hear(own, level, desk.scores[SCORE], depth, desk.path)
        own.place[STAGE] = HEARS
        return DONE
    n = list_all(game, state, desk, level)
    if n < 0:
        return n
    if own.numbers[WIDTH] > 0 and level > 1:
        n = keep_best(game, desk, own, level, n)
        if n < 0:
            return n
    own.counts[level], own.tried[level] = n, 0
    if own.numbers[MEMORY] == 0:
        own.scores[level] = -np.inf
    own.place[STAGE] = TRIES
    return 1


def try_move(game: Table, desk: Desk, own: Frames, level: int) -> int:
    """The next move of a level is tried: by a playout (1), or by the level below (0); or what went wrong."""
    depth = own.depths[level]
    if depth >= desk.control[LONGEST]:
        return TOO_LONG
    move = desk.moves[level, own.tried[level] // own.numbers[GAMES]]
    desk.path[depth] = move
    own.tried[level] += 1
    below = level - 1 if level > 1 else own.numbers[TOP] + 1
    status = step(game, desk, below, level, move)
    if status < 0:
        return status
    if level > 1:
        own.tried[below] = 0
        begin_level(own, below, depth + 1)
        return 0
    length = play_out(game, desk, below, depth + 1)
    if length < 0:
        return length
    hear(own, 1, desk.scores[SCORE], length, desk.path)
    if own.numbers[WIDTH] > 0:
        return note_moves(game, desk, own, length)
    return 1


def hear(own: Frames, level: int, score: float, length: int, line: Any) -> None:
    """A level is told of a line: it keeps it if it is better than any that it knows."""
    if score > own.scores[level]:
        own.scores[level] = score
        own.lengths[level] = length
        copy_first(own.lines[level], line, length)


def note_moves(game: Table, desk: Desk, own: Frames, length: int) -> int:
    """What a playout tells of the moves of its line. 1, or what went wrong."""
    for i in range(length):
        action = place_of(game, desk, own, desk.path[i])
        if action < 0:
            return action
        own.seen[action, 0] += desk.scores[SCORE]
        own.seen[action, 1] += 1.0
    return 1


def place_of(game: Table, desk: Desk, own: Frames, move: int) -> int:
    """Where `seen` has a move, or BAD_ACTION."""
    action = action_of(move)
    if 0 <= action < len(own.seen):
        return action
    desk.scores[CULPRIT] = move
    return BAD_ACTION


def keep_best(game: Table, desk: Desk, own: Frames, level: int, n: int) -> int:
    """The moves of a row that did best in playouts so far come first, those that nobody knows before them; how many are
    left, or what went wrong. The next move of the best line stays."""
    moves, width = desk.moves[level], min(n, own.numbers[WIDTH])
    known = own.scores[level] > -np.inf and own.numbers[MEMORY] != 0
    for i in range(n):
        action = place_of(game, desk, own, moves[i])
        if action < 0:
            return action
        worth = np.inf
        if own.seen[action, 1] > 0.0 and not (known and moves[i] == own.lines[level, own.depths[level]]):
            worth = own.seen[action, 0] / own.seen[action, 1]
        desk.weights[i] = worth
    for i in range(width):
        best = i
        for k in range(i + 1, n):
            if desk.weights[k] > desk.weights[best]:
                best = k
        moves[i], moves[best] = moves[best], moves[i]
        desk.weights[i], desk.weights[best] = desk.weights[best], desk.weights[i]
    return width


@dataclass(frozen=True)
class NMCS(Method):
    """Nested Monte Carlo search.

    level: how deep games are nested. memory: whether a level keeps to the best line that it has seen. amaf: levels
    above the first try so many moves, those that did best in all playouts; 0 for all moves. tabu, prior: as for NRPA,
    in playouts.
    """

    level: int = 2
    memory: bool = True
    amaf: int = 0
    prior: bool = False
    tabu: bool = True
    games: ClassVar[int] = 1
    reference = "Cazenave 2009; Akiyama, Komiya and Kotani 2010 (amaf)"

    def __post_init__(self) -> None:
        whole(self, "level", 1, 10)
        whole(self, "amaf", 0, 10**6)

    kernel = staticmethod(search_on)

    def refusal(self, game: AnyGame) -> str | None:
        if self.amaf and game.actions is None:
            return f"amaf keeps a number a move, and {game.name} does not say how many there are (actions=)"
        return None

    def positions(self) -> int:
        return self.level + 2

    def own(self, game: AnyGame) -> Frames:
        return new_frames(game, self.level, self.memory, self.games, self.amaf)


def new_frames(game: AnyGame, level: int, memory: bool, games: int, width: int) -> Frames:
    """Levels that know nothing."""
    rows = level + 1
    return Frames(
        depths=np.zeros(rows, np.int64),
        counts=np.zeros(rows, np.int64),
        tried=np.zeros(rows, np.int64),
        scores=np.full(rows, -np.inf),
        lengths=np.zeros(rows, np.int64),
        lines=np.zeros((rows, 2 * game.max_length + 2), np.int32),
        seen=np.zeros(((game.actions or 1) if width else 1, 2)),
        place=np.zeros(2, np.int64),
        numbers=np.array([level, memory, games, width, 0, 0], np.int64),
    )


@dataclass(frozen=True)
class Reflexive(Method):
    """Reflexive Monte Carlo search: every move is tried by several games of the level below, and the best one played.

    level: how deep games are nested. games: how many a move. tabu, prior: as for NRPA, in playouts.
    """

    level: int = 2
    games: int = 4
    prior: bool = False
    tabu: bool = True
    reference = "Cazenave 2007; survey, IV-C"

    def __post_init__(self) -> None:
        whole(self, "level", 1, 10)
        whole(self, "games", 1, 10**6)

    kernel = staticmethod(search_on)

    def positions(self) -> int:
        return self.level + 2

    def own(self, game: AnyGame) -> Frames:
        return new_frames(game, self.level, False, self.games, 0)
