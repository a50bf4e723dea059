"""A search whose leaves a network looks at: the kernel lays them out and backs them up, Python has them looked at.

Each thread has a station of its own. One of them at a time is in the tree; the others look meanwhile, for a network
needs no lock. With one thread one seed has one answer: batches are as full as they can be, however long they take.
"""

from __future__ import annotations

import ctypes
import random
import threading
import time
from typing import TYPE_CHECKING, Any

from ..core import in_step
from ..core.batches import COLLISIONS, HITS, LOOKS
from ..core.in_step import HALTED, SEAT
from ..machine.native import prototype
from ..neural.evaluator import Fitted
from ..parts.batches import Batches
from ..parts.leaf.network import Network
from ..rules.codes import BAD_ANSWER, OK
from .budget import Stopwatch
from .crew import Report
from .interrupt import Interruptible
from .parallel import hands
from .rounds import Rounds
from .scratch import Workspace
from .station import Station

if TYPE_CHECKING:
    from .search import Search

FEW, FEW_LEAVES = 300, 4
"""Below so many iterations batches are of so many leaves: what waits is a larger share of what is known."""

SHARE = 8
"""And never more than one in so many iterations waits."""


class NetworkCrew(Rounds):
    """One thread, or several."""

    def __init__(self, search: Search, seed: int, scheme: Batches) -> None:
        super().__init__(search, seed)
        self.scheme, self.seed = scheme, seed
        self._rests: list[int] = []
        self._fixed: tuple[Any, Any] | None = None
        (self.network,) = (part for part in search.parts if isinstance(part, Network))
        seeds = random.Random(seed)
        for _ in range(1, scheme.count):
            self._hire(seeds.getrandbits(63))
        evaluator: Fitted = search.loop.evaluator
        evaluator.draw_from(seed)
        self.stations = [
            self._station(work, evaluator if i == 0 else self._session(i)) for i, work in enumerate(self.works)
        ]
        search.stations = self.stations
        self._lock = threading.Lock()
        self._halted = False
        self._statuses: list[int] = []
        self._limit = 0

    def _station(self, work: Workspace, evaluator: Fitted) -> Station:
        """An earlier run's, if it was for this very workspace."""
        for station in self.search.stations:
            if station.work is work and station.evaluator is evaluator:
                station.restart()
                return station
        return Station(self.search, work, evaluator, self.scheme.size)

    def _session(self, i: int) -> Fitted:
        """Another thread's, kept for later runs."""
        sessions: list[Fitted] = self.search.sessions
        while len(sessions) < i:
            sessions.append(self.search.loop.evaluator.another())
        return sessions[i - 1]

    # ---- the kernels

    def compile(self) -> None:
        station = self.stations[0]
        self.turn(station, 0)
        station.restart()

    def kernel(self, function: Any) -> Any:
        """One of this search's."""
        return self.search.loop.kernel(function)

    def arguments(self, station: Station) -> tuple[Any, ...]:
        """What kernels take, which was handed over before: where the tree has grown, again."""
        search = self.search
        if self._fixed is None:
            self._fixed = (search.table, search.policy)
        found = search.tree, *self._fixed, station.work.scratch, station.desks, station.batch
        station.hand_over(self.kernel(in_step.hand_over), found)
        return found

    def turn(self, station: Station, todo: int, look: int = 0) -> int:
        """Back up what was looked at and lay out what is next; `todo` iterations at most. With a C function that has
        leaves looked at: so on, until that many are done."""
        station.limits[0] = station.work.iterations + station.count + todo
        answer = int(self.kernel(in_step.turns)(*self.arguments(station), station.hands, look))
        return answer if answer != OK else int(station.statuses[0])

    def fail(self, status: int) -> None:
        if status == BAD_ANSWER:
            for station in self.stations:
                station.complain()
        super().fail(status)

    # ---- a run

    def show_root(self) -> Station:
        """Before the first turn of a run, or of a guess: the root is on the first desk, and may be looked at there."""
        self.stations[0].limits[0] = SEAT
        self.stations[0].show_root(self.works[0].position, self.network.nodes != 0)
        return self.stations[0]

    def seat_root(self) -> None:
        """It was looked at."""
        station = self.stations[0]
        self.kernel(in_step.turns)(*self.arguments(station), station.hands, 0)

    def begin(self, clock: Stopwatch) -> None:
        """The root is seated, unless something went wrong: all is ready for the first turn."""
        if self.stations[0].statuses[0] < 0:
            self.fail(int(self.stations[0].statuses[0]))
        most, budget = self.scheme.size, clock.budget.iterations
        if self.network.batch is None and budget is not None:
            most = max(1, min(FEW_LEAVES if budget < FEW else most, budget // SHARE))
        for station in self.stations:
            station.begin(most)
        search, iterations = self.search, None if budget is None else clock.iterations_left
        self._rests = sorted(
            self.done + after for part in search.parts for after in part.begin(search, self.seed, iterations)
        )

    def _until_rest(self, begun: int) -> int:
        """How many iterations may begin before all that wait must be backed up, `begun` having begun."""
        while self._rests and self._rests[0] <= self.done:
            self._rests.pop(0)
        return self._rests[0] - begun if self._rests else self._limit

    def iterate(self, clock: Stopwatch, interrupt: Interruptible, report: Report) -> None:
        try:
            station = self.show_root()
            if station.count > 0:
                station.look()
            self.seat_root()
            self.begin(clock)
            super().iterate(clock, interrupt, report)
        except BaseException:
            self.search.drop()  # leaves that wait were never backed up
            raise

    def halt(self) -> None:
        self._halted = True

    def round(self, left: int, clock: Stopwatch, report_at: float) -> list[int]:
        self._halted, self._limit, self._statuses = self.is_awaited(), self.done + left, []
        until = min(report_at, clock.budget.seconds or float("inf"))

        def look_up() -> None:
            if self.is_awaited() or (clock.elapsed >= until and self.done > 0):
                self.halt()

        if len(self.stations) == 1:
            self._labour_alone(self.stations[0], look_up)
        else:
            self._labour_together(look_up)
        return self._statuses

    def _labour_together(self, look_up: Any) -> None:
        """Several threads; this one is the first."""
        backend = self.search.game.backend
        session = backend.session
        errors: list[BaseException] = []

        def do(station: Station) -> None:
            try:
                backend.session = session
                self._labour(station, look_up)
            except BaseException as error:  # raised again below
                errors.append(error)
                self.halt()

        running = [hands.start(lambda station=station: do(station)) for station in self.stations[1:]]  # type: ignore[misc]
        try:
            do(self.stations[0])
        finally:
            for over in running:
                over.acquire()
        if errors:
            raise errors[0]

    # ---- in step with other searches (lockstep.py)

    def aim(self, limit: int) -> Station:
        """The next turns are towards so many iterations in all, or to where all must be backed up before."""
        self._limit, station = limit, self.stations[0]
        begun = self.done + station.count
        station.limits[0] = begun + min(max(0, limit - begun), self._until_rest(begun))
        return station

    def is_over(self, limit: int) -> bool:
        """After turns, all leaves having been looked at: what their status asks for is done; whether it is the end."""
        station = self.stations[0]
        statuses = [int(station.statuses[0])]
        if statuses[0] == OK:
            return station.count == 0 and self.done >= limit
        if station.count > 0:
            statuses.append(self.turn(station, 0))
        return self.settled(statuses)

    # ---- alone

    def _labour_alone(self, station: Station, look_up: Any) -> None:
        """The only thread: as `_labour`, but the kernel has its leaves looked at itself."""
        errors: list[BaseException] = []

        def look(_: int) -> int:
            try:
                station.look()
                look_up()
            except BaseException as error:  # raised again below: none may cross the kernel
                errors.append(error)
            return HALTED if errors or self._halted else OK

        callback = prototype(1)(look)
        address = ctypes.cast(callback, ctypes.c_void_p).value or 0
        while not self._halted:
            waiting = station.count
            begun = self.done + waiting
            todo = max(0, self._limit - begun)
            status = self.turn(station, min(todo, self._until_rest(begun)), address)
            if errors:
                raise errors[0]
            if status not in (OK, HALTED):
                self._statuses.append(status)
                self.halt()
                if station.count > 0:
                    station.look()
            elif status == OK and todo == 0 and waiting == 0:
                return
            look_up()
        self._back_up_rest(station)

    def _labour(self, station: Station, look_up: Any) -> None:
        """One of several threads: turns, and looks in between, until nothing is left to do. No leaf waits then."""
        while not self._halted:
            with self._lock:
                waiting = sum(each.count for each in self.stations)
                begun = self.done + waiting
                todo = max(0, self._limit - begun)
                status = self.turn(station, min(todo, self._until_rest(begun)))
            if status != OK:
                self._statuses.append(status)
                self.halt()
            elif station.count == 0:
                if todo == 0 and waiting == 0:
                    return
                time.sleep(0)  # all that is worth a look is being looked at
            if station.count > 0:
                station.look()
            look_up()
        self._back_up_rest(station)

    def _back_up_rest(self, station: Station) -> None:
        """What was looked at last."""
        if station.count > 0:
            with self._lock:
                status = self.turn(station, 0)
            if status != OK:
                self._statuses.append(status)

    def rest(self) -> None:
        self.search.looks = self.looks

    @property
    def looks(self) -> dict[str, int]:
        """How many leaves were looked at, how many were known already, how many descents met another."""
        facts = [station.batch.facts for station in self.stations]
        return {
            name: sum(int(each[at]) for each in facts)
            for name, at in (("looked_at", LOOKS), ("remembered", HITS), ("met", COLLISIONS))
        }
