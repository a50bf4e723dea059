"""A crew that works in rounds, each as long as it can be: between them all rest, and what there is can be read."""

from __future__ import annotations

from abc import ABC, abstractmethod

from ..core.growth import POOL_FULL
from ..core.loop import DECIDED
from .budget import Stopwatch
from .crew import Crew, Report
from .interrupt import Interruptible


class Rounds(Crew, ABC):
    """Subclasses say what is done in a round, and how it is ended."""

    @abstractmethod
    def round(self, left: int, clock: Stopwatch, report_at: float) -> list[int]:
        """Work until so many iterations are done, time is up, a report is due or somebody has to stop. Returns the
        statuses of all who worked."""

    @abstractmethod
    def halt(self) -> None:
        """End the round, from whichever thread."""

    def iterate(self, clock: Stopwatch, interrupt: Interruptible, report: Report) -> None:
        """Rounds until the budget is spent."""
        self.interrupt = interrupt
        interrupt.hurry = self.halt
        reported, extended = clock.elapsed, False
        while not self.ends():
            left = self._left(clock)
            if left == 0:
                if extended or not self.wants_more(clock):
                    break
                extended = True
                continue
            before = self.done
            clock.begin_slice()
            statuses = self.round(left, clock, reported + self.report_seconds)
            clock.did(self.done - before)
            if self.settled(statuses):
                break
            if self.reports(clock, reported):
                reported = clock.elapsed
                report(clock)

    def _left(self, clock: Stopwatch) -> int:
        """Iterations that may still be done; 0 when the budget is spent."""
        seconds = clock.budget.seconds
        return 0 if seconds is not None and clock.elapsed >= seconds and clock.done > 0 else clock.iterations_left

    def settled(self, statuses: list[int]) -> bool:
        """What statuses ask for is done; whether they ask for an end."""
        bad = [status for status in statuses if status < 0]
        if bad:
            self.fail(bad[0])
        if DECIDED in statuses or (POOL_FULL in statuses and self.search.memory.stops_when_full):
            return True
        if POOL_FULL in statuses:
            self.grow()
        return False
