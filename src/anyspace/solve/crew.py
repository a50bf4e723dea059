"""Threads that work side by side, each on its own, until all are through or somebody says stop."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from ..rng import bits, new
from ..search.budget import Budget, Stopwatch
from ..search.interrupt import Interruptible

Look = Callable[[], None]

Work = Callable[[int, Look | None], None]
"""What one thread does, by its number: in slices, between which it calls `look`, if it is given one, and returns when
the crew is stopped."""

LOOK_SECONDS = 0.02


def seeds(seed: int, count: int) -> list[int]:
    """One for every thread: the given one for the first, for the others what is drawn by it. (Seeds that lie the
    generator's step apart would give all of them the same numbers, one or two later.)"""
    source = new(seed)
    with np.errstate(over="ignore"):
        return [seed % 2**64, *(int(bits(source)) for _ in range(count - 1))]


class Crew:
    """`count` threads; one alone is the caller's own. Each has a session of the game's rules, by the seed."""

    def __init__(self, backend: Any, count: int, seed: int, work: Work) -> None:
        self.backend, self.count, self.seed, self.work = backend, count, seed, work
        self.stopped = threading.Event()
        self._errors: list[BaseException | None] = [None] * count

    def run(self, report: Look | None, every: float) -> bool:
        """All of it; `report` is called in the caller's thread `every` so many seconds. Whether Ctrl-C ended it. Raises
        what a thread raised."""
        interrupt, clock, told = Interruptible(), Stopwatch(Budget(endless=True)), 0.0

        def look() -> None:
            nonlocal told
            if interrupt.requested:
                self.stopped.set()
            if report is not None and clock.elapsed - told >= every:
                told = clock.elapsed
                report()

        with interrupt:
            if self.count == 1:
                self._guarded(0, look)
            else:
                self._together(look)
        for error in self._errors:
            if error is not None:
                raise error
        return interrupt.requested

    def share(self, budget: Budget, which: int) -> Budget:
        """What one thread may spend."""
        if budget.iterations is None:
            return budget
        return replace(budget, iterations=max(1, (budget.iterations + self.count - 1 - which) // self.count))

    def _together(self, look: Look) -> None:
        threads = [threading.Thread(target=self._guarded, args=(i, None), daemon=True) for i in range(self.count)]
        for thread in threads:
            thread.start()
        try:
            while working := [thread for thread in threads if thread.is_alive()]:
                working[0].join(LOOK_SECONDS)
                look()
        finally:
            self.stopped.set()
            for thread in threads:
                thread.join()

    def _guarded(self, which: int, look: Look | None) -> None:
        before = self.backend.session
        self.backend.begin(self.seed + which)
        try:
            self.work(which, look)
        except BaseException as error:
            self._errors[which] = error
            self.stopped.set()
        finally:
            self.backend.session = before
