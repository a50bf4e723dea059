"""A game's time, spent over its moves.

What a move gets is a share of what is left, the larger the fewer moves are to come; how many these are, the playouts
say. It gets more where the search is behind or cannot decide, and ends early when no other move can catch up any more
(Huang, Coulom and Lin 2010; Baier and Winands 2016).
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from ..errors import BudgetError
from ..parts.final import Max, MaxRobust, Robust
from .budget import Budget, Stopwatch
from .reading import RootMove, decide, root_statistics

if TYPE_CHECKING:
    from .crew import Crew
    from .search import Search

USUAL_MOVES = 20
"""How many moves are to come where playouts do not say how long they are."""
SPREAD, LAST = 0.55, 2.2
"""What is left is divided by SPREAD times the moves to come, and LAST. Playouts are longer than games that are played
well, and most moves do not use up what they are given."""
OF_INCREMENT = 0.75
"""How much of the increment is spent at once."""
MOST = 0.4
"""No move gets more of what is left."""
LAG, MOST_LAG = 0.05, 0.05
"""Seconds that are not touched, for what happens around a search; at most this share of what is left."""
BEHIND, LOST = 0.45, 0.25
"""Mean rewards at which a search begins to take longer, and at which it takes longest."""
LONGER = 0.5
"""How much longer, for either reason."""
CLOSE = 0.75
"""A move with so many of the leader's visits may still overtake it."""
NOW = 1e-6
"""Seconds for a move that is to be answered at once: one iteration is done in any case."""


class Clock:
    """One player's time for a whole game: `main` seconds, and `increment` more after each move.

    `search.run(state, clock=clock)` decides how much of it to spend and takes it off. `left` is what is left (below 0
    the time is up), `moves` how many were made. What others do on this player's time is taken off with `spend`.
    """

    def __init__(self, main: float, increment: float = 0.0, *, timer: Callable[[], float] = time.perf_counter) -> None:
        for name, given, is_enough in (("main", main, _above_0), ("increment", increment, _from_0)):
            number = isinstance(given, int | float) and not isinstance(given, bool) and math.isfinite(given)
            if not number or not is_enough(given):
                least = "greater than 0" if is_enough is _above_0 else "0 or more"
                raise BudgetError(f"{name} must be a number of seconds, {least}, not {given!r}")
        self.main, self.increment = float(main), float(increment)
        self.left = self.main
        self.moves = 0
        self.timer = timer

    @classmethod
    def from_text(cls, text: str) -> Clock:
        """From `300+2`, or `300`."""
        main, plus, increment = text.partition("+")
        try:
            numbers = [float(main), float(increment) if plus else 0.0]
        except ValueError:
            raise BudgetError(f"a clock is written as seconds and increment, 300+2 or 300, not {text!r}") from None
        return cls(*numbers)

    def spend(self, seconds: float) -> None:
        """A move was made, and took so long."""
        self.left += self.increment - seconds
        self.moves += 1

    @property
    def most(self) -> float:
        """Seconds that one move may take, whatever happens."""
        free = self._free
        return max(NOW, min(free, MOST * free + 0.5 * self.increment))

    def share(self, moves_left: float | None = None, behind: float = 0.0, undecided: float = 0.0) -> float:
        """Seconds for a move: with so many to come (None: nobody knows), `behind` and `undecided` from 0 to 1."""
        to_come = max(USUAL_MOVES - self.moves, USUAL_MOVES / 2) if moves_left is None else max(0.0, moves_left)
        usual = self._free / (SPREAD * to_come + LAST) + OF_INCREMENT * self.increment
        return max(NOW, min(self.most, usual * (1 + LONGER * behind) * (1 + LONGER * undecided)))

    @property
    def _free(self) -> float:
        return self.left - min(LAG, MOST_LAG * self.left) if self.left > 0 else 0.0

    def __repr__(self) -> str:
        return f"<Clock {self.main:g}+{self.increment:g}: {self.left:.2f} s left after {self.moves} moves>"


def _above_0(given: float) -> bool:
    return given > 0


def _from_0(given: float) -> bool:
    return given >= 0


class Pacer:
    """Watches one run for a clock: looks at the root now and then, and sets how long to go on."""

    def __init__(self, clock: Clock, search: Search, crew: Crew) -> None:
        self.clock, self.search, self.crew = clock, search, crew
        self.interval = min(0.1, max(0.002, clock.share() / 20))
        """Seconds between two looks."""

    def budget(self, given: Budget) -> Budget:
        """To begin with. Guesses divide it among themselves: there nobody looks later."""
        seconds = self.clock.share() if self.search.information.guesses else self.clock.most
        return replace(given, seconds=seconds)

    def look(self, watch: Stopwatch) -> None:
        """Set the budget by what the root says now."""
        rows = root_statistics(self.search, self.crew)
        if self.search.information.guesses or not rows:
            return
        seconds = self.clock.share(self._moves_left(), behind(rows), undecided(rows))
        if self._is_settled(rows, (seconds - watch.elapsed) * watch.done / max(watch.elapsed, 1e-9)):
            seconds = NOW
        watch.budget = replace(watch.budget, seconds=seconds)

    def _moves_left(self) -> float | None:
        """How many more moves this player will make, if games go on as playouts do."""
        if not self.search.game.backend.tells_length:
            return None
        counts = [work.counts for work in self.crew.works]
        done = max(1, self.crew.done)
        moves = sum(each["nodes_on_paths"] + each["playout_moves"] for each in counts) / done - 1
        return moves / self.search.game.players

    def _is_settled(self, rows: list[RootMove], iterations: float) -> bool:
        """Whether so many iterations cannot change the decision: it goes by visits, and nobody can catch up."""
        search = self.search
        if type(search.final) not in (Robust, MaxRobust) or search.vote != "sum":
            return False
        runner_up = rows[1].visits if len(rows) > 1 else 0
        return decide(search, self.crew, rows) == 0 and rows[0].visits - runner_up > iterations


def behind(rows: list[RootMove]) -> float:
    """How much worse than even the most visited move looks, 0 to 1."""
    return min(1.0, max(0.0, (BEHIND - rows[0].mean) / (BEHIND - LOST)))


def undecided(rows: list[RootMove]) -> float:
    """1 where another move has a higher mean than the most visited one, or nearly its visits; else 0."""
    visits, means = [row.visits for row in rows], [row.mean for row in rows]
    is_close = len(rows) > 1 and visits[1] > CLOSE * visits[0]
    return float(is_close or Max().choose(visits, means) != Robust().choose(visits, means))
