"""Beam nested Monte Carlo search (Cazenave 2012), and heuristically guided swarm tree search (after Edelkamp, Kissmann,
Sulewski and Messerschmidt 2010): layer by layer, with a few positions of each.

Every move of every position of a layer is a candidate for the next. A beam tries each by a game of the level below and
keeps the best ones by the line that was found; the swarm tries each by a playout and then, by upper confidence bounds,
the promising ones again. A position that goes on along the best line it knows of keeps that line's score.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ...core.questions import copy_state
from ...parts.options import number, whole
from ...rules.codes import TOO_LONG
from ...rules.game import AnyGame
from ...rules.table import Table
from .desk import DONE, LONGEST, PAUSED, PLAYOUTS, SCORE, STAGE, Desk, copy_first
from .method import Method
from .nested import BASE, START, Frames, new_frames
from .nested import search_on as play_nested
from .playing import is_over, list_all, play_out, step

BEGINS, LISTS, TRIES, NESTS, SWARMS, CHOOSES = range(6)
"""Stages: a run begins; a layer lists its candidates; each is tried; one is, by a game of a level below; the promising
ones again; the next layer is chosen."""

WIDTH, LEVEL, AGAIN, EXPLORE, FIRST_STATE = range(5)

DEPTH, LIVE, CANDIDATES, AT, LEFT = range(5)


class Layers(NamedTuple):
    """The positions of a layer, and the candidates for the next."""

    frames: Frames
    lines: Any
    """int32 [2 * width, longest]: the best line of every position of this layer and of the next, from the start"""
    lengths: Any
    """int64 [2 * width]"""
    scores: Any
    """float64 [2 * width]: what it pays"""
    parents: Any
    """int64 [candidates]"""
    moves: Any
    """int32 [candidates]"""
    best: Any
    """float64 [candidates]: the best score"""
    sums: Any
    """float64 [candidates]"""
    visits: Any
    """int64 [candidates]"""
    tails: Any
    """int32 [candidates, longest]: the best line, from the start"""
    tail_lengths: Any
    """int64 [candidates]"""
    facts: Any
    """int64 [5]: how deep the layer is, how many positions it has, how many candidates, which is tried, how many
    playouts are left"""
    numbers: Any
    """float64 [5]: width, level, playouts a candidate beyond the first, exploration, the state of the first position"""


def search_on(game: Table, desk: Desk, own: Layers, limit: int) -> int:
    """So many playouts at most. DONE at the end of a run, PAUSED, or what went wrong."""
    control, facts, before = desk.control, own.facts, desk.control[PLAYOUTS]
    while True:
        left = limit - (control[PLAYOUTS] - before)
        if control[STAGE] == BEGINS:
            facts[DEPTH], facts[LIVE] = 0, 1
            own.scores[0], own.lengths[0] = -np.inf, 0
            status = copy_state(game, state_of(desk, own, 0), desk.states[0])
            control[STAGE] = LISTS
        elif control[STAGE] == LISTS:
            status = list_candidates(game, desk, own)
            if status == DONE:
                control[STAGE] = BEGINS
                return DONE
            control[STAGE] = TRIES
        elif control[STAGE] == TRIES:
            if left <= 0:
                return PAUSED
            status = try_next(game, desk, own)
        elif control[STAGE] == NESTS:
            if left <= 0:
                return PAUSED
            status = play_nested(game, desk, own.frames, left)
            if status == PAUSED:
                return PAUSED
            if status == DONE:
                top = int(own.frames.numbers[0])
                hear(own, facts[AT], own.frames.scores[top], own.frames.lengths[top], own.frames.lines[top])
                desk.control[STAGE] = TRIES
                facts[AT] += 1
        elif control[STAGE] == SWARMS:
            if left <= 0:
                return PAUSED
            status = try_again(game, desk, own)
        else:
            status = choose_layer(game, desk, own)
            control[STAGE] = LISTS
        if status < 0:
            return status


def state_of(desk: Desk, own: Layers, which: int) -> Any:
    """Where a position of the layers is."""
    return desk.states[int(own.numbers[FIRST_STATE]) + which]


def list_candidates(game: Table, desk: Desk, own: Layers) -> int:
    """Every move of every position of the layer. DONE if there is none, 1, or what went wrong."""
    facts, count = own.facts, 0
    for which in range(facts[LIVE]):
        ended = is_over(game, state_of(desk, own, which), desk)
        if ended < 0:
            return ended
        if ended == 1:
            continue
        n = list_all(game, state_of(desk, own, which), desk, 1)
        if n < 0:
            return n
        for i in range(n):
            move = desk.moves[1, i]
            own.parents[count], own.moves[count] = which, move
            own.best[count], own.sums[count], own.visits[count] = -np.inf, 0.0, 0
            if own.scores[which] > -np.inf and own.lines[which, facts[DEPTH]] == move:
                own.best[count] = own.scores[which]
                own.tail_lengths[count] = own.lengths[which]
                copy_first(own.tails[count], own.lines[which], own.lengths[which])
            count += 1
    facts[CANDIDATES], facts[AT] = count, 0
    facts[LEFT] = count * int(own.numbers[AGAIN])
    return DONE if count == 0 else 1


def play_candidate(game: Table, desk: Desk, own: Layers, which: int) -> int:
    """State 1 after a candidate's move, and the line so far in `path`. 0, or what went wrong."""
    facts, parent = own.facts, own.parents[which]
    if facts[DEPTH] >= desk.control[LONGEST]:
        return TOO_LONG
    copy_first(desk.path, own.lines[parent], facts[DEPTH])
    desk.path[facts[DEPTH]] = own.moves[which]
    return step(game, desk, 1, int(own.numbers[FIRST_STATE]) + parent, own.moves[which])


