"""The particles of a search: what its player noticed of the game so far, and positions in which that could have been.

Where nothing is known of how a position came about, the bag is filled by the game's guesses (`determinize`); without
that rule by starts that look the same to the player; else, where the game can `perturb`, by the position itself,
changed so often that nothing of it is left to know.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import rng as random_numbers
from ..core.particles import EVENT, Desk, carry, stir
from ..core.questions import TALLY
from ..errors import GameError
from ..parts.particles import Particles
from ..rules.codes import NOTHING_SEEN
from ..rules.compiled import SLACK
from ..rules.game import State
from .failure import failure
from .scratch import apart

if TYPE_CHECKING:
    from .scratch import Workspace
    from .search import Search

LOOKED_AT = 32
"""Starts that are compared with a position before it is said that all look like it, or none."""

FORGOTTEN = 40
"""How many times as often a position is changed before it is a guess of itself."""


ENOUGH = 0.02
"""Of the bag: if fewer went through what happened, those before it are changed a little and try again."""


@dataclass
class Side:
    """One player's bag."""

    now: Any
    """addresses of its positions"""
    then: Any
    """and of as many to work with"""
    blocks: dict[int, Any]
    """by their addresses"""
    count: int = 0
    """how many positions there are"""
    known: int = 0
    """how many events they went through"""


