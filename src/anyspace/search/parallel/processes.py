"""Root parallelization with processes: for games written as Python objects, whose rules hold Python's lock.

Every process searches by itself from a copy of everything (a fork) and sends back its root's statistics.
"""

from __future__ import annotations

import multiprocessing
import random
import signal
from dataclasses import replace
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING, Any

from ...errors import OptionError
from ...parts.parallel import Root
from ..budget import Budget, Stopwatch
from ..crew import Crew, Report
from ..interrupt import Interruptible
from ..reading import RootMove

if TYPE_CHECKING:
    from ..search import Search

LOOK_SECONDS = 0.01
"""How often the main process looks whether it is to stop."""

COUNTED = ("iterations", "nodes_on_paths", "deepest", "playout_moves")


class ProcessTeam(Crew):
    """Processes that live as long as one run."""

    tells = False

    def __init__(self, search: Search, seed: int, scheme: Root) -> None:
        super().__init__(search, seed)
        if "fork" not in multiprocessing.get_all_start_methods():
            raise OptionError(
                "Root(processes=...) copies the process (fork), which this system cannot do; use threads="
            )
        self.scheme = scheme
        self._seeds = random.Random(seed)
        self._plies: list[list[RootMove]] = []

    @property
    def size(self) -> int:
        return self.scheme.count

    def plies(self) -> list[list[RootMove]]:
        return self._plies

    def iterate(self, clock: Stopwatch, interrupt: Interruptible, report: Report) -> None:
        """Every process gets an equal part of the iterations, and all of the time."""
        self.interrupt = interrupt
        context = multiprocessing.get_context("fork")
        workers: dict[Connection, Any] = {}
        for i in range(self.scheme.count):
            budget = share(clock, i, self.scheme.count)
            if budget is None:
                continue
            ours, theirs = context.Pipe(duplex=False)
            worker = context.Process(
                target=search_alone, args=(self, self._seeds.getrandbits(63), budget, clock.most, theirs)
            )
            start_sheltered(worker)
            theirs.close()
            workers[ours] = worker
        try:
            self._gather(workers, clock, interrupt)
        finally:
            for connection, worker in workers.items():
                worker.kill()
                worker.join()
                connection.close()

    def _gather(self, workers: dict[Connection, Any], clock: Stopwatch, interrupt: Interruptible) -> None:
        waiting, told = set(workers), False
        while waiting:
            for connection in wait(list(waiting), LOOK_SECONDS):
                assert isinstance(connection, Connection)
                waiting.remove(connection)
                try:
                    answer = connection.recv()
                except EOFError:
                    raise OptionError("a process of Root(processes=...) ended without an answer") from None
                if isinstance(answer, BaseException):
                    self.search.drop()
                    raise answer
                ply, counted = answer
                self._plies.append([RootMove(*row) for row in ply])
                self._count(counted)
                clock.did(counted[0])
            if interrupt.requested and not told:  # Ctrl-C reaches them from a terminal, not from elsewhere
                told = True
                for worker in workers.values():
                    worker.terminate()

    def _count(self, counted: tuple[int, ...]) -> None:
        tally = self.works[0].scratch.tally[0]
        for field, number in zip(COUNTED, counted, strict=True):
            before = int(tally[field])
            tally[field] = max(before, number) if field == "deepest" else before + number


def share(clock: Stopwatch, i: int, processes: int) -> Budget | None:
    """What process `i` may spend; None if nothing is left for it."""
    budget = clock.budget
    seconds = None if budget.seconds is None else max(1e-3, budget.seconds - clock.elapsed)
    if budget.iterations is None:
        return replace(budget, seconds=seconds)
    left = clock.iterations_left
    mine = left * (i + 1) // processes - left * i // processes
    return Budget(mine, seconds) if mine > 0 else None


def start_sheltered(worker: Any) -> None:
    """Start a process that cannot be asked to stop before it listens: what comes earlier waits."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
    try:
        worker.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def search_alone(team: ProcessTeam, seed: int, budget: Budget, most: int, answer: Connection) -> None:
    """In a process of its own: search with one thread, and send what the root says."""
    try:
        team.search.game.backend.begin(seed)
        with Interruptible() as interrupt:
            signal.signal(signal.SIGTERM, lambda *_: interrupt.stop())
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
            position = team.works[0].position
            crew = Crew(team.search, seed)
            crew.start_from(position)
            crew.iterate(Stopwatch(budget, most), interrupt, lambda clock: None)
        rows = [(row.move, row.visits, row.reward) for row in [*crew.plies()[0], *crew.noted()]]
        tally = crew.works[0].scratch.tally[0]
        answer.send((rows, tuple(int(tally[field]) for field in COUNTED)))
    except BaseException as error:
        answer.send(error)