def try_next(game: Table, desk: Desk, own: Layers) -> int:
    """The next candidate is tried. 1, or what went wrong."""
    facts = own.facts
    if facts[AT] == facts[CANDIDATES]:
        desk.control[STAGE] = SWARMS if facts[LEFT] > 0 else CHOOSES
        return 1
    status = play_candidate(game, desk, own, facts[AT])
    if status < 0:
        return status
    if own.numbers[LEVEL] > 1.0:
        own.frames.numbers[START], own.frames.numbers[BASE] = 1, facts[DEPTH] + 1
        desk.control[STAGE] = NESTS
        return 1
    length = play_out(game, desk, 1, facts[DEPTH] + 1)
    if length < 0:
        return length
    hear(own, facts[AT], desk.scores[SCORE], length, desk.path)
    facts[AT] += 1
    return 1


def try_again(game: Table, desk: Desk, own: Layers) -> int:
    """Another playout for the candidate with the greatest bound. 1, or what went wrong."""
    facts, most, which = own.facts, -np.inf, 0
    lowest, highest, total = np.inf, -np.inf, 0
    for i in range(facts[CANDIDATES]):
        lowest, highest = min(lowest, own.best[i]), max(highest, own.best[i])
        total += own.visits[i]
    for i in range(facts[CANDIDATES]):
        bound = (own.best[i] - lowest) / max(highest - lowest, 1e-12)
        bound += own.numbers[EXPLORE] * math.sqrt(math.log(total) / own.visits[i])
        if bound > most:
            most, which = bound, i
    status = play_candidate(game, desk, own, which)
    if status < 0:
        return status
    length = play_out(game, desk, 1, facts[DEPTH] + 1)
    if length < 0:
        return length
    hear(own, which, desk.scores[SCORE], length, desk.path)
    facts[LEFT] -= 1
    if facts[LEFT] == 0:
        desk.control[STAGE] = CHOOSES
    return 1


def hear(own: Layers, which: int, score: float, length: int, line: Any) -> None:
    """A candidate is told of a line."""
    own.sums[which] += score
    own.visits[which] += 1
    if score > own.best[which]:
        own.best[which] = score
        own.tail_lengths[which] = length
        copy_first(own.tails[which], line, length)


