"""One run of a search: a crew, a budget, and what was found so far."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..errors import BudgetError
from ..parts.parallel import Root
from .budget import MOST_VISITS, Budget, Stopwatch
from .clock import Clock, Pacer
from .crew import REPORT_SECONDS
from .guessing import run_guesses
from .interrupt import Interruptible
from .reading import decide, read_result, root_statistics
from .result import Result
from .scale import Outgrown
from .walk import VISITS

if TYPE_CHECKING:
    from .search import Search

Progress = Callable[[Result], object]

SHORTEST_INTERVAL = 0.001
"""Seconds between two reports: less would be nothing but reports."""


def check_interval(every: float) -> float:
    """Seconds between two reports, checked. Raises `BudgetError`."""
    number = isinstance(every, int | float) and not isinstance(every, bool)
    if not number or not every >= SHORTEST_INTERVAL:
        raise BudgetError(f"every must be a number of seconds, {SHORTEST_INTERVAL:g} or more, not {every!r}")
    return float(every)


@dataclass(frozen=True)
class Order:
    """What a run is asked for."""

    iterations: int | None = None
    seconds: float | None = None
    clock: Clock | None = None
    on_progress: Progress | None = None
    every: float = REPORT_SECONDS
    even_if_forced: bool = False
    timer: Callable[[], float] = time.perf_counter
    may_be_endless: bool = False

    def budget(self, search: Search) -> Budget:
        """What may be spent. Raises `BudgetError` where that, or anything else here, makes no sense."""
        check_interval(self.every)
        iterations, seconds, clock = self.iterations, self.seconds, self.clock
        if clock is not None and not isinstance(clock, Clock):
            raise BudgetError(f"clock must be a clock such as anyspace.Clock(main=300, increment=2), not {clock!r}")
        if clock is not None and seconds is not None:
            raise BudgetError("a search has seconds or a clock, not both")
        if clock is not None:
            return Budget(iterations, clock.most)
        if iterations is None and seconds is None and self.may_be_endless:
            if search.information.guesses:
                raise BudgetError("a determinized search divides its budget among guesses: give iterations or seconds")
            return Budget(endless=True)
        if iterations is None and seconds is None:
            iterations = search.final.iterations
        return Budget(iterations, seconds)


class Run:
    """What is needed is there and compiled; `go` searches, in whichever thread calls it."""

    def __init__(self, search: Search, budget: Budget, seed: int, order: Order) -> None:
        self.search, self.seed = search, seed
        self.interrupt = Interruptible()
        self.answer: Callable[[Result], None] | None = None
        """Who asks in between is told so."""
        visits = [tree.nodes.item(tree.roots.item(search.own))[VISITS] for tree in search.forest]
        self.reused = sum(visits)
        exchange = isinstance(search.parallel, Root) and search.parallel.share_every is not None
        self._room = max(0, MOST_VISITS - (self.reused if exchange else max(visits)))  # what counters have room for
        self.crew = search.new_crew(seed)
        self.crew.remember(search.noted)
        self._on_progress, self._every, self._told = order.on_progress, order.every, 0.0
        self._budget, self._clock = budget, order.clock
        self._timer = order.timer if order.clock is None else order.clock.timer
        self._pacer: Pacer | None = None
        self._watch: Stopwatch | None = None

    def go(self) -> Result:
        """Search until the budget is spent or somebody says stop."""
        search, backend = self.search, self.search.game.backend
        budget = self._budget
        self.crew.report_seconds = self._every
        if self._clock is not None:
            self._pacer = Pacer(self._clock, search, self.crew)
            budget = self._pacer.budget(budget)
            self.crew.report_seconds, self.crew.extends = min(self._every, self._pacer.interval), False
        before = backend.session
        backend.begin(self.seed)
        watch = self._watch = Stopwatch(budget, self._room, self._timer)
        try:
            with self.interrupt:
                while not self._work(watch):
                    pass
            search.noted = self.crew.noted()
            search.age += 1  # what was looked at while it went on is not what there is now
            return self.result(self.interrupt.requested)
        finally:
            backend.session = before
            if self._clock is not None:
                self._clock.spend(watch.elapsed)

    def begin(self) -> Stopwatch:
        """For who does the work of several runs at once, in place of `go`: the clock starts."""
        self._watch = Stopwatch(self._budget, self._room, self._timer)
        return self._watch

    def end(self) -> None:
        """And that was all: what was found can be read."""
        self.search.noted = self.crew.noted()
        self.search.age += 1
        self.crew.rest()

    def choice(self) -> Any:
        """The move to play, and nothing else of the result."""
        tried = root_statistics(self.search, self.crew)
        return tried[decide(self.search, self.crew, tried, self.seed)].move

    def _work(self, watch: Stopwatch) -> bool:
        """Whether the crew got to the end: where payoffs have no bounds it may have to begin anew."""
        search, crew = self.search, self.crew
        try:
            if search.information.guesses:
                run_guesses(search, watch, crew, self.interrupt, self.seed, self._report)
            else:
                crew.iterate(watch, self.interrupt, self._report)
            return True
        except Outgrown as met:
            search.outgrow(met.payoff)
            self.reused = 0
            self.crew = search.new_crew(self.seed)
            self.crew.report_seconds, self.crew.extends = crew.report_seconds, crew.extends
            if self._pacer is not None:
                self._pacer.crew = self.crew
            return False
        finally:
            crew.rest()

    def result(self, interrupted: bool = False) -> Result:
        """What was found so far; in the thread that searches, between two slices."""
        assert self._watch is not None
        return read_result(self.search, self.crew, self._watch, self.reused, self.seed, interrupted)

    def _report(self, watch: Stopwatch) -> None:
        if self._pacer is not None:
            self._pacer.look(watch)
        if self.interrupt.asked:
            self.interrupt.asked = False
            if self.answer is not None:
                self.answer(self.result())
        if self._on_progress is not None and watch.elapsed - self._told >= self._every:
            self._told = watch.elapsed
            self._on_progress(self.result())
