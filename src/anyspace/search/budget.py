"""How long a search may go on, and how much of it to do between two looks at the clock."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from .. import numeric
from ..errors import BudgetError
from ..machine.native import clock_address

SLICE_SECONDS = 0.02
"""How long a slice lasts: the time Ctrl-C and progress reports wait at most."""

MARGIN_SECONDS = 0.0005
"""What a slice near the deadline leaves unused, so that a slow iteration does not overrun it."""

MOST_ITERATIONS = 2**31 - 1
"""A node counts its visits in 31 bits."""

MOST_VISITS = MOST_ITERATIONS - 2**20
"""A root with so many is searched no further. What is counted besides (virtual losses, availability in steps) stays
below the rest."""

CENTURY = 3.2e9
"""Seconds. A deadline farther away does not fit into the word that kernels look at."""

SYSTEM_CLOCKS = {time.perf_counter: "CLOCK_MONOTONIC", time.thread_time: "CLOCK_THREAD_CPUTIME_ID"}
"""What Python's timers read, by the names that `time` has for the system's clocks."""


@dataclass(frozen=True)
class Budget:
    """Iterations, seconds, or both: the search ends with whichever runs out first. An `endless` one somebody stops."""

    iterations: int | None = None
    seconds: float | None = None
    endless: bool = field(default=False, kw_only=True)

    def __post_init__(self) -> None:
        if self.iterations is None and self.seconds is None and not self.endless:
            raise BudgetError("a search needs a budget: iterations=, seconds=, or both")
        if self.iterations is not None:
            iterations = numeric.whole(self.iterations)
            if iterations is None or not 1 <= iterations <= MOST_ITERATIONS:
                wanted = f"a whole number from 1 to {MOST_ITERATIONS:,}"
                raise BudgetError(f"iterations must be {wanted}, not {numeric.shown(self.iterations)}")
            object.__setattr__(self, "iterations", iterations)  # NumPy's numbers become Python's
        if self.seconds is not None:
            seconds = numeric.finite(self.seconds)
            if seconds is None or seconds <= 0:
                raise BudgetError(f"seconds must be a finite number greater than 0, not {numeric.shown(self.seconds)}")
            object.__setattr__(self, "seconds", seconds)

    def part(self, done: int, parts: int) -> Budget:
        """What may be spent once `done` of `parts` equal parts are through; every part gets an iteration."""
        return Budget(
            None if self.iterations is None else max(done, self.iterations * done // parts),
            None if self.seconds is None else self.seconds * done / parts,
        )

    def extended(self, share: float) -> Budget:
        """This budget and `share` of it more."""
        return replace(
            self,
            iterations=None
            if self.iterations is None
            else min(MOST_ITERATIONS, math.ceil(self.iterations * (1 + share))),
            seconds=None if self.seconds is None else self.seconds * (1 + share),
        )


class Stopwatch:
    """Cuts a search into slices: short enough to keep the deadline, long enough to cost nothing."""

    def __init__(
        self, budget: Budget, most: int = MOST_ITERATIONS, timer: Callable[[], float] = time.perf_counter
    ) -> None:
        self.budget = budget
        self.most = most
        """Iterations that counters have room for."""
        self._timer = timer
        self.started = timer()
        self.done = 0
        self.pace = 0.0
        """Seconds an iteration, of the latest slice."""
        self._last = 1  # iterations asked for in the latest slice
        self._slice_started = 0.0

    @property
    def elapsed(self) -> float:
        """Seconds since the start."""
        return self._timer() - self.started

    @property
    def iterations_left(self) -> int:
        """How many may still be done; 0 when they are spent."""
        limit = self.most if self.budget.iterations is None else min(self.most, self.budget.iterations)
        return max(0, limit - self.done)

    def next_slice(self) -> int:
        """How many iterations to do before the next look at the clock; 0 when the budget is spent."""
        elapsed = self.elapsed
        slice_seconds = SLICE_SECONDS
        if self.budget.seconds is not None:
            slice_seconds = min(slice_seconds, self.budget.seconds - elapsed - MARGIN_SECONDS)
            if slice_seconds <= 0 and self.done > 0:
                return 0
        size = 1 if self.pace == 0.0 else max(1, min(int(slice_seconds / self.pace), 4 * self._last))
        size = min(size, self.iterations_left)
        self._slice_started, self._last = elapsed, size
        return size

    def deadline(self) -> tuple[int, int]:
        """For kernels that look at the clock themselves: which of the system's clocks, and at how many of its
        nanoseconds time is up, or 0 for no limit, or where they cannot look."""
        name = SYSTEM_CLOCKS.get(self._timer, "")
        if self.budget.seconds is None or not hasattr(time, name) or not clock_address():
            return 0, 0
        which = int(getattr(time, name))
        left = self.budget.seconds - self.elapsed - MARGIN_SECONDS
        return which, time.clock_gettime_ns(which) + int(1e9 * min(left, CENTURY))

    def begin_slice(self) -> None:
        """A slice of unknown size begins."""
        self._slice_started = self.elapsed

    def did(self, iterations: int) -> None:
        """Take note of what a slice did; an interrupted one may have done less than asked."""
        self.done += iterations
        if iterations > 0:
            self.pace = (self.elapsed - self._slice_started) / iterations