def choose_layer(game: Table, desk: Desk, own: Layers) -> int:
    """The best candidates are the next layer; of equals the first. 1, or what went wrong."""
    facts, width = own.facts, int(own.numbers[WIDTH])
    live = min(width, facts[CANDIDATES])
    for place in range(live):
        best = -1
        for i in range(facts[CANDIDATES]):
            if own.visits[i] >= 0 and (best < 0 or own.best[i] > own.best[best]):
                best = i
        own.visits[best] = -1  # taken
        target = width + place
        first = int(own.numbers[FIRST_STATE])
        status = step(game, desk, first + target, first + own.parents[best], own.moves[best])
        if status < 0:
            return status
        own.scores[target], own.lengths[target] = own.best[best], own.tail_lengths[best]
        copy_first(own.lines[target], own.tails[best], own.tail_lengths[best])
    for place in range(live):
        status = copy_state(game, state_of(desk, own, place), state_of(desk, own, width + place))
        if status < 0:
            return status
        own.scores[place], own.lengths[place] = own.scores[width + place], own.lengths[width + place]
        copy_first(own.lines[place], own.lines[width + place], own.lengths[place])
    facts[LIVE] = live
    facts[DEPTH] += 1
    return 1


def new_layers(game: AnyGame, width: int, level: int, again: int, explore: float) -> Layers:
    """Room for layers of that width."""
    longest, most = 2 * game.max_length + 2, width * game.max_moves
    return Layers(
        frames=new_frames(game, max(1, level - 1), True, 1, 0),
        lines=np.zeros((2 * width, longest), np.int32),
        lengths=np.zeros(2 * width, np.int64),
        scores=np.zeros(2 * width),
        parents=np.zeros(most, np.int64),
        moves=np.zeros(most, np.int32),
        best=np.zeros(most),
        sums=np.zeros(most),
        visits=np.zeros(most, np.int64),
        tails=np.zeros((most, longest), np.int32),
        tail_lengths=np.zeros(most, np.int64),
        facts=np.zeros(LEFT + 1, np.int64),
        numbers=np.array([width, level, again, explore, max(2, level + 1)], np.float64),
    )


@dataclass(frozen=True)
class BeamNMCS(Method):
    """Beam nested Monte Carlo search.

    level: how deep games are nested; level 1 tries moves by playouts. width: how many positions of a layer go on. tabu,
    prior: as for NRPA, in playouts.
    """

    level: int = 1
    width: int = 4
    prior: bool = False
    tabu: bool = True
    name = "beam_nmcs"
    reference = "Cazenave 2012"

    def __post_init__(self) -> None:
        whole(self, "level", 1, 10)
        whole(self, "width", 1, 100_000)

    kernel = staticmethod(search_on)

    def positions(self) -> int:
        return max(2, self.level + 1) + 2 * self.width

    def own(self, game: AnyGame) -> Layers:
        return new_layers(game, self.width, self.level, 0, 0.0)


@dataclass(frozen=True)
class HGSTS(Method):
    """Heuristically guided swarm tree search.

    width: how many positions of a layer go on. playouts: how many a candidate has on average beyond its first. c:
    exploration among candidates. tabu, prior: as for NRPA, in playouts.
    """

    width: int = 16
    playouts: int = 4
    c: float = 0.3
    prior: bool = False
    tabu: bool = True
    reference = "after Edelkamp, Kissmann, Sulewski and Messerschmidt 2010; survey, IV-I"

    def __post_init__(self) -> None:
        whole(self, "width", 1, 100_000)
        whole(self, "playouts", 0, 10**6)
        number(self, "c")

    kernel = staticmethod(search_on)

    def positions(self) -> int:
        return 2 + 2 * self.width

    def own(self, game: AnyGame) -> Layers:
        return new_layers(game, self.width, 1, self.playouts, self.c)