@dataclass
class Bag:
    """What is kept from move to move."""

    search: Search
    part: Particles
    origin: State | None = None
    """where the game was first followed"""
    _events: list[list[tuple[bool, int, float]]] = field(default_factory=list)
    _sides: dict[int, Side] = field(default_factory=dict)
    _desk: Desk | None = None
    _kept: list[Any] = field(default_factory=list)

    def restart(self, position: State | None) -> None:
        """Of the game nothing is known but this position."""
        players = self.search.game.players
        self.origin = None if position is None else position.copy()
        self._events = [[] for _ in range(players)]
        for side in self._sides.values():
            side.count = side.known = 0
        if position is None:
            self._sides, self._desk, self._kept = {}, None, []

    def tell(self, before: State, move: Any) -> None:
        """A move is about to be made."""
        game, number = self.search.game, self.search.game.backend.number
        after = before.copy().play(move)
        for player, events in enumerate(self._events):
            token = before.observe(move, player)
            own = before.mover == player
            paid = after.returns()[0] if game.players == 1 and self.part.paid else np.nan
            if own or token != NOTHING_SEEN:
                events.append((own, number(token), paid))

    def ready(self, position: State, observer: int, seed: int) -> None:
        """See to it that there are guesses for `observer`, who is to move. Raises `GameError` where there are none."""
        side, count = self._side(observer, seed), self.part.count
        events = np.array(self._events[observer], EVENT).view(np.recarray)
        if side.count and side.known == len(events):
            return
        made = self._go_on(side, observer, events[side.known :]) if side.count else 0
        perturbs = self.search.game.backend.has("perturb")
        if made and perturbs:
            fresh = min(made, round(self.part.share * count))
            self._run(stir, observer, side.now, made, side.now, 0, fresh, self.part.changes)
            self._run(stir, observer, side.now, made, side.now, made, count, self.part.changes)
            made = count
        made = self._from_start(side, observer, events, made)
        if not made and self.search.loop.model:  # it is wrong of the others: they may have made any move
            with self._without_model():
                made = self._from_start(side, observer, events, made)
        if made and perturbs and made < count:
            self._run(stir, observer, side.now, made, side.now, made, count, self.part.changes)
            made = count
        if not made and perturbs:
            made = self._forget(side, observer, position)
        if not made:
            raise self._lost(len(events))
        side.count, side.known = made, len(events)

    def states(self, observer: int, sources: Iterable[random.Random] | None = None) -> list[State]:
        """The guesses of a player: all of them, or for each source one that it draws."""
        game, side = self.search.game, self._sides.get(observer)
        if side is None or not side.count:
            return []
        places = range(side.count) if sources is None else [source.randrange(side.count) for source in sources]
        return [State(game, game.backend.copy(side.blocks[int(side.now[place])])) for place in places]

    def hand_to(self, work: Workspace, observer: int) -> None:
        """A thread is told where the guesses lie."""
        place, side = self.search.loop.bag, self._sides.get(observer)
        if place is None or side is None:
            return
        note = work.scratch.notes[place]
        note[0] = side.count
        note[1 : 1 + side.count] = side.now[: side.count]

    # ---- filling it

    def _side(self, observer: int, seed: int) -> Side:
        backend, origin = self.search.game.backend, self.origin
        assert origin is not None
        if self._desk is None:
            self._desk = self._new_desk(seed)
        if observer not in self._sides:
            made = [backend.copy(origin._block) for _ in range(2 * self.part.count)]
            blocks = {block.ctypes.data: block for block in made}
            at = np.array([*blocks], np.int64)
            self._sides[observer] = Side(at[: self.part.count].copy(), at[self.part.count :].copy(), blocks)
        return self._sides[observer]

    def _go_on(self, side: Side, observer: int, events: Any) -> int:
        """Those that were kept go through what happened since; where too few do, others near them. How many did."""
        count, tries = self.part.count, self.part.tries
        made = self._run(carry, observer, events, side.now, side.count, side.then, 0, tries * count)
        if self.search.game.backend.has("perturb"):
            for _ in range(tries):
                if made >= ENOUGH * count:
                    break
                self._run(stir, observer, side.now, side.count, side.now, 0, side.count, self.part.changes)
                made = self._run(carry, observer, events, side.now, side.count, side.then, made, side.count)
        side.now, side.then = side.then, side.now
        return made

    def _from_start(self, side: Side, observer: int, events: Any, made: int) -> int:
        """Where the bag is not full, other games go through all that happened; how many there are then."""
        perturbs = self.search.game.backend.has("perturb")
        for _ in range(self.part.tries if made < self.part.count else 0):
            begun, before = self._begin(side, observer), made
            if begun:
                made = self._run(carry, observer, events, side.then, begun, side.now, made, begun)
            if not begun or made == self.part.count or (perturbs and made == before):
                break
        return made

    @contextmanager
    def _without_model(self) -> Iterator[None]:
        """Others make any move meanwhile."""
        kept = self._desk
        assert kept is not None
        self._desk = kept._replace(model=0)
        try:
            yield
        finally:
            self._desk = kept

    def _begin(self, side: Side, observer: int) -> int:
        """Guesses of where the game was first followed, into `then`; how many, 0 if there is no way to tell."""
        game, origin, desk = self.search.game, self.origin, self._desk
        assert origin is not None and desk is not None
        backend, blocks = game.backend, side.blocks

        def seed() -> int:
            return int(random_numbers.bits(desk.rng)) >> 1

        with np.errstate(over="ignore"):
            if backend.facts.determinize != 0:
                for address in side.then:
                    backend.assign(blocks[int(address)], origin._block)
                    backend.determinize(blocks[int(address)], observer, seed())
                return len(side.then)
            made, alike, tried = 0, 0, 0
            wanted = backend.view(origin._block, observer)
            while made < len(side.then) and tried < self.part.tries * len(side.then):
                block = blocks[int(side.then[made])]
                backend.start(block, seed())
                tried += 1
                if alike == tried - 1 >= LOOKED_AT or backend.view(block, observer) == wanted:
                    made, alike = made + 1, alike + 1
                elif tried == LOOKED_AT and not alike:
                    break
            return made

    def _forget(self, side: Side, observer: int, position: State) -> int:
        """Guesses made of the position itself, which is changed until nothing is left to know of it."""
        backend, source = self.search.game.backend, np.zeros(1, np.int64)
        block = backend.copy(position._block)
        source[0] = block.ctypes.data
        count = self.part.count
        self._run(stir, observer, source, 1, side.now[:1], 0, 1, FORGOTTEN * self.part.changes)
        self._run(stir, observer, side.now, 1, side.now, 1, count, FORGOTTEN * self.part.changes)
        return count

    def _run(self, kernel: Any, observer: int, *arguments: Any) -> int:
        search, desk = self.search, self._desk
        assert self.origin is not None and desk is not None
        longest = (search.game.max_length,) if kernel is carry else ()
        status = int(search.loop.kernel(kernel)(search.table, desk, observer, *arguments, *longest))
        if status < 0:
            raised = (asked.failure() for asked in search.loop.alive)
            error = next(filter(None, raised), None) or failure(self.origin, status, [], search.loop.rules)
            self.restart(None)
            raise error
        return status

    def _new_desk(self, seed: int) -> Desk:
        game, most = self.search.game, self.search.game.max_moves + SLACK
        assert self.origin is not None
        states = [game.backend.copy(self.origin._block) for _ in range(2)]
        moves, weights = apart((most,), np.int32), apart((most,), np.float64)
        payoffs, rng = apart((game.players,), np.float64), apart((1,), np.uint64)
        rng[:] = random_numbers.new(seed)
        self._kept = [*states]
        at = [array.ctypes.data for array in (*states, moves, weights, payoffs, rng)]
        at.append(self.search.loop.model)
        return Desk(at[0], at[1], moves, weights, payoffs, rng, apart((1,), TALLY), *at[2:])

    def _lost(self, seen: int) -> GameError:
        name = self.search.game.name
        if seen:
            cure = "a larger Particles(count=...) or tries=, or a rule 'perturb' or 'determinize', may help"
            return GameError(f"{name}: no particle is left in which all of the {seen:,} things seen could be; {cure}")
        return GameError(
            f"{name}: nothing is known of how this position came about, and no rule can guess it; follow the game from "
            "its start: search.follow(state), then search.advance(move) for every move, chance included"
        )


def guesses_of(search: Search, state: State, observer: int, seeds: list[int]) -> list[State]:
    """Positions that `observer` cannot tell from `state`, the root's; one a seed."""
    if search.bag is None:
        return [state.determinize(observer, seed=seed) for seed in seeds]
    return search.bag.states(observer, map(random.Random, seeds))
