"""A search whose leaves a network looks at: the kernel lays them out and backs them up, Python has them looked at.

Each thread has desks, a session of the network and a batch of its own. One of them at a time is in the tree; the others
look meanwhile, for a network needs no lock. With one thread one seed has one answer: batches are as full as they can
be, however long they take.
"""

from __future__ import annotations

import ctypes
import random
import threading
import time
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from ..core import batches
from ..core.batches import COLLISIONS, COUNT, HALTED, HAS_POLICY, HITS, LOOKS, MOST, Batch
from ..core.growth import POOL_FULL
from ..core.leaf import Desks
from ..core.loop import DECIDED
from ..machine.native import prototype
from ..neural.evaluator import Answers, Fitted
from ..parts.batches import UNKNOWN, Batches
from ..parts.leaf.network import Network
from ..rules.codes import OK
from .budget import Stopwatch
from .crew import Crew, Report
from .interrupt import Interruptible
from .parallel import hands
from .scratch import Workspace, apart

if TYPE_CHECKING:
    from .search import Search

FEW, FEW_LEAVES = 300, 4
"""Below so many iterations batches are of so many leaves: what waits is a larger share of what is known."""

SHARE = 8
"""And never more than one in so many iterations waits."""


class Station:
    """What one thread works with."""

    def __init__(self, search: Search, work: Workspace, evaluator: Fitted, size: int) -> None:
        game = search.game
        self.work, self.evaluator, self.shape = work, evaluator, game.plane_shape or (0, 0, 0)
        self.cells = prod(self.shape)
        scratch = work.scratch
        self._states = [game.backend.copy(search.position._block) for _ in range(size)]
        self.desks = Desks(
            states=np.array([state.ctypes.data for state in self._states], np.int64),
            paths=apart((size, *scratch.paths.shape), np.uint32),
            depths=apart((size, *scratch.depths.shape), np.int64),
            payoffs=apart((size, -(-game.players // 8) * 8), np.float64),
            lengths=apart((size, 8), np.int64),
            flags=apart((size, 16), np.int32),
            traces=apart((size, len(scratch.trace)), np.int32),
            told=apart((size, 16), np.int64),
        )
        planes = apart((size, self.cells + self.cells % 2), np.float32)
        self.batch = Batch(
            planes=planes,
            words=planes.view(np.int64),
            policy=apart((size, game.actions or 0), np.float32),
            rewards=apart((size, game.players), np.float64),
            trunk=apart((size, max(1, evaluator.features)), np.float32),
            leaves=apart((size,), np.uint32),
            movers=apart((size,), np.int64),
            keys=apart((size,), np.uint64),
            heard=apart((size,), np.int8),
            facts=apart((6,), np.int64),
        )
        self.batch.rewards[:] = UNKNOWN  # and so they stay where the network says nothing of them
        self.batch.facts[HAS_POLICY] = evaluator.has_policy

    @property
    def count(self) -> int:
        """Leaves that wait."""
        return int(self.batch.facts[COUNT])

    def shown(self) -> Any:
        """The planes of the leaves that wait."""
        n = self.count
        return np.ascontiguousarray(self.batch.planes[:n, : self.cells]).reshape(n, *self.shape)

    def take(self, said: Answers) -> None:
        """What was said of them."""
        n, batch = self.count, self.batch
        if said.policy is not None:
            batch.policy[:n] = said.policy
        if said.value is not None:
            batch.rewards[:n] = self.evaluator.rewards(said.value, batch.movers[:n])
        if said.trunk is not None:
            batch.trunk[:n] = said.trunk

    def look(self) -> None:
        """Have the network look at the leaves that wait."""
        self.take(self.evaluator.evaluate_in_place(self.shown()))


class NetworkCrew(Crew):
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
                station.batch.facts[:] = 0
                station.batch.facts[HAS_POLICY] = evaluator.has_policy
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
        station.batch.facts[MOST] = station.batch.facts[HAS_POLICY] = 0
        self.turn(station, 0)
        self._kernel(batches.seat_root)(*self._arguments(station)[:4], station.batch)
        station.batch.facts[HAS_POLICY] = station.evaluator.has_policy

    def _kernel(self, function: Any) -> Any:
        return self.search.loop.kernel(function)

    def _arguments(self, station: Station) -> tuple[Any, ...]:
        search = self.search
        if self._fixed is None:
            self._fixed = (search.table, search.policy)
        return search.tree, *self._fixed, station.work.scratch, station.desks, station.batch

    def turn(self, station: Station, todo: int, look: int = 0) -> int:
        """Back up what was looked at and lay out what is next; `todo` iterations at most. With a C function that has
        leaves looked at: so on, until that many are done."""
        limit = station.work.iterations + station.count + todo
        return int(self._kernel(batches.turns)(*self._arguments(station), limit, look))

    def root_planes(self) -> Any:
        """What the network sees of the root; None if it is not to look."""
        position = self.works[0].position
        return position.planes(position.mover)[None] if self.network.nodes != 0 else None

    def seat_root(self, found: Answers | None) -> None:
        """The root was looked at, so that there is something to choose by. Not an iteration."""
        station, batch = self.stations[0], self.stations[0].batch
        batch.facts[HAS_POLICY] = found is not None and station.evaluator.has_policy
        batch.rewards[0], batch.movers[0] = UNKNOWN, self.works[0].position.mover
        if found is not None:
            batch.facts[COUNT] = 1
            station.take(found)
            batch.facts[COUNT] = 0
        status = int(self._kernel(batches.seat_root)(*self._arguments(station)[:4], batch))
        batch.facts[HAS_POLICY] = station.evaluator.has_policy
        if status < 0:
            self.fail(status)

    # ---- a run

    def prepare(self, clock: Stopwatch, found: Answers | None) -> None:
        """Before the first turn of a run, or of a guess; `found` is what the network says of the root."""
        most = self.scheme.size
        if self.network.batch is None and clock.budget.iterations is not None:
            few = FEW_LEAVES if clock.budget.iterations < FEW else most
            most = max(1, min(few, clock.budget.iterations // SHARE))
        for station in self.stations:
            station.batch.facts[MOST] = most
        self.seat_root(found)
        counted = clock.budget.iterations is not None
        search, iterations = self.search, clock.iterations_left if counted else None
        self._rests = sorted(
            self.done + after for part in search.parts for after in part.begin(search, self.seed, iterations)
        )

    def _until_rest(self, begun: int) -> int:
        """How many iterations may begin before all that wait must be backed up, `begun` having begun."""
        while self._rests and self._rests[0] <= self.done:
            self._rests.pop(0)
        return self._rests[0] - begun if self._rests else self._limit

    def iterate(self, clock: Stopwatch, interrupt: Interruptible, report: Report) -> None:
        self.interrupt = interrupt
        interrupt.hurry = self.halt
        reported, extended = clock.elapsed, False
        try:
            root = self.root_planes()
            self.prepare(clock, None if root is None else self.stations[0].evaluator.evaluate(root))
            while not self.ends():
                left = self.left(clock)
                if left == 0:
                    if extended or not self.wants_more(clock):
                        break
                    extended = True
                    continue
                before = self.done
                clock.begin_slice()
                self._round(left, clock, reported + self.report_seconds)
                clock.did(self.done - before)
                if self.settled():
                    break
                if self.reports(clock, reported):
                    reported = clock.elapsed
                    report(clock)
        except BaseException:
            self.search.drop()  # leaves that wait were never backed up
            raise

    def left(self, clock: Stopwatch) -> int:
        """Iterations that may still be done; 0 when the budget is spent."""
        seconds = clock.budget.seconds
        return 0 if seconds is not None and clock.elapsed >= seconds and clock.done > 0 else clock.iterations_left

    def settled(self) -> bool:
        """What the last turns' statuses ask for is done; whether they ask for an end."""
        statuses, self._statuses = self._statuses, []
        bad = [status for status in statuses if status < 0]
        if bad:
            self.fail(bad[0])
        if DECIDED in statuses or (POOL_FULL in statuses and self.search.memory.stops_when_full):
            return True
        if POOL_FULL in statuses:
            self.grow()
        return False

    def halt(self) -> None:
        """All threads end what they are at."""
        self._halted = True

    def _round(self, left: int, clock: Stopwatch, report_at: float) -> None:
        """All threads work until so many iterations are done, time is up, a report is due or somebody has to stop."""
        self._halted, self._limit = self.is_awaited(), self.done + left
        until = min(report_at, clock.budget.seconds or float("inf"))

        def look_up() -> None:
            if self.is_awaited() or (clock.elapsed >= until and self.done > 0):
                self.halt()

        if len(self.stations) == 1:
            self._labour_alone(self.stations[0], look_up)
            return
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

    def step(self, limit: int) -> bool:
        """For who looks at the leaves of several searches together (lockstep.py): one turn, towards so many iterations
        in all. Whether leaves wait; False at the end."""
        station = self.stations[0]
        self._limit = limit
        while True:
            if self._statuses:
                if station.count > 0:
                    self._statuses.append(self.turn(station, 0))
                if self.settled():
                    return False
            begun = self.done + station.count
            todo = max(0, limit - begun)
            status = self.turn(station, min(todo, self._until_rest(begun)))
            if status != OK:
                self._statuses.append(status)
            if station.count > 0:
                return True
            if not self._statuses and self.done >= limit:
                return False

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
                if len(self.stations) > 1:
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
