"""Several threads that run compiled kernels at once, without Python's lock. The one that called leads: it works as the
others do, but in turns, and between them looks at the clock and for Ctrl-C."""

from __future__ import annotations

import random
import time
from _thread import LockType
from abc import abstractmethod
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from ...core.rations import (
    CHUNK,
    CLOCK,
    CLOCK_AT,
    CLOSED,
    DEADLINE,
    HANDED,
    LIMIT,
    PARTS,
    STOP,
    TURN,
    YIELD_AT,
    new_control,
)
from ...machine.native import clock_address, yield_address
from ...parts.parallel import Parallel
from ...rules.codes import OK
from ..budget import MOST_ITERATIONS, Stopwatch
from ..rounds import Rounds
from . import hands

if TYPE_CHECKING:
    from ..search import Search

CHUNK_SECONDS = 0.0002
"""How long a thread works before it asks for more: what a deadline may be overrun by."""

FIRST_CHUNK, LARGEST_CHUNK = 16, 64
LOOK_SECONDS, SHORTEST_LOOK = 0.02, 0.0002
"""How often the leader looks for Ctrl-C, and how often near a deadline."""
FIRST_TURN = 64
"""Iterations of the leader before its first look, if it does not know yet how long they take."""


class Team(Rounds):
    """Threads that take iterations from one supply. Subclasses say what each of them does."""

    def __init__(self, search: Search, seed: int, scheme: Parallel) -> None:
        super().__init__(search, seed)
        self.scheme = scheme
        seeds = random.Random(seed)
        for _ in range(1, scheme.count):
            self._hire(seeds.getrandbits(63))
        self.controls = [self._new_control() for _ in self.works]
        if scheme.split == "dynamic":
            self.controls = self.controls[:1] * len(self.works)

    def _new_control(self) -> Any:
        control = new_control()
        control[YIELD_AT] = yield_address()
        control[CLOCK_AT] = clock_address()
        control[CLOCK] = getattr(time, "CLOCK_MONOTONIC", 0)
        return control

    @abstractmethod
    def jobs(self) -> list[Callable[[], int]]:
        """What the threads do, the leader first, who comes back between turns; each returns a status."""

    def compile(self) -> None:
        self.jobs()[0]()  # nobody has given it a turn yet

    def between(self, clock: Stopwatch) -> int:
        """Called when all threads rest: what is to be done then. Returns after how many iterations to rest again."""
        return MOST_ITERATIONS

    def _deadline(self, clock: Stopwatch) -> int:
        """When the time is up by the clock that the threads look at; 0 for no limit, or where they cannot."""
        if clock.budget.seconds is None or not clock_address():
            return 0
        left = clock.budget.seconds - clock.elapsed
        return time.clock_gettime_ns(time.CLOCK_MONOTONIC) + int(1e9 * left)

    def _chunk(self, limit: int, clock: Stopwatch) -> int:
        """How many iterations to hand out at a time: few enough that all threads end together and on time."""
        if self.one_by_one:
            return 1
        if clock.budget.seconds is not None:
            return max(1, min(LARGEST_CHUNK, int(CHUNK_SECONDS / clock.pace))) if clock.pace > 0 else FIRST_CHUNK
        return max(1, min(LARGEST_CHUNK, limit // (64 * len(self.works))))

    def _parts(self) -> int:
        """Into how many parts to divide what is left at least."""
        return 4 * len(self.works)

    def round(self, left: int, clock: Stopwatch, report_at: float) -> list[int]:
        limit = min(left, self.between(clock))
        deadline = self._deadline(clock)
        for i, control in enumerate(self.controls):
            control[HANDED] = control[STOP] = control[CLOSED] = 0
            control[LIMIT] = limit
            control[DEADLINE] = deadline
            if self.scheme.split == "static":
                control[LIMIT] = limit * (i + 1) // len(self.works) - limit * i // len(self.works)
            control[CHUNK] = self._chunk(limit, clock)
            control[PARTS] = self._parts()
        for work in self.works:
            work.scratch.watch[TURN] = MOST_ITERATIONS
        if self.is_awaited():
            self.halt()  # somebody spoke just before
        return self._run_threads(self.jobs(), clock, report_at)

    def _run_threads(self, jobs: list[Callable[[], int]], clock: Stopwatch, report_at: float) -> list[int]:
        backend = self.search.game.backend
        session = backend.session
        statuses = [OK] * len(jobs)
        errors: list[BaseException] = []
        deadline = min(report_at, clock.budget.seconds or float("inf"))

        def do(i: int, job: Callable[[], int]) -> None:
            try:
                backend.session = session
                statuses[i] = job()
            except BaseException as error:  # raised again by the leader
                errors.append(error)
            if statuses[i] != OK or errors:
                self.halt()

        def look() -> None:
            # however little time there is, one iteration is done: else there is nothing to say
            if self.is_awaited() or (clock.elapsed >= deadline and self.done > 0):
                self.halt()

        running: list[LockType] = []
        try:
            for i in range(1, len(jobs)):
                running.append(hands.start(partial(do, i, jobs[i])))
            do(0, partial(self._lead, jobs[0], clock, look))
            self._close()
            while running:
                patience = max(SHORTEST_LOOK, min(LOOK_SECONDS, deadline - clock.elapsed))
                if running[0].acquire(timeout=patience):
                    running.pop(0)
                else:
                    look()
        finally:  # also when a second Ctrl-C arrives: no thread outlives the call
            self.halt()
            self._close()
            for over in running:
                over.acquire()
        if errors:
            raise errors[0]
        return statuses

    def _lead(self, job: Callable[[], int], clock: Stopwatch, look: Callable[[], None]) -> int:
        """The leader's turns, until nothing is left to hand out to it. Returns its last status."""
        search, control, watch = self.search, self.controls[0], self.works[0].scratch.watch
        turn = FIRST_TURN if search.pace == 0 else max(1, int(LOOK_SECONDS / search.pace))
        while True:
            watch[TURN] = turn
            started, before = clock.elapsed, self.works[0].iterations
            status = job()
            did = self.works[0].iterations - before
            if did > 0:
                search.pace = max(1e-9, clock.elapsed - started) / did
                turn = max(1, min(4 * turn, int(LOOK_SECONDS / search.pace)))
            look()
            if status != OK or control[STOP] or control[HANDED] >= control[LIMIT] or self._late(control):
                return status

    def _late(self, control: Any) -> bool:
        deadline = int(control[DEADLINE])
        return deadline != 0 and control[HANDED] > 0 and time.clock_gettime_ns(time.CLOCK_MONOTONIC) >= deadline

    def _close(self) -> None:
        for control in self.controls:
            control[CLOSED] = 1

    def halt(self) -> None:
        for control in self.controls:
            control[STOP] = 1
